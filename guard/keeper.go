package guard

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// keeper is a guard process as the ledger knows it.
type keeper struct {
	id, host string
	pid      int
	since    time.Time
	held     int
	unknown  int
	gone     bool // dead or left; kept while calls of it are unknown, to name their owner
}

func (s *State) foldGuard(e ledger.Entry) error {
	k := &keeper{since: e.At}
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "guard":
			return text(v, &k.id)
		case "host":
			return text(v, &k.host)
		case "pid":
			return small(v, &k.pid)
		}
		return nil
	})
	if old := s.guards[k.id]; old != nil { // one host may say later who it is
		k.held, k.unknown = old.held, old.unknown
	}
	s.guards[k.id] = k
	return err
}

// retire forgets a guard that is gone once nothing is left to name it for.
func (s *State) retire(k *keeper) {
	if k.gone && k.held+k.unknown <= 0 {
		delete(s.guards, k.id)
	}
}

func (s *State) foldDead(e ledger.Entry) error { return s.gone(e, true) }

func (s *State) foldBye(e ledger.Entry) error { return s.gone(e, false) }

// gone makes everything a guard held unknown. Unknown calls keep the guard's
// name, so that a person sees whose they were.
func (s *State) gone(e ledger.Entry, died bool) error {
	var id string
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		if key == "guard" {
			return text(v, &id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	n := 0
	for _, r := range s.inOrder() { // a map's order would put events in any order
		if r.guard == id && r.state == Held {
			s.becomeUnknown(r, e)
			n++
		}
	}
	k := s.guards[id]
	if k == nil {
		return nil
	}
	if died {
		s.event(e.At, "guard_died", fmt.Sprintf("the guard of %s died; calls in flight that now count as unknown: %d", k.owner(), n))
	}
	k.gone = true
	s.retire(k)
	return nil
}

func (k *keeper) owner() string {
	if k == nil {
		return ""
	}
	return fmt.Sprintf("%s, pid %d", cmp.Or(k.host, "unnamed host"), k.pid)
}
