package adapters

import (
	"fmt"
	"strings"
)

// Provided tells whether the tables know a provider by this name.
func Provided(name string) bool { return provides(name) }

// CheckName finds a name that the tables have for something else.
func CheckName(name string) *Mistake {
	if owner := providerOf(name); owner != name {
		return &Mistake{Wrong: fmt.Sprintf("%q is a host of %s", name, owner), Next: "write name: " + owner + " to add to that provider"}
	}
	return nil
}

// CheckHost finds a host, or a suffix of hosts, that another provider has by the tables. More
// of a host than they have is free: a gateway in Amazon's cloud is not Bedrock.
func CheckHost(pattern, name string) *Mistake {
	host := patternOf(pattern).host
	for _, p := range providers {
		for _, h := range p.hosts {
			if p.name == name || !covers(host, h) {
				continue
			}
			if h != host {
				return &Mistake{Wrong: fmt.Sprintf("%q takes %s in, which is %s's", pattern, h, p.name), Next: "write more of the host"}
			}
			return &Mistake{Wrong: fmt.Sprintf("%q is a host of %s", pattern, p.name), Next: "write name: " + p.name + " to add to that provider"}
		}
	}
	return nil
}

// covers tells whether a pattern fits every host that another one fits.
func covers(pattern, other string) bool {
	return pattern == other || strings.HasPrefix(pattern, ".") && strings.HasSuffix(other, pattern)
}
