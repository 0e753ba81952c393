package ledger

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// Names inside the ledger's folder, beside the day files.
const (
	lockName       = "lock"
	checkpointName = "checkpoint"
	extension      = ".jsonl"
	dateLayout     = "2006-01-02"
)

// dayFile is a file's name taken apart: 000123-2026-11-29.jsonl. The number
// orders, the date is for people and for finding a day.
type dayFile struct {
	no   uint64
	date string
}

func (f dayFile) name() string { return fmt.Sprintf("%06d-%s%s", f.no, f.date, extension) }

// day is the file's date as an instant, for comparing days.
func (f dayFile) day() time.Time {
	t, _ := time.Parse(dateLayout, f.date)
	return t
}

func parseName(name string) (dayFile, bool) {
	stem, isJournal := strings.CutSuffix(name, extension)
	number, date, hasDate := strings.Cut(stem, "-")
	no, err := strconv.ParseUint(number, 10, 64)
	if !isJournal || !hasDate || err != nil || no == 0 {
		return dayFile{}, false
	}
	if _, err := time.Parse(dateLayout, date); err != nil {
		return dayFile{}, false
	}
	f := dayFile{no, date}
	return f, f.name() == name
}

// folder is a ledger's folder on some disk.
type folder struct {
	fs  vfs.FS
	dir string
}

func (d folder) path(name string) string { return filepath.Join(d.dir, name) }

// list is the folder's day files in the order of their numbers. None may be
// missing: what stood in it would count no more.
func (d folder) list() ([]dayFile, error) {
	names, err := d.fs.ReadDir(d.dir)
	if err != nil {
		return nil, missing("reading "+d.dir, err)
	}
	var files []dayFile
	for _, n := range names {
		if f, ok := parseName(n.Name()); ok {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b dayFile) int { return int(int64(a.no) - int64(b.no)) })
	if len(files) == 0 {
		return nil, missing("no day file in "+d.dir, nil)
	}
	for i, f := range files {
		if f.no != uint64(i)+1 {
			return nil, missing(fmt.Sprintf("%s should hold day file number %d; next after it is %s", d.dir, i+1, f.name()), nil)
		}
	}
	return files, nil
}

// after lists the files whose numbers are higher than no.
func (d folder) after(no uint64) ([]dayFile, error) {
	files, err := d.list()
	if err != nil || uint64(len(files)) <= no {
		return nil, err
	}
	return files[no:], nil
}

// missing is what a thing that should be there and is not means; a process that
// has too many files open misses nothing.
func missing(what string, err error) error {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return &Error{ErrBusy, what, "this is not the budget: close some files, or let this user have more (ulimit -n)", err}
	}
	return &Error{ErrMissing, what, "put back what was removed (a copy will do) and start the guards again; calls are refused until then", err}
}
