package verdict

import (
	"sort"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// headerWords is what one word of a header's name says: which metric, which window, which
// facet. So every family is read without a list of families:
//
//	x-ratelimit-remaining-tokens: 29996              OpenAI, Azure, Groq, ...
//	x-ratelimit-reset-requests-day: 30.5             Cerebras
//	anthropic-ratelimit-input-tokens-reset: 2025-... Anthropic
//	x-rpm-remaining: 49                              Atria (rpm: requests, minute)
//	x-tokens-per-minute-limit: 60000
//	modelscope-ratelimit-requests-remaining: 1999
var headerWords = map[string]struct{ metric, window, facet string }{
	"requests": {metric: "requests"}, "request": {metric: "requests"},
	"tokens": {metric: "tokens"}, "token": {metric: "tokens"},
	"rpm": {metric: "requests", window: "minute"}, "rpd": {metric: "requests", window: "day"},
	"tpm": {metric: "tokens", window: "minute"}, "tpd": {metric: "tokens", window: "day"},
	"second": {window: "second"}, "minute": {window: "minute"}, "hour": {window: "hour"},
	"day": {window: "day"}, "week": {window: "week"}, "month": {window: "month"},
	"limit": {facet: "limit"}, "remaining": {facet: "remaining"}, "reset": {facet: "reset"},
}

// Limits reads the rate and quota headers of a reply, of any provider's spelling, sorted by
// metric and window. A reset is a duration ("6m0s", "120ms", "30.5" seconds), an RFC 3339
// time or an epoch; it counts from the reply's own Date, or from ReceivedAt without one.
// Numbers below zero, which Azure sends for "not said", are not said.
func Limits(r Reply) []Limit {
	low := scan.Headers(r.Headers)
	now := sentAt(r, low)
	found := map[string]*Limit{}
	for name, value := range low {
		if !quotaHeader(name) {
			continue
		}
		key, facet := limitOf(name)
		if facet == "" {
			continue
		}
		l := found[key.Metric+"/"+key.Window]
		if l == nil {
			l = &key
			found[key.Metric+"/"+key.Window] = l
		}
		l.set(facet, value, now)
	}
	list := make([]Limit, 0, len(found))
	for _, l := range found {
		if l.Limit >= 0 || l.Remaining >= 0 || l.ResetIn >= 0 {
			list = append(list, *l)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Metric+"/"+list[i].Window < list[j].Metric+"/"+list[j].Window
	})
	return list
}

// limitOf reads a header's name. facet is "" when it names no fact of a limit.
func limitOf(name string) (l Limit, facet string) {
	l = Limit{Metric: "requests", Limit: -1, Remaining: -1, ResetIn: -1}
	name = strings.NewReplacer("ratelimit-", "", "rate-limit-", "", "_", "-").Replace(name)
	direction := ""
	for _, word := range strings.Split(name, "-") {
		w := headerWords[word]
		if w.metric != "" {
			l.Metric = w.metric
		}
		if w.window != "" {
			l.Window = w.window
		}
		if w.facet != "" {
			facet = w.facet
		}
		if word == "input" || word == "output" {
			direction = word + "_"
		}
		if word == "unified" { // a subscription's window, told in shares and not in numbers
			return l, ""
		}
	}
	if l.Metric == "tokens" {
		l.Metric = direction + l.Metric
	}
	return l, facet
}

func (l *Limit) set(facet, value string, now time.Time) {
	switch facet {
	case "limit":
		l.Limit = scan.WholeNumber(value)
	case "remaining":
		l.Remaining = scan.WholeNumber(value)
	case "reset":
		if s, ok := timeIn(strings.ToLower(value), time.Second, now, time.UTC); ok && s.wait >= 0 {
			l.ResetIn = s.wait
		}
	}
}
