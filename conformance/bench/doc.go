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
// Baselines are given their best case (said where they are written), and every
// row is a file. The bench is a module of its own, so that SQLite stays out of
// the product's go.mod; it needs a C compiler for that one row.
package main
