package adapters

import (
	"strings"
	"sync"
	"time"
)

// stated is a wait that a reply names.
type stated struct {
	wait    time.Duration
	until   time.Time // zero when there was no clock to count from
	by      string    // the field or words that named it
	hint    bool      // a machine's retry hint ("retry in 22s"), which some attach to any refusal
	promise bool      // words about the limit itself ("your quota will reset after 8h")
}

// anchors are the words after which a reply names a time. They match fields
// ("retry_after_ms": 500) and sentences ("try again in 6m48s") alike.
//
// google.rpc.RetryInfo and "Please retry in" of Gemini are hints: a used-up day carries
// them as well. "Retrying in 5 s" is the client talking and not here.
var anchors = []struct {
	ways string
	bare time.Duration // what a number without a unit means
	kind string        // hint, promise or nothing
}{
	{"retry after ms", time.Millisecond, ""},
	{"retry after\nretry after seconds\nretry after secs", time.Second, ""},
	{"try again in/after", 0, ""},
	{"wait\nwait for\nwait another\nwait at least\nwait about", 0, ""},
	{"retry in\nretry delay", 0, "hint"},
	{"reset/resets in/after\nquota * reset after\nresets in seconds", 0, "promise"},
	{"resets in seconds\nreset after seconds", time.Second, "promise"},
	{"reset/resets at/on\nreset/resets/refresh time\nrefresh/refreshed/available/renew/renews/until at/on\nuntil", 0, "promise"},
	{"access on", 0, "promise"},             // Anthropic: "You will regain access on 2026-08-01 at 00:00 UTC"
	{"limit reached", 0, "promise"},         // Claude: "usage limit reached|1750000000"
	{"limit reset", time.Second, "promise"}, // X-RateLimit-Reset quoted in a body (OpenRouter metadata.headers)
	{"estimated time", time.Second, ""},     // Hugging Face, a model that is loading
	{"queue delay in ms", time.Millisecond, ""},
	{"available/back in", 0, ""},
	{"请在\n请等待\n等待\n将在\n将于\n请于\n请", 0, ""},
	{"重置时间\n恢复时间", 0, "promise"},
}

var anchorWays = sync.OnceValue(func() *lexicon {
	l := &lexicon{byKey: map[string][]*way{}}
	for i, a := range anchors {
		for _, line := range strings.Split(a.ways, "\n") {
			l.addWay(compile(i, line))
		}
	}
	return l
})

// inText finds every time that the words of a reply name.
func inText(w *words, now time.Time, zone *time.Location) (all []stated) {
	ways := anchorWays().byKey
	for i := range w.at {
		for _, way := range ways[key(w.word(i))] {
			end := way.match(w, i, 0)
			if end < 0 {
				continue
			}
			after := w.flat[w.at[end].to:]
			text := strings.TrimLeft(string(after[:min(len(after), 64)]), " \n\"':=[(~|")
			for _, about := range [...]string{"about ", "approximately ", "around ", "at ", "for "} {
				text = strings.TrimPrefix(text, about)
			}
			a := anchors[way.bit]
			if s, ok := timeIn(text, a.bare, now, zone); ok {
				s.by, s.hint, s.promise = way.text, a.kind == "hint", a.kind == "promise"
				all = append(all, s)
			}
			if len(all) == maxStated {
				return all
			}
		}
	}
	return all
}

// maxStated is how many times of one text are looked at.
const maxStated = 32

// timeIn reads an instant or a duration at the start of text.
func timeIn(text string, bare time.Duration, now time.Time, zone *time.Location) (s stated, ok bool) {
	if t, ok := instant(text, zone); ok {
		return untilTime(t, now), true
	}
	if d, ok := duration(text, bare); ok {
		return afterWait(d, now), true
	}
	return stated{}, false
}

func afterWait(d time.Duration, now time.Time) stated {
	s := stated{wait: d}
	if !now.IsZero() {
		s.until = now.Add(d)
	}
	return s
}

// untilTime is a stated instant; without a clock, or in the past, it gives no wait.
func untilTime(t, now time.Time) stated {
	s := stated{wait: -1, until: t}
	if !now.IsZero() && t.After(now) && t.Sub(now) <= LongestWait {
		s.wait = t.Sub(now)
	}
	return s
}
