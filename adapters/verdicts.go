package adapters

import "github.com/tallystick/tallystick/adapters/verdict"

// What a failure means is a room of its own, adapters/verdict. These are its words under the
// names that callers of this package use.
type (
	Reply       = verdict.Reply
	Verdict     = verdict.Verdict
	Class       = verdict.Class
	Retryable   = verdict.Retryable
	Look        = verdict.Look
	KnownRule   = verdict.KnownRule
	GatewayRule = verdict.Rule
	Mistake     = verdict.Mistake
)

// The classes a verdict can have.
const (
	RateLimited     = verdict.RateLimited
	QuotaExhausted  = verdict.QuotaExhausted
	Overloaded      = verdict.Overloaded
	ServerError     = verdict.ServerError
	Timeout         = verdict.Timeout
	Network         = verdict.Network
	Auth            = verdict.Auth
	Permission      = verdict.Permission
	InvalidRequest  = verdict.InvalidRequest
	ContextLength   = verdict.ContextLength
	ContentFiltered = verdict.ContentFiltered
	NotFound        = verdict.NotFound
	TooLarge        = verdict.TooLarge
	Conflict        = verdict.Conflict
	StreamTruncated = verdict.StreamTruncated
	Cancelled       = verdict.Cancelled
	Unknown         = verdict.Unknown
)

// Whether another try is worth anything.
const (
	Now       = verdict.Now
	AfterWait = verdict.AfterWait
	No        = verdict.No
)
