package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// patience is how long these tests wait for what must happen by itself.
const patience = 20 * time.Second

// TestI2_LazySyncsByItself: a record that nothing follows is on the disk after
// LazySync.
func TestI2_LazySyncsByItself(t *testing.T) {
	disk := crashfs.New()
	l, _ := open(t, "/ledger", Options{FS: disk})
	synced := make(chan time.Time, 1)
	disk.On(func(op crashfs.Op) error {
		if op.Kind == crashfs.Sync {
			select {
			case synced <- time.Now():
			default:
			}
		}
		return nil
	})
	began := time.Now()
	if err := addLazily(l, "lazy"); err != nil {
		t.Fatal(err)
	}
	select {
	case at := <-synced:
		if at.Sub(began) < LazySync/2 {
			t.Errorf("after %v already", at.Sub(began))
		}
	case <-time.After(patience):
		t.Error("not synced")
	}
}

// TestCheckpointByItself: every checkpointEvery entries there is a new one,
// also while nothing is synced for answers, and Close leaves one.
func TestCheckpointByItself(t *testing.T) {
	disk := crashfs.New()
	l, _ := open(t, "/ledger", Options{FS: disk, Durability: OS})
	written := make(chan bool, 1)
	disk.On(func(op crashfs.Op) error {
		if op.Kind == crashfs.Rename && op.Name == checkpointName {
			select {
			case written <- true:
			default:
			}
		}
		return nil
	})
	for n := range checkpointEvery {
		mustAdd(t, l, fmt.Sprint(n))
	}
	select {
	case <-written:
	case <-time.After(patience):
		t.Fatal("none was written")
	}
	for n := range checkpointClose {
		mustAdd(t, l, fmt.Sprint("more", n))
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-written:
	default:
		t.Error("Close wrote none")
	}
	if c, err := l.r.readCheckpoint(); err != nil || c.at.seq != 1+checkpointEvery+checkpointClose {
		t.Errorf("it is of entry %d, %v", c.at.seq, err)
	}
}

// TestCheckpointsAreShared: of two processes that both wrote much, the second
// finds the checkpoint of the first, writes none, and does not look again at
// each turn: eight busy guards spent a third of their time on that.
func TestCheckpointsAreShared(t *testing.T) {
	disk := crashfs.New()
	first, _ := open(t, "/ledger", Options{FS: disk})
	second, _ := open(t, "/ledger", Options{FS: disk})
	var looks, written atomic.Int32
	placed := make(chan bool)
	disk.On(func(op crashfs.Op) error {
		switch {
		case op.Kind == crashfs.Open && op.Name == checkpointName:
			looks.Add(1)
		case op.Kind == crashfs.Rename && op.Name == checkpointName:
			if written.Add(1) == 1 {
				close(placed)
			}
		}
		return nil
	})
	for n := range checkpointEvery {
		mustAdd(t, first, fmt.Sprint(n))
	}
	<-placed
	looks.Store(0)
	mustAdd(t, second, "finds it")
	second.turn.Lock()
	second.tried = time.Now().Add(time.Hour) // the pause, however slow this machine is
	second.turn.Unlock()
	if seq := second.sinceCheckpoint(); seq > checkpointClose || looks.Load() != 1 {
		t.Errorf("%d entries since the last, %d looks", seq, looks.Load())
	}
	for n := range checkpointEvery {
		mustAdd(t, second, fmt.Sprint("more", n))
	}
	if looks.Load() != 1 || written.Load() != 1 {
		t.Errorf("%d looks, %d written", looks.Load(), written.Load())
	}
}

// TestI10_TooMuchDamage: what is more garbage than journal is not repaired.
func TestI10_TooMuchDamage(t *testing.T) {
	for places, want := range map[int]string{maxMends: "repaired", maxMends + 1: "refused"} {
		journal := crashfs.New()
		l, _ := open(t, "/ledger", Options{FS: journal, Clock: func() time.Time { return noon }})
		for n := range places + 1 {
			mustAdd(t, l, fmt.Sprint(n))
		}
		name := "000001-2026-11-29.jsonl"
		lines := bytes.SplitAfter(contents(t, journal, name), []byte("\n"))
		disk := diskWith(t, name, bytes.Join(lines[:places+1], []byte("garbage\n")))
		hurt, _ := open(t, "/ledger", Options{FS: disk, Clock: func() time.Time { return noon }})
		err := add(hurt, "refused")
		again := add(hurt, "again")
		if !errors.Is(err, ErrDamaged) || (again == nil) != (want == "repaired") {
			t.Errorf("%d places, to be %s: %.200v; then %.200v", places, want, err, again)
		}
	}
}

// TestLongLines: a line of MaxEntry is read, what is longer is damage.
func TestLongLines(t *testing.T) {
	long := []byte(`{"x":"` + strings.Repeat("y", MaxEntry-lineRoom-len("count")-8) + `"}`)
	good, s := appendEntry(nil, Entry{Seq: 1, At: noon, Kind: KindHead, Body: head{file: 1, prevSum: noSum}.body(new(Object))}, noSum)
	good, s = appendEntry(good, Entry{Seq: 2, At: noon, Kind: "count", Body: long}, s)
	good, _ = appendEntry(good, Entry{Seq: 3, At: noon, Kind: "count", Body: []byte(`{}`)}, s)
	name := "000001-2026-11-29.jsonl"
	l, state := open(t, "/ledger", Options{FS: diskWith(t, name, good), Clock: func() time.Time { return noon }})
	if mustAdd(t, l, "after"); state.count != 3 {
		t.Errorf("%d counts", state.count)
	}
	endless := append(bytes.Clone(good), bytes.Repeat([]byte("z"), MaxEntry+1)...)
	l, state = open(t, "/ledger", Options{FS: diskWith(t, name, endless), Clock: func() time.Time { return noon }})
	if err := add(l, "refused"); !errors.Is(err, ErrDamaged) {
		t.Errorf("a last line without end: %v", err)
	}
	if mustAdd(t, l, "after"); state.count != 3 || state.repaired != 1 {
		t.Errorf("%d counts, %d repairs", state.count, state.repaired)
	}
}
