package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// When a checkpoint is worth its two syncs: so many entries after the last,
// but not more often than once a second unless it would get far behind.
const (
	checkpointEvery  = 2_000
	checkpointAtMost = 20_000
	checkpointPause  = time.Second
	checkpointClose  = 200 // entries, at Close
)

// checkpoint is a State as it was at a place. It is a cache: start-up reads on
// from there instead of from the first entry.
type checkpoint struct {
	at       place
	repairs  []repair
	snapshot []byte
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

// load puts State and reader where the checkpoint is, or before the first
// entry. Either way the same State comes out in the end.
func (l *Ledger) load() error {
	files, err := l.r.list()
	if err != nil {
		return err
	}
	l.stale, l.look = nil, true
	c, err := l.r.readCheckpoint()
	if err == nil {
		// What it covers was on the disk. A journal that ends earlier, or says
		// something else there, lost entries.
		l.seen = max(l.seen, c.at.seq)
		err = l.r.fits(c)
	}
	if err == nil {
		err = l.state.Restore(c.snapshot)
	}
	if err != nil {
		l.state.Reset()
		l.r.reset(files[0])
		return nil
	}
	// Ranges repaired after it are learned again: it may have folded them.
	l.r.repairs = c.repairs
	l.r.move(c.at)
	l.checkpointed = c.at.seq
	return nil
}

// maybeCheckpoint writes one beside the next turns, if it is time. The
// turn is held.
func (l *Ledger) maybeCheckpoint() {
	since := l.lastSeq - min(l.checkpointed, l.lastSeq)
	if since < l.o.checkpointEvery || since < checkpointAtMost && time.Since(l.tried) < checkpointPause || !l.writing.TryLock() {
		return
	}
	l.tried = time.Now()
	if c, err := l.r.readCheckpoint(); err == nil && c.at.seq+l.o.checkpointEvery > l.lastSeq {
		l.checkpointed = c.at.seq // another process was so kind
		l.writing.Unlock()
		return
	}
	c, ok := l.snapshot()
	if !ok {
		l.writing.Unlock()
		return
	}
	l.checkpointed = c.at.seq
	go func() {
		defer l.writing.Unlock()
		_ = l.writeCheckpoint(c) // a cache: without it the next start takes longer
	}()
}

// snapshot is the State of now, if it ends in the file that we append to.
func (l *Ledger) snapshot() (checkpoint, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stale != nil || l.stopped != nil || l.out == nil || l.outName != l.r.at.name {
		return checkpoint{}, false
	}
	c := checkpoint{at: l.r.at, repairs: append([]repair(nil), l.r.repairs...), snapshot: l.state.Snapshot(nil)}
	l.sync.push(l.out, c.at, nil, false)
	return c, true
}

// writeCheckpoint puts c where the next start finds it. First all that it
// covers has to be on the disk: a checkpoint that knows more than the journal
// would call a power cut damage.
func (l *Ledger) writeCheckpoint(c checkpoint) error {
	if err := l.sync.flush(); err != nil {
		return err
	}
	return l.r.placeCheckpoint(c, l.o.fileMode())
}

func (d folder) placeCheckpoint(c checkpoint, mode os.FileMode) error {
	lock := d.fs.Lock(d.path(checkpointName+".lock"), true, mode)
	if mine, err := lock.TryLock(); err != nil || !mine {
		return err // another process writes one
	}
	defer func() { _ = lock.Unlock() }() // closing the file frees it in any case
	if old, err := d.readCheckpoint(); err == nil && old.at.seq >= c.at.seq {
		return nil
	}
	temp := checkpointName + ".new"
	if err := d.create(temp, mode, c.encode()); err != nil {
		return err
	}
	if err := d.fs.Rename(d.path(temp), d.path(checkpointName)); err != nil {
		return writeError("naming the checkpoint", err)
	}
	return writeError("syncing "+d.dir, d.fs.SyncDir(d.dir))
}
