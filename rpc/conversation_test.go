package rpc

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/tallystick/tallystick/guard"
)

var update = flag.Bool("update", false, "write what the guard answered into testdata/*.txtar")

// TestConversations plays testdata/*.txtar against a real guard in a home of its
// own. In a file,
//
//	the comment above      says why it is there
//	-- tallystick.yaml --  is the configuration, if there is any
//	-- client --           are lines of the host, sent one after the other
//	-- server --           are the answers to them, events left out
//	-- client B --         is another host with its own guard, at the same ledger
//	-- leave B --          ends that host: its pipe is closed
//	-- later 1h --         moves the clock, which stands still otherwise
//
// A UUID is written as $1, $2, ... in the order they appear, also in what the
// client says; the home is $HOME, the list of calls $CALLS, the size of the ledger N. With -update the answers are written anew:
// read the difference.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { play(t, path) })
	}
}

func play(t *testing.T, path string) {
	script, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	st := &stage{t: t, home: t.TempDir(), now: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), talks: map[string]*talk{}}
	played := &txtar.Archive{Comment: script.Comment}
	for _, part := range script.Files {
		if verb, _, _ := strings.Cut(part.Name, " "); verb != "server" {
			played.Files = append(played.Files, part)
		}
		if answers, name := st.part(part); answers != nil {
			played.Files = append(played.Files, txtar.File{Name: name, Data: answers})
		}
	}
	for name := range st.talks {
		st.leave(name)
	}
	if got := txtar.Format(played); *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want := txtar.Format(script); !bytes.Equal(got, want) {
		t.Errorf("%s: %s\nremedy, if the new answer is right: go test ./rpc -run TestConversations -update", path, firstDifference(got, want))
	}
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got: %s\nwant: %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// stage is one home with its hosts and its clock.
type stage struct {
	t      *testing.T
	home   string
	config []byte
	talks  map[string]*talk
	names  []string // UUIDs in the order they appeared

	mu  sync.Mutex // guards now, which guards read in goroutines of their own
	now time.Time
}

// part plays one section. A client's section gives the answers and the name of
// the section they belong to.
func (st *stage) part(p txtar.File) (answers []byte, name string) {
	verb, rest, _ := strings.Cut(p.Name, " ")
	switch verb {
	case "tallystick.yaml":
		st.config = p.Data
	case "later":
		d, err := time.ParseDuration(rest)
		if err != nil {
			st.t.Fatal(err)
		}
		st.mu.Lock()
		st.now = st.now.Add(d)
		st.mu.Unlock()
	case "leave":
		st.leave(rest)
	case "client":
		return st.converse(rest, p.Data), strings.TrimSpace("server " + rest)
	case "server":
	default:
		st.t.Fatalf("nobody knows what to do with %q", p.Name)
	}
	return nil, ""
}

func (st *stage) converse(name string, lines []byte) []byte {
	k := st.talks[name]
	if k == nil {
		k = st.enter()
		st.talks[name] = k
	}
	for line := range strings.Lines(string(lines)) {
		k.say(st.real(line))
	}
	return []byte(st.neutral(k.heard()))
}

var (
	sizes = regexp.MustCompile(`"bytes":\d+`)
	waits = regexp.MustCompile(`a wait of [0-9.]+s`)                                                          // has a random part
	calls = regexp.MustCompile(`"calls":\[((?:\{"host":"[^"]*\.example"[^}]*\},)*)\{"(?:host|path)":[^]]*\]`) // grows with each dialect of package adapters
	uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// neutral writes what is the same in every run.
func (st *stage) neutral(text string) string {
	text = strings.ReplaceAll(text, st.home, "$HOME")
	text = calls.ReplaceAllString(text, `"calls":[$1"$$CALLS"]`)
	text = sizes.ReplaceAllString(text, `"bytes":N`)
	text = waits.ReplaceAllString(text, "a wait of Ns")
	return uuids.ReplaceAllStringFunc(text, func(id string) string {
		for i, known := range st.names {
			if id == known {
				return fmt.Sprintf("$%d", i+1)
			}
		}
		st.names = append(st.names, id)
		return fmt.Sprintf("$%d", len(st.names))
	})
}

// real is the way back.
func (st *stage) real(line string) string {
	for i := len(st.names); i > 0; i-- {
		line = strings.ReplaceAll(line, fmt.Sprintf("$%d", i), st.names[i-1])
	}
	return line
}

func (st *stage) clock() time.Time {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.now
}

// Signature and Read make the stage the configuration of its guards.
func (st *stage) Signature() (string, error) {
	if st.config == nil {
		return "", nil
	}
	return fmt.Sprint(len(st.config)), nil
}

func (st *stage) Read() ([]byte, error) { return st.config, nil }

// talk is one host with its guard.
type talk struct {
	t    *testing.T
	s    *server
	in   *io.PipeWriter
	done chan error

	mu  sync.Mutex // guards out
	out bytes.Buffer
}

func (st *stage) enter() *talk {
	in, w := io.Pipe()
	k := &talk{t: st.t, in: w, done: make(chan error, 1)}
	k.s = newServer(in, k, Options{Version: "test", Home: st.home, Log: func(string, ...any) {}, Open: st.open})
	go func() { k.done <- k.s.serve(context.Background(), in) }()
	return k
}

func (st *stage) open(ctx context.Context, onEvent func(guard.Event)) (Till, error) {
	return guard.Open(ctx, guard.Options{
		LedgerDir: filepath.Join(st.home, "ledger"), GuardsDir: filepath.Join(st.home, "guards"),
		Config: st, Create: true, Zone: "UTC", By: "tester", Version: "test", Durability: "os",
		Clock: st.clock, OnEvent: onEvent,
	})
}

// say sends one line and waits until it is worked off: the pipe has no buffer,
// so the empty line is taken when the reader comes back, and all places are
// free when nothing runs.
func (k *talk) say(line string) {
	for _, text := range []string{line, "\n"} {
		if _, err := io.WriteString(k.in, text); err != nil {
			k.t.Fatal(err)
		}
	}
	for range cap(k.s.slots) {
		k.s.slots <- struct{}{}
	}
	for range cap(k.s.slots) {
		<-k.s.slots
	}
}

// Write collects what the guard says.
func (k *talk) Write(line []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if bytes.Contains(line, []byte(`"method":"event"`)) {
		return len(line), nil
	}
	return k.out.Write(line)
}

func (k *talk) heard() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.out.Reset()
	return k.out.String()
}

func (st *stage) leave(name string) {
	k := st.talks[name]
	delete(st.talks, name)
	k.in.Close()
	if err := <-k.done; err != nil {
		st.t.Error(err)
	}
	if late := k.heard(); late != "" {
		st.t.Errorf("said after the end: %s", late)
	}
}
