package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// prepare finds what the bench needs and makes its own folder on the disk.
// Paths are the checkout's unless they are absolute.
func (b *bench) prepare(out, dir *string, quick bool) error {
	root, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	b.root = root
	for _, path := range []*string{&b.binary, &b.python, out, dir} {
		if !filepath.IsAbs(*path) {
			*path = filepath.Join(root, *path)
		}
	}
	if _, err := os.Stat(b.binary); err != nil {
		return fmt.Errorf("%w; run `make build` first", err)
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp(*dir, "bench-*"); err != nil {
		return err
	}
	b.sizes(quick)
	return os.Setenv(envBinary, b.binary)
}

// sizes are how much is measured: a whole run stays under six minutes, a quick
// one under one.
func (b *bench) sizes(quick bool) {
	b.pairRounds, b.crowdTurns, b.crowdTime = 30, 5, 2*time.Second
	b.history, b.spawnRounds, b.streamRounds = 1_000_000, 30, 5
	b.classifyRounds = 2_000
	if quick {
		b.pairRounds, b.crowdTurns, b.crowdTime = 5, 2, 500*time.Millisecond
		b.history, b.spawnRounds, b.streamRounds = 20_000, 10, 1
		b.classifyRounds = 200
	}
}
