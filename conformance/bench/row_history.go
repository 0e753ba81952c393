package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// partitions is how many tasks share the history; a limit counts each of them.
const partitions = 1000

// historyRows are what a long life costs: memory, start-up, and the price of a
// reserve, all on one ledger that a guard filled through the wire.
func historyRows(b *bench) []*Row {
	memory := &Row{Name: "memory", Unit: "MB", What: fmt.Sprintf("resident memory of a guard after %d reserve + record, %d partitions", b.history, partitions)}
	spawn := &Row{Name: "spawn", Unit: "ms", What: fmt.Sprintf("spawn to first granted reserve, %d entries of history, p50, one core", 2*b.history)}
	price := &Row{Name: "history", Unit: "us", What: fmt.Sprintf("reserve p50 at %d entries and %d partitions, durability os, one core", 2*b.history, partitions)}
	rows := []*Row{memory, spawn, price}
	home := filepath.Join(b.dir, "old")
	if err := b.measureMemory(home, memory); err != nil {
		for _, r := range rows {
			r.Failed = err.Error()
		}
		return rows
	}
	b.measureSpawn(home, spawn)
	b.measurePrice(home, price)
	return rows
}

// measureMemory fills a ledger through one guard and watches it grow.
func (b *bench) measureMemory(home string, r *Row) error {
	if err := writeHome(home, "os", true); err != nil {
		return err
	}
	c, err := startClient(home)
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }()
	var resident []float64
	for range 10 {
		if err := fill(c, b.history/10); err != nil {
			return err
		}
		mb, err := residentMB(c.cmd.Process.Pid)
		if err != nil {
			return err
		}
		resident = append(resident, mb)
	}
	r.Ours = resident[len(resident)-1]
	r.most(40)
	r.holds("flat: the second half adds less than a tenth", resident[9] <= 1.1*resident[4])
	r.note("after each tenth: %.1f MB", resident)
	return nil
}

// fill makes n pairs with 16 callers, spread over all partitions.
func fill(c *client, n int) error {
	var next atomic.Int64
	errs := make([]error, crowdCallers)
	var wg sync.WaitGroup
	for i := range crowdCallers {
		wg.Go(func() {
			for errs[i] == nil {
				k := next.Add(1)
				if k > int64(n) {
					return
				}
				errs[i] = c.pair("task-" + strconv.FormatInt(k%partitions, 10))
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// residentMB is VmRSS of a process.
func residentMB(pid int) (float64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("process %d shows no VmRSS", pid)
}

func (b *bench) measureSpawn(home string, r *Row) {
	took, err := b.runPlan("spawn.py", map[string]any{"rounds": b.spawnRounds, "argv": []string{b.binary, "serve"}, "env": homeEnv(home)})
	if err != nil {
		r.Failed = err.Error()
		return
	}
	r.Ours = took["guard"]
	r.most(15)
	r.per("python3 -c pass", took["python"], 0, 1.0/3)
}

func (b *bench) measurePrice(home string, r *Row) {
	empty := filepath.Join(b.dir, "empty")
	if err := writeHome(empty, "os", true); err != nil {
		r.Failed = err.Error()
		return
	}
	serve := []string{b.binary, "serve"}
	took, err := b.runPlan("pair.py", map[string]any{"rounds": b.pairRounds, "pairs": 100, "tasks": partitions, "file": "", "sides": []side{
		{Name: "old", Argv: serve, Env: homeEnv(home)},
		{Name: "empty", Argv: serve, Env: homeEnv(empty)},
	}})
	if err != nil {
		r.Failed = err.Error()
		return
	}
	r.Ours = took["old reserve"]
	r.per("the same on an empty ledger", took["empty reserve"], 0, 1.2)
}
