package home

import (
	"os"
	"os/user"
	"strconv"
)

// passwdHome is the home directory as the system's user database has it.
// user.Current would believe $HOME; a look-up by number does not.
func passwdHome() (string, error) {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return "", err
	}
	return u.HomeDir, nil
}

// UserName is who acts, for the entries a person causes.
func UserName() string {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return strconv.Itoa(os.Getuid())
	}
	return u.Username
}
