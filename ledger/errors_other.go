//go:build !unix

package ledger

// isQuota: systems without a quota errno say "disk full".
func isQuota(error) bool { return false }
