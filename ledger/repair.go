package ledger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// repair writes down what was passed over: the files are copied as they are,
// one repaired entry for each range is appended, and all is synced, so that
// every other process reads past the same bytes.
func (l *Ledger) repair(found []repair) error {
	if len(found) == 0 {
		return nil
	}
	if err := l.copyDamaged(found); err != nil {
		return err
	}
	for i := range found {
		found[i].after = l.r.at.sum
		e := Entry{Seq: l.r.at.seq + 1, At: l.instant(), Kind: KindRepaired, Body: found[i].body(new(Object))}
		if err := l.state.Apply(e); err != nil {
			return err
		}
		l.add(e)
	}
	if l.flush(); l.stale != nil {
		return l.stale
	}
	return l.syncNow()
}

// copyDamaged keeps each damaged file as it was found.
func (l *Ledger) copyDamaged(found []repair) error {
	stamp := strings.NewReplacer("-", "", ":", "").Replace(string(appendStamp(nil, l.instant())))
	copies := map[string]string{}
	for i, p := range found {
		if copies[p.file] == "" {
			name := p.file + ".corrupt-" + stamp
			for n := 2; l.r.holds(name); n++ { // the clock stands still
				name = fmt.Sprintf("%s.corrupt-%s-%d", p.file, stamp, n)
			}
			if err := l.copyFile(p.file, name); err != nil {
				return err
			}
			copies[p.file] = name
		}
		found[i].copy = copies[p.file]
	}
	return writeError("syncing "+l.r.dir, l.r.fs.SyncDir(l.r.dir))
}

func (d folder) holds(name string) bool {
	_, err := d.fs.Stat(d.path(name))
	return err == nil
}

func (l *Ledger) copyFile(from, to string) error {
	in, err := l.r.fs.OpenFile(l.r.path(from), os.O_RDONLY, 0)
	if err != nil {
		return missing("opening "+from, err)
	}
	defer func() { _ = in.Close() }() // read only
	info, err := in.Stat()
	if err != nil {
		return missing("looking at "+from, err)
	}
	out, err := l.r.fs.OpenFile(l.r.path(to), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, l.o.fileMode())
	if err != nil {
		return writeError("making "+to, err)
	}
	_, err = io.Copy(out, io.NewSectionReader(in, 0, info.Size()))
	if err == nil {
		err = out.Sync()
	}
	return writeError("copying "+from+" to "+to, errors.Join(err, out.Close()))
}
