package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The crowd of I1.
const (
	crowdHosts   = 16
	crowdCallers = 8
	crowdCalls   = 500 // the one limit everybody wants
	hostLives    = 3   // a host is killed at most twice, then it may finish
	roundsEnv    = "TALLYSTICK_ROUNDS"
	seedEnv      = "TALLYSTICK_SEED"
)

// crowdConfig is one hot limit and twelve that overlap it. Some end the calls of
// some callers; all are added up again from the day files.
const crowdConfig = `version: 1
zone: UTC
durability: %s
limits:
  - {name: all, window: total, calls: 500}
  - {name: cron, match: {source: cron}, window: total, calls: 60}
  - {name: subagents, match: {source: subagent}, window: total, tokens: 1500}
  - {name: by task, per: task, window: total, calls: 45}
  - {name: by run, per: run, window: month, calls: 400}
  - {name: team, match: {tags.team: blue}, window: week, calls: 90}
  - {name: blue cron, match: {tags.team: blue, source: cron}, window: day, calls: 25}
  - {name: model, per: model, window: day, tokens: 1000000}
  - {name: hour, window: hour, calls: 100000, warn_at: [0.001]}
  - {name: minute, window: minute, tokens: 10000000}
  - {name: rolling, window: rolling:5h, calls: 100000}
  - {name: pool, match: {pool: default}, window: month, calls: 100000, tokens: 10000000}
  - {name: watched, window: day, calls: 5, mode: shadow}
`

// crowdLimits is the same as this reader understands it. A rolling window this
// wide and windows nobody leaves within a round count everything.
func crowdLimits() []limit {
	everybody := func(entry) (string, bool) { return "", true }
	source := func(want string) func(entry) (string, bool) {
		return func(e entry) (string, bool) { return "", e.Source == want }
	}
	blue := func(e entry) bool { return e.Tags["team"] == "blue" }
	week := func(e entry) string { y, w := e.At.UTC().ISOWeek(); return fmt.Sprint(y, w) }
	day := func(e entry) string { return e.At.UTC().Format(time.DateOnly) }
	return []limit{
		{"all", crowdCalls, 0, everybody},
		{"cron", 60, 0, source("cron")},
		{"subagents", 0, 1500, source("subagent")},
		{"by task", 45, 0, func(e entry) (string, bool) { return e.Task, true }},
		{"by run", 400, 0, func(e entry) (string, bool) { return e.Run + day(e)[:7], true }},
		{"team", 90, 0, func(e entry) (string, bool) { return week(e), blue(e) }},
		{"blue cron", 25, 0, func(e entry) (string, bool) { return day(e), blue(e) && e.Source == "cron" }},
	}
}

// I1: 16 real processes x 8 callers on one limit of 500 calls and 12 overlapping
// ones, hosts and guards killed with calls in flight. Granted and heard is never
// more than 500, heard and unheard together are 500, and no limit was passed at
// any entry, read from the raw day files (BerriAI/litellm#34732, #16011,
// Wei-Shaw/sub2api#2011, pydantic/pydantic-ai PR#2978, maximhq/bifrost#3547).
func TestI1_NeverOverUnderKillNine(t *testing.T) {
	rounds, seed := parameters(t)
	t.Logf("%d rounds, seed %d (%s, %s)", rounds, seed, roundsEnv, seedEnv)
	total := tally{served: map[string]int{}}
	for n := range rounds {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		total.add(crowdRound(t, r))
		if t.Failed() {
			t.Fatalf("round %d of seed %d", n, seed)
		}
		if (n+1)%50 == 0 {
			fmt.Printf("  round %d: %s\n", n+1, total)
		}
	}
	t.Log(total)
	if total.kills == 0 || total.unheard+total.unknown == 0 {
		t.Errorf("nothing was in flight when something was killed: %s", total)
	}
}

func parameters(t *testing.T) (rounds int, seed uint64) {
	rounds, seed = 2, uint64(time.Now().UnixNano())
	for env, set := range map[string]func(uint64){
		roundsEnv: func(v uint64) { rounds = int(v) },
		seedEnv:   func(v uint64) { seed = v },
	} {
		if text := os.Getenv(env); text != "" {
			v, err := strconv.ParseUint(text, 10, 63)
			if err != nil {
				t.Fatalf("%s=%s: %v", env, text, err)
			}
			set(v)
		}
	}
	return rounds, seed
}

// tally is what rounds came to.
type tally struct {
	rounds, kills, heard, unheard, unknown int
	served                                 map[string]int // calls heard by a caller, over all rounds
}

func (a *tally) add(b tally) {
	a.rounds, a.kills, a.heard, a.unheard, a.unknown = a.rounds+1, a.kills+b.kills, a.heard+b.heard, a.unheard+b.unheard, a.unknown+b.unknown
	for caller, n := range b.served {
		a.served[caller] += n
	}
}

func (a tally) String() string {
	var each []int
	for _, n := range a.served {
		each = append(each, n)
	}
	slices.Sort(each)
	if len(each) == 0 {
		return "nobody was served"
	}
	mean := float64(a.heard) / (crowdHosts * crowdCallers)
	return fmt.Sprintf("%d rounds, %d kills: %d heard + %d unheard, %d of them unknown; calls a caller: mean %.1f, least %d, median %d, most %d (%d of %d callers served)",
		a.rounds, a.kills, a.heard, a.unheard, a.unknown, mean, each[0], each[len(each)/2], each[len(each)-1], len(each), crowdHosts*crowdCallers)
}

