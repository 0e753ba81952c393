package home

import "io/fs"

// On Windows the user's profile is protected by its access list, which new
// directories inherit; there are no modes to check.
const hasModes = false

func isOurs(fs.FileInfo) bool { return false }

func inode(fs.FileInfo) uint64 { return 0 }

func checkAccess(string, fs.FileInfo, bool) error { return nil }

func (h Home) share(string) error {
	return &Error{
		Message: "sharing a home with a group is not available on Windows",
		Hint:    "give the users access in the directory's security settings",
	}
}
