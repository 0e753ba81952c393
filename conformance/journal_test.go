package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is one line of a day file, read by what the format says and no more.
type entry struct {
	Seq   uint64    `json:"seq"`
	At    time.Time `json:"at"`
	Kind  string    `json:"kind"`
	Guard string    `json:"guard"`

	ID     string            `json:"id"` // of a reserve and its record
	Op     string            `json:"op"`
	Try    int               `json:"attempt"`
	Source string            `json:"source"`
	Task   string            `json:"task"`
	Run    string            `json:"run"`
	Model  string            `json:"model"`
	Tags   map[string]string `json:"tags"`
	Tokens int64             `json:"tokens"` // held

	Since string `json:"since"` // a released place taken again, because the call was made after all

	State      string `json:"state"` // of a record, with what it used
	Input      int64  `json:"input"`
	Cached     int64  `json:"cached"`
	CacheWrite int64  `json:"cache_write"`
	Output     int64  `json:"output"`
	Reasoning  int64  `json:"reasoning"`
}

// readJournal reads all day files in order and checks what holds them together:
// numbers without a gap, and each line's sum over the sum before it and itself.
func readJournal(home string) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(home, "ledger", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []entry
	sum := strings.Repeat("0", 16)
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(b) {
			e, next, err := readLine(line, sum)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
			}
			if e.Seq != uint64(len(all)+1) {
				return nil, fmt.Errorf("entry %d follows %d", e.Seq, len(all))
			}
			all, sum = append(all, e), next
		}
	}
	return all, nil
}

func readLine(line []byte, before string) (e entry, sum string, err error) {
	i := bytes.LastIndex(line, []byte(`,"sum":"`))
	if i < 0 || !bytes.HasSuffix(line, []byte("\"}\n")) {
		return e, "", fmt.Errorf("not a whole entry: %.200q", line)
	}
	sum = string(line[i+len(`,"sum":"`) : len(line)-len("\"}\n")])
	hash := sha256.Sum256(append([]byte(before), line[:i]...))
	if want := hex.EncodeToString(hash[:8]); sum != want {
		return e, "", fmt.Errorf("the sum is %s, not %s: %.200q", sum, want, line)
	}
	return e, sum, json.Unmarshal(line, &e)
}

// call is what the journal says of one reservation.
type call struct {
	entry
	state   string // held, unknown, settled, released
	counts  int64  // tokens that count now
	records int
}

// limit is a budget as the reader understands it: which calls, which counter.
type limit struct {
	name          string
	calls, tokens int64
	counter       func(entry) (name string, counted bool)
}

// book is the journal added up.
type book struct {
	calls map[string]*call
	order []*call // as reserved
}

// addUp folds the journal. Before each reservation it adds up every limit anew
// and complains where that reservation did not fit.
func addUp(entries []entry, limits []limit) (*book, error) {
	b := &book{calls: map[string]*call{}}
	spent := map[string]*amount{}
	charge := func(e entry, calls, tokens int64) {
		for _, l := range limits {
			if name, counted := l.counter(e); counted {
				key := l.name + " " + name
				if spent[key] == nil {
					spent[key] = &amount{}
				}
				spent[key].Calls += calls
				spent[key].Tokens += tokens
			}
		}
	}
	for _, e := range entries {
		switch e.Kind {
		case "reserve":
			if c := b.calls[e.ID]; c != nil {
				if e.Since == "" || c.state != "released" {
					return nil, fmt.Errorf("entry %d reserves %s again", e.Seq, e.ID)
				}
				charge(c.entry, 1, 0) // made without asking: it counts, whatever fits
				c.state = "held"
				continue
			}
			charge(e, 1, e.Tokens)
			if err := fits(e, limits, spent); err != nil {
				return nil, err
			}
			c := &call{entry: e, state: "held", counts: e.Tokens}
			b.calls[e.ID], b.order = c, append(b.order, c)
		case "record":
			c := b.calls[e.ID]
			if c == nil {
				return nil, fmt.Errorf("entry %d records %s, which was never reserved", e.Seq, e.ID)
			}
			b.settle(c, e, charge)
		case "dead", "bye":
			for _, c := range b.order {
				if c.Guard == e.Guard && c.state == "held" {
					c.state = "unknown"
				}
			}
		}
	}
	return b, nil
}

// settle takes a record over. A released call counts for nothing, until a late
// record proves that it was made after all.
func (b *book) settle(c *call, e entry, charge func(entry, int64, int64)) {
	places := func(state string) int64 {
		if state == "released" {
			return 0
		}
		return 1
	}
	now := c.counts
	switch e.State {
	case "settled":
		now = e.Input + e.Output + e.Cached + e.CacheWrite + e.Reasoning
	case "released":
		now = 0
	}
	charge(c.entry, places(e.State)-places(c.state), now-c.counts)
	c.records, c.state, c.counts = c.records+1, e.State, now
}

// fits is the comparison rule, as the design states it.
func fits(e entry, limits []limit, spent map[string]*amount) error {
	for _, l := range limits {
		name, counted := l.counter(e)
		if !counted {
			continue
		}
		s := spent[l.name+" "+name]
		if l.calls > 0 && s.Calls > l.calls || l.tokens > 0 && s.Tokens > l.tokens {
			return fmt.Errorf("entry %d passes limit %s: %d calls and %d tokens in %q, ceilings %d and %d", e.Seq, l.name, s.Calls, s.Tokens, name, l.calls, l.tokens)
		}
	}
	return nil
}

// count is how many reservations are in one of these states.
func (b *book) count(states ...string) int {
	n := 0
	for _, c := range b.order {
		if slices.Contains(states, c.state) {
			n++
		}
	}
	return n
}
