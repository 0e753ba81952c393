package guard

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// day is a provider whose model counts in its own way, and the calls that it gets.
type day struct {
	frame, text, wide float64 // per request; per token as estimated
	noise             float64 // of each count, up and down
	absurd            float64 // share of reports that are beyond belief
	r                 *rand.Rand
}

// call is one request and what the provider says of it.
func (d day) call() (z sized, reported int64) {
	z.text = 20 + int64(d.r.ExpFloat64()*2_000)
	if d.r.IntN(3) == 0 {
		z.wide = 20 + int64(d.r.ExpFloat64()*1_000)
	}
	if d.r.Float64() < d.absurd {
		return z, []int64{1, 50, 1_000_000, 3 * z.text / 100}[d.r.IntN(4)]
	}
	off := 1 + d.noise*(2*d.r.Float64()-1)
	return z, max(int64((d.frame+d.text*float64(z.text)+d.wide*float64(z.wide))*off), 1)
}

// off is the median of what estimates are off by over n calls without noise.
func (d day) off(c *calibration, n int) float64 {
	d.noise, d.absurd = 0, 0
	var all []float64
	for range n {
		z, counted := d.call()
		all = append(all, math.Abs(float64(c.tokens(z.parts()))/float64(counted)-1))
	}
	return median(all)
}

func median(all []float64) float64 {
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// seedOf is GUARD_SEED, or a new one.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("GUARD_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	return seed
}

// Whatever a model counts in, its estimates come near it, and stay there through noise
// and through reports that cannot be true.
func TestCalibrationConverges(t *testing.T) {
	for _, row := range []struct {
		name  string
		day   day
		calls int
		off   float64 // at most, after so many calls
	}{
		{"0.6 of everything", day{text: 0.6, wide: 0.6}, 40, 0.02},
		{"1.4 of everything", day{text: 1.4, wide: 1.4}, 40, 0.02},
		{"English as estimated, Chinese not", day{text: 1, wide: 2.8}, 60, 0.05},
		{"a hidden prompt of 350 tokens", day{frame: 350, text: 1.1, wide: 0.8}, 60, 0.05},
		{"a hidden prompt of 9,000 tokens", day{frame: 9_000, text: 1, wide: 1}, 300, 0.06},
		{"noise", day{text: 1.4, wide: 0.8, noise: 0.25}, 60, 0.10},
		{"noise, and one report in twenty is absurd", day{text: 0.6, wide: 1.4, noise: 0.15, absurd: 0.05}, 120, 0.12},
	} {
		t.Run(row.name, func(t *testing.T) {
			seed := seedOf(t)
			row.day.r = rand.New(rand.NewPCG(seed, 7))
			c := &calibration{factor: uncalibrated}
			before := row.day.off(c, 200)
			for range row.calls {
				z, reported := row.day.call()
				c.learn(z.parts(), reported)
			}
			after := row.day.off(c, 200)
			t.Logf("GUARD_SEED=%d: off by %.1f %% before, %.1f %% after %d calls; factors %v of %d", seed, 100*before, 100*after, row.calls, c.factor, unit)
			if after > row.off {
				t.Errorf("off by %.1f %%, want at most %.0f %%", 100*after, 100*row.off)
			}
		})
	}
}

// One report that cannot be true: the first of a model moves its estimates by less than
// half, one among many by less than a twentieth, in both directions.
func TestOneAbsurdReportDoesNotMoveMuch(t *testing.T) {
	call := [3]int64{frame, 1_000, 0}
	for _, absurd := range []int64{1, 1_000_000_000} {
		for calls, most := range map[int]float64{0: 0.5, 20: 0.05, 500: 0.02} {
			c := &calibration{factor: uncalibrated}
			for range calls {
				c.learn(call, 1_000)
			}
			before := c.tokens(call)
			c.learn(call, absurd)
			if moved := math.Abs(float64(c.tokens(call))/float64(before) - 1); moved > most {
				t.Errorf("after %d calls, %d tokens reported: moved by %.1f %%, at most %.0f %%", calls, absurd, 100*moved, 100*most)
			}
		}
	}
}

// A hidden prompt of thousands of tokens above short requests, as relays have it: it is taken
// for a prompt. Cut to half off, report by report, it was taken for a factor: after 10 calls
// short requests were held at a third, after 50 large ones at 1.6 times.
func TestCalibrationUnderALongHiddenPrompt(t *testing.T) {
	for _, row := range []struct {
		name   string
		prompt func(call int) int64
		calls  int
		short  float64 // off at most, after so many calls
		large  float64
	}{
		{"2,000", func(int) int64 { return 2_000 }, 10, 0.04, 0.35},
		{"5,000", func(int) int64 { return 5_000 }, 10, 0.06, 0.70},
		{"5,000, later", func(int) int64 { return 5_000 }, 100, 0.02, 0.05},
		{"12,000", func(int) int64 { return 12_000 }, 20, 0.08, 0.70},
		{"4,000 in every other call", func(n int) int64 { return int64(n%2) * 8_000 }, 100, 0.50, 1},
	} {
		seed := seedOf(t)
		r := rand.New(rand.NewPCG(seed, 11))
		short, large := 0.0, 0.0
		const days = 200
		for range days {
			c := &calibration{factor: uncalibrated}
			var sum int64
			for n := range row.calls {
				text := 10 + r.Int64N(190)
				sum += row.prompt(n)
				c.learn([3]int64{frame, text, 0}, text+row.prompt(n))
			}
			usual := sum / int64(row.calls)
			short += float64(c.tokens([3]int64{frame, 20, 0}))/float64(20+usual) - 1
			large += float64(c.tokens([3]int64{frame, 40_000, 0}))/float64(40_000+usual) - 1
		}
		t.Logf("GUARD_SEED=%d: %s: after %d calls short requests are off by %+.0f %%, large ones by %+.0f %%", seed, row.name, row.calls, 100*short/days, 100*large/days)
		if math.Abs(short/days) > row.short || math.Abs(large/days) > row.large {
			t.Errorf("%s: want at most %.0f and %.0f %%", row.name, 100*row.short, 100*row.large)
		}
	}
}

