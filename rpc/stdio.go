package rpc

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Stdio takes stdin and stdout for the protocol. From then on os.Stdout is
// stderr, so that a stray print cannot break a line; and writing to a host that
// is gone is an error of that write and not the death of this process before
// its open calls are marked.
func Stdio() (in io.ReadCloser, out io.Writer) {
	protocol := os.Stdout
	os.Stdout = os.Stderr
	signal.Ignore(syscall.SIGPIPE)
	return os.Stdin, protocol
}
