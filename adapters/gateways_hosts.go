package adapters

import "strings"

// hostPattern is where a gateway lives: a host, or what hosts end in when it begins with a dot,
// and the port there; without one it is every port.
//
//	llm.corp.example    .corp.example    localhost:4000    ::1    [::1]:4000
type hostPattern struct{ host, port string }

func patternOf(text string) hostPattern {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || text[0] != '[' && strings.Count(text, ":") > 1 {
		return hostPattern{host: text}
	}
	return hostPattern{strings.Trim(text[:i], "[]"), text[i+1:]}
}

func (p hostPattern) fits(host, port string) bool {
	return hostIs(host, p.host) && (p.port == "" || p.port == port)
}

// specific orders patterns that fit the same host: exact ones first, then the longest, and of
// equal ones that with a port.
func (p hostPattern) specific() int {
	n := 1 << 16
	if strings.HasPrefix(p.host, ".") {
		n = 2 * len(p.host)
	}
	if p.port != "" {
		n++
	}
	return n
}
