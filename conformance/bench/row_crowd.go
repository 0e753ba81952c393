package main

import (
	"errors"
	"os"
	"path/filepath"
)

// crowdRows are the two throughput rows: all tills take turns, so that a disk
// that grows tired tires for all of them.
func crowdRows(b *bench) []*Row {
	kinds := []string{"append", "ledger", "wire", "pair", "sqlite", "json"}
	rates, callers := map[string][]float64{}, map[string][]float64{}
	failed := map[string]error{}
	for range b.crowdTurns {
		for _, kind := range kinds {
			t, err := b.crowdTurn(kind)
			failed[kind] = errors.Join(failed[kind], err)
			rates[kind] = append(rates[kind], t.rate)
			callers[kind] = add(callers[kind], t.callers)
		}
	}
	alone := &Row{Name: "crowd-ledger", Unit: "/s", What: "8 processes x 16 callers, one hot limit, fsync: package ledger alone"}
	wire := &Row{Name: "crowd-wire", Unit: "/s", What: "8 processes x 16 callers, one hot limit, fsync: one reserve each through the wire, Go clients"}
	for kind, row := range map[string]*Row{"ledger": alone, "wire": wire} {
		if err := errors.Join(failed[kind], failed["append"], failed["pair"], failed["sqlite"], failed["json"]); err != nil {
			row.Failed = err.Error()
			continue
		}
		row.Ours = median(rates[kind])
		least, most := spread(callers[kind])
		row.note("of all 128 callers the least served got %.2f of the mean, the most served %.2f", least, most)
	}
	if alone.Failed == "" {
		alone.per("one process, bare append + fdatasync", median(rates["append"]), 3.5, 0)
		alone.per("SQLite, WAL, synchronous=FULL", median(rates["sqlite"]), 5, 0)
		alone.per("a locked JSON file, rewritten, fdatasync", median(rates["json"]), 10, 0)
	}
	if wire.Failed == "" {
		wire.per("one process, bare append + fdatasync", median(rates["append"]), 1.5, 0)
		wire.per("SQLite, WAL, synchronous=FULL", median(rates["sqlite"]), 2, 0)
		least, most := spread(callers["wire"])
		wire.note("each reserve followed by its record: %.0f calls/s, %.2f x bare append + fdatasync", median(rates["pair"]), median(rates["pair"])/median(rates["append"]))
		wire.holds("every caller between half and twice the mean", least >= 0.5 && most <= 2)
	}
	return []*Row{alone, wire}
}

func (b *bench) crowdTurn(kind string) (turn, error) {
	dir, err := os.MkdirTemp(b.dir, kind+"-*")
	if err != nil {
		return turn{}, err
	}
	defer func() { _ = os.RemoveAll(filepath.Clean(dir)) }()
	processes, callers := crowdProcesses, crowdCallers
	if kind == "append" {
		processes, callers = 1, 1
	}
	return runCrowd(kind, dir, processes, callers, b.crowdTime)
}

// add sums the turns of each caller.
func add(total, more []float64) []float64 {
	if total == nil {
		return more
	}
	for i := range more {
		total[i] += more[i]
	}
	return total
}
