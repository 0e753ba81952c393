package verdict

import (
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// stated is a time that a reply names.
type stated struct {
	wait   time.Duration // -1: longer than LongestWait, or there was no clock to count from
	until  time.Time     // zero when there was no clock
	by     string        // the field or words that named it
	header bool          // a header that servers fill in for any failure
	wall   bool          // a clock time, which is a reset and never a mere hint to come back
}

// anchors are the words after which a reply names a time. They match fields
// ("retry_after_ms": 500) and sentences ("try again in 6m48s") alike. "Retrying in 5 s" is
// the client talking and not here.
var anchors = []struct {
	ways string
	bare time.Duration // what a number without a unit means
}{
	{"retry after ms", time.Millisecond},
	{"retry after\nretry after seconds\nretry after secs", time.Second},
	{"try again in/after", 0},
	{"wait\nwait for\nwait another\nwait at least\nwait about", 0},
	{"retry in\nretry delay", 0}, // Gemini, and google.rpc.RetryInfo
	{"reset/resets in/after", 0},
	{"resets in seconds\nreset after seconds\nreset seconds", time.Second},
	{"replenished/refilled/restored in/at/on", 0},
	{"reset delay", 0}, // google.rpc.ErrorInfo: quotaResetDelay
	{"reset/resets at/on\nreset/resets/refresh time", 0},
	{"refresh/refreshed/available/renew/renews/until at/on\nuntil", 0},
	{"reset/resets\ntry again at/on", clockOnly},
	{"access on", 0},                // Anthropic: "You will regain access on 2026-08-01 at 00:00 UTC"
	{"limit reached", 0},            // Claude: "usage limit reached|1750000000"
	{"limit reset", time.Second},    // X-RateLimit-Reset quoted in a body (OpenRouter metadata.headers)
	{"estimated time", time.Second}, // Hugging Face, a model that is loading
	{"queue delay in ms", time.Millisecond},
	{"available/back in", 0},
	{"请在\n请等待\n等待\n将在\n将于\n请于\n请", 0},
	{"重置时间\n恢复时间", 0},
}

// clockOnly marks anchors after which only a time of the wall counts, no duration.
const clockOnly = -1

// inText finds every time that the words of a reply name. unzoned is the anchor of a clock
// time that cannot be counted from, because its zone is not said.
func (b *book) inText(w *words, now time.Time, zone *time.Location) (all []stated, unzoned string) {
	for i := range w.at {
		for _, n := range b.anchors[w.at[i].is] {
			way := &b.ways[n]
			end := way.match(w, i)
			if end < 0 {
				continue
			}
			after := w.flat[w.end(end):]
			text := strings.TrimLeft(string(after[:min(len(after), 64)]), " \n\"':=[(~|")
			for _, about := range [...]string{"about ", "approximately ", "around ", "at ", "for "} {
				text = strings.TrimPrefix(text, about)
			}
			s, ok := timeIn(text, anchors[way.bit].bare, now, zone)
			switch s.by = way.text; {
			case ok:
				all = append(all, s)
			case s.wall:
				unzoned = way.text
			}
			if len(all) == maxStated {
				return all, unzoned
			}
		}
	}
	return all, unzoned
}

// maxStated is how many times of one text are looked at.
const maxStated = 32

// timeIn reads an instant, a time of the wall or a duration at the start of text. A time in
// the past says nothing, and so does a clock of an unknown zone, or without ours to compare.
func timeIn(text string, bare time.Duration, now time.Time, zone *time.Location) (s stated, ok bool) {
	if w, ok := wallAt(text); ok {
		if !w.zoneSaid || now.IsZero() {
			return stated{wall: true}, false
		}
		s, ok = untilTime(w.next(now), now)
		s.wall = true
		return s, ok
	}
	if bare == clockOnly {
		return s, false
	}
	if t, ok := instant(text, zone); ok {
		return untilTime(t, now)
	}
	d, ok := duration(text, bare)
	return afterWait(d, now), ok
}

func afterWait(d time.Duration, now time.Time) stated {
	s := stated{wait: d}
	if !now.IsZero() {
		s.until = now.Add(d)
	}
	return s
}

func untilTime(t, now time.Time) (s stated, ok bool) {
	s = stated{wait: -1, until: t}
	if !now.IsZero() && t.Sub(now) <= LongestWait {
		s.wait = t.Sub(now)
	}
	return s, now.IsZero() || t.After(now)
}

// chinese are the providers that write times without a zone and mean China's.
var chinese = []string{"zhipu", "volcengine", "dashscope", "moonshot", "minimax", "qianfan", "hunyuan", "spark", "stepfun",
	"modelscope", "sensenova", "siliconflow", "deepseek"}

var china = time.FixedZone("+08:00", 8*3600)

// zone is the provider's clock; a Chinese text without a known provider has China's.
func (f *replyFacts) zone() *time.Location {
	if slices.Contains(chinese, f.provider) {
		return china
	}
	for _, at := range f.words.at {
		if at.to-at.from == 3 && f.words.flat[at.from] >= 0xE4 && f.words.flat[at.from] <= 0xE9 {
			return china
		}
	}
	return time.UTC
}

// waits finds the stated wait that counts. Stated by header or by words: the longer of them.
// Only without one, the reset of a metric that is used up.
func (f *replyFacts) waits(low scan.Fields) {
	now := sentAt(f.reply, low)
	all, unzoned := f.book.inText(&f.words, now, f.zone())
	f.unzoned = unzoned
	if s, ok := retryAfter(low, now); ok {
		all = append(all, s)
	}
	for _, s := range all {
		if !f.hasWait || later(s, f.best) {
			f.best, f.hasWait = s, true
		}
	}
	if f.hasWait {
		return
	}
	for _, l := range Limits(f.reply) {
		if l.ResetIn > 0 && l.Remaining <= 0 && (!f.hasWait || l.ResetIn > f.best.wait) {
			f.best, f.hasWait = afterWait(l.ResetIn, now), true
			f.best.by = "reset of " + l.Metric
		}
	}
}

// later tells whether a is the longer wait; one without a length is later than any with.
func later(a, b stated) bool {
	if (a.wait < 0) != (b.wait < 0) {
		return a.wait < 0 && a.until.After(b.until)
	}
	return a.wait > b.wait || a.wait < 0 && a.until.After(b.until)
}

// isLong tells whether the stated wait is longer than minutes.
func (f *replyFacts) isLong() bool {
	if !f.hasWait {
		return false
	}
	if f.best.wait >= 0 {
		return f.best.wait >= LongWait
	}
	now := f.reply.ReceivedAt
	return !now.IsZero() && f.best.until.Sub(now) >= LongWait
}
