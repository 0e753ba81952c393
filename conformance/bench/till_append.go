package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// body is what every till writes for one take: as long as a real reserve entry.
var body = []byte(`{"attempt":1,"who":"` + strings.Repeat("x", 230) + `"}`)

// appender is the floor that durability has: append a line, fdatasync, no check
// of anything. One caller of one process; it is not a till anybody could use.
type appender struct {
	f    *os.File
	line []byte
}

func openAppend(dir string) (till, error) {
	f, err := os.OpenFile(filepath.Join(dir, "bare.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return &appender{f: f, line: append(bytes.Clone(body), '\n')}, err
}

func (a *appender) take() error {
	if _, err := a.f.Write(a.line); err != nil {
		return err
	}
	return unix.Fdatasync(int(a.f.Fd()))
}

func (a *appender) close() error { return a.f.Close() }
