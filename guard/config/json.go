package config

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

// wireConfig is the canonical form a "limits" entry of the ledger carries.
// Members keep their names for ever: old ledgers are read by new guards.
type wireConfig struct {
	Zone         string         `json:"zone,omitempty"`
	WeekStart    string         `json:"week_start"`
	Durability   string         `json:"durability"`
	PerCall      int64          `json:"per_call_tokens,omitempty"`
	Limits       []wireLimit    `json:"limits"`
	AllowNetwork bool           `json:"allow_network_home,omitempty"`
	Providers    []wireProvider `json:"providers,omitempty"`
}

type wireLimit struct {
	Name      string            `json:"name"`
	Match     map[string]string `json:"match,omitempty"`
	Per       string            `json:"per,omitempty"`
	Window    string            `json:"window"`
	Calls     int64             `json:"calls,omitempty"`
	Tokens    int64             `json:"tokens,omitempty"`
	WarnAt    []float64         `json:"warn_at,omitempty"`
	Shadow    bool              `json:"shadow,omitempty"`
	Zone      string            `json:"zone,omitempty"`
	WeekStart string            `json:"week_start,omitempty"`
}

// Encode is the canonical compact JSON of a config: equal configs give equal
// bytes, and Decode gives the config back.
func (c Config) Encode() []byte {
	w := wireConfig{
		Zone:         c.Zone,
		WeekStart:    weekdayName(c.WeekStart),
		Durability:   c.Durability,
		PerCall:      c.PerCall.Tokens,
		Limits:       make([]wireLimit, len(c.Limits)),
		AllowNetwork: c.AllowNetworkHome,
		Providers:    each(c.Providers, wireProviderOf),
	}
	for i, l := range c.Limits {
		w.Limits[i] = l.wire()
	}
	return encoded(w)
}

func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // strings, integers and finite floats always encode
		panic(err)
	}
	return b
}

func (l Limit) wire() wireLimit {
	w := wireLimit{
		Name: l.Name, Match: l.Match, Per: l.Per, Window: l.Window.String(),
		Calls: l.Calls, Tokens: l.Tokens, WarnAt: l.WarnAt, Shadow: l.Shadow, Zone: l.Zone,
	}
	if l.WeekStart != nil {
		w.WeekStart = weekdayName(*l.WeekStart)
	}
	return w
}

// Decode reads what Encode wrote.
func Decode(b []byte) (Config, error) {
	var w wireConfig
	if err := json.Unmarshal(b, &w); err != nil {
		return Config{}, fmt.Errorf("reading limits: %w", err)
	}
	day, err := parseWeekday(w.WeekStart)
	if err != nil {
		return Config{}, fmt.Errorf("reading limits: %w", err)
	}
	c := Config{
		Zone: w.Zone, WeekStart: day, Durability: w.Durability,
		PerCall: PerCall{Tokens: w.PerCall}, AllowNetworkHome: w.AllowNetwork,
		Providers: each(w.Providers, wireProvider.gateway),
	}
	for _, l := range w.Limits {
		limit, err := l.limit()
		if err != nil {
			return Config{}, fmt.Errorf("reading limit %q: %w", l.Name, err)
		}
		c.Limits = append(c.Limits, limit)
	}
	return c, nil
}

func (w wireLimit) limit() (Limit, error) {
	l := Limit{
		Name: w.Name, Match: w.Match, Per: w.Per,
		Calls: w.Calls, Tokens: w.Tokens, WarnAt: w.WarnAt, Shadow: w.Shadow, Zone: w.Zone,
	}
	var err error
	if l.Window, err = window.ParseSpec(w.Window); err != nil {
		return l, err
	}
	if w.WeekStart == "" {
		return l, nil
	}
	day, err := parseWeekday(w.WeekStart)
	l.WeekStart = &day
	return l, err
}

func weekdayName(d time.Weekday) string {
	return weekdays[d%7]
}

var weekdays = [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func parseWeekday(s string) (time.Weekday, error) {
	for i, name := range weekdays {
		if s == name {
			return time.Weekday(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a day of the week: use monday ... sunday", s)
}
