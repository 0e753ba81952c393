package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Row is one thing measured, beside what it is held against.
type Row struct {
	Name    string    `json:"name"`
	What    string    `json:"what"`
	Ours    float64   `json:"ours"`
	Unit    string    `json:"unit"` // us, ms, MB, /s
	Against []Against `json:"against"`
	Notes   []string  `json:"notes,omitempty"`
	Failed  string    `json:"failed,omitempty"` // why it could not be measured
}

// Against is one baseline, and the bar if the design sets one.
type Against struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Ratio float64 `json:"ratio,omitempty"`
	Bar   string  `json:"bar,omitempty"` // "at most 2.0 x"; "" only informs
	Met   *bool   `json:"met,omitempty"`
}

// per holds ours / baseline against a range; a bound of 0 is no bound.
func (r *Row) per(name string, value, least, most float64) {
	a := Against{Name: name, Value: value, Ratio: r.Ours / value}
	switch {
	case least > 0 && most > 0:
		a.Bar = fmt.Sprintf("%.1f to %.1f x", least, most)
	case least > 0:
		a.Bar = fmt.Sprintf("at least %.2g x", least)
	case most > 0:
		a.Bar = fmt.Sprintf("at most %.3g x", most)
	}
	if a.Bar != "" {
		met := a.Ratio >= least && (most == 0 || a.Ratio <= most)
		a.Met = &met
	}
	r.Against = append(r.Against, a)
}

// most holds ours against a plain number of the same unit.
func (r *Row) most(bar float64) {
	met := r.Ours <= bar
	r.Against = append(r.Against, Against{Name: "the bar itself", Value: bar, Ratio: r.Ours / bar, Bar: fmt.Sprintf("at most %.4g %s", bar, r.Unit), Met: &met})
}

// holds notes a yes-or-no bar.
func (r *Row) holds(name string, met bool) {
	r.Against = append(r.Against, Against{Name: name, Bar: "must hold", Met: &met})
}

func (r *Row) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// print writes a row for a person.
func (r *Row) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", r.What)
	if r.Failed != "" {
		fmt.Fprintf(w, "  NOT MEASURED: %s\n", r.Failed)
	}
	if r.Ours != 0 {
		fmt.Fprintf(w, "  %-44s %12s\n", "tallystick", amount(r.Ours, r.Unit))
	}
	for _, a := range r.Against {
		value, ratio := "", ""
		if a.Value != 0 {
			value, ratio = amount(a.Value, r.Unit), fmt.Sprintf("%.2f x", a.Ratio)
		}
		fmt.Fprintf(w, "  %-44s %12s %9s  %s\n", a.Name, value, ratio, a.verdict())
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "  (%s)\n", n)
	}
}

func (a Against) verdict() string {
	switch {
	case a.Met == nil:
		return ""
	case *a.Met:
		return "met: " + a.Bar
	}
	return "MISSED: " + a.Bar
}

func amount(v float64, unit string) string {
	format := "%.2f %s"
	if v >= 100 {
		format = "%.0f %s"
	}
	return strings.TrimSpace(fmt.Sprintf(format, v, unit))
}

// report is build/bench.json.
type report struct {
	At      time.Time `json:"at"`
	Cores   int       `json:"cores"`
	Go      string    `json:"go"`
	Quick   bool      `json:"quick"`
	Seconds float64   `json:"seconds"`
	Met     int       `json:"met"`
	Missed  int       `json:"missed"`
	Failed  int       `json:"not_measured"`
	Rows    []*Row    `json:"rows"`
}

func newReport(rows []*Row, quick bool, began time.Time) report {
	rep := report{At: began.UTC(), Cores: runtime.NumCPU(), Go: runtime.Version(), Quick: quick, Seconds: time.Since(began).Seconds(), Rows: rows}
	for _, r := range rows {
		if r.Failed != "" {
			rep.Failed++
		}
		for _, a := range r.Against {
			if a.Met != nil && *a.Met {
				rep.Met++
			} else if a.Met != nil {
				rep.Missed++
			}
		}
	}
	return rep
}

func (rep report) write(path string) error {
	data, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}
