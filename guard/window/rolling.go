package window

import "time"

// BucketSpan is the length of one bucket of a rolling window: 1/300 of its
// span, rounded up to a whole nanosecond.
func (s Spec) BucketSpan() time.Duration { return (s.Span + Buckets - 1) / Buckets }

// Bucket numbers the bucket an instant falls into. Buckets are aligned to the
// Unix epoch, so every process numbers them alike.
func (s Spec) Bucket(t time.Time) int64 {
	span := int64(s.BucketSpan())
	n := t.UnixNano()
	if b := n / span; n%span >= 0 {
		return b
	}
	return n/span - 1
}

// Oldest is the oldest bucket that still counts at now. A bucket leaves when
// the youngest entry it can hold is older than the span, so that a rolling
// window never counts less than was used in its span.
func (s Spec) Oldest(now time.Time) int64 { return s.Bucket(now.Add(-s.Span)) }

// Leaves is the instant at which a bucket no longer counts.
func (s Spec) Leaves(bucket int64) time.Time {
	return time.Unix(0, (bucket+1)*int64(s.BucketSpan())).Add(s.Span).UTC()
}
