package guard

import (
	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// sized is what a request's own bytes say of its input, in tokens. It is zero where the
// host said the number itself.
type sized struct {
	text, wide, media int64
	partial           bool // not all of the input is at hand: it teaches nothing
}

// sizeOf takes an estimate apart.
func sizeOf(k adapters.Ask) sized {
	all := min(max(k.InputTokens, 0), MaxTokens)
	z := sized{partial: k.Partial}
	z.media = min(max(k.MediaTokens, 0), all)
	z.wide = min(max(k.WideTokens, 0), all-z.media)
	z.text = all - z.media - z.wide
	return z
}

// raw is the estimate as it is before any correction.
func (z sized) raw() int64 { return z.text + z.wide + z.media }

// teaches says that what a provider counted can be laid beside the estimate. What an
// image costs is no matter of the tokenizer.
func (z sized) teaches() bool {
	return !z.partial && z.media == 0 && z.text >= 0 && z.wide >= 0 && 0 < z.raw() && z.raw() <= MaxTokens
}

func (z sized) parts() [3]int64 { return [...]int64{frame, z.text, z.wide} }

// put writes what is not zero into a "reserve" entry.
func (z *sized) put(o *ledger.Object) {
	putInt(o, "text", z.text)
	putInt(o, "wide", z.wide)
	putInt(o, "media", z.media)
	putFlag(o, "partial", z.partial)
}

func (z *sized) member(key string, v []byte) error {
	switch key {
	case "text":
		return number(v, &z.text)
	case "wide":
		return number(v, &z.wide)
	case "media":
		return number(v, &z.media)
	case "partial":
		return flag(v, &z.partial)
	}
	return nil
}

func (z *sized) wire(w *wire) {
	w.int(&z.text)
	w.int(&z.wide)
	w.int(&z.media)
	w.bool(&z.partial)
}
