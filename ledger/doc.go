// Package ledger is an append-only journal on disk that many processes of one
// machine share. It knows bytes, order and durability; what an entry means is
// its user's business (State).
//
//	l, err := ledger.Open(filepath.Join(home, "ledger"), state, ledger.Options{Create: true})
//	err = l.Update(ctx, func(tx *ledger.Tx) error {   // state is up to date in here
//		if state.left == 0 {
//			return errUsedUp
//		}
//		_, err := tx.Append("reserve", body.Open().String("id", id).Close())
//		return err
//	})                                                // and this is on the disk out here
//
// # The folder
//
//	ledger/
//	    lock                       never removed, always empty: kernel locks die with their owner
//	    000001-2026-11-29.jsonl    a day file: number, date
//	    000002-2026-11-30.jsonl    the last one is appended to
//	    checkpoint                 a cache of State: delete it, same answers
//	    checkpoint.lock            who writes the checkpoint
//	    000001-2026-11-29.jsonl.corrupt-20261130T081500.000000Z   a damaged file as it was found
//	ledger.made                    remembers that there was a ledger: its folder is never made twice
//
// # A line
//
// Day files are JSON Lines: read them with tail, jq and grep.
//
//	{"seq":4711,"at":"2026-11-29T22:01:02.123456Z","kind":"reserve","note":true,"id":"...",...,"sum":"9f86d081884c7d65"}
//	 └ 1, 2, 3 ...:   └ writer's clock, UTC; for     └ what it is     └ only if    └ the          └ checksum, chained
//	   the only order   people, never for order                        it is one     caller's       to the line before
//
// The members stand in this order, without white space; a line ends with one
// newline. sum is the first 8 bytes, in hex, of
//
//	SHA-256( sum of the line before + this line up to, not including, `,"sum":` )
//
// so that a line vouches for all lines before it; the first line of all follows
// "0000000000000000". What has to be all or nothing is one line. "note":true
// tells a reader that it may skip a kind it does not know; any other unknown
// kind stops it (ErrNewerFormat).
//
// Three kinds are the ledger's own. They reach State.Apply like all others.
//
//	head      first line of a file   format, file (number), date, prev (file), prev_sum (of the line before:
//	                                 each file can be checked by itself); after a failed sync also
//	                                 rescue_from, rescue_seq, rescue_sum, rescue_size
//	roll      last line of a file    next (file): this entry, not a date, makes the next file current
//	repaired  after damage           file, from, to (bytes that do not count), missing [[first,last],...],
//	                                 resume (the sum that the line after the range follows), after (the sum
//	                                 that this line follows: it can be trusted alone), next, reason, copy
//
// The first line of a file has a member "format" in every version, and a
// reader looks at it before it calls anything damage.
//
// # A turn
//
// One goroutine of each process, the keeper, goes round while somebody waits;
// a caller who finds nobody in the way makes its turn itself.
//
//	read on     whole chained lines, no lock         (most of what is new)
//	lock        blocking, kernel lock
//	look        folder changed? then: same lock file? same day file? a next file?
//	read on     the rest, to the very last entry     (cut a torn tail, finish a dead roll, repair)
//	run         every waiting fn, in order; State sees each entry at once
//	append      one write for all of them
//	unlock
//	sync        once for all of them, beside the next turn; then they hear the answer
//
// # The syncs
//
// An answer waits for a sync of the current file that began after its own
// append. Earlier files need none: before a roll line makes a new file current,
// the old file, the new file and the folder are synced, under the lock. A
// checkpoint covers only synced bytes. crash_test.go takes each of these rules
// away and shows what is lost without it. After a failed sync nothing is
// granted until the entries not known to be durable are written to a new file
// (rescue.go).
//
// README.md has the promise, the assumptions, the limits and each crash case.
package ledger
