package verdict

// What this package keeps and believes at most. Whatever comes in, these hold.
const (
	// MaxName bounds names taken from outside: request id, error code, class of an exception. 256 bytes.
	MaxName = 256
	// MaxEvidence bounds a verdict's evidence: 120 bytes.
	MaxEvidence = 120
	// MaxRemaining bounds RemainingHeaders: 400 bytes.
	MaxRemaining = 400
	// MaxText is how much of a body and of an exception's text is read for words: 64 KiB each.
	MaxText = 64 << 10
)
