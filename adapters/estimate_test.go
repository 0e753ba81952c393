package adapters

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Estimates against a real tokenizer, per kind of text, without its vocabulary.
func TestEstimateWithinTenPercentOfATokenizer(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "estimate.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		kind, number, _ := strings.Cut(f.Name, ":")
		real, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatalf("%q is not kind:tokens", f.Name)
		}
		off := float64(EstimateText(f.Data))/real - 1
		t.Logf("%-10s %5.0f tokens, estimate off by %+.1f %%", kind, real, 100*off)
		if off < -0.10 || off > 0.10 {
			t.Errorf("%s: estimate off by %+.1f %%", kind, 100*off)
		}
	}
}

// A stream brings text in scraps: the estimate is that of the whole text.
func TestEstimateDoesNotDependOnPieces(t *testing.T) {
	s := []byte("Hello worldwide 12345 {\"a\": 1}\n\n你好世界 привет 🙂 internationalization")
	want := EstimateText(s)
	var got text
	for _, r := range string(s) {
		got.add([]byte(string(r)))
	}
	if got.count() != want || got.bytes != int64(len(s)) {
		t.Errorf("rune by rune %d tokens of %d bytes, whole %d of %d", got.count(), got.bytes, want, len(s))
	}
}

// Escapes are read, not counted: \u4f60 is one Chinese character.
func TestEstimateResolvesEscapes(t *testing.T) {
	var plain, raw text
	plain.add([]byte("你好 \"x\"\n🙂"))
	raw.addJSON([]byte(`\u4f60\u597d \"x\"\n\ud83d\ude42`))
	if plain != raw {
		t.Errorf("plain %+v, escaped %+v", plain, raw)
	}
}

func TestEstimateInputOfAnyShape(t *testing.T) {
	for _, c := range []struct {
		body     string
		from, to int64
	}{
		{"", 0, 0},
		{"plain words and no braces", 5, 6},
		{`{"contents":[{"parts":[{"text":"four words are here"}]}]}`, 4, 14},
		{`{"a":"cut off in the mid`, 4, 12},
		{"\x00\xff\xfe", 1, 3},
		{strings.Repeat("[", 100_000), 1, 100_000},
	} {
		if n := EstimateInput([]byte(c.body)); n < c.from || n > c.to {
			t.Errorf("%.40q: %d tokens, want %d to %d", c.body, n, c.from, c.to)
		}
	}
}

// What an answered call cost, with and without usage.
func TestSettle(t *testing.T) {
	ask := Ask{InputTokens: 100}
	for _, c := range []struct {
		name      string
		used      Used
		want      Tokens
		estimated bool
	}{
		{"reported", Used{Known: true, Tokens: Tokens{Input: 7, Output: 1}, OutputTokens: 50}, Tokens{Input: 7, Output: 1}, false},
		{"nothing said (BerriAI/litellm#30667)", Used{OutputTokens: 50}, Tokens{Input: 100, Output: 50}, true},
		{"input said, then cut", Used{Tokens: Tokens{Input: 90, CachedInput: 9}, OutputTokens: 50}, Tokens{Input: 90, CachedInput: 9, Output: 50}, true},
		{"an error body is no output (QuantumNous/new-api#5289)", Used{Failed: true, OutputTokens: 50}, Tokens{Input: 100}, true},
	} {
		got, estimated := Settle(ask, c.used)
		if got != c.want || estimated != c.estimated {
			t.Errorf("%s: %+v %v, want %+v %v", c.name, got, estimated, c.want, c.estimated)
		}
	}
}
