package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/rpc"
)

// judged is a pasted failure with its verdict.
type judged struct {
	paste
	provider string
	verdict  adapters.Verdict
	retry    guard.Retry
	answered bool            // the guard would not judge it
	looks    []adapters.Look // with --explain
}

// judge classifies a paste just as the guard does for a shim. What a flag says outweighs what
// the paste shows.
func (p paste) judge(known *adapters.Known, f classifyFlags, now time.Time) judged {
	if f.status != 0 {
		p.outcome.Status = f.status
	}
	if f.url != "" {
		p.url = bareURL(withScheme(f.url))
	}
	if p.outcome.ReceivedAt.IsZero() {
		p.outcome.ReceivedAt = now
	}
	seen := adapters.Attempt{URL: p.url, Provider: f.provider, Body: p.body}
	call := guard.Call{Provider: f.provider}
	if p.url != "" {
		call.Seen = &seen
	}
	j := judged{paste: p}
	j.verdict, j.retry = guard.Judge(known, call, p.outcome, f.attempt, f.deadline, now)
	j.answered = guard.Answered(known, call, p.outcome, now)
	j.provider, _, _ = known.Find(seen)
	if f.explain {
		j.looks = known.Explain(j.provider, p.reply())
	}
	return j
}

// readAs says what the paste was taken for.
func (j judged) readAs() string {
	text := j.kind
	if j.outcome.Status != 0 {
		text += fmt.Sprintf(", status %d", j.outcome.Status)
	}
	if j.provider != "" {
		text += ", from " + j.provider
	}
	return text
}

// judged prints verdicts: a table of them when there are several, the last one whole.
func (u *ui) judged(all []judged, explain bool) {
	if len(all) > 1 {
		u.failures(all)
	}
	last := all[len(all)-1]
	u.verdict(last)
	if explain {
		u.looks(last.looks)
	}
}

// failures is one line for each failed entry of a HAR file.
func (u *ui) failures(all []judged) {
	tab := table{cols: []column{{head: "entry", right: true}, {head: "status", right: true}, {head: "verdict"},
		{head: "retry"}, {head: "url", least: 12}}}
	for _, j := range all {
		again := "no"
		if j.retry.Retry {
			again = "yes, after " + span(j.retry.Wait)
		}
		tab.add(fmt.Sprint(j.entry), fmt.Sprint(j.outcome.Status), string(j.verdict.Class), again, strings.TrimPrefix(j.url, "https://"))
	}
	tab.print(u)
	u.say("\nThe last of them, entry %d:", all[len(all)-1].entry)
}

// looks are the rules that were looked at, each with what came of it.
func (u *ui) looks(looks []adapters.Look) {
	u.say("\nThe rule that decided, by its line in the table:")
	for i, l := range looks {
		if i == 1 {
			u.say("\nRunners-up, and why they lost:")
		}
		u.say("%5s  %s", lineOf(l), u.paint(bold, l.Rule)+": "+string(l.Class)+whose(l))
		u.para(7, l.Why)
	}
	if len(looks) == 1 {
		u.say("\nNo other rule found anything of its own.")
	}
}

// whose names the provider of tallystick.yaml whose rule it is.
func whose(l adapters.Look) string {
	if l.Of == "" {
		return ""
	}
	return fmt.Sprintf(" (of %s in tallystick.yaml)", l.Of)
}

func lineOf(l adapters.Look) string {
	if l.Line == 0 {
		return "-"
	}
	return fmt.Sprint(l.Line)
}

// doubt says so when a provider's name is none that rules ask for; a private one is in its
// right, a misspelt one changes the verdict.
func (u *ui) doubt(k knowledge, name string) {
	known := func(one string) bool { return strings.EqualFold(one, name) }
	if name == "" || slices.ContainsFunc(k.Names(), known) {
		return
	}
	fmt.Fprintf(u.err, "tallystick: no provider %q is known: general rules decide\n  try: tallystick providers\n", name)
}

// answers says so when a guard would take for an answer what is judged here as a failure.
func (u *ui) answers(j judged) {
	if j.answered {
		fmt.Fprint(u.err, "tallystick: a guard would take this reply for an answer, and not judge it\n"+
			"  try: a rule with status: [200] and a code: that the body itself has, its error or its header\n")
	}
}

// classifyImage is the wire's judgement of the last failure, with what only a terminal asks for.
type classifyImage struct {
	*rpc.ClassifyResult
	Answered bool         `json:"answered,omitempty"` // a guard would take it for an answer, and not judge it
	Entries  []entryImage `json:"entries,omitempty"`  // of a HAR file
	Rules    []lookImage  `json:"rules,omitempty"`    // with --explain
}

type entryImage struct {
	Entry  int    `json:"entry"` // from 1
	URL    string `json:"url"`
	Status int    `json:"status"`
	*rpc.ClassifyResult
}

type lookImage struct {
	Line  int    `json:"line"`         // 0: no rule of the table
	Of    string `json:"of,omitempty"` // the provider of tallystick.yaml whose rule it is; line counts there
	Rule  string `json:"rule"`
	Class string `json:"class"`
	Wins  bool   `json:"wins"`
	Why   string `json:"why"`
}

func judgedImage(all []judged) classifyImage {
	last := all[len(all)-1]
	image := classifyImage{ClassifyResult: rpc.ClassifyOf(last.verdict, last.retry), Answered: last.answered}
	for _, j := range all {
		if j.entry > 0 {
			image.Entries = append(image.Entries, entryImage{j.entry, j.url, j.outcome.Status, rpc.ClassifyOf(j.verdict, j.retry)})
		}
	}
	for _, l := range last.looks {
		image.Rules = append(image.Rules, lookImage{l.Line, l.Of, l.Rule, string(l.Class), l.Wins, l.Why})
	}
	return image
}