// A model that was seen with calls of one size alone: what a hidden prompt adds is not
// taken for a factor for long, so that a large call is not refused for it.
func TestCalibrationFromCallsOfOneSize(t *testing.T) {
	r := rand.New(rand.NewPCG(seedOf(t), 9))
	c := &calibration{factor: uncalibrated}
	large := [3]int64{frame, 20_000, 0}
	for calls, most := range []float64{0: 1, 10: 2, 60: 2, 300: 1.4} {
		if off := float64(c.tokens(large)) / 21_500; most > 0 && (off < 0.65 || off > most) {
			t.Errorf("after %d calls of 2,000 tokens, 1,500 of them hidden, one of 21,500 is held at %.2f x", calls, off)
		}
		text := 400 + r.Int64N(200)
		c.learn([3]int64{frame, text, 0}, text+1_500)
	}
}

// LeastText, MostText, LeastWide, MostWide, MaxFrame: no report takes an estimate beyond.
func TestCalibrationBounds(t *testing.T) {
	for _, row := range []struct {
		parts    [3]int64
		reported int64
		want     [3]int64
	}{
		{[3]int64{frame, 0, 1_000_000}, 1, [3]int64{0, unit, LeastWide * unit}},
		{[3]int64{frame, 1_000_000, 0}, 1, [3]int64{0, LeastText * unit, unit}},
		{[3]int64{frame, 1_000_000, 0}, 1e12, [3]int64{-1, MostText * unit, unit}},
		{[3]int64{frame, 1, 1}, 1e12, [3]int64{MaxFrame / frame * unit, -1, -1}},
		{[3]int64{frame, MaxTokens, MaxTokens}, 1 << 62, [3]int64{-1, MostText * unit, MostWide * unit}},
	} {
		c := &calibration{factor: uncalibrated}
		for range 3_000 {
			c.learn(row.parts, row.reported)
		}
		for i, want := range row.want {
			if got := c.factor[i]; want >= 0 && got != want || got < factorAtLeast[i] || got > factorAtMost[i] {
				t.Errorf("%v, reported %d: factors %v, want %v", row.parts, row.reported, c.factor, row.want)
			}
		}
	}
}

// What teaches nothing: a host's own number, errors, estimates, and requests of which
// not all is at hand.
func TestWhatTeachesNothing(t *testing.T) {
	good := recording{state: Settled, tokens: adapters.Tokens{Input: 10, CachedInput: 1_300, CacheWrite: 90, Output: 5}}
	for name, change := range map[string]func(*reservation, *recording){
		"an entry without a raw estimate":     func(r *reservation, _ *recording) { r.sized = sized{} },
		"more input is on the server":         func(r *reservation, _ *recording) { r.partial = true },
		"an image":                            func(r *reservation, _ *recording) { r.media = 1_600 },
		"nonsense in the entry":               func(r *reservation, _ *recording) { r.wide = -5 },
		"more nonsense in the entry":          func(r *reservation, _ *recording) { r.text, r.wide = 1<<62, 1<<62 },
		"no usage was reported":               func(_ *reservation, c *recording) { c.estimated = true },
		"a 4xx, or an answer that was cut":    func(_ *reservation, c *recording) { c.verdict = &adapters.Verdict{} },
		"released":                            func(_ *reservation, c *recording) { c.state = Released },
		"unknown":                             func(_ *reservation, c *recording) { c.state = UnknownOutcome },
		"usage that had to be clamped":        func(_ *reservation, c *recording) { c.flags = []string{flagClamped} },
		"output alone":                        func(_ *reservation, c *recording) { c.tokens = adapters.Tokens{Output: 5} },
		"more nonsense than an int64 can sum": func(_ *reservation, c *recording) { c.tokens.Input, c.tokens.CachedInput = 1<<62, 1<<62 },
	} {
		s, r, c := newState(), reservation{sized: sized{text: 1_000}}, good
		change(&r, &c)
		if s.learn(&r, &c); len(s.calibrations) != 0 {
			t.Errorf("%s: learnt %+v", name, s.calibrations)
		}
	}
	s := newState()
	s.learn(&reservation{sized: sized{text: 1_000}}, &good)
	a := &ask{reservation: reservation{sized: sized{text: 1_000, media: 1_600}}}
	if s.correct(a); a.input < 1_600+1_100 || a.input > 1_600+1_400 {
		t.Errorf("all classes of input are what was sent, an image is what it is: %d", a.input)
	}
	a = &ask{reservation: reservation{input: 700}}
	if s.correct(a); a.input != 700 {
		t.Errorf("a host that knows: %d", a.input)
	}
}
