package rpc

import (
	"io"
	"os"
)

// Stdio takes stdin and stdout for the protocol. From then on os.Stdout is
// stderr, so that a stray print cannot break a line; and writing to a host that
// is gone is an error of that write and not the death of this process before
// its open calls are marked.
func Stdio() (in io.ReadCloser, out io.Writer) {
	protocol := os.Stdout
	os.Stdout = os.Stderr
	ignoreBrokenPipe()
	return pollable(os.Stdin), protocol
}
