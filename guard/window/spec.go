package window

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind is the sort of a window.
type Kind string

// The kinds. All but Rolling and Total follow the calendar of a zone.
const (
	Minute  Kind = "minute"
	Hour    Kind = "hour"
	Day     Kind = "day"
	Week    Kind = "week"
	Month   Kind = "month"
	Total   Kind = "total" // never resets
	Rolling Kind = "rolling"
)

// Bounds of a rolling window. Below a minute it would be a rate limit, which is
// a bucket's work and not a budget's (wso2/api-platform#2936).
const (
	Buckets = 300 // a rolling window is counted in this many buckets
	MinSpan = time.Minute
	MaxSpan = 366 * 24 * time.Hour
)

// Spec is a window as a person writes it: "day", "rolling:5h".
type Spec struct {
	Kind Kind
	Span time.Duration // of a rolling window; 0 for all others
}

// ParseSpec reads "minute", "hour", "day", "week", "month", "total" or
// "rolling:SPAN" with SPAN such as 5h, 90m or 7d (a day is 24 hours here).
func ParseSpec(s string) (Spec, error) {
	switch k := Kind(s); k {
	case Minute, Hour, Day, Week, Month, Total:
		return Spec{Kind: k}, nil
	}
	span, ok := strings.CutPrefix(s, "rolling:")
	if !ok {
		return Spec{}, fmt.Errorf("window %q is not known: use minute, hour, day, week, month, total or rolling:5h", clip(s))
	}
	d, err := parseSpan(span)
	if err != nil {
		return Spec{}, fmt.Errorf("window %q: %w", clip(s), err)
	}
	return Spec{Kind: Rolling, Span: d}, nil
}

func parseSpan(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if days, ok := strings.CutSuffix(s, "d"); ok {
		var n uint16
		n, err = parseDays(days)
		d = time.Duration(n) * 24 * time.Hour
	}
	switch {
	case err != nil:
		return 0, fmt.Errorf("the span is written like 5h, 90m or 7d")
	case d < MinSpan || d > MaxSpan:
		return 0, fmt.Errorf("the span must be between 1m and 366d")
	case d%time.Second != 0:
		return 0, fmt.Errorf("the span must be whole seconds")
	}
	return d, nil
}

func parseDays(s string) (uint16, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	return uint16(n), err
}

// clip keeps a sentence about bad input short.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// String is the canonical spelling; ParseSpec reads it back.
func (s Spec) String() string {
	if s.Kind != Rolling {
		return string(s.Kind)
	}
	units := []struct {
		d    time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}}
	for _, u := range units {
		if s.Span%u.d == 0 {
			return fmt.Sprintf("rolling:%d%s", s.Span/u.d, u.name)
		}
	}
	return fmt.Sprintf("rolling:%ds", s.Span/time.Second)
}
