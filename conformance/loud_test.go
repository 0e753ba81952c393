package conformance

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const tenCalls = "zone: UTC\nlimits:\n  - {name: all, window: total, calls: 10}\n"

// I10: whatever happens to the ledger under a running guard, the next call is
// refused with a sentence, never granted from a private count or an empty new day
// (BerriAI/litellm#42653). A guard started afterwards says so too.
func TestI10_TroubleIsARefusalAndNeverAFreshBudget(t *testing.T) {
	rows := []struct {
		name string
		hurt func(t *testing.T, dir, file string)
		mend bool // the refusal repairs it: what is left can be used
	}{
		{"the file cut at a line border", cutLastLine, true},
		{"the file removed", func(t *testing.T, _, file string) { must(t, os.Remove(file)) }, false},
		{"the folder removed", func(t *testing.T, dir, _ string) { must(t, os.RemoveAll(dir)) }, false},
		{"the lock file removed", func(t *testing.T, dir, _ string) { must(t, os.Remove(filepath.Join(dir, "lock"))) }, false},
		{"another lock file in its place", func(t *testing.T, dir, _ string) {
			lock := filepath.Join(dir, "lock")
			must(t, errors.Join(os.WriteFile(lock+".other", nil, 0o600), os.Rename(lock+".other", lock)))
		}, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			home := newHome(t, tenCalls)
			g := begin(t, home)
			file := threeCalls(t, home, g)
			row.hurt(t, filepath.Dir(file), file)
			refusedLoudly(t, g, "op4")
			if row.mend {
				mended(t, home, g)
			}
		})
	}
}

// I10: bits that flipped while nobody looked: a guard that comes afterwards
// refuses once, keeps a copy, and goes on with what is certainly left.
func TestI10_AFlippedBitIsRefusedOnceAndCounts(t *testing.T) {
	for name, where := range map[string]string{"first": `"format":1`, "middle": `"op":"op1"`, "last": `"kind":"bye"`} {
		t.Run(name, func(t *testing.T) {
			home := newHome(t, tenCalls)
			g := begin(t, home)
			file := threeCalls(t, home, g)
			must(t, g.leave())
			flip(t, file, where)
			g = begin(t, home)
			refusedLoudly(t, g, "op4")
			mended(t, home, g)
		})
	}
}

// The same for bits drawn from all of the file: whatever byte it is, no call is given back.
func TestI10_NoBitGivesBudgetBack(t *testing.T) {
	_, seed := parameters(t)
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 8 {
		home := newHome(t, tenCalls)
		g := begin(t, home)
		file := threeCalls(t, home, g)
		must(t, g.leave())
		b, err := os.ReadFile(file)
		must(t, err)
		at, bit := r.IntN(len(b)), byte(1)<<r.IntN(8)
		b[at] ^= bit
		must(t, os.WriteFile(file, b, 0o600))
		g = begin(t, home)
		refusedLoudly(t, g, "op4")
		if mended(t, home, g); t.Failed() {
			t.Fatalf("bit %#x of byte %d", bit, at)
		}
	}
}

// I10: a guard that has read the bytes before they flipped goes on with what it
// knows, and never with less.
func TestI10_WhatAGuardHasReadItKnows(t *testing.T) {
	home := newHome(t, tenCalls)
	g := begin(t, home)
	flip(t, threeCalls(t, home, g), `"op":"op1"`)
	got, err := g.reserve(place("op4", 1, nil))
	if err != nil || got.Granted && got.Limits[0].Held.Calls != 4 {
		t.Errorf("%+v, %v; want a refusal, or a fourth call", got, err)
	}
}

// threeCalls takes three places and names the day file they are in.
func threeCalls(t *testing.T, home string, g *guard) string {
	t.Helper()
	for n, op := range []string{"op1", "op2", "op3"} {
		if got, err := g.reserve(place(op, 1, nil)); err != nil || !got.Granted || got.Limits[0].Held.Calls != int64(n+1) {
			t.Fatalf("%s: %+v, %v", op, got, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(home, "ledger", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	return files[0]
}

func refusedLoudly(t *testing.T, g *guard, operation string) {
	t.Helper()
	got, err := g.reserve(place(operation, 1, nil))
	if err != nil || got.Granted || got.Denial.Reason != "ledger" || len(got.Denial.Message) < 40 {
		t.Errorf("%+v, %v; want a refusal that says what is wrong with the ledger", got, err)
	}
}

// mended: the places that were taken still count, each missing number as a call.
func mended(t *testing.T, home string, g *guard) {
	t.Helper()
	granted := 0
	for n := range 20 {
		got, err := g.reserve(place("after"+string(rune('a'+n)), 1, nil))
		if err != nil {
			t.Fatal(err)
		}
		if got.Granted {
			granted++
		}
	}
	if granted == 0 || granted > 7 {
		t.Errorf("%d calls were granted after 3 of 10; want some and at most 7", granted)
	}
	copies, err := filepath.Glob(filepath.Join(home, "ledger", "*.corrupt-*"))
	if err != nil || len(copies) != 1 {
		t.Errorf("copies of the damaged file: %v, %v", copies, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func flip(t *testing.T, file, in string) {
	t.Helper()
	b, err := os.ReadFile(file)
	must(t, err)
	i := bytes.Index(b, []byte(in))
	if i < 0 {
		t.Fatalf("%q is not in the file", in)
	}
	b[i+len(in)-2] ^= 1
	must(t, os.WriteFile(file, b, 0o600))
}

func cutLastLine(t *testing.T, _, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	must(t, err)
	must(t, os.Truncate(file, int64(bytes.LastIndexByte(bytes.TrimSuffix(b, []byte("\n")), '\n')+1)))
}

// I10: where no ledger may be made calls are refused, and nothing is made. The
// host lives on: an agent's other work never needed a budget.
func TestI10_NoLedgerWhereNoneMayBeMade(t *testing.T) {
	home := filepath.Join(t.TempDir(), "volume-that-is-not-mounted")
	g, err := spawn(environ(home, "TALLYSTICK_CREATE=never"), t.Name())
	must(t, err)
	defer g.kill()
	if !strings.Contains(g.hello.Trouble, home) {
		t.Errorf("hello says %q; want the place named", g.hello.Trouble)
	}
	answer, err := g.reserve(object{"request": object{"model": "m"}})
	if err != nil || answer.Granted || answer.Denial.Reason != "ledger" || !strings.Contains(answer.Denial.Message, home) {
		t.Errorf("reserve: %+v, %v", answer, err)
	}
	if _, err := os.Stat(home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is there: %v", err)
	}
}

// I10: verify tells damage by its exit code, and what it found.
func TestI10_VerifySeesAFlippedBit(t *testing.T) {
	home := newHome(t, tenCalls)
	g := begin(t, home)
	for _, op := range []string{"op1", "op2"} {
		if _, err := g.reserve(place(op, 1, nil)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, g.leave())
	if text, code := command(t, home, "verify"); code != 0 {
		t.Errorf("before: %d\n%s", code, text)
	}
	files, _ := filepath.Glob(filepath.Join(home, "ledger", "*.jsonl"))
	flip(t, files[0], `"op":"op1"`)
	text, code := command(t, home, "verify")
	if code != 4 || !slices.ContainsFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(l, filepath.Base(files[0])) }) {
		t.Errorf("after: %d\n%s", code, text)
	}
}
