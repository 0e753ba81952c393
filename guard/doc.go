// Package guard is the till: it knows money and time. It decides whether a call
// has a place in the budget, and settles what became of it.
//
//	Reserve(call)                                   Record(reservation, outcome)
//	   │ ask.go: check, read what the shim saw         │ usage.go: what did it cost, what does it mean
//	   ▼                                               ▼
//	┌─ ledger.Update: under the lock, caught up ────────────────────────────────┐
//	│  decide(state, ask, now)  ─►  "reserve"          state  ─►  "record"      │
//	│        pure                    one line          held -> settled,         │
//	│                                                  released or unknown      │
//	└───────────────────────────────┬───────────────────────────────────────────┘
//	                                ▼
//	          State.Apply: every process folds the same lines
//	                                │
//	     limits ── windows or buckets ── counter: settled + held + unknown
//
// # Words
//
// A pool is the callers that share limits. A limit selects calls by their
// attributes, and has ceilings for each window, and one counter for each value
// of its `per` attribute. A reservation is a place taken in every limit a call
// touches, before one attempt of an operation is sent. It is held until its
// outcome is recorded: settled (it counts what it used), released (it was
// certainly never sent) or unknown (nobody knows: it goes on counting at its
// hold, until a late record or a person settles it).
//
// # What holds
//
//   - The state is a fold of ledger entries and of nothing else. Two processes
//     that read the same entries give the same answers.
//   - decide is pure and takes the instant. Nothing reads a clock inside the
//     fold: the instant of an entry is its own.
//   - What must be all or nothing is one entry: a reserve entry charges every
//     limit or, not being there, none (I1). It is on disk before it is granted (I2).
//   - The instant of a reservation decides which windows it counts in, whenever
//     it is settled (I8). Windows are never reset: they are named by their
//     date, and one that nobody uses is dropped from memory (counters.go).
//   - A first record decides; every later one gets its answer, from memory or
//     from the day files (I4, answers.go).
//   - What is missing after a repair counts as calls in every limit (I10,
//     missing.go). No path gives budget back but a record, a release or a
//     person's word.
//   - No word of a request or response body, and no key, is in any entry: of a
//     verdict's evidence only the rule's name is kept.
//
// # The entries
//
//	created  zone, by                                the ledger's birth
//	start    set, limit, holds                       what a new limit's window holds already
//	limits   set, starts, anew, config, by           the limits, and the user's providers, that count from here on
//	guard    guard, host, pid                        a process, before its first reserve
//	reserve  id, op, attempt, guard, pool, source, task, run, tags, provider, key, model,
//	         calls, tokens (the hold), worst, input, est, text, wide, media, partial (input as
//	         its bytes say, before it was corrected: calibrate.go), begins (work that is not to
//	         be begun twice: retry.go), since (taken again), limits (entry in force)
//	record   id, of (the reserve's number), state, input, output, cached, cache_write,
//	         reasoning, est, flags, status, class, retryable, scope, window, until,
//	         retry_after_ms, rule, before_work, retry, wait_ms, why, request, remaining,
//	         model, elapsed_ms, by
//	dead     guard                                   what it held is unknown from here on
//	bye      guard                                   the same, said by itself
//	pause    pool, by, why      resume  pool, by     budget  on, by
//	missing  first, last, state, tokens, by          a person settles lost numbers
//	refused  reason, limit, window, n, who ...       note: refusals, counted
//	config   digest, error                           note: a tallystick.yaml that was not accepted
package guard
