package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// badDisk fails one sync of a day file and, like Linux, forgets about it: all
// later syncs of that file say they worked, and save nothing.
type badDisk struct {
	*crashfs.FS
	broken atomic.Bool
}

func newBadDisk() *badDisk {
	d := &badDisk{FS: crashfs.New()}
	var failed atomic.Bool
	d.On(func(op crashfs.Op) error {
		if op.Kind != crashfs.Sync || !d.broken.Load() || !strings.HasPrefix(op.Name, "000001-") || !strings.HasSuffix(op.Name, extension) {
			return nil
		}
		if failed.CompareAndSwap(false, true) {
			return syscall.EIO
		}
		return crashfs.ErrSwallow
	})
	return d
}

// TestI2_FailedSync: the call is refused, then everything not known to be on
// the disk is written to a new file; what is granted from then on survives a
// power cut, with all before it.
func TestI2_FailedSync(t *testing.T) {
	for seed := range uint64(60) {
		disk := newBadDisk()
		o := Options{FS: disk.FS, Clock: func() time.Time { return noon }}
		l, state := open(t, "/ledger", o)
		other, otherState := open(t, "/ledger", o)
		mustAdd(t, l, "safe one", "safe two")
		disk.broken.Store(true)
		if err := add(l, "not synced"); !errors.Is(err, ErrSync) || Hint(err) == "" {
			t.Fatalf("while the sync fails: %v", err)
		}
		mustAdd(t, l, "rescued")
		mustAdd(t, other, "from the other")
		mustAdd(t, l, "last")
		a, b := view(t, l, state), view(t, other, otherState)
		if fmt.Sprint(a.seqs, a.ids) != fmt.Sprint(b.seqs, b.ids) {
			t.Fatalf("they differ:\n%+v\n%+v", a, b)
		}
		if report, err := l.Verify(context.Background()); err != nil || !report.OK() || report.Files != 2 {
			t.Fatalf("Verify: %+v, %v", report, err)
		}
		after := disk.PowerCut(rand.New(rand.NewPCG(seed, 7)))
		found, foundState := open(t, "/ledger", Options{FS: after})
		mustAdd(t, found, "after")
		got := view(t, found, foundState)
		for _, id := range []string{"safe one", "safe two", "rescued", "from the other", "last"} {
			if got.ids[id] != a.ids[id] {
				t.Errorf("seed %d: %s is entry %d, was %d", seed, id, got.ids[id], a.ids[id])
			}
		}
		if got.repaired > 0 {
			t.Errorf("seed %d: the rescue was taken for damage", seed)
		}
		gapless(t, foundState)
		if report, err := found.Verify(context.Background()); err != nil || !report.OK() {
			t.Errorf("seed %d: Verify: %+v, %v", seed, report, err)
		}
	}
}

// TestI2_FailedSyncAndNoWayOut: as long as the rescue fails too, nothing is
// granted.
func TestI2_FailedSyncAndNoWayOut(t *testing.T) {
	disk := crashfs.New()
	l, state := open(t, "/ledger", Options{FS: disk})
	mustAdd(t, l, "one")
	disk.On(func(op crashfs.Op) error {
		if op.Kind == crashfs.Sync {
			return syscall.EIO
		}
		return nil
	})
	for range 3 {
		if err := add(l, "refused"); !errors.Is(err, ErrSync) {
			t.Fatalf("while no sync works: %v", err)
		}
	}
	disk.On(nil)
	mustAdd(t, l, "two")
	if got := view(t, l, state); got.ids["two"] == 0 || got.ids["one"] == 0 {
		t.Errorf("%+v", got)
	}
}

// TestI2_RescueLeftHalfDone: the process dies after the roll line, before the
// rescue file has its name; the next one finishes that.
func TestI2_RescueLeftHalfDone(t *testing.T) {
	disk := newBadDisk()
	l, _ := open(t, "/ledger", Options{FS: disk.FS})
	other, otherState := open(t, "/ledger", Options{FS: disk.FS})
	mustAdd(t, l, "one")
	disk.broken.Store(true)
	_ = add(l, "not synced")
	disk.broken.Store(false)
	disk.On(func(op crashfs.Op) error {
		if op.Kind == crashfs.Rename {
			return syscall.EIO
		}
		return nil
	})
	if err := add(l, "refused"); err == nil {
		t.Fatal("granted although the rescue could not finish")
	}
	disk.On(nil)
	if got := view(t, other, otherState); got.ids["one"] == 0 {
		t.Errorf("meanwhile the other sees %+v", got)
	}
	mustAdd(t, other, "two")
	mustAdd(t, l, "three")
	got := view(t, other, otherState)
	if got.ids["not synced"] == 0 || got.ids["three"] == 0 {
		t.Errorf("%+v", got)
	}
	gapless(t, otherState)
}

// TestI2_LazyIsSyncedByTheNext, and by Close: a record does not wait, but what
// is granted after it rests on it.
func TestI2_LazyIsSyncedByTheNext(t *testing.T) {
	for name, then := range map[string]func(*Ledger) error{
		"next update": func(l *Ledger) error { return add(l, "eager") },
		"empty update": func(l *Ledger) error {
			return l.Update(context.Background(), func(*Tx) error { return nil })
		},
		"close": (*Ledger).Close,
	} {
		t.Run(name, func(t *testing.T) {
			disk := crashfs.New()
			l, _ := open(t, "/ledger", Options{FS: disk})
			mustAdd(t, l, "first")
			syncs := 0
			disk.On(func(op crashfs.Op) error {
				if op.Kind == crashfs.Sync {
					syncs++
				}
				return nil
			})
			if err := addLazily(l, "lazy"); err != nil {
				t.Fatal(err)
			}
			if syncs != 0 {
				t.Errorf("a lazy Update waited for %d syncs", syncs)
			}
			if err := then(l); err != nil {
				t.Fatal(err)
			}
			after, state := open(t, "/ledger", Options{FS: disk.PowerCut(rand.New(rand.NewPCG(1, 1)))})
			if got := view(t, after, state); got.ids["lazy"] == 0 {
				t.Error("the lazy entry is lost")
			}
		})
	}
}

// TestI2_OSDurabilityNeverSyncs, which is its point.
func TestI2_OSDurabilityNeverSyncs(t *testing.T) {
	disk := crashfs.New()
	l, _ := open(t, "/ledger", Options{FS: disk, Durability: OS})
	disk.On(func(op crashfs.Op) error {
		if op.Kind == crashfs.Sync {
			t.Errorf("a sync of %s", op.Name)
		}
		return nil
	})
	mustAdd(t, l, "one", "two")
	disk.On(nil)
}
