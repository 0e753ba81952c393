package ledger

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkUpdate is one caller alone, one entry each.
func BenchmarkUpdate(b *testing.B) {
	for name, d := range map[string]Durability{"os": OS, "fsync": Fsync} {
		b.Run(name, func(b *testing.B) {
			l, err := Open(filepath.Join(b.TempDir(), "ledger"), &hot{}, Options{Create: true, Durability: d})
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			body := new(Object).Open().Uint("n", 1).String("padding", padding).Close()
			b.ReportAllocs()
			for b.Loop() {
				err := l.Update(b.Context(), func(tx *Tx) error { _, err := tx.Append("count", body); return err })
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkView is a look when nothing is new.
func BenchmarkView(b *testing.B) {
	l, err := Open(filepath.Join(b.TempDir(), "ledger"), &hot{}, Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for b.Loop() {
		if err := l.View(b.Context(), func() error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBareSync is the measure: one append and one fdatasync.
func BenchmarkBareSync(b *testing.B) {
	f, err := folderOS("").fs.OpenFile(filepath.Join(b.TempDir(), "bare"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	entry := []byte(padding + padding[:120] + "\n")
	for b.Loop() {
		if _, err := f.Write(entry); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}
