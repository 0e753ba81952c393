package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Limits of one line. Each is tested.
const (
	MaxEntry = 1 << 20 // bytes of a line, newline included
	MaxKind  = 64      // bytes of a kind
)

// Kinds that the ledger itself writes; they reach State.Apply like all others.
const (
	KindHead     = "head"     // first line of each file
	KindRoll     = "roll"     // last line of a closed file
	KindRepaired = "repaired" // a range of bytes no longer counts
)

// Entry is one line of the journal as a reader sees it.
type Entry struct {
	Seq  uint64    // 1, 2, 3 ... without gaps; the only order there is
	At   time.Time // the writer's clock, UTC, microseconds; informs people, never orders
	Kind string    // "reserve", or one of the Kind constants
	Note bool      // a reader that does not know Kind may skip it
	Body []byte    // a compact JSON object, valid only during the call that hands it over
}

const (
	sumLen   = 16                         // hex digits of a checksum
	tailLen  = len(`,"sum":""}`) + sumLen // bytes of a line after what the checksum covers
	stampLen = len("2026-11-29T22:01:02.123456Z")
)

// sum is a line's checksum as it stands in the file: hex digits of the first
// eight bytes of SHA-256 over the previous line's sum and this line up to its
// own.
type sum [sumLen]byte

// noSum is what the very first line chains on.
var noSum = sum([]byte("0000000000000000"))

// chain computes the sum of a line that follows one whose sum is prev.
// covered is the line up to (not including) `,"sum":`.
func chain(prev sum, covered []byte) sum {
	var few [1024]byte // most lines: no allocation
	whole := append(append(few[:0], prev[:]...), covered...)
	digest := sha256.Sum256(whole)
	var s sum
	hex.Encode(s[:], digest[:sumLen/2])
	return s
}

// appendEntry encodes e behind dst as one line that follows prev.
func appendEntry(dst []byte, e Entry, prev sum) ([]byte, sum) {
	start := len(dst)
	dst = append(dst, `{"seq":`...)
	dst = strconv.AppendUint(dst, e.Seq, 10)
	dst = append(dst, `,"at":"`...)
	dst = appendStamp(dst, e.At)
	dst = append(dst, `","kind":"`...)
	dst = append(dst, e.Kind...)
	dst = append(dst, '"')
	if e.Note {
		dst = append(dst, `,"note":true`...)
	}
	if len(e.Body) > len("{}") {
		dst = append(dst, ',')
		dst = append(dst, e.Body[1:len(e.Body)-1]...)
	}
	s := chain(prev, dst[start:])
	dst = append(dst, `,"sum":"`...)
	dst = append(dst, s[:]...)
	return append(dst, "\"}\n"...), s
}

// line is a decoded line before its checksum was compared.
type line struct {
	entry   Entry
	covered []byte // what the checksum covers
	sum     sum
}

func (l line) follows(prev sum) bool { return chain(prev, l.covered) == l.sum }

// decode takes a line (without its newline) apart. It does not check the sum:
// who does needs the line before. Body is made in place: the two bytes around
// the members are overwritten by braces when body() is called.
func decode(raw []byte) (line, error) {
	var l line
	if len(raw) <= tailLen || len(raw) >= MaxEntry {
		return l, fmt.Errorf("a line of %d bytes", len(raw))
	}
	l.covered = raw[:len(raw)-tailLen]
	if tail := raw[len(l.covered):]; string(tail[:8]) != `,"sum":"` || string(tail[8+sumLen:]) != `"}` {
		return l, errNoSum
	}
	copy(l.sum[:], raw[len(l.covered)+8:])
	p := parser{b: l.covered}
	p.word(`{"seq":`)
	l.entry.Seq = p.uint()
	p.word(`,"at":"`)
	l.entry.At = p.stamp()
	p.word(`","kind":"`)
	l.entry.Kind = p.kind()
	p.word(`"`)
	if p.failed != "" {
		return l, fmt.Errorf("no %s at byte %d", p.failed, p.i)
	}
	l.entry.Note = p.has(`,"note":true`)
	l.entry.Body = p.b[p.i:]
	if n := len(l.entry.Body); n == 1 || n > 0 && l.entry.Body[0] != ',' {
		return l, fmt.Errorf("no members at byte %d", p.i)
	}
	return l, nil
}

var errNoSum = errors.New("no checksum at its end")

// open turns the members of a checked line into an object, in place; the line
// must not be decoded again afterwards.
func (l *line) open(raw []byte) Entry {
	e := l.entry
	if len(e.Body) == 0 {
		e.Body = emptyObject
		return e
	}
	start := len(l.covered) - len(e.Body)
	raw[start], raw[len(l.covered)] = '{', '}'
	e.Body = raw[start : len(l.covered)+1]
	return e
}

var emptyObject = []byte("{}")
