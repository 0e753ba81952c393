//go:build !windows && !darwin

package home

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// passwd is a variable for tests.
var passwd = "/etc/passwd"

// lookupUser reads the user database itself: a static binary has no C library to
// ask, and os/user falls back to $HOME and $USER for a user it does not find,
// in LookupId as well.
func lookupUser() (account, error) {
	uid := strconv.Itoa(os.Getuid())
	f, err := os.Open(passwd)
	if err == nil {
		defer f.Close()
		if a, ok := findUser(f, uid); ok {
			return a, nil
		}
	}
	return account{}, &Error{
		Message: fmt.Sprintf("user %s is not in %s, so it has no home of its own", uid, passwd),
		Hint:    fmt.Sprintf("set %s to a directory that all agents of this machine share", Env),
		Err:     err,
	}
}

// findUser looks for name:password:uid:gid:comment:home:shell.
func findUser(r io.Reader, uid string) (account, bool) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		field := strings.Split(lines.Text(), ":")
		if len(field) >= 6 && field[2] == uid && field[0] != "" && field[0][0] != '#' {
			return account{name: field[0], dir: field[5]}, true
		}
	}
	return account{}, false
}
