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
)

// CallPattern names one family of requests that are LLM calls. A shim holds no list of its
// own: it gets these at initialize and asks the guard only for what matches.
//
// Only POST requests are calls. With host = the url's host in lower case without its port
// and path = the url's path without a trailing slash, in Python:
//
//	(not p.host or host == p.host or p.host[0] == "." and host.endswith(p.host))
//	and path.endswith(p.path)
//	and p.body in body         # "" is in every body; without the body at hand: true
//
// and the same in JS with endsWith and includes.
type CallPattern struct {
	Host string // exact ("api.openai.com"), or a suffix that begins with a dot; "" is any host
	Path string // suffix of the path ("/chat/completions"); case counts
	Body string // what the body must contain (`"model"`), "" for nothing: keeps chat apps' POST .../messages out
}

// calls are the known families, the more specific path first. Hosts matter only where a path
// says too little: any server may speak these formats (relays, loopback), and Azure puts the
// deployment in the middle of the path. The paths are so short because a base url may end
// anywhere; where they are common words the body has to name a model, or something as telling.
var calls = []struct {
	CallPattern
	dialect Dialect
}{
	{CallPattern{Path: "/chat/completions"}, chat},
	{CallPattern{Path: "/responses", Body: `"model"`}, responses},
	{CallPattern{Path: "/messages", Body: `"model"`}, messages},
	{CallPattern{Path: "/completions"}, completions},
	{CallPattern{Path: "/completion", Body: `"prompt"`}, completions},
	{CallPattern{Path: "/api/embeddings"}, llama},
	{CallPattern{Path: "/embeddings"}, embeddings},
	{CallPattern{Path: "/api/chat", Body: `"model"`}, llama},
	{CallPattern{Path: "/api/generate", Body: `"model"`}, llama},
	{CallPattern{Path: "/api/embed"}, llama},
	{CallPattern{Path: "/v2/chat", Body: `"model"`}, command},
	{CallPattern{Path: "/v1/chat", Host: "api.cohere.com"}, command},
	{CallPattern{Path: "/v1/chat", Host: "api.cohere.ai"}, command},
	{CallPattern{Path: "/v2/embed", Body: `"model"`}, command},
	{CallPattern{Path: "/v1/embed", Body: `"model"`}, command},
	{CallPattern{Path: "/text/chatcompletion_v2"}, chat}, // MiniMax
	{CallPattern{Path: "/llm/chat-completions"}, chat},   // SenseNova
	{CallPattern{Path: "/text-generation/generation"}, qwen},
	{CallPattern{Path: "/multimodal-generation/generation"}, qwen},
	{CallPattern{Path: "/images/generations"}, images},
	{CallPattern{Path: "/images/edits"}, images},
	{CallPattern{Path: "/audio/transcriptions"}, audio},
	{CallPattern{Path: "/audio/translations"}, audio},
	{CallPattern{Path: "/audio/speech"}, audio},
	{CallPattern{Path: ":generateContent"}, google},
	{CallPattern{Path: ":streamGenerateContent"}, google},
	{CallPattern{Path: ":embedContent"}, google},
	{CallPattern{Path: ":batchEmbedContents"}, google},
	{CallPattern{Path: ":rawPredict", Body: `"anthropic_version"`}, messages}, // Vertex: of other vendors it is chat
	{CallPattern{Path: ":streamRawPredict", Body: `"anthropic_version"`}, messages},
	{CallPattern{Path: ":rawPredict"}, chat},
	{CallPattern{Path: ":streamRawPredict"}, chat},
	{CallPattern{Path: "/converse", Body: `"messages"`}, converse},
	{CallPattern{Path: "/converse-stream"}, converse},
	{CallPattern{Path: "/invoke-with-response-stream"}, invoke},
	{CallPattern{Path: "/invoke", Host: ".amazonaws.com"}, invoke},
	{CallPattern{Path: "/invoke", Body: `"anthropic_version"`}, invoke},
}

// Calls lists the requests that are LLM calls, for shims.
func (k *Known) Calls() []CallPattern {
	var list []CallPattern
	if k != nil {
		for _, h := range k.hosts {
			for _, path := range h.of.Paths {
				list = append(list, CallPattern{Host: h.pattern, Path: path})
			}
		}
	}
	for _, c := range calls {
		list = append(list, c.CallPattern)
	}
	return list
}

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
	host, path := hostAndPath(a.URL)
	g := k.at(host)
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

// Find is what the tables alone know.
func Find(a Attempt) (provider string, d Dialect, ok bool) { return (*Known)(nil).Find(a) }

// reads is the dialect of a path that a gateway names, nil when it names none.
func (g *gateway) reads(path string) Dialect {
	if g != nil && slices.ContainsFunc(g.Paths, func(p string) bool { return strings.HasSuffix(path, p) }) {
		return g.speaks
	}
	return nil
}

func (p CallPattern) fits(host, path string, body []byte) bool {
	return strings.HasSuffix(path, p.Path) && (p.Host == "" || hostIs(host, p.Host)) && mentions(body, p.Body)
}

// mentions tells whether the body contains word. A body that is not at hand may.
func mentions(body []byte, word string) bool {
	return len(body) == 0 || bytes.Contains(body, []byte(word))
}

// hostAndPath cuts a URL: host in lower case without port, path without a trailing slash.
func hostAndPath(raw string) (host, path string) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", ""
	}
	return strings.ToLower(u.Hostname()), strings.TrimRight(u.Path, "/")
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
// bytes and an empty Dialect; any bytes give an answer.
func (k *Known) Describe(a Attempt) Ask {
	provider, d, ok := k.Find(a)
	ask := Ask{InputTokens: EstimateInput(a.Body)}
	if ok {
		ask = d.Ask(a)
	} else if len(a.Body) == 0 {
		ask.InputTokens = unseen(a)
	}
	ask.Provider = provider
	return ask
}

// Describe is what the tables alone know.
func Describe(a Attempt) Ask { return (*Known)(nil).Describe(a) }
