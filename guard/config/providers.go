package config

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/adapters"
)

// Bounds of the providers section. Hosts and paths multiply in what a shim compares each request
// with: 20 providers of 10 hosts and 10 paths are 2,000 lines, half a millisecond a request.
const (
	MaxProviders     = 20
	MaxHosts         = 10
	MaxHost          = 253 // bytes, as in DNS
	MaxPaths         = 10
	MaxPath          = 200      // bytes
	MaxProviderBytes = 64 << 10 // as the ledger keeps them: each change of a limit writes them again
)

func (c *Config) readProviders(n *yaml.Node) error {
	items, err := itemsOf(n, "providers", MaxProviders)
	if err != nil {
		return err
	}
	taken := taken{}
	c.Providers = make([]adapters.Gateway, len(items))
	for i, item := range items {
		if err := readProvider(item, &c.Providers[i], taken); err != nil {
			return err
		}
	}
	if size := len(encoded(each(c.Providers, wireProviderOf))); size > MaxProviderBytes {
		return &Error{Line: n.Line, Message: fmt.Sprintf("the providers have %d bytes, more than %d", size, MaxProviderBytes), Hint: "keep the rules that decide"}
	}
	return nil
}

// ProviderLines are the lines of tallystick.yaml where its providers stand, by their names. Of
// a file that Parse refuses they are nobody's.
func ProviderLines(b []byte) map[string]int {
	root, err := parseNode(b)
	if err != nil || root == nil {
		return nil
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value != "providers" {
			continue
		}
		for _, item := range root.Content[i+1].Content {
			var p adapters.Gateway
			if readProvider(item, &p, taken{}) == nil {
				lines[p.Name] = item.Line
			}
		}
	}
	return lines
}

// taken are names and hosts with the line that has them.
type taken map[string]int

func (t taken) take(what, word string, line int) error {
	if first, ok := t[what+" "+word]; ok {
		return &Error{Line: line, Message: fmt.Sprintf("the %s %q is taken in line %d", what, word, first), Hint: "give each provider its own"}
	}
	t[what+" "+word] = line
	return nil
}

func readProvider(n *yaml.Node, p *adapters.Gateway, taken taken) error {
	var hosts, paths *yaml.Node
	err := eachKey(n, map[string]func(*yaml.Node) error{
		"name":    func(n *yaml.Node) error { return readProviderName(n, p, taken) },
		"like":    func(n *yaml.Node) error { return readLike(n, p) },
		"hosts":   func(n *yaml.Node) error { hosts = n; return listInto(&p.Hosts, "hosts", MaxHosts, readHost)(n) },
		"dialect": wordInto(&p.Dialect, adapters.Dialects()),
		"paths":   func(n *yaml.Node) error { paths = n; return listInto(&p.Paths, "paths", MaxPaths, readPath)(n) },
		"rules":   func(n *yaml.Node) (err error) { p.Rules, err = readRules(n); return err },
	})
	if err == nil {
		err = completeProvider(n, p, paths)
	}
	if err == nil && hosts != nil {
		err = ownHosts(hosts, p, taken)
	}
	return err
}

// completeProvider says what a provider lacks.
func completeProvider(n *yaml.Node, p *adapters.Gateway, paths *yaml.Node) error {
	known := adapters.Provided(p.Name)
	switch {
	case p.Name == "":
		return &Error{Line: n.Line, Key: "name", Message: "this provider has no name", Hint: "add name: corp, or what limits shall match it by"}
	case len(p.Hosts)+len(p.Rules) == 0:
		return &Error{Line: n.Line, Key: "hosts", Message: fmt.Sprintf("the provider %q has neither hosts nor rules", p.Name), Hint: "add hosts: [llm.corp.example]"}
	case known && p.Like != "":
		return &Error{Line: n.Line, Key: "like", Message: fmt.Sprintf("%s is known already", p.Name), Hint: "leave like out: its own rules hold for it"}
	case paths != nil && len(p.Hosts) == 0:
		return &Error{Line: paths.Line, Key: "paths", Message: "paths are calls at hosts, and there are none", Hint: "add hosts:"}
	case paths != nil && p.Dialect == "" && p.Like == "" && !known:
		return &Error{Line: paths.Line, Key: "paths", Message: "nothing says how to read what is sent to these paths", Hint: "add dialect: openai.chat, or like: with a provider that is known"}
	}
	return nil
}

