package rpc

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLines shows where a line ends, whatever the pieces it comes in.
func TestLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, row := range []struct {
		name, in string
		want     []string
	}{
		{"two", "a\nb\n", []string{"a", "b"}},
		{"carriage returns", "a\r\nb\r\n", []string{"a", "b"}},
		{"empty ones", "\n\r\n \t\na\n\n", []string{"a"}},
		{"a last one without its end", "a\nb", []string{"a", "b"}},
		{"nothing", "", nil},
		{"just the buffer", x(readBuffer-1) + "\n" + x(readBuffer) + "\n" + x(readBuffer+1) + "\nb\n", []string{x(readBuffer - 1), x(readBuffer), x(readBuffer + 1), "b"}},
		{"a long one without its end", x(3 * readBuffer), []string{x(3 * readBuffer)}},
		{"the longest", x(MaxMessageBytes) + "\r\nb\n", []string{x(MaxMessageBytes), "b"}},
		{"too long", x(MaxMessageBytes+1) + "\nb\n", []string{"too long", "b"}},
		{"much too long, and the end", "a\n" + x(2*MaxMessageBytes), []string{"a", "too long"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			readers := []io.Reader{strings.NewReader(row.in), iotest.HalfReader(strings.NewReader(row.in))}
			if len(row.in) < readBuffer {
				readers = append(readers, iotest.OneByteReader(strings.NewReader(row.in)))
			}
			for _, r := range readers {
				if got := allLines(newLines(r)); !slices.Equal(got, row.want) {
					t.Fatalf("got %d lines", len(got))
				}
			}
		})
	}
}

func allLines(l *lines) (out []string) {
	for {
		line, err := l.next()
		switch {
		case errors.Is(err, errTooLong):
			out = append(out, "too long")
		case err != nil:
			return out
		default:
			out = append(out, string(line))
		}
	}
}

// TestLongLinesAreGivenBack: one long message does not make a guard fat for ever.
func TestLongLinesAreGivenBack(t *testing.T) {
	l := newLines(strings.NewReader(strings.Repeat("x", MaxMessageBytes) + "\na\nb\n"))
	allLines(l)
	if cap(l.long) > keepBuffer {
		t.Fatalf("%d bytes are kept", cap(l.long))
	}
}
