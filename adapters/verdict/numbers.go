package verdict

import (
	"bytes"
	"slices"
	"strconv"
)

// before are the words before a number that make it a status or a code.
var before = map[string]bool{"code": true, "status": true, "http": true, "error": true, "param": true,
	"type": true, "rejected": true, "returned": true, "response": true, "errcode": true, "码": true}

// reasons are the second words of a status line: "429 too many requests".
var reasons = map[string]bool{"bad": true, "unauthorized": true, "payment": true, "forbidden": true, "not": true, "request": true,
	"conflict": true, "too": true, "internal": true, "service": true, "gateway": true, "unprocessable": true, "authorization": true,
	"a": true, "proxy": true, "unavailable": true, "resource": true, "permission": true, "invalid": true, "insufficient": true, "the": true, "from": true, "response": true, "error": true}

// numbers reads what numbers say: statuses inside the text, error codes, and limits that the
// request alone is larger than.
func (f *replyFacts) numbers() {
	var limit, requested int64 = -1, -1
	first := f.first()
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
		if n >= 400 && n < 600 && (before[prev] || i == first || reasons[f.wordAt(i+1)]) {
			f.status = int(n)
		}
		if before[prev] || f.bracketed(i) || i < first {
			f.codes = append(f.codes, string(w))
		}
		switch {
		case prev == "limit" && two != "free", n >= 1000 && prev == "制" && two == "限":
			limit = n
			f.dailyNumber(two, n)
		case prev == "requested", n >= 1000 && prev == "求" && two == "请":
			requested = n
		}
	}
	if limit > 0 && requested > limit {
		f.set("oversize")
	}
}

// first is the index of the first word of the exception's text: "429 You exceeded ...".
func (f *replyFacts) first() int {
	if f.reply.ErrType == "" {
		return 0
	}
	lead := bytes.IndexByte(f.words.flat, '\n')
	return slices.IndexFunc(f.words.at, func(at word) bool { return int(at.from) > lead })
}

// dailyNumber: Gemini's free tier names a metric and its limit, not the window. Limits of a
// minute are 2 to 15 and 30, those of a day 20 and more (ai.google.dev/gemini-api/docs/rate-limits).
func (f *replyFacts) dailyNumber(metric string, n int64) {
	if metric == "requests" && n >= 20 && n != 30 {
		f.set("daily_number")
	}
}

// bracketed tells [1214] and (1008) from other numbers.
func (f *replyFacts) bracketed(i int) bool {
	at := f.words.at[i]
	if at.from == 0 || int(at.to) >= len(f.words.flat) {
		return false
	}
	open, shut := f.words.flat[at.from-1], f.words.flat[at.to]
	return open == '[' && shut == ']' || open == '(' && shut == ')'
}
