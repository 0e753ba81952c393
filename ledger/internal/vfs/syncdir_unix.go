//go:build unix

package vfs

import (
	"errors"
	"os"
)

// syncDir makes a folder's list of names durable.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
