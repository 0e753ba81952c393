package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// blackout is one power cut: two processes with two callers each write to one
// disk, over several days, with checkpoints, until the power goes at a random
// operation.
type blackout struct {
	seed  uint64
	holes bool
	lie   func(crashfs.Op) bool // syncs that the disk only pretends to do
	hasty bool                  // checkpoints of what is not synced

	mu      sync.Mutex
	granted map[string]bool
	newest  string // day file made last
}

const blackoutHome = "/var/state/ledger"

// run returns what was wrong after the restart, "" if nothing.
func (b *blackout) run(t *testing.T) string {
	rng := rand.New(rand.NewPCG(b.seed, 1))
	disk := crashfs.New()
	disk.Holes = b.holes
	after := make(chan *crashfs.FS, 1)
	var once sync.Once
	cut := func() { once.Do(func() { after <- disk.PowerCut(rng) }) }
	left := rng.IntN(400)
	disk.On(func(op crashfs.Op) error {
		b.mu.Lock()
		left--
		now := left < 0
		if op.Kind == crashfs.Create && strings.HasSuffix(op.Name, extension) {
			b.newest = max(b.newest, op.Name)
		}
		lie := b.lie != nil && b.lie(op)
		b.mu.Unlock()
		if now {
			cut()
		}
		if lie {
			return crashfs.ErrSwallow
		}
		return nil
	})
	b.granted = map[string]bool{}
	b.live(disk, rng.Uint64())
	cut()
	return b.inspect(t, <-after)
}

// live writes until an error or the end.
func (b *blackout) live(disk *crashfs.FS, seed uint64) {
	start := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	var all sync.WaitGroup
	for p := range 2 {
		o := Options{FS: disk, Create: true, checkpointEvery: 5}
		rng := rand.New(rand.NewPCG(seed, uint64(p)))
		now := start
		o.Clock = func() time.Time { // the keeper's alone
			if rng.IntN(25) == 0 {
				now = now.Add(24 * time.Hour)
			}
			return now
		}
		l, err := Open(blackoutHome, &tally{}, o)
		if err != nil {
			continue
		}
		defer func() { _ = l.Close() }()
		for c := range 2 {
			all.Go(func() { b.write(l, fmt.Sprintf("%d-%d", p, c), rand.New(rand.NewPCG(seed, uint64(10+2*p+c)))) })
		}
	}
	all.Wait()
}

func (b *blackout) write(l *Ledger, name string, rng *rand.Rand) {
	for n := range 40 {
		id := fmt.Sprintf("%s-%d", name, n)
		if rng.IntN(2) == 0 {
			if addLazily(l, id+"-lazy") != nil {
				return
			}
			b.checkpoint(l)
		}
		if add(l, id) != nil {
			return
		}
		b.mu.Lock()
		b.granted[id] = true
		b.mu.Unlock()
	}
}

func (b *blackout) checkpoint(l *Ledger) {
	if c, ok := l.snapshot(); ok && b.hasty {
		_ = l.r.placeCheckpoint(c, 0o600)
	} else if ok {
		_ = l.writeCheckpoint(c)
	}
}

// addLazily does not wait for the disk.
func addLazily(l *Ledger, id string) error {
	return l.Update(context.Background(), func(tx *Tx) error {
		tx.Lazy()
		_, err := tx.Append("count", new(Object).Open().String("id", id).Close())
		return err
	})
}

// inspect opens what the power cut left.
func (b *blackout) inspect(t *testing.T, disk *crashfs.FS) string {
	s := &tally{}
	l, err := Open(blackoutHome, s, Options{FS: disk, Create: true, Clock: func() time.Time { return noon.AddDate(1, 0, 0) }})
	if err != nil {
		return fmt.Sprintf("Open: %v", err)
	}
	defer func() { _ = l.Close() }()
	err = add(l, "after")
	if err != nil && b.holes && errors.Is(err, ErrDamaged) {
		err = add(l, "after") // once
	}
	if err != nil {
		return fmt.Sprintf("the first Update: %v", err)
	}
	seen := view(t, l, s)
	last := uint64(0)
	for id := range b.granted {
		if seen.ids[id] == 0 {
			return "granted, but lost: " + id
		}
		last = max(last, seen.ids[id])
	}
	for _, m := range seen.missing {
		if m.First < last {
			return fmt.Sprintf("entries %d to %d are gone, and %d was granted", m.First, m.Last, last)
		}
	}
	if report, err := l.Verify(context.Background()); err != nil || !report.OK() {
		return fmt.Sprintf("Verify: %+v, %v", report, err)
	}
	return scratchAgrees(disk, seen)
}

// scratchAgrees compares with a fold that has no checkpoint.
func scratchAgrees(disk *crashfs.FS, want tally) string {
	_ = disk.Remove(blackoutHome + "/" + checkpointName)
	s := &tally{}
	l, err := Open(blackoutHome, s, Options{FS: disk})
	if err != nil {
		return fmt.Sprintf("without the checkpoint: %v", err)
	}
	defer func() { _ = l.Close() }()
	if fmt.Sprint(s.seqs, s.count, s.missing) != fmt.Sprint(want.seqs, want.count, want.missing) {
		return fmt.Sprintf("without the checkpoint another state comes out:\n%v %v\n%v %v", s.seqs, s.missing, want.seqs, want.missing)
	}
	return ""
}

// blackouts is how many seeds are tried: LEDGER_SEEDS for more.
func blackouts(t *testing.T) uint64 {
	if s := os.Getenv("LEDGER_SEEDS"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 150
}

// TestI2_PowerCut: whatever was granted before the power went is there after,
// and so is every entry before it. Without holes there is no damage either.
func TestI2_PowerCut(t *testing.T) {
	for _, holes := range []bool{false, true} {
		for seed := range blackouts(t) {
			b := &blackout{seed: seed, holes: holes}
			if wrong := b.run(t); wrong != "" {
				t.Errorf("seed %d, holes %v: %s", seed, holes, wrong)
			}
		}
	}
}

// TestI2_EachSyncIsNeeded takes one rule away at a time and must find losses:
// if it does not, the test above proves nothing.
func TestI2_EachSyncIsNeeded(t *testing.T) {
	isDay := func(op crashfs.Op) bool { return strings.HasSuffix(op.Name, extension) }
	for name, breakRule := range map[string]func(*blackout){
		"the sync before the answer": func(b *blackout) {
			b.lie = func(op crashfs.Op) bool { return op.Kind == crashfs.Sync && isDay(op) && op.Name == b.newest }
		},
		"the directory sync": func(b *blackout) {
			b.lie = func(op crashfs.Op) bool { return op.Kind == crashfs.SyncDir }
		},
		"the roll sync": func(b *blackout) {
			b.lie = func(op crashfs.Op) bool { return op.Kind == crashfs.Sync && isDay(op) && op.Name < b.newest }
		},
		"the checkpoint rule": func(b *blackout) { b.hasty = true },
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			losses, example := 0, ""
			for seed := range blackouts(t) {
				b := &blackout{seed: seed}
				breakRule(b)
				if wrong := b.run(t); wrong != "" {
					losses, example = losses+1, wrong
				}
			}
			t.Logf("without %s: %d of %d power cuts lose something, e.g.: %s", name, losses, blackouts(t), example)
			if losses == 0 {
				t.Errorf("nothing was lost without %s: the simulation is blind to it", name)
			}
		})
	}
}
