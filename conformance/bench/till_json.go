package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
	"golang.org/x/sys/unix"
)

// jsonTill is the budget file many tools keep: lock, read, add, write back,
// fsync. At its best: it is rewritten in place, which a kill would empty, and
// keeps one number and no history.
type jsonTill struct {
	mu   sync.Mutex // the flock keeps processes apart, this the callers of one
	lock *flock.Flock
	f    *os.File
}

type jsonBudget struct {
	Used    int `json:"used"`
	Ceiling int `json:"ceiling"`
}

func prepareJSON(dir string) error {
	data, _ := json.Marshal(jsonBudget{Ceiling: 1000000000})
	return os.WriteFile(filepath.Join(dir, "budget.json"), data, 0o600)
}

func openJSON(dir string) (till, error) {
	f, err := os.OpenFile(filepath.Join(dir, "budget.json"), os.O_RDWR, 0o600)
	return &jsonTill{lock: flock.New(filepath.Join(dir, "budget.lock")), f: f}, err
}

func (j *jsonTill) take() (err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.lock.Lock(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.lock.Unlock()) }()
	buf := make([]byte, 4096)
	n, err := j.f.ReadAt(buf, 0)
	if n == 0 {
		return err
	}
	var b jsonBudget
	if err := json.Unmarshal(buf[:n], &b); err != nil {
		return err
	}
	if b.Used++; b.Used > b.Ceiling {
		return errUsedUp
	}
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if err := j.f.Truncate(0); err != nil {
		return err
	}
	if _, err := j.f.WriteAt(data, 0); err != nil {
		return err
	}
	return unix.Fdatasync(int(j.f.Fd()))
}

func (j *jsonTill) close() error { return j.f.Close() }
