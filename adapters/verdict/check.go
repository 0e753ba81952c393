package verdict

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Bounds of a way of saying something in a gateway's rule. Each gap multiplies by six what is
// tried from one word on, so there are few.
const (
	MaxWay     = 200 // bytes
	MaxWayGaps = 3
	// MaxWaySpread is how many ways one with Chinese alternatives stands for: 余额/额度 不足/用完 are four.
	MaxWaySpread = 32
	// MaxRules is how many rules a gateway has: each finds up to two meanings of its own.
	MaxRules = 20
	// MinStart is how many bytes the beginning of a word, or one that stands alone, has at least:
	// "a~" would be found everywhere.
	MinStart = 3
)

// Classes are the classes that a rule can name.
func Classes() []Class { return slices.Sorted(maps.Keys(usual)) }

// Windows are those that a rule can name, the longest first.
func Windows() []string {
	return []string{"plan", "balance", "month", "week", "day", "hour", "minute", "second", "concurrency"}
}

// Scopes are what a verdict can concern, the narrowest first.
func Scopes() []string { return []string{"request", "model", "key", "account", "provider"} }

// Answers are what a verdict can say about another try.
func Answers() []Retryable { return []Retryable{Now, AfterWait, No} }

// Mistake is something wrong with a gateway, for whoever wrote it.
type Mistake struct {
	Wrong string
	Next  string // what to do about it
}

// CheckWay finds what keeps a way of saying from ever being found, or has it found everywhere.
func CheckWay(way string) *Mistake {
	fields := strings.Fields(way)
	gaps, spread := 0, 1
	for _, field := range fields {
		if field == "*" {
			gaps++
		} else if isHan(field) {
			spread = min(spread*(1+strings.Count(field, "/")), MaxWay)
		}
	}
	switch {
	case gaps == len(fields):
		return &Mistake{"this would be found in any text", "write the words that decide"}
	case fields[0] == "*" || fields[len(fields)-1] == "*":
		return &Mistake{"a gap stands between two words", "leave out the * at the edge"}
	case gaps > MaxWayGaps:
		return &Mistake{fmt.Sprintf("%d gaps are more than %d", gaps, MaxWayGaps), "write fewer words, those that decide"}
	case spread > MaxWaySpread:
		return &Mistake{fmt.Sprintf("its Chinese alternatives are more than %d ways of saying", MaxWaySpread), "write some of them as lines of their own"}
	}
	for _, field := range fields {
		if field == "*" {
			continue
		}
		if m := checkWords(field); m != nil {
			return m
		}
	}
	if len(fields) == 1 {
		return checkLone(way)
	}
	return nil
}

// common are words that error bodies have whatever happened.
var common = strings.Fields("error errors err message msg code type param status detail details reason request id null false true")

// checkLone finds a word that says nothing alone.
func checkLone(field string) *Mistake {
	for _, word := range strings.Split(field, "/") {
		switch {
		case slices.Contains(common, strings.TrimSuffix(word, "~")):
			return &Mistake{fmt.Sprintf("every error has %q in it", word), "write the words that decide"}
		case len(word) < MinStart:
			return &Mistake{fmt.Sprintf("every text has %q in it", word), "write the words that decide"}
		}
	}
	return nil
}

// checkWords finds an alternative of a word that no text has, because texts are cut into words
// at it.
func checkWords(field string) *Mistake {
	for _, word := range strings.Split(field, "/") {
		begin, cut := strings.CutSuffix(word, "~")
		if cut && (len(begin) < MinStart || letters(begin) < 0) {
			return &Mistake{fmt.Sprintf("%q is no beginning of a word", word), fmt.Sprintf("write %d small letters a to z or more before ~", MinStart)}
		}
		if isHan(word) != isHan(field) {
			return &Mistake{fmt.Sprintf("%q has two scripts in one", field), "write each as a line of its own"}
		}
		want := []string{begin}
		if isHan(field) {
			want = strings.Split(begin, "")
		}
		if !slices.Equal(wordsOf(begin), want) {
			return &Mistake{fmt.Sprintf("no text has the word %q", word), "write small letters and digits, words apart by blanks, no other signs"}
		}
	}
	return nil
}

// CheckCode finds a code that cannot be found: it has neither a letter nor a digit.
func CheckCode(code string) *Mistake {
	if len(wordsOf(code)) == 0 {
		return &Mistake{fmt.Sprintf("%q has neither letters nor digits", code), "write the code as the error body has it"}
	}
	return nil
}

var noVocabulary = sync.OnceValue(func() *vocabulary { return newVocabulary(nil) })

// wordsOf are the words of a name in any spelling: E_BUDGET and eBudget are "e", "budget".
func wordsOf(name string) []string {
	w := noVocabulary().newWords(len(name))
	w.add([]byte(name))
	all := make([]string, len(w.at))
	for i := range w.at {
		all[i] = string(w.word(i))
	}
	return all
}

// Check finds what is wrong with a rule as a whole.
func (r *Rule) Check() *Mistake {
	switch {
	case len(r.Status)+len(r.Code)+len(r.Says) == 0:
		return &Mistake{fmt.Sprintf("the rule %q would hold for every failure", r.Name), "add status:, code: or says:"}
	case slices.Contains(r.Status, 200) && len(r.Code) == 0:
		return &Mistake{fmt.Sprintf("the rule %q would look for its words in every answer", r.Name), "add the code: that errors inside a 200 have, or take 200 out"}
	case usual[r.Class].retry == No && r.Retry != "" && r.Retry != No:
		return &Mistake{fmt.Sprintf("%s does not go away by trying again", r.Class), "leave retry out, or use another class such as rate_limited or overloaded"}
	}
	return nil
}
