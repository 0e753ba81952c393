package main

import (
	"os"
	"path/filepath"

	"github.com/tallystick/tallystick/conformance/provider"
)

// streamRows are what a long answer pays for being watched.
func streamRows(b *bench) []*Row {
	paced := &Row{Name: "stream-paced", Unit: "ms", What: "2,000 events, 1 ms apart, through the Python shim"}
	unpaced := &Row{Name: "stream-unpaced", Unit: "ms", What: "2,000 events as fast as they come, through the Python shim"}
	first := &Row{Name: "stream-first", Unit: "ms", What: "what the shim adds to the first byte of a stream (reserve with fsync included)"}
	rows := []*Row{paced, unpaced, first}
	took, err := b.streams()
	if err != nil {
		for _, r := range rows {
			r.Failed = err.Error()
		}
		return rows
	}
	paced.Ours = took["paced shim"]
	paced.per("bare httpx", took["paced bare"], 0, 1.02)
	unpaced.Ours = took["unpaced shim"]
	unpaced.per("bare httpx", took["unpaced bare"], 0, 1.25)
	first.Ours = took["paced shim first"] - took["paced bare first"]
	first.most(2)
	first.note("bare httpx has its first byte after %.2f ms, the shim after %.2f ms", took["paced bare first"], took["paced shim first"])
	return rows
}

func (b *bench) streams() (map[string]float64, error) {
	home := filepath.Join(b.dir, "stream")
	if err := writeHome(home, "fsync", false); err != nil {
		return nil, err
	}
	p, err := provider.Start("ok", "0")
	if err != nil {
		return nil, err
	}
	defer func() { _ = p.Close() }()
	for name, value := range map[string]string{"TALLYSTICK_HOME": home, "TALLYSTICK_BIN": b.binary} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	const path = "/v1/chat/completions"
	return b.runPlan("stream.py", map[string]any{
		// Unpaced ones are short, and differ by half from one to the next.
		"rounds": map[string]int{"paced": b.streamRounds, "unpaced": 10 * b.streamRounds},
		"urls": map[string]string{
			"paced":   p.Base("stream:2000x1ms", "") + path,
			"unpaced": p.Base("stream:2000", "") + path,
		},
	})
}
