package adapters

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// Provider is what is known of one provider, for people who ask.
type Provider struct {
	Name     string
	Hosts    []string    // exact, or a suffix that begins with a dot or a dash
	Dialects []string    // what it speaks, what it is taken for without a URL first
	Rules    []KnownRule // verdict rules of its own; the general ones hold for everybody
	Like     string      // of a gateway: whose rules of the table hold for it, "" for nobody's
	Paths    []string    // of a gateway: paths that are calls there, beside those that are calls everywhere
	Added    bool        // a user added it, or something to it
}

// spokenToo is what providers document beside the dialect they are taken for, on the pages
// named here. It is for people: a request's own path decides which dialect is read, whoever
// the provider is.
var spokenToo = map[string][]Dialect{
	"openai":      {responses, completions, embeddings, images, audio, runs, batches, films},      // platform.openai.com/docs/api-reference
	"azure":       {responses, completions, embeddings, images, audio, runs, batches},             // learn.microsoft.com/azure/ai-services/openai/reference
	"anthropic":   {batches},                                                                      // docs.anthropic.com/en/api/creating-message-batches
	"gemini":      {chat, batches, films},                                                         // ai.google.dev/gemini-api/docs/openai, .../batch-api, .../video
	"vertex":      {messages, chat},                                                               // Claude and open models by rawPredict
	"bedrock":     {invoke},                                                                       // AWS Bedrock Runtime: InvokeModel beside Converse
	"ollama":      {chat, completions, embeddings, responses, messages},                           // docs.ollama.com/api/openai-compatibility, .../anthropic-compatibility
	"cohere":      {chat, embeddings, ranking},                                                    // docs.cohere.com/docs/compatibility-api, .../reference/rerank
	"mistral":     {embeddings, batches},                                                          // docs.mistral.ai/capabilities/embeddings, .../batch
	"groq":        {responses, audio},                                                             // console.groq.com/docs/api-reference
	"together":    {completions, embeddings, images, audio},                                       // docs.together.ai/docs/inference/openai-compatibility
	"fireworks":   {completions, embeddings, responses, messages},                                 // docs.fireworks.ai/api-reference, .../tools-sdks/anthropic-compatibility
	"xai":         {responses},                                                                    // docs.x.ai/docs/api-reference
	"openrouter":  {responses, messages, embeddings},                                              // openrouter.ai/docs/api/api-reference
	"dashscope":   {qwen, ranking, films},                                                         // help.aliyun.com/zh/model-studio
	"deepseek":    {messages},                                                                     // api-docs.deepseek.com/guides/anthropic_api
	"moonshot":    {messages},                                                                     // api.moonshot.ai/anthropic
	"zhipu":       {messages, films},                                                              // docs.z.ai: api.z.ai/api/anthropic
	"minimax":     {messages, films},                                                              // platform.minimax.io/docs/api-reference/text-anthropic-api
	"siliconflow": {ranking, films},                                                               // docs.siliconflow.cn
	"huggingface": {generation},                                                                   // huggingface.co/docs/text-generation-inference
	"cloudflare":  {workers},                                                                      // developers.cloudflare.com/workers-ai
	"newapi":      {responses, messages, google, embeddings, images, audio, ranking},              // docs.newapi.pro/en/docs/api
	"litellm":     {responses, messages, google, completions, embeddings, images, audio, ranking}, // docs.litellm.ai/docs/supported_endpoints
	"bifrost":     {responses, messages, google, completions, embeddings},                         // docs.getbifrost.ai/integrations
	"vllm":        {responses, messages, completions, embeddings, audio, ranking},                 // docs.vllm.ai, serving/online_serving
	"llama.cpp":   {messages, completions, embeddings, ranking},                                   // github.com/ggml-org/llama.cpp, tools/server
	"lmstudio":    {responses, messages, completions, embeddings},                                 // lmstudio.ai/docs/developer/openai-compat, .../anthropic-compat
	"vercel":      {sdk},                                                                          // github.com/vercel/ai, packages/gateway
}

// Providers lists every provider that is known by name, the gateways first. Hosts that are not
// in it are providers of their own, counted and classified like any other.
func (k *Known) Providers() []Provider {
	var all []Provider
	for _, name := range k.Names() {
		if g := k.named(name); g != nil {
			all = append(all, g.provider())
			continue
		}
		all = append(all, Provider{Name: name, Hosts: slices.Clone(hostsOf(name)), Dialects: speaks(name), Rules: verdict.RulesOf(name)})
	}
	return all
}

// Names are the names of these providers.
func (k *Known) Names() []string {
	var names []string
	if k != nil {
		for _, g := range k.gateways {
			names = append(names, g.Name)
		}
	}
	for _, p := range providers {
		if k.named(p.name) == nil {
			names = append(names, p.name)
		}
	}
	return names
}

// provider is a gateway as people see it, with what the table has under its name.
func (g *gateway) provider() Provider {
	p := Provider{Name: g.Name, Like: g.Like, Paths: slices.Clone(g.Paths), Added: true}
	p.Hosts = append(slices.Clone(g.Hosts), hostsOf(g.Name)...)
	p.Dialects = []string{g.speaks.Name()}
	for _, d := range speaks(g.rulesLike()) {
		if d != p.Dialects[0] {
			p.Dialects = append(p.Dialects, d)
		}
	}
	for _, r := range g.Rules {
		p.Rules = append(p.Rules, known(r))
	}
	p.Rules = append(p.Rules, verdict.RulesOf(g.rulesLike())...)
	return p
}

func known(r verdict.Rule) KnownRule {
	var status []string
	for _, n := range r.Status {
		status = append(status, strconv.Itoa(n))
	}
	return KnownRule{Name: r.Name, Class: r.Class, Code: strings.Join(r.Code, " "), Status: strings.Join(status, " "),
		Says: slices.Clone(r.Says), Added: true}
}

// GeneralRules is how many verdict rules hold whoever the provider is.
func GeneralRules() int {
	n := verdict.Rules()
	for _, p := range providers {
		n -= len(verdict.RulesOf(p.name))
	}
	return n
}

// speaks are the dialects of a provider of the table, its usual one first; none of a stranger.
func speaks(name string) []string {
	usual := usualDialect(name)
	if usual == nil {
		return nil
	}
	names := []string{usual.Name()}
	for _, d := range spokenToo[name] {
		names = append(names, d.Name())
	}
	return names
}
