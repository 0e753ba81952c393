package adapters

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// fixture is one file of testdata/<dialect>: what a provider sends (a stream or a body) and
// the facts it must give. The comment on top says where the fact comes from.
type fixture struct {
	name         string
	dialect      Dialect
	stream, body []byte
	want         string
}

var dialects = []Dialect{chat, completions, responses, messages, google, converse, invoke, command, llama, images, audio, qwen,
	ranking, workers, generation, sdk, runs, batches, films}

func fixtures(t testing.TB) []fixture {
	t.Helper()
	var all []fixture
	for _, d := range dialects {
		files, err := filepath.Glob(filepath.Join("testdata", d.Name(), "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no fixtures for %s: %v", d.Name(), err)
		}
		for _, file := range files {
			all = append(all, readFixture(t, d, file))
		}
	}
	return all
}

func readFixture(t testing.TB, d Dialect, file string) fixture {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := fixture{name: d.Name() + "/" + filepath.Base(file), dialect: d}
	for _, part := range a.Files {
		switch part.Name {
		case "stream":
			f.stream = part.Data
		case "frames":
			f.stream = framed(part.Data)
		case "body":
			f.body = part.Data
		case "want":
			f.want = string(part.Data)
		default:
			t.Fatalf("%s: section %q is not stream, frames, body or want", file, part.Name)
		}
	}
	if len(a.Comment) == 0 || f.want == "" || (f.stream == nil) == (f.body == nil) {
		t.Fatalf("%s needs a comment, want, and one of stream and body", file)
	}
	return f
}

// render writes facts in the words of the fixtures.
func render(p Progress) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	u, t := p.Used, p.Used.Tokens
	switch {
	case u.Known:
		line("tokens input=%d cached=%d write=%d output=%d reasoning=%d", t.Input, t.CachedInput, t.CacheWrite, t.Output, t.Reasoning)
	case t.Sum() > 0:
		line("tokens unknown input=%d cached=%d write=%d", t.Input, t.CachedInput, t.CacheWrite)
	default:
		line("tokens unknown")
	}
	if u.CacheWriteHour > 0 {
		line("of write for an hour %d", u.CacheWriteHour)
	}
	if u.Cost.Currency != "" {
		line("cost %d nano %s", u.Cost.Nano, u.Cost.Currency)
	}
	for _, s := range [][2]string{{"model", u.Model}, {"id", u.RequestID}} {
		if s[1] != "" {
			line("%s %s", s[0], s[1])
		}
	}
	line("output %d bytes", u.OutputBytes)
	var flags []string
	for _, f := range []struct {
		on   bool
		name string
	}{{p.Ended, "ended"}, {p.Started, "started"}, {p.OpenTool, "open_tool"}, {p.Truncated, "truncated"}} {
		if f.on {
			flags = append(flags, f.name)
		}
	}
	if u.Clamped {
		line("clamped")
	}
	if u.Pending {
		line("pending")
	}
	if u.Failed {
		line("failed")
	}
	if len(flags) > 0 {
		line("%s", strings.Join(flags, " "))
	}
	if p.Error != nil {
		line("error %s", strings.TrimSpace(string(p.Error.Body)))
	}
	return b.String()
}

func TestFixtures(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			var got string
			if f.body != nil {
				got = render(Progress{Used: f.dialect.Used(Reply{Status: 200, Body: f.body})})
			} else {
				s := f.dialect.NewStream()
				s.Write(f.stream)
				got = render(s.Progress())
			}
			if got != f.want {
				t.Errorf("got:\n%swant:\n%s", got, f.want)
			}
		})
	}
}

// Where the network cuts a stream must not matter: every fixture, as stream, cut at every
// byte border in two, and byte by byte, with a look at the progress in between.
func TestStreamSplitAnywhereGivesTheSameFacts(t *testing.T) {
	for _, f := range fixtures(t) {
		whole := append(append([]byte(nil), f.stream...), f.body...)
		want := streamed(f.dialect, whole)
		for i := range whole {
			if got := streamed(f.dialect, whole[:i], whole[i:]); got != want {
				t.Fatalf("%s cut at byte %d:\n%swant:\n%s", f.name, i, got, want)
			}
		}
		single := make([][]byte, 0, len(whole))
		for i := range whole {
			single = append(single, whole[i:i+1])
		}
		if got := streamed(f.dialect, single...); got != want {
			t.Fatalf("%s byte by byte:\n%swant:\n%s", f.name, got, want)
		}
	}
}

func streamed(d Dialect, pieces ...[]byte) string {
	s := d.NewStream()
	for _, p := range pieces {
		s.Write(p)
		s.Progress() // looking takes nothing away
	}
	return render(s.Progress())
}

// Line ends of another kind and missing blank lines change nothing.
func TestStreamLineEnds(t *testing.T) {
	for _, f := range fixtures(t) {
		if f.stream == nil || strings.IndexByte("{[\x00", f.stream[0]) >= 0 {
			continue
		}
		want := streamed(f.dialect, f.stream)
		for name, change := range map[string][2]string{
			"CRLF":              {"\n", "\r\n"},
			"no blank lines":    {"\n\n", "\n"},
			"no space":          {"data: ", "data:"},
			"comments between":  {"\n\n", "\n\n: keep-alive\n\n"},
			"no space in event": {"event: ", "event:"},
		} {
			changed := strings.ReplaceAll(string(f.stream), change[0], change[1])
			if got := streamed(f.dialect, []byte(changed)); got != want {
				t.Errorf("%s with %s:\n%swant:\n%s", f.name, name, got, want)
			}
		}
		trimmed := strings.TrimRight(string(f.stream), "\n")
		if got := streamed(f.dialect, []byte("\ufeff"+trimmed)); got != want {
			t.Errorf("%s with a byte order mark and no last newline:\n%swant:\n%s", f.name, got, want)
		}
	}
}
