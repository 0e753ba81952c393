package guard

import (
	"hash/fnv"
	"time"
)

// MaxOperations is how many operations with a failed attempt are remembered. One
// that is forgotten is bounded by its attempt number alone.
const MaxOperations = 2_048

// operation is what an operation was told after its attempts so far.
type operation struct {
	failures int
	waited   time.Duration // all waiting advised so far
	stopped  bool          // told not to retry
}

// operations remembers the operations that failed, by a hash of their id.
type operations struct {
	of    map[uint64]*operation
	order []uint64 // hashes, oldest first
}

func (p *operations) reset() { *p = operations{of: map[uint64]*operation{}} }

func operationKey(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// get is what was said so far; the zero operation for an operation that never failed.
func (p *operations) get(id string) operation {
	if known := p.of[operationKey(id)]; known != nil {
		return *known
	}
	return operation{}
}

// saw notes what a record advised.
func (p *operations) saw(id string, c *recording) {
	if c.retry == nil || c.verdict == nil {
		return
	}
	key := operationKey(id)
	known := p.of[key]
	if known == nil {
		p.makeRoom()
		known = &operation{}
		p.of[key] = known
		p.order = append(p.order, key)
	}
	known.failures++
	known.stopped = !c.retry.Retry
	known.waited += c.retry.Wait
}

func (p *operations) makeRoom() {
	if len(p.order) < MaxOperations {
		return
	}
	delete(p.of, p.order[0])
	p.order = append(p.order[:0], p.order[1:]...)
}
