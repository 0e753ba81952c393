package verdict

import (
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// replyFacts is everything the rules look at, read from a reply once.
type replyFacts struct {
	book     *book
	provider string
	reply    Reply
	words    words
	found    found
	status   int      // the innermost one that the reply names
	codes    []string // numbers that stand where error codes stand
	best     stated   // the wait that counts, when hasWait
	hasWait  bool
	unzoned  string // what named a clock time whose zone is not said
}

// tellingHeaders are headers whose value says what happened, in the words of the body.
var tellingHeaders = []string{"x-ratelimit-exceeded", "x-amzn-errortype", "x-ms-error-code", "policy-id", ":exception-type",
	"x-helicone-error", "x-vercel-mitigated", "cf-mitigated", "x-vercel-error", "grpc-message"}

func (b *book) readFacts(provider string, r Reply) *replyFacts {
	f := &replyFacts{book: b, provider: provider, reply: r}
	f.words = f.book.newWords(len(r.ErrType) + len(r.ErrText) + len(r.Body))
	low := scan.Headers(r.Headers)
	f.words.add([]byte(r.ErrType[:min(len(r.ErrType), MaxName)]))
	f.words.add([]byte(r.ErrText))
	f.words.add(r.Body)
	for _, name := range tellingHeaders {
		if value := low[name]; value != "" {
			f.words.add([]byte(name + ": " + value[:min(len(value), MaxName)]))
		}
	}
	f.subscription(low)
	f.book.find(&f.words, &f.found, f.book.meanings)
	f.guessProvider()
	f.numbers()
	f.codes = append(f.codes, f.book.own.in(&f.words)...)
	if f.status == 0 {
		f.status = r.Status
	}
	f.waits(low)
	return f
}

// signs are providers whose error codes are plain numbers, and whose replies show who sent
// them when nobody said so.
var signs = []string{"minimax", "qianfan", "spark", "zhipu", "dashscope", "cloudflare"}

func (f *replyFacts) guessProvider() {
	for _, name := range signs {
		if f.provider == "" && f.found.has(f.book.bits["by_"+name]) {
			f.provider = name
		}
	}
}

// subscription reads the headers of plans, where the body says rate limit or nothing.
// anthropic-ratelimit-unified-*: a rejected claim is a used-up window of five hours or seven
// days. x-codex-*: the same, told in percent and minutes.
func (f *replyFacts) subscription(low scan.Fields) {
	if low["anthropic-ratelimit-unified-status"] == "rejected" {
		f.words.add([]byte("usage limit reached " + low["anthropic-ratelimit-unified-representative-claim"]))
	}
	for _, which := range [...]string{"primary", "secondary"} {
		name := "x-codex-" + which
		if scan.WholeNumber(low[name+"-used-percent"]) < 100 {
			continue
		}
		window := "weekly"
		if scan.WholeNumber(low[name+"-window-minutes"]) < 24*60 {
			window = "five hour"
		}
		f.words.add([]byte(window + " usage limit reached, resets in seconds " + low[name+"-reset-after-seconds"]))
	}
}

func (f *replyFacts) set(name string) {
	f.found.add(f.book.bits[name])
}

func (f *replyFacts) wordAt(i int) string {
	if i < 0 || i >= len(f.words.at) {
		return ""
	}
	return string(f.words.word(i))
}

// windows from the largest on, and the meanings that name them.
var windows = []struct {
	name, meanings string
	short          bool
}{
	{"month", "per_month", false}, {"week", "per_week", false}, {"day", "per_day daily_number", false}, {"hour", "session per_hour", false},
	{"minute", "per_minute", true}, {"second", "per_second", true}, {"concurrency", "concurrency", true},
}

// window is what a rule says of it: its own, or with a star the longest that the reply names and
// what stands behind the star when it names none. Where a day and a minute are both used up, the
// minute is no help; and what is used up for good has no window of minutes.
func (f *replyFacts) window(c *compiled) string {
	otherwise, named := strings.CutPrefix(c.window, "*")
	if !named {
		return c.window
	}
	for i, w := range windows {
		if f.found.any(&f.book.windows[i]) && !(c.class == QuotaExhausted && w.short) {
			return w.name
		}
	}
	if w := f.windowOfWait(); w != "" {
		return w
	}
	return otherwise
}

// windowOfWait is the window that a long stated wait is the rest of.
func (f *replyFacts) windowOfWait() string {
	wait := f.best.wait
	if wait < 0 && !f.reply.ReceivedAt.IsZero() {
		wait = f.best.until.Sub(f.reply.ReceivedAt)
	}
	switch {
	case !f.isLong():
		return ""
	case wait > 7*24*time.Hour:
		return "month"
	case wait > 24*time.Hour:
		return "week"
	case wait > 6*time.Hour:
		return "day"
	}
	return "hour"
}
