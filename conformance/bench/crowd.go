package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The shape of every crowd row.
const (
	crowdProcesses = 8
	crowdCallers   = 16
)

// till is one way to check a limit and add to it, durably. take may be called
// by many goroutines; it returns when the addition would survive a power cut.
type till interface {
	take() error
	close() error
}

// tills are the ways that are compared. prepare makes what all processes share.
var tills = map[string]struct {
	prepare func(dir string) error
	open    func(dir string) (till, error)
}{
	"append": {noPreparation, openAppend},
	"ledger": {prepareLedger, openLedger},
	"sqlite": {prepareSQLite, openSQLite},
	"json":   {prepareJSON, openJSON},
	"wire":   {prepareWire, openWire},
	"pair":   {prepareWire, openWirePair},
}

func noPreparation(string) error { return nil }

// turn is what one crowd did in one turn.
type turn struct {
	rate    float64   // takes a second, all callers together
	callers []float64 // takes of each caller
}

// runCrowd lets processes x callers loose on one till for a while.
func runCrowd(kind, dir string, processes, callers int, d time.Duration) (turn, error) {
	if err := tills[kind].prepare(dir); err != nil {
		return turn{}, err
	}
	var crowd []*member
	defer func() {
		for _, m := range crowd {
			m.stop()
		}
	}()
	for range processes {
		m, err := startMember(kind, dir, callers, d)
		if err != nil {
			return turn{}, err
		}
		crowd = append(crowd, m)
	}
	for _, m := range crowd {
		m.begin()
	}
	var t turn
	for _, m := range crowd {
		counts, err := m.counts()
		if err != nil {
			return turn{}, fmt.Errorf("%s: %w", kind, err)
		}
		t.callers = append(t.callers, counts...)
	}
	t.rate = sum(t.callers) / d.Seconds()
	return t, nil
}

// member is one process of a crowd: this binary again, in the role "take".
type member struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startMember(kind, dir string, callers int, d time.Duration) (*member, error) {
	cmd := self("take", kind, dir, strconv.Itoa(callers), d.String())
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	m := &member{cmd: cmd, in: in, out: bufio.NewReader(out)}
	if line, err := m.out.ReadString('\n'); err != nil || line != "ready\n" {
		m.stop()
		return nil, fmt.Errorf("a process of the %s crowd did not come up (it said %q)", kind, strings.TrimSpace(line))
	}
	return m, nil
}

func (m *member) begin() { fmt.Fprintln(m.in, "go") }

func (m *member) counts() (counts []float64, err error) {
	err = json.NewDecoder(m.out).Decode(&counts)
	return counts, err
}

func (m *member) stop() {
	_ = m.in.Close()
	_ = m.cmd.Wait() // how it ended shows in counts
}

// roleTake is the other end of member.
func roleTake(args []string) error {
	kind, dir := args[0], args[1]
	callers, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(args[3])
	if err != nil {
		return err
	}
	t, err := tills[kind].open(dir)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return err
	}
	counts, err := takeAll(t, callers, d)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(counts); err != nil {
		return err
	}
	return t.close()
}

// takeAll runs the callers of one process until the time is over.
func takeAll(t till, callers int, d time.Duration) ([]float64, error) {
	counts, errs := make([]float64, callers), make([]error, callers)
	end := time.Now().Add(d)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			for time.Now().Before(end) && errs[i] == nil {
				errs[i] = t.take()
				if time.Now().Before(end) {
					counts[i]++
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}
