package verdict

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

// corpus is a file of real replies that is not part of the project; set it by
// TALLYSTICK_CORPUS. The bars: class right 97 %, hopeless called retryable 1 %, curable given
// up 2 %, stated waits found 97 %.
func corpusPath() string {
	if p := os.Getenv("TALLYSTICK_CORPUS"); p != "" {
		return p
	}
	return "../../../shared/corpus/dev.jsonl"
}

type corpusCase struct {
	ID, Provider, Label string
	Status              int
	Headers             map[string]string
	Body, Message       string
	Exception, Note     string
	StreamStarted       bool     `json:"stream_started"`
	RetryAfterS         *float64 `json:"retry_after_s"`
	LieS                *float64 `json:"lie_s"`
	RetryUseful         string   `json:"retry_useful"`
	Lenient             bool
}

func (c *corpusCase) reply() Reply {
	h := map[string][]string{}
	for k, v := range c.Headers {
		h[k] = []string{v}
	}
	return Reply{Status: c.Status, Headers: h, Body: []byte(c.Body), ErrType: c.Exception, ErrText: c.Message,
		Sent: true, OutputSeen: c.StreamStarted, ReceivedAt: time.Date(2026, 11, 29, 22, 0, 0, 0, time.UTC)}
}

// held tells the third of the cases that rules were not written by.
func (c *corpusCase) held() bool { return sha256.Sum256([]byte(c.ID))[0]%3 == 0 }

type score struct{ strict, right, no, hopeless, yes, givenUp, waits, waitsRight, lies, believed, lenient, lenientRight int }

func TestCorpusScore(t *testing.T) {
	file, err := os.Open(corpusPath())
	if err != nil {
		t.Skipf("no corpus of real replies at %s; the rules are tested by testdata/verdicts.txt", corpusPath())
	}
	defer file.Close()
	var seen, held, blindSeen, blindHeld score
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var c corpusCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		provider := c.Provider
		if strings.HasPrefix(provider, "other:") {
			provider = ""
		}
		named, blind := &seen, &blindSeen
		if c.held() {
			named, blind = &held, &blindHeld
		}
		named.count(t, &c, Classify(provider, c.reply()), "")
		blind.count(t, &c, Classify("", c.reply()), "blind ")
	}
	seen.print(t, "seen")
	held.print(t, "held out")
	blindSeen.print(t, "seen, provider withheld")
	blindHeld.print(t, "held out, provider withheld")
}

func (s *score) count(t *testing.T, c *corpusCase, v Verdict, how string) {
	if c.Lenient {
		s.lenient++
		if string(v.Class) == c.Label {
			s.lenientRight++
		}
		return
	}
	s.strict++
	ok := string(v.Class) == c.Label
	wrongRetry := (c.RetryUseful == "no") != (v.Retryable == No)
	if ok {
		s.right++
	}
	if c.RetryUseful == "no" {
		s.no++
	} else {
		s.yes++
	}
	if wrongRetry && c.RetryUseful == "no" {
		s.hopeless++
	} else if wrongRetry {
		s.givenUp++
	}
	said := v.RetryAfter.Seconds()
	wrongWait := false
	if c.RetryAfterS != nil {
		s.waits++
		want := *c.RetryAfterS
		if wrongWait = v.RetryAfter < 0 || math.Abs(said-want) > math.Max(1, 0.01*want); !wrongWait {
			s.waitsRight++
		}
	}
	if c.LieS != nil {
		s.lies++
		if v.RetryAfter >= 0 && math.Abs(said-*c.LieS) <= 1 {
			s.believed++
			wrongWait = true
		}
	}
	if (!ok || wrongRetry || wrongWait) && (!c.held() || os.Getenv("TALLYSTICK_SHOW_HELD") != "") && (how == "" || ok != true) {
		t.Logf("%smiss %s: want %s/%s got %s/%s %v (%s)", how, c.ID, c.Label, c.RetryUseful, v.Class, v.Retryable, v.RetryAfter, v.Evidence)
	}
}

func (s *score) print(t *testing.T, name string) {
	t.Logf("%-28s class %d/%d %.3f  hopeless retried %d/%d  curable given up %d/%d  waits %d/%d  lies believed %d/%d  lenient %d/%d", name,
		s.right, s.strict, float64(s.right)/float64(max(1, s.strict)), s.hopeless, s.no, s.givenUp, s.yes, s.waitsRight, s.waits, s.believed, s.lies, s.lenientRight, s.lenient)
}
