package adapters

import (
	"bytes"
	"slices"
	"strconv"
	"time"
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
}

// tellingHeaders are headers whose value says what happened, in the words of the body.
var tellingHeaders = []string{"x-ratelimit-exceeded", "x-amzn-errortype", "x-ms-error-code", "policy-id", ":exception-type",
	"x-helicone-error", "x-vercel-mitigated", "cf-mitigated", "x-vercel-error", "grpc-message"}

func readFacts(provider string, r Reply) *replyFacts {
	f := &replyFacts{book: theBook(), provider: provider, reply: r}
	low := lowerHeaders(r.Headers)
	f.words.add([]byte(r.ErrType))
	f.words.add([]byte(r.ErrText))
	f.words.add(r.Body)
	for _, name := range tellingHeaders {
		if value := low[name]; value != "" {
			f.words.add([]byte(name + ": " + value[:min(len(value), MaxName)]))
		}
	}
	f.subscription(low)
	f.book.find(&f.words, &f.found)
	f.guessProvider()
	f.numbers()
	if f.status == 0 {
		f.status = r.Status
	}
	f.waits(low)
	return f
}

// signs are providers whose error codes are plain numbers, and whose replies show who sent
// them when nobody said so.
var signs = []string{"minimax", "qianfan", "spark", "zhipu", "dashscope"}

func (f *replyFacts) guessProvider() {
	for _, name := range signs {
		if f.provider == "" && f.found.has(f.book.names["by_"+name]) {
			f.provider = name
		}
	}
}

// subscription reads the headers of plans, where the body says rate limit or nothing.
// anthropic-ratelimit-unified-*: a rejected claim is a used-up window of five hours or seven
// days. x-codex-*: the same, told in percent and minutes.
func (f *replyFacts) subscription(low fields) {
	if low["anthropic-ratelimit-unified-status"] == "rejected" {
		f.words.add([]byte("usage limit reached " + low["anthropic-ratelimit-unified-representative-claim"]))
	}
	for _, which := range [...]string{"primary", "secondary"} {
		name := "x-codex-" + which
		if wholeNumber(low[name+"-used-percent"]) < 100 {
			continue
		}
		window := "weekly"
		if wholeNumber(low[name+"-window-minutes"]) < 24*60 {
			window = "five hour"
		}
		f.words.add([]byte(window + " usage limit reached, resets in seconds " + low[name+"-reset-after-seconds"]))
	}
}

// before are the words before a number that make it a status or a code.
var before = map[string]bool{"code": true, "status": true, "http": true, "error": true, "param": true,
	"type": true, "rejected": true, "returned": true, "response": true, "errcode": true}

// phrases are the second words of a status line: "429 too many requests".
var phrases = map[string]bool{"bad": true, "unauthorized": true, "payment": true, "forbidden": true, "not": true, "request": true,
	"conflict": true, "too": true, "internal": true, "service": true, "gateway": true, "unprocessable": true, "authorization": true,
	"a": true, "unavailable": true, "resource": true, "permission": true, "invalid": true, "insufficient": true, "the": true}

// numbers reads what numbers say: statuses inside the text, error codes, and limits that the
// request alone is larger than.
func (f *replyFacts) numbers() {
	var limit, requested int64 = -1, -1
	for i := range f.words.at {
		w := f.words.word(i)
		if w[0] < '0' || w[0] > '9' || len(w) > 18 {
			continue
		}
		n, err := strconv.ParseInt(string(w), 10, 64)
		if err != nil {
			continue
		}
		prev, two := f.wordAt(i-1), f.wordAt(i-2)
		if n >= 400 && n < 600 && (before[prev] || i == f.first() || phrases[f.wordAt(i+1)]) {
			f.status = int(n)
		}
		if before[prev] || f.bracketed(i) {
			f.codes = append(f.codes, string(w))
		}
		switch {
		case prev == "limit" && two != "free":
			limit = n
			f.dailyNumber(two, n)
		case prev == "requested":
			requested = n
		}
	}
	if limit > 0 && requested > limit {
		f.set("oversize")
	}
}

// first is the first word of the exception's text: "429 You exceeded ...".
func (f *replyFacts) first() int {
	if f.reply.ErrType == "" || len(f.words.at) == 0 {
		return 0
	}
	lead := bytes.IndexByte(f.words.flat, '\n')
	for i, at := range f.words.at {
		if at.from > lead {
			return i
		}
	}
	return 0
}

// dailyNumber: Gemini's free tier names a metric and its limit, not the window. Limits of a
// minute are 2 to 15 and 30, those of a day 20 and more (ai.google.dev/gemini-api/docs/rate-limits).
func (f *replyFacts) dailyNumber(metric string, n int64) {
	if metric == "requests" && n >= 20 && n != 30 {
		f.set("daily_number")
	}
}

func (f *replyFacts) set(name string) {
	bit := f.book.names[name]
	f.found.set[bit/64] |= 1 << (bit % 64)
}

func (f *replyFacts) wordAt(i int) string {
	if i < 0 || i >= len(f.words.at) {
		return ""
	}
	return string(f.words.word(i))
}

// bracketed tells [1214] and (1008) from other numbers.
func (f *replyFacts) bracketed(i int) bool {
	at := f.words.at[i]
	if at.from == 0 || at.to >= len(f.words.flat) {
		return false
	}
	open, shut := f.words.flat[at.from-1], f.words.flat[at.to]
	return open == '[' && shut == ']' || open == '(' && shut == ')'
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
		if at.to-at.from == 3 && f.words.flat[at.from] >= 0xE4 {
			return china
		}
	}
	return time.UTC
}

// waits finds the stated wait that counts. Stated by header or by words: the longer of them.
// Only without one, the reset of a metric that is used up.
func (f *replyFacts) waits(low fields) {
	now := sentAt(f.reply, low)
	all := inText(&f.words, now, f.zone())
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

// windows from the largest on, and the meanings that name them.
var windows = []struct{ name, meanings string }{
	{"month", "per_month"}, {"week", "per_week"}, {"day", "per_day daily_number"}, {"hour", "session per_hour"},
	{"minute", "per_minute"}, {"second", "per_second"}, {"concurrency", "concurrency"},
}

// largestWindow is the longest window that the reply names: where a day and a minute are
// both used up, the minute is no help. Without words a long wait tells.
func (f *replyFacts) largestWindow() string {
	for i, w := range windows {
		if f.found.any(f.book.windows[i]) {
			return w.name
		}
	}
	switch {
	case !f.isLong():
		return ""
	case f.best.wait > 6*24*time.Hour:
		return "week"
	case f.best.wait > 6*time.Hour:
		return "day"
	}
	return "hour"
}
