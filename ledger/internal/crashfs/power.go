package crashfs

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"sync"
)

// sector is what a disk writes at once: holes are as large.
const sector = 512

// PowerCut ends this disk and returns what is found on it after the restart.
// Every operation that has not happened by now fails by ErrOff, so that what
// was answered by then is what must be there.
func (d *FS) PowerCut(rng *rand.Rand) *FS {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.off = true
	d.freed.Broadcast()
	after := &FS{ticks: d.ticks, net: d.net}
	after.freed = sync.NewCond(&after.mu)
	after.root = d.survive(d.root, rng, map[*node]*node{})
	return after
}

// survive copies what a crash leaves of n.
func (d *FS) survive(n *node, rng *rand.Rand, done map[*node]*node) *node {
	if c := done[n]; c != nil {
		return c
	}
	c := &node{mode: n.mode, mod: n.mod}
	done[n] = c
	if n.names == nil {
		c.data = d.remains(n.synced, n.data, rng)
		c.synced = c.data
		return c
	}
	n.settle(func() bool { return rng.IntN(2) == 0 })
	c.names, c.lasting = map[string]*node{}, map[string]*node{}
	names := make([]string, 0, len(n.lasting))
	for name := range n.lasting {
		names = append(names, name)
	}
	slices.Sort(names) // the seed decides, not the map
	for _, name := range names {
		child := d.survive(n.lasting[name], rng, done)
		c.names[name], c.lasting[name] = child, child
	}
	return c
}

// remains is what is left of a file that held synced at its last sync and data
// at the crash.
func (d *FS) remains(synced, data []byte, rng *rand.Rand) []byte {
	common := 0
	for common < len(synced) && common < len(data) && synced[common] == data[common] {
		common++
	}
	if common < len(synced) && rng.IntN(2) == 0 {
		return bytes.Clone(synced) // the cut had not reached the disk
	}
	fresh := len(data) - common
	if fresh == 0 {
		return bytes.Clone(data)
	}
	switch rng.IntN(5) {
	case 0:
		return bytes.Clone(data[:common])
	case 1:
		return bytes.Clone(data)
	case 2: // the length was written before the bytes
		torn := bytes.Clone(data[:common+rng.IntN(fresh+1)])
		return append(torn, make([]byte, rng.IntN(len(data)-len(torn)+1))...)
	case 3:
		if !d.Holes {
			break
		}
		return holes(bytes.Clone(data), common, rng)
	}
	return bytes.Clone(data[:common+rng.IntN(fresh+1)])
}

// holes empties some of the sectors after byte from.
func holes(data []byte, from int, rng *rand.Rand) []byte {
	for begin := from; begin < len(data); {
		end := min((begin/sector+1)*sector, len(data))
		if rng.IntN(3) == 0 {
			clear(data[begin:end])
		}
		begin = end
	}
	return data
}
