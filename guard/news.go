package guard

import "sync"

// news holds events from the moment they are folded, under the ledger's lock,
// until the host is told, outside of it.
type news struct {
	mu      sync.Mutex
	creator bool   // this guard made the ledger: only its host is told so
	own     bool   // what is folded now was written by this guard
	told    uint64 // the last entry whose events were taken: history read again tells nothing twice
	list    []Event
}

func (n *news) add(seq uint64, e Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if seq <= n.told && (len(n.list) == 0 || seq < n.told) || n.others(e.Kind) {
		return
	}
	n.told = max(n.told, seq)
	n.list = keepLast(append(n.list, e), maxEvents)
}

// others says that another guard's host is told: of one threshold one host
// speaks, not every process of the machine (BerriAI/litellm#3738). It stays in
// the ledger for all to see.
func (n *news) others(kind string) bool {
	return kind == "ledger_created" && !n.creator || kind == "threshold" && !n.own
}

// mine runs what this guard writes.
func (n *news) mine(write func() error) error {
	n.setOwn(true)
	defer n.setOwn(false)
	return write()
}

func (n *news) setOwn(own bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.own = own
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
