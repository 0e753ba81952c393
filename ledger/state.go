package ledger

// State is what a process folds the entries into. All methods are called with
// the ledger's mutex held, one at a time, and must not call the Ledger.
type State interface {
	// Apply folds one entry. It is deterministic: the same entries give the
	// same state in every process. For a kind it does not know and that is not
	// a note it returns an error wrapping ErrNewerFormat.
	Apply(Entry) error
	// Reset goes back to the state before the first entry.
	Reset()
	// Snapshot appends the state to dst, compactly. It goes into the
	// checkpoint; the ledger does not look into it.
	Snapshot(dst []byte) []byte
	// Restore takes the state out of a snapshot. On an error the checkpoint is
	// ignored and all entries are folded again.
	Restore(snapshot []byte) error
}
