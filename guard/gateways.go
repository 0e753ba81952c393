package guard

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// The providers that a user adds are part of the configuration in force, like limits: they are
// in the ledger's limits entry, so that all guards of a machine judge alike. A call is read
// before the lock is taken, by the providers that this guard saw last, and read again under it
// if they have changed since.

// read takes from a call what depends on the providers that are known.
func (a *ask) read(c Call, by *adapters.Known) known {
	k := seen(c, by)
	a.output = min(max(k.ask.MaxOutput, 0), MaxTokens)
	a.input = min(max(k.ask.InputTokens, 0), MaxTokens)
	if c.Seen != nil {
		a.sized = sizeOf(k.ask)
		a.begins, a.unlimited, a.unreported = k.ask.Begins, k.ask.Unlimited, k.ask.Begins && !k.ask.UsageInReply
	}
	a.subject.Provider, a.subject.Model = cut(k.ask.Provider, MaxModel), cut(k.ask.Model, MaxModel)
	return k
}

// seen reads what the shim saw, or takes the plain fields.
func seen(c Call, by *adapters.Known) known {
	if c.Seen == nil {
		_, d, _ := by.Find(adapters.Attempt{Provider: c.Provider})
		return known{by: by, dialect: d, ask: adapters.Ask{
			Provider: c.Provider, Model: c.Model, Stream: c.Stream, MaxOutput: c.MaxOutputTokens, InputTokens: c.InputTokens,
		}}
	}
	what := *c.Seen
	what.Provider = cmp.Or(what.Provider, c.Provider)
	asked, d := by.Describe(what)
	asked.Provider = cmp.Or(asked.Provider, c.Provider)
	asked.Model = cmp.Or(asked.Model, c.Model)
	return known{by: by, ask: asked, dialect: d}
}

// Calls are the requests that are LLM calls, for a shim that begins now.
func (g *Guard) Calls(ctx context.Context) []adapters.CallPattern { return g.upcoming(ctx).Calls() }

// upcoming are the providers that count from the next reserve on: the file's already, where it
// can be accepted. Calls at a path that no shim is told of are never asked for, so the file that
// names it would never come to count.
func (g *Guard) upcoming(ctx context.Context) *adapters.Known {
	file := g.glance()
	known := file.known
	_ = g.view(ctx, func(s *State) { // a ledger in trouble leaves what the file says
		if c := file.inForce(s); reflect.DeepEqual(c.Providers, s.config.Providers) {
			known = s.providers
		}
	})
	return known
}

// glimpse is what the file said when somebody looked without consequences.
type glimpse struct {
	wanted
	known *adapters.Known
}

// glance reads the file, if it has changed since.
func (g *Guard) glance() *glimpse {
	seen := g.glimpsed.Load()
	if now, err := g.sign(); seen != nil && err == nil && now == seen.signature {
		return seen
	}
	w := g.read()
	seen = &glimpse{w, adapters.NewKnown(w.config.Providers)}
	g.glimpsed.Store(seen)
	return seen
}

// Classify judges an outcome and changes nothing.
func (g *Guard) Classify(c Call, o Outcome, attempt int, left time.Duration) (adapters.Verdict, Retry) {
	return Judge(g.upcoming(context.Background()), c, o, attempt, left, g.o.Clock())
}

// Judge is what an outcome means by the providers that are known, and whether another attempt
// is worth anything. It needs no ledger.
func Judge(by *adapters.Known, c Call, o Outcome, attempt int, left time.Duration, now time.Time) (adapters.Verdict, Retry) {
	k := seen(c, by)
	e := read(k, nil, o, now)
	v := e.verdict(k)
	shown := o.Shown || e.progress.Started
	return *v, *rounded(planRetry(failure{
		verdict: *v, attempt: max(attempt, 1), shown: shown, begun: k.ask.Begins && e.reply.Sent, left: left, now: now,
	}), now)
}

// Answered tells whether an outcome is an answer to the guard, so that it judges nothing: a 2xx
// that neither its dialect nor a provider's rule takes for a failure. Where nothing shows the
// dialect it is the one that most speak. It needs no ledger.
func Answered(by *adapters.Known, c Call, o Outcome, now time.Time) bool {
	k := seen(c, by)
	if k.dialect == nil {
		_, k.dialect, _ = by.Find(adapters.Attempt{Provider: "openai"})
	}
	e := read(k, nil, o, now)
	return e.answered && !e.failed() && !failedStream(k.dialect, o.Body)
}

// failedStream tells a stream of events, kept whole, that has an error in it.
func failedStream(d adapters.Dialect, body []byte) bool {
	if body = bytes.TrimSpace(body); len(body) == 0 || body[0] == '{' || body[0] == '[' {
		return false
	}
	s := d.NewStream()
	s.Write(body)
	return s.Progress().Error != nil
}

// follow puts other providers in force, if they are others.
func (s *State) follow(providers []adapters.Gateway) {
	if !reflect.DeepEqual(providers, s.config.Providers) {
		s.providers = adapters.NewKnown(providers)
	}
}

// providerChanges says what became of the providers that a user adds.
func providerChanges(old, now []adapters.Gateway) (parts []string) {
	was := map[string]adapters.Gateway{}
	for _, p := range old {
		was[p.Name] = p
	}
	for _, p := range now {
		before, had := was[p.Name]
		delete(was, p.Name)
		if reflect.DeepEqual(before, p) {
			continue
		}
		part := "added the provider " + p.Name
		if had {
			part = "changed the provider " + p.Name
		}
		if len(p.Paths) > 0 && !slices.Equal(p.Paths, before.Paths) {
			part += " (programs that run now see calls at its paths when they start again)"
		}
		parts = append(parts, part)
	}
	for _, name := range names(was) {
		parts = append(parts, fmt.Sprintf("removed the provider %s", name))
	}
	return parts
}
