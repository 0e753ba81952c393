package rpc

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const (
	readBuffer = 64 << 10 // a line within it is not copied
	keepBuffer = 1 << 20  // a longer line's buffer is given back
	headBytes  = 4 << 10  // what is kept of a line that is too long, to find its id
)

// errTooLong comes with the head of a line over MaxMessageBytes. The rest of
// that line has been read and thrown away.
var errTooLong = errors.New("line too long")

// lines cuts a pipe into lines. What next gives is valid until it is called again.
type lines struct {
	in   *bufio.Reader
	long []byte // a line that does not fit into the buffer of in
}

func newLines(in io.Reader) *lines {
	return &lines{in: bufio.NewReaderSize(in, readBuffer)}
}

// next gives the next line that is not empty, without its end. A last line
// without a newline counts: a torn message cannot be a whole object, so it is
// found out later. io.EOF comes alone.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.read()
		if err != nil && len(line) == 0 {
			return nil, err
		}
		if line = bytes.Trim(line, " \t\r\n"); len(line) > 0 {
			if errors.Is(err, errTooLong) {
				return line, err
			}
			return line, nil
		}
	}
}

func (l *lines) read() ([]byte, error) {
	if cap(l.long) > keepBuffer {
		l.long = nil
	}
	piece, err := l.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return piece, err
	}
	l.long = append(l.long[:0], piece...)
	for errors.Is(err, bufio.ErrBufferFull) {
		piece, err = l.in.ReadSlice('\n')
		if len(l.long)+len(piece) > MaxMessageBytes+len("\r\n") {
			return l.skip(err)
		}
		l.long = append(l.long, piece...)
	}
	if len(bytes.TrimRight(l.long, "\r\n")) > MaxMessageBytes {
		return l.skip(nil)
	}
	return l.long, err
}

// skip reads to the end of a line that is too long.
func (l *lines) skip(err error) ([]byte, error) {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	head := append([]byte(nil), l.long[:headBytes]...)
	l.long = nil
	return head, errTooLong
}
