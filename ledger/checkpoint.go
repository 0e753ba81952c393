package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
)

// checkpoint is a State as it was at a place. It is a cache: start-up reads on
// from there instead of from the first entry.
type checkpoint struct {
	at       place
	repairs  []repair
	snapshot []byte
	instead  place // of one that was no use, however new it is; not in the file
}

// encode: one line that says what is meant, then the snapshot. The sum covers
// both.
func (c checkpoint) encode() []byte {
	var list []byte
	for i, p := range c.repairs {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, p.body(new(Object))...)
	}
	header := new(Object).Open().Uint("format", Format).String("file", c.at.name).Int("offset", c.at.off).
		Uint("seq", c.at.seq).String("chain", string(c.at.sum[:])).Int("size", int64(len(c.snapshot))).
		Raw("repairs", append(append([]byte{'['}, list...), ']')).Close()
	header = header[:len(header)-1]
	digest := sha256.New()
	digest.Write(header)
	digest.Write(c.snapshot)
	out := append([]byte(nil), header...)
	out = append(out, `,"sum":"`...)
	out = append(hex.AppendEncode(out, digest.Sum(nil)), "\"}\n"...)
	return append(out, c.snapshot...)
}

const checkpointTail = len(`,"sum":""}`) + 2*sha256.Size

var errNoCheckpoint = errors.New("it does not check out")

func parseCheckpoint(b []byte) (checkpoint, error) {
	header, snapshot, ok := bytes.Cut(b, []byte{'\n'})
	if !ok || len(header) < checkpointTail {
		return checkpoint{}, errNoCheckpoint
	}
	covered, tail := header[:len(header)-checkpointTail], header[len(header)-checkpointTail:]
	digest := sha256.New()
	digest.Write(covered)
	digest.Write(snapshot)
	if string(tail) != `,"sum":"`+hex.EncodeToString(digest.Sum(nil))+`"}` {
		return checkpoint{}, errNoCheckpoint
	}
	c, size, err := parseHeader(header)
	if err == nil && size != int64(len(snapshot)) {
		err = errNoCheckpoint
	}
	c.snapshot = snapshot
	return c, err
}

func parseHeader(header []byte) (c checkpoint, size int64, err error) {
	format := uint64(0)
	err = Members(header, func(key string, v []byte) (err error) {
		switch key {
		case "format":
			format, err = Uint(v)
		case "file":
			c.at.name, err = String(v)
		case "offset":
			c.at.off, err = Int(v)
		case "seq":
			c.at.seq, err = Uint(v)
		case "chain":
			c.at.sum, err = parseSum(v)
		case "size":
			size, err = Int(v)
		case "repairs":
			err = Elements(v, func(one []byte) error {
				p, err := parseRepair(one)
				c.repairs = append(c.repairs, p)
				return err
			})
		}
		return err
	})
	f, ok := parseName(c.at.name)
	c.at.no = f.no
	if err == nil && (!ok || format != Format) {
		err = errNoCheckpoint
	}
	return c, size, err
}

// readCheckpoint reads what is there; an error means that it is no use.
func (d folder) readCheckpoint() (checkpoint, error) {
	f, err := d.fs.OpenFile(d.path(checkpointName), os.O_RDONLY, 0)
	if err != nil {
		return checkpoint{}, err
	}
	defer func() { _ = f.Close() }() // read only
	info, err := f.Stat()
	if err != nil {
		return checkpoint{}, err
	}
	b := make([]byte, info.Size())
	if _, err := f.ReadAt(b, 0); err != nil && err != io.EOF {
		return checkpoint{}, err
	}
	return parseCheckpoint(b)
}

// fits says whether the journal holds, where the checkpoint ends, the line
// that it ends with.
func (d folder) fits(c checkpoint) error {
	r := reader{folder: d, at: c.at}
	defer r.close()
	if err := r.open(); err != nil {
		return err
	}
	if !r.endsWith(c.at.off, c.at.sum) {
		return fmt.Errorf("%s does not hold at byte %d what the checkpoint of entry %d saw there", c.at.name, c.at.off, c.at.seq)
	}
	return nil
}
