package window

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// zones are all names of the IANA database, links included.
//
//go:embed testdata/zones.txt
var zones string

// I8: in every zone there is, days, weeks and months cover the time line with no
// gap and no overlap, and every instant of a window is given that window's name:
// this year, and a year drawn from all that have rules.
func TestI8_WindowsTileTheTimeLine(t *testing.T) {
	r := seeded(t)
	drawn := 1900 + r.IntN(200)
	for name := range strings.FieldsSeq(zones) {
		c := Calendar{Zone: zone(t, name), WeekStart: time.Weekday(r.IntN(7))}
		for _, year := range []int{2026, drawn} {
			from := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.Int64N(int64(48 * time.Hour))))
			tile(t, r, c, Week, from, from.AddDate(1, 1, 0))
			tile(t, r, c, Month, from, from.AddDate(1, 1, 0))
			from = from.AddDate(0, 0, r.IntN(366))
			tile(t, r, c, Day, from, from.AddDate(0, 0, 20))
		}
	}
}

// Days, hours and minutes are worth a look where the offset changes.
func TestI8_WindowsTileAroundEveryChange(t *testing.T) {
	r := seeded(t)
	changes := 0
	for name := range strings.FieldsSeq(zones) {
		c := Calendar{Zone: zone(t, name)}
		at := time.Date(1900+r.IntN(200), 1, 1, 0, 0, 0, 0, time.UTC)
		for range 4 {
			_, change := at.In(c.Zone).ZoneBounds()
			if change.IsZero() {
				break
			}
			changes++
			tile(t, r, c, Day, change.AddDate(0, 0, -2), change.AddDate(0, 0, 2))
			tile(t, r, c, Hour, change.Add(-3*time.Hour), change.Add(3*time.Hour))
			tile(t, r, c, Minute, change.Add(-3*time.Minute), change.Add(3*time.Minute))
			at = change
		}
	}
	if changes < 500 {
		t.Errorf("only %d changes seen", changes)
	}
}

func tile(t *testing.T, r *rand.Rand, c Calendar, kind Kind, from, to time.Time) {
	t.Helper()
	spec := Spec{Kind: kind}
	seen := map[string]bool{}
	for w := c.At(spec, from); w.Start.Before(to); {
		switch {
		case !w.Start.Before(w.End):
			t.Fatalf("%s: %s is empty: %+v", c.Zone, kind, w)
		case seen[w.Name]:
			t.Fatalf("%s: two windows are named %q", c.Zone, w.Name)
		}
		seen[w.Name] = true
		inside := w.Start.Add(time.Duration(r.Int64N(int64(w.End.Sub(w.Start)))))
		for _, at := range []time.Time{w.Start, inside, w.End.Add(-1)} {
			if got := c.At(spec, at); !same(got, w) {
				t.Fatalf("%s: %s is in %+v, but that is %+v", c.Zone, at, got, w)
			}
		}
		next := c.At(spec, w.End)
		if !next.Start.Equal(w.End) {
			t.Fatalf("%s: after %+v comes %+v", c.Zone, w, next)
		}
		w = next
	}
}

func same(a, b Window) bool {
	return a.Name == b.Name && a.Start.Equal(b.Start) && a.End.Equal(b.End)
}

// The other definition of a day: the latest local date there has been by now.
// Between changes of the offset dates only rise, so only the last instants before
// a change need a look.
func TestI8_ADayIsTheLatestDateThereHasBeen(t *testing.T) {
	r := seeded(t)
	for name := range strings.FieldsSeq(zones) {
		c := Calendar{Zone: zone(t, name)}
		for range 40 {
			at := time.Date(1900+r.IntN(200), 1, 1, 0, 0, r.IntN(366*24*60*60), 0, time.UTC).In(c.Zone)
			if r.IntN(2) == 0 { // near a change, where there is one
				if change, _ := at.ZoneBounds(); !change.IsZero() {
					at = change.Add(time.Duration(r.Int64N(int64(4*time.Hour))) - time.Hour)
				}
			}
			if got, want := c.At(Spec{Kind: Day}, at).Name, latestDate(at); got != want {
				t.Fatalf("%s: %s is in day %s, but the date has reached %s", name, at, got, want)
			}
		}
	}
}

func latestDate(at time.Time) string {
	latest := at.Format(time.DateOnly)
	for change, _ := at.ZoneBounds(); !change.IsZero() && at.Sub(change) < 48*time.Hour; {
		before := change.Add(-1)
		latest = max(latest, before.Format(time.DateOnly))
		change, _ = before.ZoneBounds()
	}
	return latest
}

func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
