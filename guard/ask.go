package guard

import (
	"cmp"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard/config"
)

// Bounds of a call. A name longer than that says nothing more; a caller is told.
const (
	MaxAttribute = 256 // bytes of pool, source, task, run, a tag's value
	MaxTags      = 16
	MaxTagName   = 64
	MaxOperation = 128 // bytes of an operation id
	MaxAttempts  = 1_000
	MaxModel     = 256 // bytes kept of a provider or model name seen on the wire
	MaxTokens    = 1_000_000_000
	MaxTime      = 31 * 24 * time.Hour // of a deadline or timeout
)

// defaultPool is the pool of callers that name none.
const defaultPool = "default"

// known is what this process keeps of a call to judge its outcome.
type known struct {
	ask     adapters.Ask
	dialect adapters.Dialect // nil when unknown
	by      *adapters.Known  // the providers it was read by
}

// ask checks a call and turns it into what decide judges.
func (g *Guard) ask(c Call) (*ask, known, error) {
	who := g.attributes(c.Attributes)
	if err := checkCall(c, who); err != nil {
		return nil, known{}, err
	}
	a := &ask{deadline: c.Deadline, timeout: c.Timeout}
	a.guard, a.operation, a.attempt = g.id, c.Operation, max(c.Attempt, 1)
	a.estimated = c.Seen != nil || c.InputTokens == 0
	a.subject = config.Subject{
		Pool: cmp.Or(c.Pool, defaultPool), Source: who.Source, Task: who.Task, Run: who.Run, Tags: who.Tags, Key: c.Key,
	}
	k := a.read(c, g.providers.Load())
	if a.operation == "" {
		a.operation = uuid.Must(uuid.NewV7()).String()
	}
	return a, k, nil
}

// attributes fills in the host's defaults.
func (g *Guard) attributes(a Attributes) Attributes {
	g.mu.Lock()
	defer g.mu.Unlock()
	a.Source = cmp.Or(a.Source, g.defaults.Source)
	a.Task = cmp.Or(a.Task, g.defaults.Task)
	a.Run = cmp.Or(a.Run, g.defaults.Run)
	if len(g.defaults.Tags) == 0 {
		return a
	}
	tags := make(map[string]string, len(a.Tags)+len(g.defaults.Tags))
	for name, v := range g.defaults.Tags {
		tags[name] = v
	}
	for name, v := range a.Tags {
		tags[name] = v
	}
	a.Tags = tags
	return a
}

func checkCall(c Call, who Attributes) error {
	for _, f := range [...]struct{ name, value string }{
		{"pool", c.Pool}, {"source", who.Source}, {"task", who.Task}, {"run", who.Run}, {"key", c.Key},
	} {
		if len(f.value) > MaxAttribute {
			return invalid("%s has %d bytes; at most %d are taken", f.name, len(f.value), MaxAttribute)
		}
	}
	if len(who.Tags) > MaxTags {
		return invalid("a call has %d tags; at most %d are taken", len(who.Tags), MaxTags)
	}
	for name, v := range who.Tags {
		if name == "" || len(name) > MaxTagName || len(v) > MaxAttribute {
			return invalid("tag %q: a name has 1 to %d bytes and a value at most %d", cut(name, MaxTagName), MaxTagName, MaxAttribute)
		}
	}
	if c.Pool == allPools {
		return invalid("pool %q stands for all pools and is no pool of its own", c.Pool)
	}
	return checkNumbers(c)
}

func checkNumbers(c Call) error {
	switch {
	case len(c.Operation) > MaxOperation || !printable(c.Operation):
		return invalid("an operation id is a UUIDv7, or at most %d printable bytes", MaxOperation)
	case c.Attempt < 0 || c.Attempt > MaxAttempts:
		return invalid("attempt %d: attempts count from 1 to %d", c.Attempt, MaxAttempts)
	case c.InputTokens < 0 || c.InputTokens > MaxTokens || c.MaxOutputTokens < 0 || c.MaxOutputTokens > MaxTokens:
		return invalid("token numbers lie between 0 and %d", MaxTokens)
	case c.Timeout < 0:
		return invalid("a timeout is not negative")
	case c.Deadline > MaxTime || c.Timeout > MaxTime:
		return invalid("a deadline or timeout is at most %d days", MaxTime/(24*time.Hour))
	}
	return nil
}

func printable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// cut shortens a name without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func invalid(format string, args ...any) *Error {
	return &Error{Code: CodeInvalid, Message: fmt.Sprintf(format, args...)}
}

// idTime is when an id was minted, if it is a UUIDv7; otherwise the fallback.
func idTime(id string, fallback time.Time) time.Time {
	if t, ok := mintedAt(id); ok {
		return t
	}
	return fallback
}

func mintedAt(id string) (time.Time, bool) {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}, false
	}
	var ms int64
	for _, b := range u[:6] {
		ms = ms<<8 | int64(b)
	}
	return time.UnixMilli(ms).UTC(), true
}

// mintAt makes a UUIDv7 of an instant: its day can be read from it for ever.
func mintAt(t time.Time) string {
	u := uuid.Must(uuid.NewV7())
	ms := max(t.UnixMilli(), 0)
	for i := range 6 {
		u[i] = byte(ms >> (8 * (5 - i)))
	}
	return u.String()
}
