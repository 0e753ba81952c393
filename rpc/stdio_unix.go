//go:build unix

package rpc

import (
	"os"
	"os/signal"
	"syscall"
)

func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// pollable is a pipe whose reader waits in the runtime's poller instead of in a
// blocking system call: only then can Close wake it, and the goroutine that a
// message was given to runs at once, also on a single core, where it would
// otherwise wait until the runtime notices that its thread sleeps.
// Only pipes and sockets are changed: a terminal is shared with the shell.
func pollable(f *os.File) *os.File {
	info, err := f.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return f
	}
	fd := int(f.Fd())
	if err := syscall.SetNonblock(fd, true); err != nil {
		return f
	}
	return os.NewFile(uintptr(fd), f.Name())
}