func crowdRound(t *testing.T, r *rand.Rand) tally {
	durability := []string{"fsync", "os"}[r.IntN(2)]
	home := newHome(t, fmt.Sprintf(crowdConfig, durability))
	defer os.RemoveAll(home)
	c := &crowd{t: t, home: home, heard: map[string]string{}, served: map[string]int{}}
	var slots sync.WaitGroup
	for slot := range crowdHosts {
		seeds := rand.New(rand.NewPCG(r.Uint64(), 0))
		slots.Go(func() { c.live(slot, seeds) })
	}
	slots.Wait()
	if t.Failed() {
		return tally{}
	}
	return c.check()
}

// crowd gathers what the hosts of one round say.
type crowd struct {
	t    *testing.T
	home string

	mu     sync.Mutex
	heard  map[string]string // reservation -> operation
	served map[string]int
	kills  int
}

// live runs one host after the other in a slot, and kills all but the last at a
// moment drawn beforehand.
func (c *crowd) live(slot int, r *rand.Rand) {
	for life := range hostLives {
		var killAt time.Duration
		if life < hostLives-1 && r.IntN(2) == 0 {
			killAt = time.Duration(20+r.IntN(400)) * time.Millisecond
		}
		killed, err := c.host(slot, r.Uint64(), killAt)
		if err != nil {
			c.t.Errorf("host %d: %v", slot, err)
		}
		if !killed {
			return
		}
	}
}

// host starts a host process and takes down what it says it heard. Its stdout
// ends when it is dead, so nothing it said before is missed.
func (c *crowd) host(slot int, seed uint64, killAt time.Duration) (killed bool, err error) {
	exe, err := os.Executable()
	if err != nil {
		return false, err
	}
	cmd := exec.Command(exe)
	cmd.Env = environ(c.home, binEnv+"="+bin, roleEnv+"=crowd", fmt.Sprintf("%s=%d", seedEnv, seed), fmt.Sprintf("CROWD_SLOT=%d", slot))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, err
	}
	var kill *time.Timer
	if killAt > 0 {
		kill = time.AfterFunc(killAt, func() { _ = cmd.Process.Kill() })
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		c.note(lines.Text())
	}
	err = cmd.Wait()
	if kill != nil && !kill.Stop() && err != nil {
		c.mu.Lock()
		c.kills++
		c.mu.Unlock()
		return true, nil
	}
	return false, err
}

// note takes down "heard CALLER RESERVATION OPERATION" and "killed".
func (c *crowd) note(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	word := strings.Fields(line)
	switch {
	case len(word) == 1 && word[0] == "killed":
		c.kills++
	case len(word) == 4 && word[0] == "heard":
		id, op := word[2], word[3]
		if other, twice := c.heard[id]; twice && other != op {
			c.t.Errorf("the place %s was given to %s and to %s", id, other, op)
		} else if !twice {
			c.heard[id] = op
			c.served[word[1]]++
		}
	default:
		c.t.Errorf("a host says %q", line)
	}
}

// check compares what was heard with the day files, and those with the limits.
func (c *crowd) check() tally {
	entries, err := readJournal(c.home)
	if err != nil {
		c.t.Errorf("the journal: %v", err)
		return tally{}
	}
	b, err := addUp(entries, crowdLimits())
	if err != nil {
		c.t.Errorf("never over: %v", err)
		return tally{}
	}
	for id, op := range c.heard {
		if got := b.calls[id]; got == nil || got.Op != op {
			c.t.Errorf("%s was granted to %s, and the ledger does not have it", id, op)
		}
	}
	if len(c.heard) > crowdCalls || len(b.order) != crowdCalls {
		c.t.Errorf("%d heard, %d in the ledger; want at most %d heard and exactly as many in the ledger", len(c.heard), len(b.order), crowdCalls)
	}
	if text, code := command(c.t, c.home, "verify"); code != 0 {
		c.t.Errorf("verify ends with %d:\n%s", code, text)
	}
	c.compareStatus(b)
	return tally{kills: c.kills, heard: len(c.heard), unheard: len(b.order) - len(c.heard), unknown: b.count("unknown", "held"), served: c.served}
}

// compareStatus: what tallystick says of its limit is what the reader added up.
func (c *crowd) compareStatus(b *book) {
	text, code := command(c.t, c.home, "status", "--json")
	var status struct {
		Limits []struct {
			Name string `json:"name"`
			Uses []use  `json:"uses"`
		} `json:"limits"`
	}
	if err := json.Unmarshal([]byte(text), &status); err != nil || code != 0 {
		c.t.Errorf("status --json ends with %d: %v\n%s", code, err, text)
		return
	}
	for _, l := range status.Limits {
		if l.Name != "all" || len(l.Uses) != 1 {
			continue
		}
		u := l.Uses[0]
		if int(u.Settled.Calls) != b.count("settled") || int(u.Unknown.Calls+u.Held.Calls) != b.count("unknown", "held") {
			c.t.Errorf("status says %+v; the files have %d settled, %d without an outcome", u, b.count("settled"), b.count("unknown", "held"))
		}
		return
	}
	c.t.Errorf("status does not show the limit:\n%s", text)
}
