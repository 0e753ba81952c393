// Package conformance says what "tallystick" means for anybody who speaks to it:
// its tests start the built binary as real processes, talk to it over stdio as a
// host would, kill it, and read the day files with a reader of their own.
//
//	main_test.go          the binary under test; this test binary as a host process
//	host_test.go          a host: starts `tallystick serve`, asks, hears, dies
//	journal_test.go       the day files read by the words of the ledger's format alone
//	crowd_test.go         I1: 16 processes x 8 callers on one limit, under kill -9
//	member_test.go            one of them
//	killed_test.go        I3: a process killed at each step of a call
//	victim_test.go            that process, and the provider it calls
//	stopped_unix_test.go  I3: a stopped process is alive
//	replay_test.go        I4: the same messages again, reordered, at once, over two pipes
//	environ_test.go       I8: processes whose TZ, HOME and XDG_* differ
//	loud_test.go          I10: the ledger hurt under a running guard, and while nobody looked
//	shared_unix_test.go   two users, one till
//	cases_test.go         cases/*.txtar: conversations, one file a story
//
// Nothing here imports a package of tallystick: a mistake shared with the thing
// under test would not be seen.
package conformance
