package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// bench is one run: where things are, and how long to measure.
type bench struct {
	root   string // the checkout
	binary string // the tallystick that is measured
	python string // an interpreter that has the shim and httpx
	dir    string // on the disk that is measured

	pairRounds   int // of 100 pairs a side
	crowdTurns   int
	crowdTime    time.Duration
	history      int // pairs of reserve and record
	spawnRounds  int
	streamRounds int

	classifyRounds int // over all bodies
}

// suites are the groups of rows, in the order they run.
var suites = []struct {
	name string
	run  func(*bench) []*Row
}{
	{"pair", pairRows},
	{"crowd", crowdRows},
	{"history", historyRows},
	{"stream", streamRows},
	{"classify", classifyRows},
}

func main() {
	if playRole() {
		return
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	b := &bench{}
	flag.StringVar(&b.root, "root", "../..", "the checkout")
	quick := flag.Bool("quick", false, "under a minute: fewer turns, less history; figures are rough")
	only := flag.String("only", "", "run only these groups: "+names())
	flag.StringVar(&b.binary, "binary", "bin/tallystick", "the tallystick to measure; from the checkout on")
	flag.StringVar(&b.python, "python", "build/venv/bin/python", "a Python that has the shim and httpx")
	out := flag.String("out", "build/bench.json", "where the figures go")
	dir := flag.String("dir", "build", "a folder on the disk to measure")
	flag.Parse()
	if err := b.prepare(out, dir, *quick); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.dir) }()
	began := time.Now()
	var rows []*Row
	for _, s := range suites {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), s.name) {
			continue
		}
		for _, r := range s.run(b) {
			r.print(os.Stdout)
			rows = append(rows, r)
		}
	}
	rep := newReport(rows, *quick, began)
	fmt.Printf("\n%d bars met, %d missed, %d rows not measured, in %.0f s; figures in %s\n", rep.Met, rep.Missed, rep.Failed, rep.Seconds, *out)
	if err := rep.write(*out); err != nil {
		return err
	}
	if rep.Failed > 0 {
		return fmt.Errorf("%d rows could not be measured; what is missing stands there", rep.Failed)
	}
	return nil
}

func names() string {
	var out []string
	for _, s := range suites {
		out = append(out, s.name)
	}
	return strings.Join(out, ",")
}
