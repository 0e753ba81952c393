package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

const (
	plainWidth = 80  // what everything is laid out for when nobody says how wide the screen is
	minWidth   = 60  // a narrower screen wraps
	maxWidth   = 120 // longer lines are hard to read
)

// ui is where a command speaks: text for a person, or JSON for a program.
// Every word for a person goes through it, so colour, width and what a hostile
// name may do to a terminal are decided in one place.
type ui struct {
	out, err io.Writer
	json     bool
	color    bool // only on a terminal, and only without NO_COLOR
	width    int
	glyph    glyphs
	zone     *time.Location // the ledger's, once it is known
	now      time.Time
}

// glyphs are what bars are drawn with.
type glyphs struct{ used, held, unknown, free, more string }

var (
	blocks = glyphs{"█", "▒", "?", "·", "…"}
	ascii  = glyphs{"#", "+", "?", ".", "..."}
)

func newUI(out, errs *os.File) *ui {
	u := &ui{out: &printer{to: out}, err: errs, width: plainWidth, glyph: ascii, zone: time.UTC, now: time.Now()}
	if speaksUTF8() {
		u.glyph = blocks
	}
	if !term.IsTerminal(int(out.Fd())) {
		return u
	}
	u.color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
		u.width = min(max(w, minWidth), maxWidth)
	}
	return u
}

// printer remembers that something could not be printed: a full disk behind a
// redirection must not look like an answer.
type printer struct {
	to     io.Writer
	failed error
}

func (p *printer) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if p.failed == nil {
		p.failed = err
	}
	return n, err
}

// lost is the first trouble with what was printed; nil when all of it arrived.
func (u *ui) lost() error {
	if p, ok := u.out.(*printer); ok && p.failed != nil {
		return failed(p.failed, "the output could not be written", "look at the disk or pipe it goes to")
	}
	return nil
}

// speaksUTF8 follows POSIX: the first of these that is set decides.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(os.Getenv(name)); v != "" {
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

// say prints one line. Arguments that came from outside go through visible first.
func (u *ui) say(format string, args ...any) { fmt.Fprintf(u.out, format+"\n", args...) }

// image prints what a program reads: the same JSON the wire carries.
func (u *ui) image(v any) error {
	enc := json.NewEncoder(u.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// show prints the image with --json, else lets text speak.
func (u *ui) show(image any, text func()) error {
	if u.json {
		return u.image(image)
	}
	text()
	return nil
}

// The few colours there are. Colour never carries meaning alone.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (u *ui) paint(color, s string) string {
	if !u.color || s == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// warn is a line that a person should not miss, wrapped under its mark.
func (u *ui) warn(text string) {
	for i, line := range wrap(visible(text), u.width-2) {
		mark := "  "
		if i == 0 {
			mark = u.paint(yellow, "! ")
		}
		u.say("%s%s", mark, u.paint(yellow, line))
	}
}

// hang prints a name and what there is to say about it, wrapped under the name.
func (u *ui) hang(name, text string) {
	lines := wrap(name+"  "+visible(text), u.width-2)
	u.say("%s  %s", u.paint(bold, name), strings.TrimSpace(strings.TrimPrefix(lines[0], name)))
	for _, line := range lines[1:] {
		u.say("  %s", line)
	}
}

// para prints a sentence, wrapped and indented.
func (u *ui) para(indent int, text string) {
	for _, line := range wrap(visible(text), u.width-indent) {
		u.say("%s%s", strings.Repeat(" ", indent), line)
	}
}

// prose is a paragraph of help, wrapped for 80 columns.
func prose(text string) string { return strings.Join(wrap(text, plainWidth-1), "\n") }
