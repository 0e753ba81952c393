package main

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

// sqliteTill is the same check-and-add in SQLite, WAL, synchronous=FULL. At its
// best: the C library, one connection a process (16 would only fight each
// other), prepared statements, one short IMMEDIATE transaction.
type sqliteTill struct {
	db   *sql.DB
	conn *sql.Conn
	turn chan struct{} // holds one token: whose turn it is to use conn
	add  *sql.Stmt
	keep *sql.Stmt
}

func sqlitePath(dir string) string {
	return "file:" + filepath.Join(dir, "till.db") + "?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=1000"
}

func prepareSQLite(dir string) error {
	db, err := sql.Open("sqlite3", sqlitePath(dir))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	_, err = db.Exec(`create table if not exists hot (id integer primary key, used integer, ceiling integer);
		create table if not exists entry (seq integer primary key, body text);
		insert or ignore into hot values (1, 0, 1000000000)`)
	return err
}

func openSQLite(dir string) (till, error) {
	db, err := sql.Open("sqlite3", sqlitePath(dir))
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	s := &sqliteTill{db: db, turn: make(chan struct{}, 1)}
	if s.conn, err = db.Conn(ctx); err != nil {
		return nil, err
	}
	if s.add, err = s.conn.PrepareContext(ctx, "update hot set used = used + 1 where id = 1 and used < ceiling"); err != nil {
		return nil, err
	}
	if s.keep, err = s.conn.PrepareContext(ctx, "insert into entry (body) values (?)"); err != nil {
		return nil, err
	}
	s.turn <- struct{}{}
	return s, nil
}

func (s *sqliteTill) take() error {
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	for {
		err := s.once(context.Background())
		var busy sqlite3.Error
		if errors.As(err, &busy) && busy.Code == sqlite3.ErrBusy {
			continue // it starved for 1 s; it asks again, as a caller would
		}
		return err
	}
}

func (s *sqliteTill) once(ctx context.Context) error {
	if _, err := s.conn.ExecContext(ctx, "begin immediate"); err != nil {
		return err
	}
	res, err := s.add.ExecContext(ctx)
	if err == nil {
		if n, _ := res.RowsAffected(); n != 1 {
			err = errUsedUp
		} else {
			_, err = s.keep.ExecContext(ctx, string(body))
		}
	}
	if err != nil {
		_, _ = s.conn.ExecContext(ctx, "rollback")
		return err
	}
	_, err = s.conn.ExecContext(ctx, "commit")
	return err
}

func (s *sqliteTill) close() error { return s.db.Close() }
