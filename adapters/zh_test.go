package adapters

import (
	"os"
	"strings"
	"testing"
)

func TestZH(t *testing.T) {
	n := 0
	for _, p := range strings.Split(os.Getenv("ZH"), ",") {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Skip()
		}
		for _, para := range strings.Split(string(b), "\n\n") {
			if len(para) < 40 {
				continue
			}
			n++
			f := theBook().readFacts("", Reply{Status: 200, Body: []byte(para)})
			for i := range f.book.rules[:f.book.last] {
				if r := &f.book.rules[i]; r.holds(f) {
					t.Logf("%s %s: %.120q", r.name, f.verdict(r).Evidence, para)
					break
				}
			}
		}
	}
	t.Log(n, "paragraphs")
}
