package guard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/ledger"
)

// A change of tallystick.yaml is noticed under the lock, by a stat. It is made
// to count in three steps, so that nobody waits while history is read:
//
//	under the lock     which limits are new; from entry S on, a collector sees every settlement
//	outside            the day files up to entry S are read for what the new windows hold
//	under the lock     start entries, then the limits entry: every guard follows it

// stale says whether the configuration must be looked at before anything is decided.
func (g *Guard) stale() bool {
	if !g.adopted || g.state.version == 0 || g.state.zone == "" {
		return true
	}
	for _, l := range g.state.limits {
		if l.partial {
			return true
		}
	}
	if g.wants != "" && g.wants != g.state.encoded && g.overruled < maxOverruled {
		return true // somebody did not know all that the file says
	}
	now, _ := g.sign() // what cannot be looked at is read, and the event says why
	return now != g.signature
}

// maxOverruled is how often a guard writes what its file says over what others made of the same
// file: two versions that read it differently shall not take turns for ever.
const maxOverruled = 16

func (g *Guard) sign() (string, error) {
	if g.o.Config == nil {
		return "", nil
	}
	return g.o.Config.Signature()
}

// wanted is what the file says, at one instant.
type wanted struct {
	signature string
	config    config.Config
	gone      bool   // there is no file
	err       error  // the file cannot be accepted
	digest    string // of an unacceptable file: one event for all processes
}

// peek reads the configuration without consequences.
func (g *Guard) peek() (config.Config, bool) {
	w := g.read()
	return w.config, w.err == nil
}

// inForce is what is to count: the file's word, if it is there and can be
// accepted. A file that vanished (an editor renames it away while it saves) or
// was emptied takes no limit with it: what was accepted last stays.
func (w wanted) inForce(s *State) config.Config {
	if w.kept(s) {
		return s.config
	}
	return w.config
}

func (w wanted) kept(s *State) bool { return s.version > 0 && !w.valid() }

func (w wanted) valid() bool { return w.err == nil && !w.gone }

// canonical is what inForce is in the ledger. What is kept is kept as it was written, with
// what a newer version may have to say.
func (w wanted) canonical(s *State) string {
	if w.kept(s) {
		return s.encoded
	}
	return string(w.config.Encode())
}

// read reads the file. Where there was never any, the defaults count.
func (g *Guard) read() wanted {
	w := wanted{config: config.Default()}
	sig, err := g.sign()
	if w.signature = sig; sig == "" && err == nil {
		w.gone = true
		return w
	}
	var raw []byte
	if err == nil {
		raw, err = g.o.Config.Read()
	}
	if err == nil {
		w.config, err = accept(raw)
	}
	if err != nil {
		sum := sha256.Sum256(append([]byte(err.Error()), raw...))
		w.config, w.err, w.digest = config.Default(), err, hex.EncodeToString(sum[:8])
	}
	return w
}

// accept is Parse, and every limit must find its zone.
func accept(raw []byte) (config.Config, error) {
	c, err := config.Parse(raw)
	for i := 0; err == nil && i < len(c.Limits); i++ {
		_, err = newLimit(c.Limits[i], c, "UTC")
	}
	return c, err
}

// adopt makes the configuration count, or says that it cannot. Limits named in
// anew are counted from the entries again, though nothing about them changed.
func (g *Guard) adopt(ctx context.Context, anew ...string) error {
	g.adopting.Lock()
	defer g.adopting.Unlock()
	for range maxTries {
		w := g.read()
		done, err := g.tryAdopt(ctx, w, anew)
		if done {
			g.relocate(ctx)
		}
		if done || err != nil {
			return err
		}
	}
	return errStale
}

func (g *Guard) tryAdopt(ctx context.Context, w wanted, anew []string) (done bool, err error) {
	var c *collector
	err = g.led.View(ctx, func() error {
		c = g.state.prepare(w, g.o.Clock(), anew)
		g.state.watch = c
		return nil
	})
	if err != nil {
		return false, err
	}
	defer g.unwatch(c)
	if err := g.collect(ctx, c); err != nil {
		return false, err
	}
	err = g.led.Update(ctx, func(tx *ledger.Tx) error {
		tx.Lazy() // whatever is decided by it waits for its sync
		now, _ := g.sign()
		if now != w.signature || c.broken || g.state.version != c.version {
			return nil
		}
		done = true
		return g.news.mine(func() error { return g.enact(tx, w, c) })
	})
	return done, err
}

func (g *Guard) unwatch(c *collector) {
	_ = g.led.View(context.Background(), func() error {
		if g.state.watch == c {
			g.state.watch = nil
		}
		return nil
	})
}

// enact writes what has changed; nothing when another guard was first.
func (g *Guard) enact(tx *ledger.Tx, w wanted, c *collector) error {
	s := g.state
	s.watch = nil
	var o ledger.Object
	if s.zone == "" {
		g.news.creator = true
		o.Open().String("zone", cmp.Or(g.o.Zone, "UTC"))
		putText(&o, "by", g.o.By)
		putText(&o, "version", g.o.Version)
		if _, err := tx.Append(kindCreated, o.Close()); err != nil {
			return err
		}
	}
	encoded := w.canonical(s)
	switch {
	case w.signature != g.signature:
		g.overruled = 0
	case s.encoded != encoded:
		g.overruled++
	}
	if err := g.legislate(tx, c, encoded); err != nil {
		return err
	}
	if w.err != nil {
		if err := g.complain(tx, w); err != nil {
			return err
		}
	}
	g.signature, g.adopted, g.wants = w.signature, true, ""
	if w.valid() {
		g.wants = encoded
	}
	return nil
}

// complain notes an unacceptable file once, for all processes.
func (g *Guard) complain(tx *ledger.Tx, w wanted) error {
	if g.state.refused == w.digest {
		return nil
	}
	var o ledger.Object
	o.Open().String("digest", w.digest).String("error", cut(w.err.Error(), maxComplaint))
	_, err := tx.Note(kindInvalid, o.Close())
	return err
}

// maxComplaint bounds what is kept of an error about the file.
const maxComplaint = 500

func (s *State) foldInvalid(e ledger.Entry) error {
	var words string
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "digest":
			return text(v, &s.refused)
		case "error":
			return text(v, &words)
		}
		return nil
	})
	s.event(e.At, "config_invalid", fmt.Sprintf("the last accepted limits stay in force: %s", words))
	return err
}

// legislate writes the limits entry and what its new limits begin with.
func (g *Guard) legislate(tx *ledger.Tx, c *collector, encoded string) error {
	s := g.state
	if s.version > 0 && s.encoded == encoded && len(c.limits) == 0 {
		return nil
	}
	ch := change{set: uuid.NewString(), by: g.o.By, config: []byte(encoded), anew: c.anew}
	var o ledger.Object
	for _, st := range c.starts(ch.set) {
		if _, err := tx.Append(kindStart, st.encode(&o)); err != nil {
			return err
		}
		ch.starts++
	}
	_, err := tx.Append(kindLimits, ch.encode(&o))
	return err
}
