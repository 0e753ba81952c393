package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// maxPaste is the most `classify` reads: the size of a wire message.
const maxPaste = 16 << 20

// classifyFlags say what the pasted text leaves out.
type classifyFlags struct {
	provider, url string
	status        int
	attempt       int
	deadline      time.Duration
	explain       bool
}

func classifyCommand(u *ui) *cobra.Command {
	f := classifyFlags{attempt: 1}
	c := &cobra.Command{
		Use:   "classify [FILE|-]",
		Short: "Paste a failed response, get the verdict and why",
		Long: prose("Reads what `curl -i` or `curl -v` printed, a JSON error body, the text of an " +
			"exception, or a HAR file, from FILE or from stdin, and says what it means and whether a " +
			"retry can help. Of a HAR file every failed entry is judged and the last one shown whole. " +
			"Providers that tallystick.yaml adds are known here too. It changes nothing and needs no home."),
		Example: "  curl -si https://example.com/v1/chat/completions ... | tallystick classify\n" +
			"  curl -sv https://example.com/v1/messages ... 2>&1 | tallystick classify\n" +
			"  tallystick classify --status 429 --provider openai --explain body.json",
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return u.classify(c.Context(), c.InOrStdin(), args, f) },
	}
	c.Flags().StringVar(&f.provider, "provider", "", "who answered, when the text does not show it")
	c.Flags().StringVar(&f.url, "url", "", "the url that was called, without its query")
	c.Flags().IntVar(&f.status, "status", 0, "the HTTP status, when the text does not show it")
	c.Flags().IntVar(&f.attempt, "attempt", f.attempt, "which attempt this was")
	c.Flags().DurationVar(&f.deadline, "deadline", 0, "time left for the whole call, such as 90s")
	c.Flags().BoolVar(&f.explain, "explain", false, "list the rules looked at, and why they lost")
	return c
}

func (u *ui) classify(ctx context.Context, stdin io.Reader, args []string, f classifyFlags) error {
	text, err := pasted(u, stdin, args)
	if err != nil {
		return err
	}
	k := u.knowledge(ctx)
	failed, err := readPaste(text, k.Known)
	if err != nil {
		return err
	}
	f.provider = k.called(f.provider)
	u.doubt(k, f.provider)
	all := make([]judged, len(failed))
	for i, p := range failed {
		all[i] = p.judge(k.Known, f, u.now)
	}
	u.answers(all[len(all)-1])
	return u.show(judgedImage(all), func() { u.judged(all, f.explain) })
}

// pasted reads the text to judge: a file, or stdin.
func pasted(u *ui, stdin io.Reader, args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		if isTerminal(stdin) {
			fmt.Fprintln(u.err, "Paste the response, then press Ctrl-D:")
		}
		return limited(stdin, "stdin")
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, wrong("tallystick classify - reads stdin", "%s", err)
	}
	defer file.Close()
	return limited(file, args[0])
}

func limited(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPaste+1))
	if err != nil {
		return nil, wrong("tallystick classify FILE", "reading %s: %s", name, err)
	}
	if len(text) > maxPaste {
		return nil, wrong("paste the error only", "%s is larger than 16 MiB", name)
	}
	return text, nil
}

func (u *ui) verdict(j judged) {
	v := j.verdict
	u.say("verdict    %s", u.paint(bold, string(v.Class)))
	u.say("means      %s", classMeaning[v.Class])
	u.say("retry      %s", retryWords(v, j.retry))
	if scope := scopeWords(v); scope != "" {
		u.say("concerns   %s", scope)
	}
	if !v.Until.IsZero() {
		u.say("until      %s", v.Until.UTC().Format("2006-01-02 15:04:05 MST"))
	}
	if v.RetryAfter >= 0 {
		u.say("it says    wait %s", span(v.RetryAfter))
	}
	u.field("evidence", orDash(v.Evidence))
	u.field("read as", j.readAs())
}

// field is a name and what there is to say about it, wrapped beside the name.
func (u *ui) field(name, text string) {
	const beside = 11
	lines := wrap(visible(text), u.width-beside)
	u.say("%-*s%s", beside, name, lines[0])
	for _, line := range lines[1:] {
		u.say("%*s%s", beside, "", line)
	}
}

// classMeaning is each class in one line, for a person at 03:00.
var classMeaning = map[adapters.Class]string{
	adapters.RateLimited:     "too many requests or tokens just now",
	adapters.QuotaExhausted:  "the plan, quota or balance is used up: waiting a minute does not help",
	adapters.Overloaded:      "the provider has no capacity just now",
	adapters.ServerError:     "the provider failed",
	adapters.Timeout:         "no answer in time; it may have been processed and billed",
	adapters.Network:         "the connection failed",
	adapters.Auth:            "the API key is missing, wrong or revoked",
	adapters.Permission:      "this key may not do this",
	adapters.InvalidRequest:  "the request itself is wrong",
	adapters.ContextLength:   "the prompt is longer than the model can read",
	adapters.ContentFiltered: "refused because of its content",
	adapters.NotFound:        "no such model or address",
	adapters.TooLarge:        "the request is too large",
	adapters.Conflict:        "another request is in its way",
	adapters.StreamTruncated: "the stream ended before the answer did",
	adapters.Cancelled:       "somebody stopped it",
	adapters.Unknown:         "nothing here says what went wrong",
}

func retryWords(v adapters.Verdict, r guard.Retry) string {
	answer := "no"
	if r.Retry {
		answer = "yes, after " + span(r.Wait)
		if r.Wait == 0 {
			answer = "yes, now"
		}
	}
	if r.Reason != "" {
		answer += ": " + visible(r.Reason)
	}
	return answer
}

func scopeWords(v adapters.Verdict) string {
	switch {
	case v.Scope == "":
		return v.Window
	case v.Window == "":
		return "this " + v.Scope
	}
	return "this " + v.Scope + ", window: " + v.Window
}
