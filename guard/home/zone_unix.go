//go:build unix

package home

import (
	"os"
	"path/filepath"
	"strings"
)

// root is a variable for tests.
var root = "/"

// systemZone follows /etc/localtime into the zone database, else reads the name
// Debian keeps in /etc/timezone; "" when neither says.
func systemZone() string {
	path := filepath.Join(root, "etc", "localtime")
	const mostLinks = 8 // the system's own limit is 40; two are usual
	for range mostLinks {
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if _, zone, ok := strings.Cut(filepath.ToSlash(target), "zoneinfo/"); ok {
			return strings.TrimPrefix(strings.TrimPrefix(zone, "posix/"), "right/")
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	name, err := os.ReadFile(filepath.Join(root, "etc", "timezone"))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(name), "\n")
	return strings.TrimSpace(first)
}
