package config

import (
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard/window"
)

// Config is the whole of tallystick.yaml.
type Config struct {
	Zone             string // IANA name; "": the zone stored in the ledger
	WeekStart        time.Weekday
	Durability       string // FSync or OS
	PerCall          PerCall
	Limits           []Limit
	AllowNetworkHome bool               // the home may lie on a network file system
	Providers        []adapters.Gateway // what a user adds to the providers that are known
}

// The two durabilities. OS survives kill -9 but not a power cut.
const (
	FSync = "fsync"
	OS    = "os"
)

// PerCall bounds a single call.
type PerCall struct {
	Tokens int64 // 0: unlimited
}

// Limit is one budget: which calls, in which window, how much.
type Limit struct {
	Name      string
	Match     map[string]string // attribute -> value; all must be equal; empty: every call
	Per       string            // one counter for each value of this attribute; "": one counter
	Window    window.Spec
	Calls     int64 // 0: unlimited, never "forbidden" (pause forbids)
	Tokens    int64 // 0: unlimited
	WarnAt    []float64
	Shadow    bool          // counted and shown, never refused
	Zone      string        // of this limit; "": the config's (BerriAI/litellm#33161)
	WeekStart *time.Weekday // of this limit; nil: the config's
}

// Bounds of a config file, so that no file can make every reserve slow.
const (
	MaxBytes     = 1 << 20 // of the file
	MaxLimits    = 100
	MaxName      = 64  // bytes of a limit's name
	MaxValue     = 256 // bytes of a match value
	MaxMatch     = 16  // attributes one limit selects by
	MaxWarnAt    = 10  // thresholds of one limit
	MaxAmount    = 1e15
	MaxTagName   = 64
	DefaultCalls = 500
	// DefaultTokens is the day's budget when there is no file.
	DefaultTokens = 500_000
)

// Default is what counts when there is no tallystick.yaml: 500 calls and
// 500,000 tokens a day, with a word at 80 %.
func Default() Config {
	day := Limit{
		Name:   "day",
		Window: window.Spec{Kind: window.Day},
		Calls:  DefaultCalls,
		Tokens: DefaultTokens,
		WarnAt: []float64{0.8},
	}
	return Config{WeekStart: time.Monday, Durability: FSync, Limits: []Limit{day}}
}
