// Package verdict knows what a failure means, and nothing else: a status, headers, a body or
// the words of an exception in; what happened, whose limit, until when, whether another try is
// worth anything, and why, out. It is pure: no clock, no files, no network.
//
//	failure ──► words ──► meanings ──► rules ──► verdict: class, retry?, scope, window,
//	              │                                 ▲       until, evidence, owed or not
//	              └──► stated waits ────────────────┘
//	headers ──► Limits, RequestID, RemainingHeaders
//
// The text of a failure is flattened into words (words.go, cut.go): escapes of any depth, camel case,
// Python's repr and web pages look alike afterwards. Each word is a number (vocabulary.go),
// ways of saying are sequences of numbers (ways.go), so that a verdict costs the same however
// many ways there are. Meanings (meanings_*.go, match.go) are found in one pass, rules
// (rules*.go, table.go) put them together, and the first rule that holds decides. What the
// bytes say beats the status.
//
//	meanings_money, _limits, _window        what is used up, and which
//	meanings_request, _content              the request's own fault
//	meanings_key, _caller, _model           who asks, what he may do, what he asked for
//	meanings_provider, _way                 the provider's state; the way there and back
//	meanings_remedies, _hints               advice and weak signs, asked when nothing else decides
//	rules_codes, rules, rules_last          numbers; what is said; hints, statuses, exception classes
//	waits, times, walls, zones              when it gets better, in all spellings
//	own, own_codes, check                   rules of a user's own, in front of the table
//
// Any bytes give a verdict, never a panic, in linear time and bounded memory (bounds.go).
// Evidence holds nothing of a body but names.
package verdict
