package main

import (
	"fmt"
	"os"
	"os/exec"
)

// The bench binary is every process of the bench: it starts itself in a role.
const (
	envRole   = "TALLYSTICK_BENCH_ROLE"
	envBinary = "TALLYSTICK_BENCH_BINARY" // the tallystick that is measured
)

var roles = map[string]func([]string) error{
	"take": roleTake,
	"noop": roleNoop,
}

// self is this binary in a role, ready to start.
func self(role string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), envRole+"="+role)
	cmd.Stderr = os.Stderr
	return cmd
}

// playRole is true when this process had a role, which is over then.
func playRole() bool {
	play := roles[os.Getenv(envRole)]
	if play == nil {
		return false
	}
	if err := play(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "bench, role %s: %v\n", os.Getenv(envRole), err)
		os.Exit(1)
	}
	return true
}
