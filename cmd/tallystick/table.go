package main

import "strings"

// column says how one column of a table is set.
type column struct {
	head  string
	right bool // numbers
	give  bool // gives way when the line would be longer than the screen
}

// table is rows under heads. Cells are plain text: they are made visible,
// measured in terminal cells, and the columns that may give way are shortened
// until a line fits the screen.
type table struct {
	cols   []column
	rows   [][]string
	indent int
}

const (
	gap       = 2 // spaces between columns
	leastGive = 8 // a column never gives way below this
)

func (t *table) add(row ...string) { t.rows = append(t.rows, row) }

func (t *table) print(u *ui) {
	widths := t.fit(u.width)
	heads := make([]string, len(t.cols))
	for i, c := range t.cols {
		heads[i] = c.head
	}
	if line := t.line(u, heads, widths); line != "" {
		u.say("%s", u.paint(dim, line))
	}
	for _, row := range t.rows {
		u.say("%s", t.line(u, row, widths))
	}
}

// fit measures the columns and takes what is too much from the widest that gives way.
func (t *table) fit(screen int) []int {
	widths := make([]int, len(t.cols))
	total := t.indent + gap*(len(t.cols)-1)
	for i, c := range t.cols {
		widths[i] = cells(c.head)
		for _, row := range t.rows {
			widths[i] = max(widths[i], cells(visible(row[i])))
		}
		total += widths[i]
	}
	for total > screen {
		i := t.widestGiving(widths)
		if i < 0 {
			break
		}
		widths[i]--
		total--
	}
	return widths
}

func (t *table) widestGiving(widths []int) int {
	best := -1
	for i, c := range t.cols {
		if c.give && widths[i] > leastGive && (best < 0 || widths[i] > widths[best]) {
			best = i
		}
	}
	return best
}

func (t *table) line(u *ui, row []string, widths []int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", t.indent))
	for i, c := range t.cols {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", gap))
		}
		b.WriteString(pad(fit(visible(row[i]), widths[i], u.glyph.more), widths[i], c.right))
	}
	return strings.TrimRight(b.String(), " ")
}
