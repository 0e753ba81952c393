package guard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// probeEvery is how often a guard looks whether the others are alive, and
// learns of what they wrote when it has nothing to ask itself.
const probeEvery = 5 * time.Second

// live takes this guard's life lock before an entry names it.
func (g *Guard) live() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.life != nil || g.o.ReadOnly || g.closed {
		return nil
	}
	life, err := ledger.HoldLife(g.o.GuardsDir, g.id)
	if err != nil {
		return ledgerError(err)
	}
	g.life = life
	return nil
}

// reviveLife takes the life lock again if somebody removed its file, so that
// the others stop taking this guard for dead.
func (g *Guard) reviveLife() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.life == nil || g.closed {
		return
	}
	if lost, err := ledger.Dead(g.o.GuardsDir, g.id); err != nil || !lost {
		return
	}
	_ = g.life.Release() // the handle of a file that is gone
	if g.life, _ = ledger.HoldLife(g.o.GuardsDir, g.id); g.life == nil {
		return // the next reserve tries again, and says what is wrong
	}
}

// watch looks after the others until Close.
func (g *Guard) watch() {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	for {
		select {
		case <-g.stop:
			return
		case <-tick.C:
			g.bury(context.Background())
		}
	}
}

// bury makes what dead guards held unknown. Alive is a kernel lock, never a
// clock: a suspended laptop and an hour-long stream are alive. What cannot be
// probed or written now is tried again at the next look.
func (g *Guard) bury(ctx context.Context) {
	g.relocate(ctx)
	g.reviveLife()
	var others []string
	_ = g.view(ctx, func(s *State) {
		for id, k := range s.guards {
			if id != g.id && !k.gone {
				others = append(others, id)
			}
		}
	})
	for _, id := range others {
		if dead, err := ledger.Dead(g.o.GuardsDir, id); err != nil || !dead {
			continue
		}
		if g.declareDead(ctx, id) == nil {
			_ = ledger.BuryLife(g.o.GuardsDir, id)
		}
	}
}

// declareDead writes the entry, unless another guard was first.
func (g *Guard) declareDead(ctx context.Context, id string) error {
	return g.append(ctx, func(s *State, tx *ledger.Tx) error {
		tx.Lazy()
		if k := s.guards[id]; k == nil || k.gone {
			return nil
		}
		var o ledger.Object
		_, err := tx.Append(kindDead, o.Open().String("guard", id).Close())
		return err
	})
}

// Close makes this host's open reservations unknown and leaves. A guard that
// wrote nothing leaves nothing.
func (g *Guard) Close(ctx context.Context) error {
	if g.led == nil {
		return nil
	}
	g.mu.Lock()
	closed, life := g.closed, g.life
	g.closed = true // from here on every call is told so
	g.mu.Unlock()
	if closed {
		return nil
	}
	close(g.stop)
	g.done.Wait()
	var err error
	if !g.o.ReadOnly {
		err = g.leave(ctx)
	}
	err = errors.Join(err, g.led.Close())
	if life != nil {
		err = errors.Join(err, life.Release()) // and where "bye" could not be written, others find us dead
	}
	return ledgerError(err)
}

// leave writes what is left to say. The configuration does not matter now.
func (g *Guard) leave(ctx context.Context) error {
	silent := false
	err := g.led.View(ctx, func() error {
		k := g.state.guards[g.id]
		silent = (k == nil || k.gone) && !g.refusals.pending()
		return nil
	})
	if silent && err == nil {
		return nil // nothing to say: the lock is not asked for
	}
	return g.led.Update(ctx, func(tx *ledger.Tx) error {
		tx.Lazy() // Close syncs
		if err := g.flushRefusals(tx); err != nil {
			return err
		}
		if k := g.state.guards[g.id]; k == nil || k.gone {
			return nil
		}
		var o ledger.Object
		_, err := tx.Append(kindBye, o.Open().String("guard", g.id).Close())
		return err
	})
}

// mayCreate refuses to begin a new ledger while guards of an old one are alive:
// somebody moved it away under them, and an empty day would be wrong (I10).
func (g *Guard) mayCreate() error {
	if _, err := os.Stat(g.o.LedgerDir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	files, _ := os.ReadDir(g.o.GuardsDir)
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), ".lock"); ok && g.alive(id) {
			return &Error{
				Code:    CodeLedger,
				Message: fmt.Sprintf("the ledger %s is gone while guards that use it are alive", g.o.LedgerDir),
				Hint:    "put the folder back; if it is gone for good, end those agents and try again",
			}
		}
	}
	return nil
}
