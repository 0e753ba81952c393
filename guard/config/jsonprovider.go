package config

import "github.com/tallystick/tallystick/adapters"

type wireProvider struct {
	Name    string     `json:"name"`
	Like    string     `json:"like,omitempty"`
	Hosts   []string   `json:"hosts,omitempty"`
	Dialect string     `json:"dialect,omitempty"`
	Paths   []string   `json:"paths,omitempty"`
	Rules   []wireRule `json:"rules,omitempty"`
}

// wireRule has the fields of adapters.GatewayRule, in its order.
type wireRule struct {
	Name   string             `json:"name"`
	Class  adapters.Class     `json:"class"`
	Window string             `json:"window,omitempty"`
	Scope  string             `json:"scope,omitempty"`
	Retry  adapters.Retryable `json:"retry,omitempty"`
	Status []int              `json:"status,omitempty"`
	Code   []string           `json:"code,omitempty"`
	Says   []string           `json:"says,omitempty"`
}

func wireProviderOf(g adapters.Gateway) wireProvider {
	return wireProvider{
		Name: g.Name, Like: g.Like, Hosts: g.Hosts, Dialect: g.Dialect, Paths: g.Paths,
		Rules: each(g.Rules, func(r adapters.GatewayRule) wireRule { return wireRule(r) }),
	}
}

func (w wireProvider) gateway() adapters.Gateway {
	return adapters.Gateway{
		Name: w.Name, Like: w.Like, Hosts: w.Hosts, Dialect: w.Dialect, Paths: w.Paths,
		Rules: each(w.Rules, func(r wireRule) adapters.GatewayRule { return adapters.GatewayRule(r) }),
	}
}

// each converts a list; nothing stays nothing.
func each[A, B any](list []A, convert func(A) B) []B {
	if len(list) == 0 {
		return nil
	}
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = convert(v)
	}
	return out
}
