package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// ceiling is what all processes together may count to.
const ceiling = 500

var errUsedUp = errors.New("used up")

// spend lets callers count until the ceiling, naming each count once granted.
func spend(l *Ledger) error {
	callers, _ := strconv.Atoi(os.Getenv(envCallers))
	errs := make([]error, callers)
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			for n := 0; errs[i] == nil; n++ {
				id := fmt.Sprintf("%d-%d-%d", os.Getpid(), i, n)
				if errs[i] = spendOne(l, id); errs[i] == nil {
					_, errs[i] = os.Stdout.WriteString("granted " + id + "\n")
				}
			}
			if errs[i] == errUsedUp {
				errs[i] = nil
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// spendOne is check and hold in one step (BerriAI/litellm#34732,
// Wei-Shaw/sub2api#2011: read first and added after).
func spendOne(l *Ledger, id string) error {
	h := l.state.(*hot)
	return l.Update(context.Background(), func(tx *Tx) error {
		if h.count >= ceiling {
			return errUsedUp
		}
		_, err := tx.Append("count", new(Object).Open().String("id", id).Uint("n", 1).Close())
		return err
	})
}

// TestI1_NeverOver: 16 processes x 8 callers count to 500 while half of them
// are killed on the way. The raw day files, read by encoding/json, hold exactly
// 500; whoever heard "granted" is among them.
func TestI1_NeverOver(t *testing.T) {
	for round := range max(1, killRounds(t)/4) {
		dir := filepath.Join(t.TempDir(), "ledger")
		rng := rand.New(rand.NewPCG(uint64(round), 5))
		var crowd []*process
		for range 16 {
			crowd = append(crowd, start(t, "spend", dir, envCallers+"=8"))
		}
		for _, p := range crowd {
			p.begin()
		}
		heard := map[string]bool{}
		for i, p := range crowd {
			if i%2 == 0 {
				readSome(p, rng.IntN(20), heard)
				_ = p.Process.Kill()
			}
		}
		for _, p := range crowd {
			readSome(p, -1, heard)
			_ = p.Wait()
		}
		raw := rawIDs(t, dir)
		for id := range heard {
			if !raw[id] {
				t.Errorf("round %d: %s was granted and is not in the files", round, id)
			}
		}
		if len(raw) != ceiling || len(heard) > ceiling {
			t.Errorf("round %d: %d in the files, %d heard, the ceiling is %d", round, len(raw), len(heard), ceiling)
		}
		t.Logf("round %d: %d granted, %d of them heard", round, len(raw), len(heard))
	}
}

// readSome reads n grants, or to the end.
func readSome(p *process, n int, heard map[string]bool) {
	for i := 0; n < 0 || i < n; i++ {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return
		}
		if id, ok := strings.CutPrefix(line, "granted "); ok {
			heard[strings.TrimSpace(id)] = true
		}
	}
}

// rawIDs reads the day files as anybody would.
func rawIDs(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+extension))
	if err != nil {
		t.Fatal(err)
	}
	ids, seq := map[string]bool{}, 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(b) {
			var e struct {
				Seq  int
				Kind string
				ID   string
			}
			if err := json.Unmarshal(line, &e); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if seq++; e.Seq != seq {
				t.Fatalf("entry %d stands where %d should", e.Seq, seq)
			}
			if e.Kind == "count" {
				ids[e.ID] = true
			}
		}
	}
	return ids
}
