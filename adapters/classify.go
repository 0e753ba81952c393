package adapters

// Classify says what a failed attempt means. provider and d may be empty: then the bytes
// alone decide. Pure: the same reply gives the same verdict.
func Classify(provider string, d Dialect, r Reply) Verdict {
	return Verdict{Class: Unknown, Retryable: No, RetryAfter: -1}
}
