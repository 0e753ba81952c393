// Command bench holds tallystick beside what it could have been built on: one
// run, turn by turn on the same disk and cores, printed as ratios.
//
//	make bench ──► bench ──┬─ pair     Python client ◄─pipe─► guard | no-op handler | cat
//	                       ├─ crowd    8 processes x 16 callers on one hot limit
//	                       │             ledger | wire | bare append | SQLite | JSON file
//	                       ├─ history  a guard with 1,000,000 calls behind it
//	                       ├─ stream   2,000 events through the Python shim | bare httpx
//	                       └─ classify a verdict on 1 KB and on 1 MB
//	                              │
//	                              ▼
//	                       build/bench.json, and a table with each bar: met or missed
//
// # What is left of the bars that are near or missed
//
// Measured 2026-11-30 on two cores that others used too, so in shares and not in
// microseconds alone.
//
// Spawn to first grant, bar a third of `python3 -c pass`: 0.5. Of that third a Go
// child that does nothing (noop.go, same client) takes 0.28: fork and exec 0.5 ms,
// Go's runtime 0.5 ms, the client's own first JSON. Beyond it the guard takes 2.4 ms:
//
//	0.8  package inits of net/http and what it needs, linked for `tallystick demo`
//	0.4  package inits of yaml, tables, names
//	0.8  a checkpoint of 1,000 partitions, and up to 200 lines after it
//	0.4  the file's limits, read for the ledger's zone and again to make them count
//
// Without net/http it would be 0.43, still more than a third.
//
// Crowd through the wire: with two cores for eight guards and eight clients it is
// the processor that is used up, 200 us a reserve. A quarter of a guard's is spent in the
// kernel's locks, syncs and pipes, a sixth on Go's sysmon, which looks after
// threads in read(2), flock(2) and fdatasync(2) every 20 us (one thread would halve
// that, and made a lone pair on one core a quarter slower), a sixth on folding each
// line eight times, a tenth on garbage. Tried and not worth it: several
// answers in one write; stdin in the runtime's poller (5 % for the crowd, a pair
// 20 % slower); more threads; one look at tallystick.yaml for a batch.
//
// Unpaced stream: the client, the provider and the guard share two cores, so the
// guard's 6 ms count beside the shim's 4 (2 of them JSON), and the last piece
// has to be read before the record is answered.
//
// Baselines are given their best case (said where they are written), and every
// row is a file. The bench is a module of its own, so that SQLite stays out of
// the product's go.mod; it needs a C compiler for that one row.
package main
