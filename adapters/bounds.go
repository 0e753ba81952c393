package adapters

import "github.com/tallystick/tallystick/adapters/verdict"

// What this package keeps and believes at most. Whatever comes in, these hold.
const (
	// MaxLine is how much of one line of a stream, or of one plain body inside a stream, is
	// kept: 1 MiB. Of a longer one (an image inside response.completed) the first and the
	// last MaxEdge bytes are kept, which is where the type and the usage stand.
	MaxLine = 1 << 20
	// MaxEdge is what is kept of each end of something longer than MaxLine: 64 KiB.
	MaxEdge = 64 << 10
	// MaxErrorBody is how much of an error event is handed on for classification: 64 KiB.
	MaxErrorBody = 64 << 10
	// MaxName bounds names taken from outside: model, request id, error code. 256 bytes.
	MaxName = verdict.MaxName
	// MaxUsage is the largest number of tokens of one class that is believed: 100 million,
	// ten times the largest context window on sale. More is clamped and flagged.
	MaxUsage = 100_000_000
	// MaxOdd is how many events of a stream that its dialect does not know are searched for the
	// words of failures: 4. Members that only errors have are looked for in all.
	MaxOdd = 4
	// MaxDepth is how deep nested values are read for text; what is deeper counts by its bytes.
	MaxDepth = 64
)
