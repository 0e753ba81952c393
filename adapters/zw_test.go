package adapters
import ("testing";"os";"strings";"time")
func TestZW(t *testing.T) {
	b, _ := os.ReadFile("/tmp/team/brain/w.txt")
	s := strings.SplitN(string(b), "|", 3)[2]
	f := theBook().readFacts("", Reply{Status: 429, ErrText: s, ReceivedAt: noon})
	all, _ := f.book.inText(&f.words, noon, time.UTC)
	t.Log(all)
	t.Log(f.best, f.hasWait, f.isLong())
	r := f.decide(); t.Log(r.name, r.class)
	v := Classify("", nil, Reply{Status: 429, ErrText: s, ReceivedAt: noon})
	t.Log(v)
}
