package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// place is a point between two lines, with what the next line must follow.
type place struct {
	no   uint64 // of the file
	name string // of the file
	off  int64
	seq  uint64 // of the line before
	sum  sum    // of the line before
}

// readSize is how much is read at once.
const readSize = 256 << 10

// errEnd: no whole line is left. badLine: what is there does not check out.
var errEnd = errors.New("end of the journal")

type badLine struct {
	at     place
	reason string
}

func (b *badLine) Error() string {
	return fmt.Sprintf("%s, byte %d: %s", b.at.name, b.at.off, b.reason)
}

// reader steps through the journal, over whole lines that follow each other,
// from file to file, past ranges known to be repaired.
type reader struct {
	folder
	at      place
	marked  bool     // at.sum is what stands in the file right before at.off
	file    vfs.File // of at, opened when first needed
	chunk   int      // bytes to begin reading with; 0 is readSize
	buf     []byte
	win     []byte // inside buf: bytes from at.off on
	repairs []repair
}

// reset goes to the very beginning.
func (r *reader) reset(first dayFile) {
	r.move(place{no: first.no, name: first.name(), sum: noSum})
}

// move goes to another place, perhaps in another file.
func (r *reader) move(to place) {
	if r.file != nil && to.name != r.at.name {
		_ = r.file.Close() // read only
		r.file = nil
	}
	r.at, r.win, r.marked = to, nil, false
}

func (r *reader) close() {
	if r.file != nil {
		_ = r.file.Close() // read only
		r.file = nil
	}
	r.win = nil
}

// next returns the line after at and steps over it. Its body is valid until
// the next call. After errEnd or a *badLine the reader stays where it is.
func (r *reader) next() (Entry, error) {
	r.jump()
	if err := r.open(); err != nil {
		return Entry{}, err
	}
	raw, err := r.line()
	if err != nil {
		return Entry{}, err
	}
	if r.at.off == 0 {
		if err := checkFormat(raw, r.at.sum); err != nil {
			return Entry{}, err
		}
	}
	l, err := decode(raw)
	if err != nil {
		return Entry{}, r.bad(err.Error())
	}
	if l.entry.Seq != r.at.seq+1 {
		return Entry{}, r.bad(fmt.Sprintf("entry %d stands where %d should", l.entry.Seq, r.at.seq+1))
	}
	if !l.follows(r.at.sum) {
		return Entry{}, r.bad("its checksum does not fit")
	}
	e := l.open(raw)
	r.win = r.win[len(raw)+1:]
	r.at.off, r.at.seq, r.at.sum = r.at.off+int64(len(raw))+1, e.Seq, l.sum
	r.marked = true
	return e, r.turn(e)
}

// bad forgets what was read: the bytes may be different the next time.
func (r *reader) bad(reason string) error {
	r.win = nil
	return &badLine{r.at, reason}
}

// turn follows the two kinds that say where reading goes on.
func (r *reader) turn(e Entry) error {
	switch e.Kind {
	case KindHead:
		h, err := parseHead(e.Body)
		if err == nil && h.rescue != nil && r.endsWith(r.at.off+h.rescue.size, h.prevSum) {
			to := r.at
			to.off += h.rescue.size // a copy of what was read in the file before
			r.move(to)
		}
		return err
	case KindRoll:
		next, err := parseRoll(e.Body)
		if err != nil {
			return err
		}
		r.move(place{no: next.no, name: next.name(), seq: r.at.seq, sum: r.at.sum})
	}
	return nil
}

// endsWith says whether the line that ends at byte off of at's file carries s.
func (r *reader) endsWith(off int64, s sum) bool {
	var have [tailLen + 1]byte
	if off < int64(len(have)) {
		return false
	}
	n, _ := r.file.ReadAt(have[:], off-int64(len(have)))
	return n == len(have) && isTail(have, s)
}

