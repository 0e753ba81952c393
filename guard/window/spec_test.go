package window

import (
	"strings"
	"testing"
	"time"
)

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rows := map[string]string{
		"minute": "minute", "hour": "hour", "day": "day", "week": "week", "month": "month", "total": "total",
		"rolling:5h": "rolling:5h", "rolling:90m": "rolling:90m", "rolling:1h30m": "rolling:90m",
		"rolling:24h": "rolling:1d", "rolling:7d": "rolling:7d", "rolling:366d": "rolling:366d", "rolling:61s": "rolling:61s",
	}
	for in, want := range rows {
		s, err := ParseSpec(in)
		if err != nil || s.String() != want {
			t.Errorf("%s is read as %s, %v; want %s", in, s, err, want)
		}
	}
}

func TestWhatIsNoWindowSaysWhatIsOne(t *testing.T) {
	rows := map[string]string{
		"":                      "use minute, hour",
		"Day":                   "use minute, hour",
		"rolling":               "use minute, hour",
		"rolling:":              "like 5h, 90m or 7d",
		"rolling:d":             "like 5h, 90m or 7d",
		"rolling:-5h":           "between 1m and 366d",
		"rolling:59s":           "between 1m and 366d",
		"rolling:367d":          "between 1m and 366d",
		"rolling:99999d":        "like 5h, 90m or 7d",
		"rolling:1h0.5s":        "whole seconds",
		strings.Repeat("x", 99): strings.Repeat("x", 40) + "...",
	}
	for in, says := range rows {
		if _, err := ParseSpec(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v; want %q", in, err, says)
		}
	}
}

// A rolling window never counts less than its span, and at most one bucket more.
func TestABucketLeavesAtItsYoungestEntry(t *testing.T) {
	r := seeded(t)
	for range 20_000 {
		spec := Spec{Kind: Rolling, Span: MinSpan + time.Duration(r.Int64N(int64((MaxSpan-MinSpan)/time.Second)))*time.Second}
		at := time.Unix(0, r.Int64N(1<<62)-1<<60)
		bucket := spec.Bucket(at)
		leaves := spec.Leaves(bucket)
		if over := leaves.Sub(at.Add(spec.Span)); over <= 0 || over > spec.BucketSpan() {
			t.Fatalf("%s: an entry at %s counts %s longer than the span", spec, at, over)
		}
		if before := leaves.Add(-1); spec.Oldest(before) > bucket {
			t.Fatalf("%s: bucket %d is gone before it leaves", spec, bucket)
		}
		if spec.Oldest(leaves) <= bucket {
			t.Fatalf("%s: bucket %d still counts when it has left", spec, bucket)
		}
	}
}

func TestARollingWindowHasThreeHundredBuckets(t *testing.T) {
	spec := Spec{Kind: Rolling, Span: 5 * time.Hour}
	if got := spec.BucketSpan(); got != time.Minute {
		t.Errorf("a bucket of 5 hours is %s", got)
	}
	now := time.Date(2026, 11, 29, 12, 0, 30, 0, time.UTC)
	if n := spec.Bucket(now) - spec.Oldest(now); n != Buckets {
		t.Errorf("%d buckets count beside the current one, want %d", n, Buckets)
	}
}

// FuzzSpec: any text is a window that is read back the same, or a short sentence.
func FuzzSpec(f *testing.F) {
	for _, seed := range []string{"day", "rolling:5h", "rolling:1d", "rolling:1h30m", "rolling:-1h", "rolling:0x1p3h", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s, err := ParseSpec(in)
		if err != nil {
			if len(err.Error()) > 400 {
				t.Fatalf("a sentence of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := ParseSpec(s.String())
		if err != nil || again != s {
			t.Fatalf("%q is %v, read back as %v, %v", in, s, again, err)
		}
		if s.Kind == Rolling && (s.Span < MinSpan || s.Span > MaxSpan || s.BucketSpan() <= 0) {
			t.Fatalf("%q is a window of %s", in, s.Span)
		}
	})
}
