package guard

import (
	"sync"
)

// news holds events from the moment they are folded, under the ledger's lock,
// until the host is told, outside of it.
type news struct {
	mu      sync.Mutex
	creator bool   // this guard made the ledger: only its host is told so
	told    uint64 // the last entry whose events were taken: history read again tells nothing twice
	list    []Event
}

func (n *news) add(seq uint64, e Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if seq <= n.told && (len(n.list) == 0 || seq < n.told) || e.Kind == "ledger_created" && !n.creator {
		return
	}
	n.told = max(n.told, seq)
	n.list = keepLast(append(n.list, e), maxEvents)
}

func (n *news) take() []Event {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// tell hands new events to the host.
func (g *Guard) tell() {
	for _, e := range g.news.take() {
		if g.o.OnEvent != nil {
			g.o.OnEvent(e)
		}
	}
}
