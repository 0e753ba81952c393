package guard

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// wire is the snapshot's format: varints and strings, one function for both
// directions, so that what is written and what is read cannot drift apart.
type wire struct {
	b     []byte
	write bool
	err   error
}

var errSnapshot = errors.New("snapshot is not of this version")

func (w *wire) int(v *int64) {
	if w.write {
		w.b = binary.AppendVarint(w.b, *v)
		return
	}
	n, size := binary.Varint(w.b)
	if size <= 0 {
		w.fail()
		return
	}
	*v, w.b = n, w.b[size:]
}

func (w *wire) fail() { w.b, w.err = nil, errSnapshot }

func (w *wire) uint(v *uint64) {
	n := int64(*v)
	w.int(&n)
	*v = uint64(n)
}

func (w *wire) small(v *int) {
	n := int64(*v)
	w.int(&n)
	*v = int(n)
}

func (w *wire) bits(v *uint32) {
	n := int64(*v)
	w.int(&n)
	*v = uint32(n)
}

func (w *wire) bool(v *bool) {
	var n int64
	if *v {
		n = 1
	}
	w.int(&n)
	*v = n != 0
}

func (w *wire) str(v *string) { w.bytes(v, func(b []byte) string { return string(b) }) }

// word is str for a name that is there many times: memory has it once.
func (w *wire) word(v *string) { w.bytes(v, ledger.Intern) }

func (w *wire) bytes(v *string, read func([]byte) string) {
	n := len(*v)
	w.small(&n)
	if w.write {
		w.b = append(w.b, *v...)
		return
	}
	if n < 0 || n > len(w.b) {
		w.fail()
		return
	}
	*v, w.b = read(w.b[:n]), w.b[n:]
}

// time keeps microseconds, as entries do. The zero time stays zero.
func (w *wire) time(v *time.Time) {
	var n int64
	zero := v.IsZero()
	w.bool(&zero)
	if zero {
		*v = time.Time{}
		return
	}
	if w.write {
		n = v.UnixMicro()
	}
	w.int(&n)
	if !w.write {
		*v = time.UnixMicro(n).UTC()
	}
}

func (w *wire) amount(v *Amount) {
	w.int(&v.Calls)
	w.int(&v.Tokens)
}

// list is a slice, each element by fn.
func list[T any](w *wire, v *[]T, fn func(*T)) {
	n := w.count(len(*v))
	if !w.write {
		*v = nil
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		fn(&(*v)[i])
	}
}

// table is a map with keys in order, so that equal states give equal bytes.
func table[T any](w *wire, m *map[string]T, fn func(T) T) {
	n := w.count(len(*m))
	if w.write {
		for _, key := range slices.Sorted(maps.Keys(*m)) {
			w.str(&key)
			fn((*m)[key])
		}
		return
	}
	*m = make(map[string]T, n)
	for range n {
		var key string
		var zero T
		w.word(&key) // a task is the key and the first consumer
		if v := fn(zero); w.err == nil {
			(*m)[key] = v
		}
	}
}

// count is a length. One that the rest of the bytes cannot hold is refused.
func (w *wire) count(n int) int {
	w.small(&n)
	if !w.write && (n < 0 || n > len(w.b)) {
		w.fail()
		return 0
	}
	return n
}

func (w *wire) dictionary(m *map[string]string) {
	table(w, m, func(v string) string { w.str(&v); return v })
	if len(*m) == 0 {
		*m = nil
	}
}
