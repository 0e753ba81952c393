package main

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// openTerminal gives the inner end of a real pseudo-terminal of that width.
func openTerminal(t *testing.T, width uint16) *os.File {
	outer, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { outer.Close() })
	if err := unix.IoctlSetPointerInt(int(outer.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(outer.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inner.Close() })
	if err := unix.IoctlSetWinsize(int(inner.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width}); err != nil {
		t.Fatal(err)
	}
	return inner
}

func TestColourOnlyOnATerminalAndOnlyIfWanted(t *testing.T) {
	tty := openTerminal(t, 100)
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, row := range []struct {
		out           *os.File
		noColor, term string
		color         bool
		width         int
	}{
		{tty, "", "xterm", true, 100},
		{tty, "1", "xterm", false, 100},
		{tty, "", "dumb", false, 100},
		{file, "", "xterm", false, plainWidth},
	} {
		t.Setenv("NO_COLOR", row.noColor)
		t.Setenv("TERM", row.term)
		u := newUI(row.out, os.Stderr)
		if u.color != row.color || u.width != row.width {
			t.Errorf("%s NO_COLOR=%q TERM=%s: colour %v, width %d", row.out.Name(), row.noColor, row.term, u.color, u.width)
		}
		if got := u.paint(red, "x"); (got != "x") != row.color {
			t.Errorf("painted %q", got)
		}
	}
}

func TestWidthStaysReadable(t *testing.T) {
	for is, want := range map[uint16]int{20: minWidth, 80: 80, 400: maxWidth, 0: plainWidth} {
		if u := newUI(openTerminal(t, is), os.Stderr); u.width != want {
			t.Errorf("a terminal of %d columns: laid out for %d, want %d", is, u.width, want)
		}
	}
}

// Bars are drawn with what the locale can show; POSIX says which variable wins.
func TestBarsInPlainASCIIWithoutUTF8(t *testing.T) {
	for _, row := range []struct {
		all, ctype, lang string
		want             glyphs
	}{
		{"", "", "en_US.UTF-8", blocks},
		{"C", "", "en_US.UTF-8", ascii},
		{"", "de_DE.utf8", "C", blocks},
		{"", "", "", ascii},
	} {
		t.Setenv("LC_ALL", row.all)
		t.Setenv("LC_CTYPE", row.ctype)
		t.Setenv("LANG", row.lang)
		if u := newUI(os.Stdout, os.Stderr); u.glyph != row.want {
			t.Errorf("%+v: %v", row, u.glyph)
		}
	}
}
