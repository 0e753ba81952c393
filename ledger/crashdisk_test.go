package ledger

import (
	"os"
	"testing"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// diskWith is a simulated disk with a ledger in /ledger that consists of one
// day file.
func diskWith(t *testing.T, name string, content []byte) *crashfs.FS {
	t.Helper()
	disk := crashfs.New()
	if err := disk.MkdirAll("/ledger", 0o700); err != nil {
		t.Fatal(err)
	}
	rewrite(t, disk, lockName, nil)
	rewrite(t, disk, name, content)
	return disk
}

// rewrite replaces what a file of the ledger holds, in place.
func rewrite(t *testing.T, disk *crashfs.FS, name string, content []byte) {
	t.Helper()
	f, err := disk.OpenFile("/ledger/"+name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		t.Fatal(err)
	}
}
