package adapters

import (
	"bytes"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// reader is the Stream of every dialect: a feed that cuts the body into events, and a fold
// that a dialect keeps of them. F is a plain value without shared parts, so a copy of it is
// a snapshot: that is how Progress can look at an unfinished last line without taking it.
type reader[F any, P fold[F]] struct {
	feed feed
	fold F
}

// fold is what a dialect writes: event takes the data of one event (or a whole plain body)
// and Progress says what it knows.
type fold[F any] interface {
	*F
	event(name, data []byte)
	progress() Progress
	seen() // counts an event, before it is read
}

func (r *reader[F, P]) Write(chunk []byte) { r.feed.write(chunk, take[F, P](&r.fold)) }

// take hands events to a fold and counts them.
func take[F any, P fold[F]](to *F) func(name, data []byte) {
	return func(name, data []byte) {
		P(to).seen()
		P(to).event(name, data)
	}
}

func (r *reader[F, P]) Progress() Progress {
	seen := r.fold
	event := take[F, P](&seen)
	if r.feed.shape == values { // half an object is no event yet
		event = P(&seen).event
	}
	r.feed.rest(event)
	p := P(&seen).progress()
	p.Ended = p.Ended || r.feed.wholeBody()
	return p
}

// usedOf reads a whole body with a dialect's fold. An error never has output that could be
// estimated (QuantumNous/new-api#5289); usage it reports itself is kept.
func usedOf[F any, P fold[F]](r Reply) Used {
	var f F
	P(&f).event(nil, r.Body)
	p := P(&f).progress()
	u := p.Used
	u.Failed = p.Error != nil || r.Status >= 400 || r.ErrType != "" || r.ErrText != ""
	if u.Failed {
		u.OutputBytes, u.OutputTokens = 0, 0
	}
	if id := verdict.RequestID(r.Headers); id != "" {
		u.RequestID = id
	}
	if u.Cost.Currency == "" {
		u.Cost = costInHeader(r.Headers)
	}
	return u
}

// facts is what the folds of all dialects have in common.
type facts struct {
	p      Progress
	output text
	usage  usage
	events int // so far
	odds   int // of them unknown ones, see odd.go
}

func (f *facts) seen() { f.events++ }

// said is the data of an event without blanks around it. done is the marker that ends
// OpenAI's streams; some gateways send it in other dialects too, where it ends nothing.
func said(data []byte) (trimmed []byte, done bool) {
	if data = bytes.TrimSpace(data); string(data) == "[DONE]" {
		return nil, true
	}
	return data, false
}

// out counts visible output: the raw bytes of a JSON string.
func (f *facts) out(raw []byte) {
	if len(raw) > 0 {
		f.p.Started = true
		f.output.addJSON(raw)
	}
}

// fail is for an event that tells of an error. Where it says that all went well, that is a warning.
func (f *facts) fail(data []byte) {
	if succeeded(data) {
		f.unknown(data)
		return
	}
	f.keepError(data)
}

// keepError keeps the first one.
func (f *facts) keepError(data []byte) {
	if f.p.Error != nil {
		return
	}
	body := append([]byte(nil), data[:min(len(data), MaxErrorBody)]...)
	f.p.Error = &Reply{Status: 200, Body: body, Sent: true, OutputSeen: f.p.Started}
}

// name keeps the first non-empty value of a name.
func name(to *string, s string) {
	if *to == "" {
		*to = s
	}
}

func (f *facts) progress() Progress {
	p := f.p
	p.Ended = p.Ended || f.foreign()
	p.Used.Tokens, p.Used.Known, p.Used.Clamped = f.usage.tokens()
	p.Used.CacheWriteHour = min(max(f.usage.hour.n, 0), p.Used.Tokens.CacheWrite)
	p.Used.Cost = f.usage.cost
	p.Used.OutputBytes, p.Used.OutputTokens = f.output.bytes, f.output.count()
	return p
}
