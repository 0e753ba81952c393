package scan

import "testing"

func TestUnescape(t *testing.T) {
	for s, want := range map[string]struct {
		r rune
		n int
	}{
		`\n`: {'\n', 2}, `\"`: {'"', 2}, `\u4f59x`: {'余', 6}, `\ud83d\ude42`: {'🙂', 12},
		`\ud83d`: {'\ufffd', 6}, `\u12`: {'\ufffd', 2}, `\`: {'\ufffd', 1},
	} {
		if r, n := Unescape([]byte(s)); r != want.r || n != want.n {
			t.Errorf("%s: %q %d", s, r, n)
		}
	}
}

func TestHeaders(t *testing.T) {
	low := Headers(map[string][]string{"Retry-After": {" 7 ", "9"}, "X": nil})
	if low["retry-after"] != "7" || len(low) != 1 {
		t.Errorf("%v", low)
	}
	for s, want := range map[string]int64{"100;w=60": 100, "": -1, "x": -1, "99999999999999999999": -1} {
		if n := WholeNumber(s); n != want {
			t.Errorf("%q: %d", s, n)
		}
	}
}

func TestKinds(t *testing.T) {
	if Kinds['a'] != Lower || Kinds['A'] != Upper || Kinds['7'] != Digit || Kinds['_'] != Punct || Kinds['\n'] != Space || Kinds[0xE4] != Wide ||
		WideKind('余') != CJK || WideKind('ж') != Other {
		t.Error("a character has another kind")
	}
}
