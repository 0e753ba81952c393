package main

import "strings"

// column says how one column of a table is set.
type column struct {
	head  string
	right bool // numbers
	least int  // gives way down to this when the line is longer than the screen; 0: never
}

// table is rows under heads. Cells are plain text: they are made visible,
// measured in terminal cells, and the columns that may give way are shortened
// until a line fits the screen. The last cell of a row with fewer cells than
// columns has the rest of the line to itself.
type table struct {
	cols   []column
	rows   [][]string
	indent int
}

const gap = 2 // spaces between columns

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
			if i < len(row)-1 || len(row) == len(t.cols) {
				widths[i] = max(widths[i], cells(visible(row[i])))
			}
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
		if c.least > 0 && widths[i] > c.least && (best < 0 || widths[i] > widths[best]) {
			best = i
		}
	}
	return best
}

func (t *table) line(u *ui, row []string, widths []int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", t.indent))
	for i, text := range row {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", gap))
		}
		width := widths[i]
		if i == len(row)-1 {
			width = max(sum(widths[i:])+gap*(len(widths)-1-i), t.rest(u, row, widths))
		}
		b.WriteString(pad(fit(visible(text), width, u.glyph.more), width, t.cols[i].right))
	}
	return strings.TrimRight(b.String(), " ")
}

// rest is how much of the line is left for the last cell of a short row.
func (t *table) rest(u *ui, row []string, widths []int) int {
	if len(row) == len(t.cols) {
		return 0
	}
	return u.width - t.indent - sum(widths[:len(row)-1]) - gap*(len(row)-1)
}

func sum(numbers []int) int {
	all := 0
	for _, n := range numbers {
		all += n
	}
	return all
}
