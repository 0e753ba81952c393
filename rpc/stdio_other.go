//go:build !unix

package rpc

import "os"

func ignoreBrokenPipe() {}

// pollable leaves the file as it is: here the runtime cannot poll it.
func pollable(f *os.File) *os.File { return f }
