package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// side is one way to do the pair, as pair.py reads it.
type side struct {
	Name string            `json:"name"`
	Argv []string          `json:"argv,omitempty"`
	Env  map[string]string `json:"env"`
	Shim bool              `json:"shim,omitempty"` // through the shim's own client
}

// pairRows are latency: what one call pays for its place in the budget.
func pairRows(b *bench) []*Row {
	latency := &Row{Name: "pair-os", Unit: "us", What: "reserve + record, Python shim to guard and back, durability os, p50, one core"}
	syncing := &Row{Name: "pair-fsync", Unit: "us", What: "what durability fsync adds to that pair, p50, one core"}
	took, err := b.pairs()
	if err != nil {
		latency.Failed, syncing.Failed = err.Error(), err.Error()
		return []*Row{latency, syncing}
	}
	latency.Ours = took["shim"]
	// The same pair means the same client at both: what differs is the guard.
	latency.per("no-op jsonrpc2 handler in Go, same client", took["shim noop"], 0, 2)
	latency.per("that handler, barest Python client", took["noop"], 0, 0)
	latency.per("cat echoing both lines, barest client", took["cat"], 0, 0)
	latency.note("the guard with the barest client: %.0f us, %.2f x the no-op handler", took["guard"], took["guard"]/took["noop"])
	syncing.Ours = took["guard fsync"] - took["guard"]
	syncing.per("one bare append + fdatasync", took["append"], 0.8, 2)
	syncing.note("pair with fsync %.0f us, with os %.0f us, both with the barest client", took["guard fsync"], took["guard"])
	b.order(syncing)
	return []*Row{latency, syncing}
}

// pairs runs pair.py over all sides.
func (b *bench) pairs() (map[string]float64, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("pinning to a core is Linux only")
	}
	homes := map[string]string{}
	for _, durability := range []string{"os", "fsync"} {
		homes[durability] = filepath.Join(b.dir, "pair-"+durability)
		if err := writeHome(homes[durability], durability, false); err != nil {
			return nil, err
		}
	}
	serve := []string{b.binary, "serve"}
	bench, err := os.Executable()
	if err != nil {
		return nil, err
	}
	noop := map[string]string{envRole: "noop"}
	wrapped, err := b.wrap(bench)
	if err != nil {
		return nil, err
	}
	plan := map[string]any{"rounds": b.pairRounds, "pairs": 100, "tasks": 1, "file": filepath.Join(b.dir, "bare.jsonl"), "sides": []side{
		{Name: "cat", Argv: []string{"cat"}},
		{Name: "noop", Argv: []string{bench}, Env: noop},
		{Name: "guard", Argv: serve, Env: homeEnv(homes["os"])},
		{Name: "shim", Argv: serve, Env: homeEnv(homes["os"] + "-shim"), Shim: true},
		{Name: "shim noop", Argv: []string{wrapped}, Env: homeEnv(b.dir), Shim: true},
		{Name: "append"},
		{Name: "guard fsync", Argv: serve, Env: homeEnv(homes["fsync"])},
	}}
	if err := writeHome(homes["os"]+"-shim", "os", false); err != nil {
		return nil, err
	}
	return b.runPlan("pair.py", plan)
}

// wrap makes a program that becomes the no-op handler: the shim starts a binary
// with a short list of environment variables, and a role is not on it.
func (b *bench) wrap(bench string) (string, error) {
	path := filepath.Join(b.dir, "noop")
	script := fmt.Sprintf("#!/bin/sh\n%s=noop exec '%s' \"$@\"\n", envRole, bench)
	return path, os.WriteFile(path, []byte(script), 0o700)
}

func homeEnv(home string) map[string]string { return map[string]string{"TALLYSTICK_HOME": home} }

// runPlan runs one of the bench's Python files and reads the numbers it prints.
func (b *bench) runPlan(script string, plan map[string]any) (took map[string]float64, err error) {
	text, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(b.dir, script+".plan.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.Command(b.python, filepath.Join(b.root, "conformance", "bench", script), path)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", script, err)
	}
	return took, json.Unmarshal(out, &took)
}
