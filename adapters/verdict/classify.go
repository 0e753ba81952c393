package verdict

import (
	"strconv"
	"strings"
	"time"
)

// LongWait is where waiting ends to be a cure: a stated wait of 30 minutes or more is a used-up
// allowance, whatever it is called.
const LongWait = 30 * time.Minute

// Classify says what a failed attempt means. provider may be empty: then the bytes alone
// decide. What the bytes say beats the status: a used-up plan comes as 429, 400, 402,
// 403, 500 and 503. Pure: the same reply gives the same verdict.
func Classify(provider string, r Reply) Verdict {
	return theBook().classify(strings.ToLower(provider), r)
}

func (b *book) classify(provider string, r Reply) Verdict {
	f := b.readFacts(provider, r)
	if c := f.decide(); c != nil {
		return f.verdict(c)
	}
	return f.verdict(f.nothingKnown())
}

// nothingKnown is the verdict on a reply that says nothing we know.
func (f *replyFacts) nothingKnown() *compiled {
	switch {
	case f.reply.OutputSeen:
		return &compiled{rule: rule{name: "no end after output", class: StreamTruncated}}
	case f.reply.Status == 200 && len(f.reply.Body) > 0:
		return &compiled{rule: rule{name: "error in a 200", class: ServerError}}
	case f.status >= 500:
		return &compiled{rule: rule{name: "status", class: ServerError}}
	case f.status >= 400:
		return &compiled{rule: rule{name: "status", class: InvalidRequest}}
	}
	return &compiled{rule: rule{name: "nothing known", class: Unknown, retry: f.wordsHelp()}}
}

// wordsHelp is for a reply whose words say nothing that is known. Of 29 real ones 20 would have
// failed again, and of those 12 that weak signs leave 10: what cures itself is said in few ways
// (busy, timeout, reset), what does not in many. Without a word nothing speaks against another
// try.
func (f *replyFacts) wordsHelp() Retryable {
	if len(f.words.at) > 0 {
		return No
	}
	return Now
}

// usual is what a class means when its rule does not say otherwise.
var usual = map[Class]struct {
	retry Retryable
	scope string
	// refused: a reply of this class was made before any work (tokens and money are 0).
	refused bool
}{
	RateLimited:     {AfterWait, "key", true},
	QuotaExhausted:  {No, "account", true},
	Overloaded:      {Now, "model", true},
	ServerError:     {Now, "provider", true},
	Timeout:         {Now, "provider", false},
	Network:         {Now, "provider", false},
	Auth:            {No, "key", true},
	Permission:      {No, "key", true},
	InvalidRequest:  {No, "request", true},
	ContextLength:   {No, "request", true},
	ContentFiltered: {No, "request", true},
	NotFound:        {No, "model", true},
	TooLarge:        {No, "request", true},
	Conflict:        {AfterWait, "request", true},
	StreamTruncated: {Now, "request", false},
	Cancelled:       {No, "request", false},
	Unknown:         {Now, "request", false},
}

// verdict is what a rule means for this reply.
func (f *replyFacts) verdict(c *compiled) Verdict {
	u := usual[c.class]
	v := Verdict{Class: c.class, Retryable: c.answer(), Scope: u.scope, RetryAfter: -1}
	if c.scope != "" {
		v.Scope = c.scope
	}
	if c.aboutModel() && f.found.has(f.book.bits["per_model"]) {
		v.Scope = "model"
	}
	v.Window = f.window(c)
	lie := f.wait(&v)
	v.BeforeWork = f.beforeWork(&v, u.refused)
	v.Evidence = f.evidence(c, lie)
	return v
}

// answer is whether another try is worth anything, by this rule.
func (c *compiled) answer() Retryable {
	if c.retry != "" {
		return c.retry
	}
	return usual[c.class].retry
}

// aboutModel tells limits that may be one model's alone; a balance never is.
func (c *compiled) aboutModel() bool {
	return c.class == RateLimited || c.class == QuotaExhausted && c.window != "balance"
}

// wait fills in when it gets better, where waiting is a cure or a stated reset is far enough
// to be one. It returns a stated wait that is not believed.
func (f *replyFacts) wait(v *Verdict) (lie string) {
	switch v.Class {
	case RateLimited, Overloaded, ServerError, Conflict, Timeout, Unknown:
		f.best.into(v)
		if v.RetryAfter > 0 && v.Retryable == Now {
			v.Retryable = AfterWait
		}
	case QuotaExhausted:
		if !f.hasWait {
			return ""
		}
		if f.best.wall || f.isLong() && !(v.Window == "month" && f.best.header && f.best.wait < 24*time.Hour) {
			f.best.into(v)
			return ""
		}
		return f.best.by
	}
	return ""
}

func (s stated) into(v *Verdict) {
	if s.by == "" {
		return
	}
	v.RetryAfter, v.Until = s.wait, s.until
}

// beforeWork tells whether nothing was worked on, so nothing is owed: the provider refused,
// or the request never arrived. Not after output, and not when only our side gave up: a
// timeout may have been worked on and paid, so it is not free until shown otherwise.
func (f *replyFacts) beforeWork(v *Verdict, refused bool) bool {
	switch {
	case f.reply.OutputSeen, v.Class == InvalidRequest && v.Retryable == Now, v.Class == ContentFiltered && f.reply.Status == 200:
		return false
	case v.Class == ServerError:
		return f.reply.Status >= 500
	case v.Class == Network && f.reply.Status == 0:
		return !f.reply.Sent || f.found.has(f.book.bits["never_arrived"]) || f.found.has(f.book.bits["certificate"])
	}
	return refused
}

// evidence says which rule decided and by what: our own words for what was found, never the
// reply's (a reply may quote a prompt or a key).
func (f *replyFacts) evidence(c *compiled, lie string) string {
	parts := []string{c.name}
	if bit := f.found.first(&c.anyMask); bit >= 0 {
		parts = append(parts, f.said(bit))
	}
	if bit := f.found.first(&c.allMask); bit >= 0 {
		parts = append(parts, f.said(bit))
	}
	if c.code != "" {
		parts = append(parts, "code "+strings.TrimPrefix(f.codeOf(c), ownMark))
	}
	if f.status != 0 {
		parts = append(parts, "status "+strconv.Itoa(f.status))
	}
	if lie != "" {
		parts = append(parts, `"`+lie+`" is not believed`)
	}
	if f.unzoned != "" && !f.hasWait {
		parts = append(parts, `"`+f.unzoned+`" names no zone`)
	}
	text := strings.Join(parts, ": ")
	return strings.ToValidUTF8(text[:min(len(text), MaxEvidence)], "")
}

// said names a meaning by the way it was said.
func (f *replyFacts) said(bit int) string {
	if way := f.found.way[bit]; way > 0 {
		return `"` + f.book.ways[way-1].text + `"`
	}
	return f.book.names[bit]
}
