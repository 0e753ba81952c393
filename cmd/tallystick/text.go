package main

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// visible makes what a name could do to a terminal harmless and seen: control
// characters, escape sequences, text direction marks and broken UTF-8 are
// spelled out, everything a person can read stays as it is.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 || hidden(r) {
			b.WriteString(spelled(s[:n]))
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }

// spelled is the Go spelling of one character: \n, \x1b, \u202e.
func spelled(char string) string {
	q := strconv.QuoteToASCII(char)
	return q[1 : len(q)-1]
}

// cells is how many columns of a terminal s takes.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += cell(r)
	}
	return n
}

// firstOdd is the first character that may take another number of cells than one.
const firstOdd = '\u0300'

func cell(r rune) int {
	if r < firstOdd {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// fit shortens s to at most n cells; more tells that something was cut.
func fit(s string, n int, more string) string {
	if cells(s) <= n {
		return s
	}
	room, end := n-cells(more), 0
	for i, r := range s {
		if room -= cell(r); room < 0 {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return s[:end] + more
}

// pad fills s with spaces to n cells, on the left when right is set.
func pad(s string, n int, right bool) string {
	fill := strings.Repeat(" ", max(n-cells(s), 0))
	if right {
		return fill + s
	}
	return s + fill
}

// wrap breaks text into lines of at most n cells, at spaces; a word that is
// longer stays whole, so that a path can be copied.
func wrap(text string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
