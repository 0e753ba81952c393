package guard

import (
	"context"
	"errors"
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
