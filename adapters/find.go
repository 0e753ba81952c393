package adapters

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
)

// The dialects that are spoken here.
var (
	chat        = openAIChat{"openai.chat"}
	completions = textCompletions{openAIChat{"openai.completions"}}
	embeddings  = openAIChat{"openai.embeddings"}
	images      = openAIMedia{"openai.images"}
	audio       = openAIMedia{"openai.audio"}
	responses   = openAIResponses{}
	messages    = anthropicMessages{}
	google      = gemini{}
	qwen        = dashScope{}
	command     = cohere{}
	llama       = ollama{}
	converse    = bedrockConverse{}
	invoke      = bedrockInvoke{}
	ranking     = rerank{}
	workers     = cloudflare{}
	generation  = textGeneration{}
	sdk         = aiSDK{}
	runs        = openAIRuns{}
	batches     = jobs{"batch"}
	films       = jobs{"video"}
)

// spokenBy is the dialect of a caller that gives a provider's name and no URL; every other
// known provider is taken for OpenAI-compatible.
var spokenBy = map[string]Dialect{"anthropic": messages, "gemini": google, "vertex": google, "bedrock": converse,
	"cohere": command, "ollama": llama}

// usualDialect is what a provider of the table is taken for without a URL, nil for a stranger.
func usualDialect(provider string) Dialect {
	if d := spokenBy[provider]; d != nil {
		return d
	}
	if provides(provider) {
		return chat
	}
	return nil
}

// Find says which provider and dialect an attempt belongs to, by its URL, or without a URL
// by the provider's name. The provider is the caller's word when it has one, else the known
// name of the host, else the host. ok is false when this is no LLM call known to us.
func (k *Known) Find(a Attempt) (provider string, d Dialect, ok bool) {
	provider = strings.ToLower(a.Provider)
	if a.URL == "" {
		if g := k.named(provider); g != nil {
			return provider, g.speaks, true
		}
		d = usualDialect(provider)
		return provider, d, d != nil
	}
	host, port, path := cutURL(a.URL)
	g := k.at(host, port)
	switch {
	case provider != "":
	case g != nil:
		provider = g.Name
	default:
		provider = providerOf(host)
	}
	d = g.reads(path)
	for i := 0; d == nil && i < len(calls); i++ {
		if calls[i].fits(host, path, a.Body) {
			d = calls[i].dialect
		}
	}
	return provider, d, d != nil
}

// reads is the dialect of a path that a gateway names, nil when it names none.
func (g *gateway) reads(path string) Dialect {
	if g != nil && slices.ContainsFunc(g.Paths, func(p string) bool { return strings.HasSuffix(path, p) }) {
		return g.speaks
	}
	return nil
}

func (p CallPattern) fits(host, path string, body []byte) bool {
	return strings.HasSuffix(path, p.Path) && (p.Host == "" || hostIs(host, p.Host)) &&
		strings.Contains(path, p.Inside) && mentions(body, p.Body)
}

// mentions tells whether the body contains each of the words. A body that is not at hand may.
func mentions(body []byte, words string) bool {
	if len(body) == 0 {
		return true
	}
	for word := range strings.FieldsSeq(words) {
		if !bytes.Contains(body, []byte(word)) {
			return false
		}
	}
	return true
}

// cutURL cuts a URL: host in lower case, its port or that of the scheme, path without a trailing
// slash.
func cutURL(raw string) (host, port, path string) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", "", ""
	}
	if port = u.Port(); port == "" {
		port = usualPort[u.Scheme]
	}
	return strings.ToLower(u.Hostname()), port, strings.TrimRight(u.Path, "/")
}

var usualPort = map[string]string{"http": "80", "https": "443"}

func hostAndPath(raw string) (host, path string) {
	host, _, path = cutURL(raw)
	return host, path
}

// modelInPath is the model that a path names before its verb, "" when it has none:
// /v1beta/models/gemini-x:generateContent, .../publishers/anthropic/models/claude-x:rawPredict,
// .../endpoints/123:streamGenerateContent (a tuned model).
func modelInPath(path string) string {
	last := path[strings.LastIndexByte(path, '/')+1:]
	model, _, ok := strings.Cut(last, ":")
	if !ok {
		return ""
	}
	return model[:min(len(model), MaxName)]
}

// Describe is Find and Ask in one. What speaks no known dialect gets an estimate from its
// bytes and no dialect; any bytes give an answer.
func (k *Known) Describe(a Attempt) (Ask, Dialect) {
	provider, d, ok := k.Find(a)
	ask := Ask{InputTokens: EstimateInput(a.Body)}
	if ok {
		ask = d.Ask(a)
	} else if len(a.Body) == 0 {
		ask.InputTokens = unseen(a)
	}
	ask.Provider = provider
	return ask, d
}
