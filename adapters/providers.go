package adapters

import "strings"

// providers is what is known of who lives where. A host is exact, or begins with a dot and
// matches as a suffix. The names are those the verdict rules use. Any other host is its own
// provider: compatible servers need no entry to be counted.
var providers = []struct {
	name  string
	hosts []string
}{
	{"openai", []string{"api.openai.com", "chatgpt.com", ".api.openai.com"}},
	{"azure", []string{".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com", ".models.ai.azure.com"}},
	{"anthropic", []string{"api.anthropic.com"}},
	{"gemini", []string{"generativelanguage.googleapis.com", "cloudcode-pa.googleapis.com"}},
	{"vertex", []string{"aiplatform.googleapis.com", ".aiplatform.googleapis.com", "-aiplatform.googleapis.com"}},
	{"bedrock", []string{".amazonaws.com", ".amazonaws.com.cn", ".api.aws"}},
	{"mistral", []string{"api.mistral.ai", "codestral.mistral.ai"}},
	{"cohere", []string{"api.cohere.com", "api.cohere.ai"}},
	{"ollama", []string{"ollama.com"}},
	{"groq", []string{"api.groq.com"}},
	{"together", []string{"api.together.xyz", "api.together.ai"}},
	{"fireworks", []string{"api.fireworks.ai"}},
	{"xai", []string{"api.x.ai"}},
	{"openrouter", []string{"openrouter.ai"}},
	{"perplexity", []string{"api.perplexity.ai"}},
	{"github", []string{"models.github.ai", "models.inference.ai.azure.com", "api.githubcopilot.com", ".githubcopilot.com"}},
	{"huggingface", []string{"router.huggingface.co", "api-inference.huggingface.co", ".endpoints.huggingface.cloud"}},
	{"nvidia", []string{"integrate.api.nvidia.com", "ai.api.nvidia.com"}},
	{"cerebras", []string{"api.cerebras.ai"}},
	{"deepinfra", []string{"api.deepinfra.com"}},
	{"deepseek", []string{"api.deepseek.com"}},
	{"dashscope", []string{"dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "dashscope-us.aliyuncs.com", "dashscope-finance.aliyuncs.com",
		".dashscope.aliyuncs.com", ".maas.aliyuncs.com"}},
	{"zhipu", []string{"open.bigmodel.cn", "api.z.ai"}},
	{"moonshot", []string{"api.moonshot.cn", "api.moonshot.ai", "api.kimi.com"}},
	{"sensenova", []string{"api.sensenova.cn", "token.sensenova.cn"}},
	{"siliconflow", []string{"api.siliconflow.cn", "api.siliconflow.com"}},
	{"volcengine", []string{".volces.com", ".bytepluses.com"}},
	{"minimax", []string{"api.minimax.io", ".minimax.io", "api.minimax.chat", "api.minimaxi.com"}},
	{"qianfan", []string{"qianfan.baidubce.com", "aip.baidubce.com"}},
	{"hunyuan", []string{"api.hunyuan.cloud.tencent.com", "hunyuan.tencentcloudapi.com", ".tencentmaas.com", "api.lkeap.cloud.tencent.com"}},
	{"spark", []string{"spark-api-open.xf-yun.com", "maas-api.cn-huabei-1.xf-yun.com"}},
	{"stepfun", []string{"api.stepfun.com", "api.stepfun.ai"}},
	{"modelscope", []string{"api-inference.modelscope.cn"}},
	{"cloudflare", []string{"gateway.ai.cloudflare.com", "api.cloudflare.com"}},
	{"vercel", []string{"ai-gateway.vercel.sh"}},

	// What people run themselves has no host of its own: a caller names it, or a gateway in
	// tallystick.yaml that has it as its name or is like it.
	{"newapi", yours}, // new-api, one-api and the many relays made of them
	{"litellm", yours},
	{"bifrost", yours},
	{"vllm", yours},
	{"llama.cpp", yours},
	{"lmstudio", yours},
}

// yours are the hosts of what people run themselves.
var yours = []string{}

// providerOf names the provider of a host, the host itself when it is not in the table.
func providerOf(host string) string {
	for _, p := range providers {
		for _, h := range p.hosts {
			if hostIs(host, h) {
				return p.name
			}
		}
	}
	return host
}

// hostIs matches a host against an exact name, or a suffix that begins with a dot or a dash.
func hostIs(host, pattern string) bool {
	if pattern[0] == '.' || pattern[0] == '-' {
		return strings.HasSuffix(host, pattern)
	}
	return host == pattern
}

// hostsOf are the hosts of a provider of the table, nil for a stranger.
func hostsOf(name string) []string {
	for _, p := range providers {
		if p.name == name {
			return p.hosts
		}
	}
	return nil
}

// provides tells whether name is a provider of the table.
func provides(name string) bool { return hostsOf(name) != nil }
