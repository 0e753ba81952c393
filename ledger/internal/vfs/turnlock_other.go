//go:build !linux && !darwin

package vfs

// TurnLock is an ordinary lock here.
func (d OS) TurnLock(name string) Lock { return d.Lock(name, false, 0) }