// ownHosts refuses hosts that somebody else has.
func ownHosts(n *yaml.Node, p *adapters.Gateway, taken taken) error {
	for i, host := range p.Hosts {
		line := n.Content[i].Line
		if m := adapters.CheckHost(host, p.Name); m != nil {
			return mistake(line, "hosts", m)
		}
		if err := taken.take("host", host, line); err != nil {
			return err
		}
	}
	return nil
}

func mistake(line int, key string, m *adapters.Mistake) error {
	return &Error{Line: line, Key: key, Message: m.Wrong, Hint: m.Next}
}

var providerName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$`)

func readProviderName(n *yaml.Node, p *adapters.Gateway, taken taken) (err error) {
	if p.Name, err = readText(n, MaxName); err != nil {
		return err
	}
	if !providerName.MatchString(p.Name) {
		return &Error{Line: n.Line, Message: fmt.Sprintf("%q is no name for a provider", clip(p.Name)), Hint: "use small letters and digits, with . _ or - between them"}
	}
	if m := adapters.CheckName(p.Name); m != nil {
		return mistake(n.Line, "name", m)
	}
	return taken.take("name", p.Name, n.Line)
}

func readLike(n *yaml.Node, p *adapters.Gateway) error {
	return wordInto(&p.Like, (*adapters.Known)(nil).Names())(n)
}

// hostName is a name in DNS, or the end of one, which begins with a dot. Its last part is no number.
var hostName = regexp.MustCompile(`^\.?(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]*[a-z0-9_])?$`)

func readHost(n *yaml.Node) (string, error) {
	host, err := readText(n, MaxHost)
	if err != nil {
		return "", err
	}
	host = strings.ToLower(host)
	if addr, err := netip.ParseAddr(host); err == nil && addr.Zone() == "" {
		return addr.String(), nil // as urls have it
	}
	if at, err := netip.ParseAddrPort(host); err == nil && at.Addr().Zone() == "" && at.Port() > 0 {
		return at.String(), nil
	}
	name, port, some := strings.Cut(host, ":")
	if hostName.MatchString(name) && (!some || isPort(port)) {
		return host, nil
	}
	return "", &Error{Line: n.Line, Message: fmt.Sprintf("%q is no host", clip(host)), Hint: hostHint(host)}
}

// isPort tells a port as urls write it.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0 && text[0] >= '1' && text[0] <= '9'
}

// hostHint guesses what was meant by something that is no host.
func hostHint(host string) string {
	switch {
	case strings.Contains(host, "://"):
		return "write the host alone, without https:// and path"
	case strings.Contains(host, "*"):
		return "write .corp.example for all hosts that end so"
	case strings.Contains(host, "/"):
		return "write the host alone; paths have a key of their own"
	case strings.HasPrefix(host, "["), strings.Count(host, ":") > 1:
		return "write an address like 10.0.0.7 or ::1, or with its port [::1]:4000, without a zone"
	case strings.Contains(host, ":"):
		return "write a port from 1 to 65535 behind the host, or none for all of them"
	case strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }):
		return "write it as urls have it: xn--..."
	}
	return "write it like llm.corp.example, or .corp.example for all that end so"
}

var pathEnd = regexp.MustCompile(`^/[^?#*{}\s]*[^?#*{}\s/]$`)

func readPath(n *yaml.Node) (string, error) {
	path, err := readText(n, MaxPath)
	if err == nil && !pathEnd.MatchString(path) {
		err = &Error{Line: n.Line, Message: fmt.Sprintf("%q is no path", clip(path)), Hint: "write what the url's path ends in, such as /ask: no pattern, no query, with a slash before it and none behind"}
	}
	return path, err
}
