package adapters

import "strings"

// Provider is what is known of one provider, for people who ask.
type Provider struct {
	Name     string
	Hosts    []string    // exact, or a suffix that begins with a dot or a dash
	Dialects []string    // what it speaks, what it is taken for without a URL first
	Rules    []KnownRule // verdict rules of its own; the general ones hold for everybody
}

// KnownRule is one verdict rule as a person reads it.
type KnownRule struct {
	Name  string
	Class Class
	Code  string // the error codes it asks for, apart by blanks; "" when it asks for none
}

// spokenToo is what providers document beside the dialect they are taken for. It is for
// people: a request's own path decides which dialect is read, whoever the provider is.
var spokenToo = map[string][]Dialect{
	"openai":     {responses, completions, embeddings, images, audio},
	"azure":      {responses, completions, embeddings, images, audio},
	"gemini":     {chat, embeddings},  // ai.google.dev: OpenAI compatibility
	"vertex":     {messages, chat},    // Claude and open models by rawPredict
	"bedrock":    {invoke},            // AWS Bedrock Runtime: InvokeModel beside Converse
	"ollama":     {chat, completions}, // ollama.com: OpenAI compatibility
	"cohere":     {chat},              // docs.cohere.com: compatibility API
	"mistral":    {embeddings},
	"groq":       {responses, audio},
	"together":   {completions, embeddings, images},
	"fireworks":  {completions, embeddings},
	"xai":        {responses},
	"openrouter": {responses, completions},
	"dashscope":  {qwen, embeddings},
	"deepseek":   {messages}, // api-docs.deepseek.com: Anthropic API
	"moonshot":   {messages}, // platform.moonshot.ai: /anthropic
	"zhipu":      {messages}, // docs.z.ai: /api/anthropic
	"minimax":    {messages}, // platform.minimax.io: /anthropic
}

// Providers lists every provider of the table, with what is known of it. Hosts that are not
// in it are providers of their own, counted and classified like any other.
func Providers() []Provider {
	all := make([]Provider, len(providers))
	for i, p := range providers {
		all[i] = Provider{Name: p.name, Hosts: append([]string(nil), p.hosts...), Dialects: speaks(p.name), Rules: rulesOf(p.name)}
	}
	return all
}

// GeneralRules is how many verdict rules hold whoever the provider is.
func GeneralRules() int {
	n := len(rules)
	for _, p := range providers {
		n -= len(rulesOf(p.name))
	}
	return n
}

func speaks(name string) []string {
	_, usual, _ := Find(Attempt{Provider: name})
	names := []string{usual.Name()}
	for _, d := range spokenToo[name] {
		names = append(names, d.Name())
	}
	return names
}

// rulesOf are the rules that ask for a provider, or are about a code of its own that no
// other provider uses and so go by its name.
func rulesOf(name string) (own []KnownRule) {
	for _, r := range rules {
		if r.provider == name || r.provider == "" && strings.HasPrefix(r.name, name+" ") {
			own = append(own, KnownRule{Name: r.name, Class: r.class, Code: r.code})
		}
	}
	return own
}
