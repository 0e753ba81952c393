//go:build windows || darwin

package home

import "os/user"

// lookupUser asks the system. On these two os/user never looks at $HOME: macOS
// asks its directory, Windows the profile of the process's token.
func lookupUser() (account, error) {
	u, err := user.Current()
	if err != nil {
		return account{}, &Error{
			Message: "the system does not say who this user is",
			Hint:    "set " + Env + " to a directory that all agents of this machine share",
			Err:     err,
		}
	}
	return account{name: u.Username, dir: u.HomeDir}, nil
}
