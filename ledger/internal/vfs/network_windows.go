package vfs

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// network says "a network drive" for UNC paths and drives that GetDriveType
// calls remote, "" for others.
func network(name string) (string, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	volume := filepath.VolumeName(full)
	if strings.HasPrefix(volume, `\\`) {
		return "a network drive", nil
	}
	root, err := windows.UTF16PtrFromString(volume + `\`)
	if err != nil {
		return "", err
	}
	if windows.GetDriveType(root) == windows.DRIVE_REMOTE {
		return "a network drive", nil
	}
	return "", nil
}
