package guard

import (
	"sort"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// The kinds of entries a guard writes. They keep their names for ever.
const (
	kindCreated = "created" // the ledger's birth: its zone, and who made it
	kindStart   = "start"   // what a new limit's window already holds; counts with the limits entry that follows
	kindLimits  = "limits"  // the limits that count from here on
	kindGuard   = "guard"   // a guard process and its host
	kindReserve = "reserve" // one place in the budget
	kindRecord  = "record"  // what became of it: settled, released or unknown
	kindDead    = "dead"    // a guard is dead: what it held is unknown
	kindBye     = "bye"     // a guard leaves: what it held is unknown
	kindPause   = "pause"   // a pool stops
	kindResume  = "resume"  // and goes on
	kindBudget  = "budget"  // the whole budget off or on
	kindMissing = "missing" // a person settles numbers that a repair left open
	kindRefused = "refused" // a note: refusals, counted
	kindInvalid = "config"  // a note: tallystick.yaml could not be accepted
)

// The readers of members. Each leaves dst alone when the value is no such thing.

func text(v []byte, dst *string) (err error) {
	*dst, err = ledger.String(v)
	return err
}

// word is text that many entries repeat: memory has it once.
func word(v []byte, dst *string) (err error) {
	*dst, err = ledger.Word(v)
	return err
}

func number(v []byte, dst *int64) (err error) {
	*dst, err = ledger.Int(v)
	return err
}

func small(v []byte, dst *int) error {
	n, err := ledger.Int(v)
	*dst = int(n)
	return err
}

func sequence(v []byte, dst *uint64) (err error) {
	*dst, err = ledger.Uint(v)
	return err
}

func flag(v []byte, dst *bool) (err error) {
	*dst, err = ledger.Bool(v)
	return err
}

func millis(v []byte, dst *time.Duration) error {
	n, err := ledger.Int(v)
	*dst = time.Duration(n) * time.Millisecond
	return err
}

func instant(v []byte, dst *time.Time) error {
	s, err := ledger.String(v)
	if err == nil {
		*dst, err = time.Parse(time.RFC3339Nano, s)
	}
	return err
}

func texts(v []byte, dst *[]string) error {
	return ledger.Elements(v, func(e []byte) error {
		s, err := ledger.String(e)
		*dst = append(*dst, s)
		return err
	})
}

func dictionary(v []byte, dst *map[string]string) error {
	m := map[string]string{}
	err := ledger.Members(v, func(key string, value []byte) error {
		s, err := ledger.String(value)
		m[key] = s
		return err
	})
	*dst = m
	return err
}

// The writers leave out what is empty: an entry is read by people too.

func putText(o *ledger.Object, key, v string) {
	if v != "" {
		o.String(key, v)
	}
}

func putInt(o *ledger.Object, key string, v int64) {
	if v != 0 {
		o.Int(key, v)
	}
}

func putFlag(o *ledger.Object, key string, v bool) {
	if v {
		o.Bool(key, true)
	}
}

func putTexts(o *ledger.Object, key string, v []string) {
	if len(v) == 0 {
		return
	}
	raw := []byte{'['}
	for i, s := range v {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = ledger.AppendString(raw, s)
	}
	o.Raw(key, append(raw, ']'))
}

func putDictionary(o *ledger.Object, key string, m map[string]string) {
	if len(m) == 0 {
		return
	}
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	var in ledger.Object
	in.Open()
	for _, name := range names {
		in.String(name, m[name])
	}
	o.Raw(key, in.Close())
}
