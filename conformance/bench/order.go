package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// order adds what strace sees of one reserve under fsync: the entry's append,
// its fdatasync, and only then the reply (I2).
func (b *bench) order(r *Row) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		r.note("strace is not installed, so the order append, fdatasync, reply was not looked at")
		return
	}
	calls, err := b.traceReserve(strace)
	if err != nil {
		r.note("strace: %v", err)
		r.holds("strace shows append, fdatasync, reply in this order", false)
		return
	}
	r.holds("strace shows append, fdatasync, reply in this order", inOrder(calls))
	r.note("strace: %s", strings.Join(calls, ", "))
}

func (b *bench) traceReserve(strace string) ([]string, error) {
	home, trace := filepath.Join(b.dir, "traced"), filepath.Join(b.dir, "trace")
	if err := writeHome(home, "fsync", false); err != nil {
		return nil, err
	}
	c, err := startClientAs(home, strace, "-f", "-y", "-s", "300", "-e", "trace=read,write,pwrite64,writev,fsync,fdatasync", "-o", trace, b.binary, "serve")
	if err != nil {
		return nil, err
	}
	for range 2 { // the first reserve also writes who this guard is
		if err := c.pair("traced"); err != nil {
			return nil, err
		}
	}
	if err := c.close(); err != nil {
		return nil, err
	}
	return readTrace(trace)
}

// What matters in a trace. With -y a descriptor shows its path.
var (
	asked    = regexp.MustCompile(`read(\(0<| resumed).*"method\\?":\\?"reserve`)
	appended = regexp.MustCompile(`(write|pwrite64|writev)\(\d+<[^>]*\.jsonl>`)
	synced   = regexp.MustCompile(`(fsync|fdatasync)\(\d+<[^>]*\.jsonl>|(fsync|fdatasync) resumed`)
	replied  = regexp.MustCompile(`write\(\d+<(pipe|/dev/|UNIX|socket)?[^>]*>, "\{.*granted`)
)

// readTrace gives the marks of the last reserve, from its request to its reply.
func readTrace(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var marks []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		mark := markOf(lines.Text())
		switch {
		case mark == "request":
			marks = []string{mark}
		case mark != "" && len(marks) > 0 && !slices.Contains(marks, "reply"):
			marks = append(marks, mark)
		}
	}
	return marks, lines.Err()
}

func markOf(text string) string {
	switch {
	case strings.Contains(text, "reserve") && asked.MatchString(text):
		return "request"
	case appended.MatchString(text):
		return "append"
	case synced.MatchString(text) && !strings.Contains(text, "unfinished"):
		return "fdatasync"
	case replied.MatchString(text):
		return "reply"
	}
	return ""
}

// inOrder: an append, after it a sync that ended, and the reply last.
func inOrder(marks []string) bool {
	a := slices.Index(marks, "append")
	s := slices.Index(marks, "fdatasync")
	r := slices.Index(marks, "reply")
	return a >= 0 && a < s && s < r
}
