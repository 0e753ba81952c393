//go:build !linux

package vfs

// Holder: this system does not say who holds a lock.
func (l osLock) Holder() string { return "" }