// isTail says whether b is the end of a line that carries s.
func isTail(b [tailLen + 1]byte, s sum) bool {
	return string(b[:8]) == `,"sum":"` && sum(b[8:8+sumLen]) == s && string(b[8+sumLen:]) == "\"}\n"
}

// more says whether there is anything after at. The same read shows whether
// what was read last still stands before it: a file that was cut and written
// on may have any length, also the one we know.
func (r *reader) more() (bool, error) {
	if err := r.open(); err != nil {
		return false, err
	}
	var b [tailLen + 2]byte
	if !r.marked || r.at.off < int64(len(b)) {
		size, err := r.size()
		if err == nil && size < r.at.off {
			err = r.bad(fmt.Sprintf("the file is %d bytes long, %d were seen", size, r.at.off))
		}
		return size > r.at.off, err
	}
	n, err := r.file.ReadAt(b[:], r.at.off-int64(len(b))+1)
	if err != nil && err != io.EOF {
		return false, readFailed(r.at.name, err)
	}
	if n < len(b)-1 || !isTail([tailLen + 1]byte(b[:len(b)-1]), r.at.sum) {
		return false, r.bad(fmt.Sprintf("entry %d, which was read, does not stand before it any more", r.at.seq))
	}
	return n == len(b), nil
}

func readFailed(name string, err error) error {
	return &Error{ErrReadOnly, "reading " + name, "look at the disk (dmesg shows what the kernel thinks of it)", err}
}

func parseRoll(body []byte) (dayFile, error) {
	var next dayFile
	err := Members(body, func(key string, v []byte) error {
		if key != "next" {
			return nil
		}
		name, err := String(v)
		if err != nil {
			return err
		}
		var ok bool
		if next, ok = parseName(name); !ok {
			err = fmt.Errorf("a roll to %.80q", name)
		}
		return err
	})
	return next, err
}

// open opens at's file. A roll was written after the file it names, so that
// one that is not there was taken away.
func (r *reader) open() error {
	if r.file != nil {
		return nil
	}
	f, err := r.fs.OpenFile(r.path(r.at.name), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if _, waiting := r.fs.Stat(r.path(r.at.name + rescueSuffix)); waiting == nil {
			return errEnd // its writer is about to give it its name
		}
		return missing("day file "+r.at.name, err)
	}
	if err != nil {
		return missing("opening "+r.at.name, err)
	}
	r.file = f
	return nil
}

// line is the next whole line without its newline.
func (r *reader) line() ([]byte, error) {
	for scanned := 0; ; {
		if i := bytes.IndexByte(r.win[scanned:], '\n'); i >= 0 {
			return r.win[:scanned+i], nil
		}
		scanned = len(r.win)
		if scanned >= MaxEntry {
			return nil, r.bad(fmt.Sprintf("no line ends within %d bytes", MaxEntry))
		}
		n, err := r.fill()
		if err != nil {
			return nil, err
		}
		if n == 0 {
			r.win = nil // a torn tail may be cut and written over meanwhile
			return nil, errEnd
		}
	}
}

// fill reads on behind the window.
func (r *reader) fill() (int, error) {
	if cap(r.buf) == 0 {
		r.buf = make([]byte, cmp.Or(r.chunk, readSize))
	}
	have := copy(r.buf, r.win)
	if have == len(r.buf) {
		r.buf = append(r.buf, make([]byte, len(r.buf))...)
	}
	n, err := r.file.ReadAt(r.buf[have:], r.at.off+int64(have))
	r.win = r.buf[:have+n]
	if err != nil && err != io.EOF {
		return 0, readFailed(r.at.name, err)
	}
	return n, nil
}

// size is how long at's file is now.
func (r *reader) size() (int64, error) {
	if err := r.open(); err != nil {
		return 0, err
	}
	info, err := r.file.Stat()
	if err != nil {
		return 0, missing("looking at "+r.at.name, err)
	}
	return info.Size(), nil
}
