package adapters

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const (
	medianOff = 0.10 // of a kind, from what a real tokenizer counts
	singleOff = 0.30 // of any one text: a reservation is made for it alone
)

// The estimate of a typical text of each kind is within ten percent of a real tokenizer, and
// none is far off.
func TestEstimateMedianPerKind(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "estimate_kinds.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	off := map[string][]float64{}
	for _, f := range a.Files {
		name, number, _ := strings.Cut(f.Name, ":")
		real, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatalf("%q is not kind label:tokens", f.Name)
		}
		o := float64(EstimateText(f.Data))/real - 1
		t.Logf("%-20s %4.0f tokens, estimate off by %+5.1f %%", name, real, 100*o)
		if math.Abs(o) > singleOff {
			t.Errorf("%s: estimate off by %+.1f %%", name, 100*o)
		}
		kind, _, _ := strings.Cut(name, " ")
		off[kind] = append(off[kind], math.Abs(o))
	}
	for _, kind := range []string{"english", "chinese", "code", "tools"} {
		checkKind(t, kind, off[kind])
	}
}

// checkKind holds the median of what estimates are off against the bar.
func checkKind(t *testing.T, kind string, off []float64) {
	t.Helper()
	if len(off) < 5 {
		t.Fatalf("%s: %d texts are too few for a median", kind, len(off))
	}
	slices.Sort(off)
	median := (off[(len(off)-1)/2] + off[len(off)/2]) / 2
	t.Logf("%-8s median error %4.1f %%, worst %4.1f %%, of %d texts", kind, 100*median, 100*off[len(off)-1], len(off))
	if median > medianOff {
		t.Errorf("%s: median error %.1f %%, the bar is %.0f %%", kind, 100*median, 100*medianOff)
	}
}
