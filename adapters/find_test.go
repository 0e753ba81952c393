package adapters

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ url, provider, body, want string }{
		{"https://api.openai.com/v1/chat/completions", "", "", "openai openai.chat"},
		{"https://api.openai.com/v1/responses", "", `{"model":"m"}`, "openai openai.responses"},
		{"https://api.anthropic.com/v1/messages?beta=true", "", `{"model":"m"}`, "anthropic anthropic.messages"},
		{"https://api.fireworks.ai/inference/v1/messages", "", `{"model":"m"}`, "fireworks anthropic.messages"},
		{"https://API.Groq.com:443/openai/v1/chat/completions/", "", "", "groq openai.chat"},
		{"http://127.0.0.1:8080/v1/chat/completions", "", "", "127.0.0.1 openai.chat"},
		{"http://[::1]:11434/v1/messages", "", "", "::1 anthropic.messages"},
		{"https://acme.openai.azure.com/openai/deployments/gpt-x/chat/completions?api-version=1", "", "", "azure openai.chat"},
		{"https://acme.openai.azure.com/openai/responses", "", `{"model":"m"}`, "azure openai.responses"},
		{"https://gw.example.com/llm/anthropic/v1/messages", "", "", "gw.example.com anthropic.messages"},
		{"https://gw.example.com/v1/chat/completions", "OpenAI", "", "openai openai.chat"},
		{"https://api.openai.com/v1/embeddings", "", "", "openai openai.embeddings"},
		{"https://api.openai.com/v1/completions", "", "", "openai openai.completions"},
		{"https://api.deepseek.com/beta/completions", "", `{"model":"m","prompt":"x"}`, "deepseek openai.completions"},
		{"https://gw.example.com/llm/completions", "", `{"model":"m","messages":[]}`, "gw.example.com openai.completions"},
		{"https://generativelanguage.googleapis.com/v1beta/models/gemini-x:streamGenerateContent?alt=sse", "", "", "gemini gemini"},
		{"https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/gemini-x:generateContent", "", "", "vertex gemini"},
		{"https://generativelanguage.googleapis.com/v1beta/models/gemini-x:countTokens", "", "", "gemini -"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/converse", "", "", "bedrock bedrock.converse"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream", "", "", "bedrock bedrock.converse"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke", "", `{"inputText":"x"}`, "bedrock bedrock.invoke"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke-with-response-stream", "", "", "bedrock bedrock.invoke"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/count-tokens", "", "", "bedrock -"},
		{"http://127.0.0.1:1/model/m/invoke", "", `{"anthropic_version":"bedrock-2023-05-31"}`, "127.0.0.1 bedrock.invoke"},
		{"http://127.0.0.1:1/chain/invoke", "", `{"input":"x"}`, "127.0.0.1 -"},
		{"https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x@20260101:streamRawPredict", "", `{"anthropic_version":"vertex-2023-10-16"}`, "vertex anthropic.messages"},
		{"https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic/models/claude-x:rawPredict", "", `{"anthropic_version":"vertex-2023-10-16"}`, "vertex anthropic.messages"},
		{"https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/mistralai/models/m:rawPredict", "", `{"model":"m"}`, "vertex openai.chat"},
		{"https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/endpoints/openapi/chat/completions", "", "", "vertex openai.chat"},
		{"https://api.cohere.com/v2/chat", "", `{"model":"m"}`, "cohere cohere.chat"},
		{"https://api.cohere.com/v1/chat", "", `{"message":"x"}`, "cohere cohere.chat"},
		{"https://api.cohere.com/v2/embed", "", `{"model":"m"}`, "cohere cohere.chat"},
		{"https://api.cohere.com/v2/rerank", "", `{"model":"m","query":"q","documents":["d"]}`, "cohere rerank"},
		{"https://api.jina.ai/v1/rerank", "", `{"model":"m","query":"q","documents":["d"]}`, "api.jina.ai rerank"},
		{"https://dashscope.aliyuncs.com/api/v1/services/rerank/text-rerank/text-rerank", "", `{"model":"m"}`, "dashscope rerank"},
		{"https://api.cloudflare.com/client/v4/accounts/a/ai/run/@cf/meta/llama-x", "", `{"prompt":"x"}`, "cloudflare cloudflare"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/workers-ai/@cf/meta/llama-x", "", `{"messages":[]}`, "cloudflare cloudflare"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/openai/chat/completions", "", `{"messages":[]}`, "cloudflare openai.chat"},
		{"https://api.cloudflare.com/client/v4/accounts/a/ai/run/@cf/meta/llama-x", "", "", "cloudflare cloudflare"},
		{"https://gateway.ai.cloudflare.com/v1/a/g", "", `[{"provider":"openai","endpoint":"chat/completions","query":{"messages":[]}}]`, "cloudflare cloudflare"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/cohere/v1/chat", "", `{"message":"x"}`, "cloudflare cohere.chat"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/huggingface/org/m", "", `{"inputs":"x"}`, "cloudflare huggingface"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/aws-bedrock/bedrock-runtime/us-east-1/model/m/invoke", "", `{"inputText":"x"}`, "cloudflare bedrock.invoke"},
		{"https://api.cloudflare.com/client/v4/accounts/a/ai/v1/chat/completions", "", `{"messages":[]}`, "cloudflare openai.chat"},
		{"https://api-inference.huggingface.co/models/org/m", "", `{"inputs":"x"}`, "huggingface huggingface"},
		{"https://api-inference.huggingface.co/pipeline/feature-extraction/org/m", "", `{"inputs":"x"}`, "huggingface huggingface"},
		{"https://router.huggingface.co/hf-inference/models/org/m", "", `{"inputs":"x"}`, "huggingface huggingface"},
		{"https://ai-gateway.vercel.sh/v3/ai/language-model", "", `{"prompt":[]}`, "vercel ai.sdk"},
		{"https://ai-gateway.vercel.sh/v3/ai/embedding-model", "", `{"values":["x"]}`, "vercel ai.sdk"},
		{"http://127.0.0.1:8080/generate_stream", "", `{"inputs":"x"}`, "127.0.0.1 huggingface"},
		{"http://127.0.0.1:8080/generate", "", `{"inputs":"x","parameters":{"max_new_tokens":9}}`, "127.0.0.1 huggingface"},
		{"https://x.us-east-1.aws.endpoints.huggingface.cloud", "", `{"inputs":"x"}`, "huggingface huggingface"},
		{"https://api.openai.com/v1/batches", "", `{"input_file_id":"f"}`, "openai batch"},
		{"https://api.anthropic.com/v1/messages/batches", "", `{"requests":[]}`, "anthropic batch"},
		{"https://generativelanguage.googleapis.com/v1beta/models/m:batchGenerateContent", "", `{"batch":{}}`, "gemini batch"},
		{"https://api.mistral.ai/v1/batch/jobs", "", `{"input_files":["f"]}`, "mistral batch"},
		{"https://api.openai.com/v1/threads/t/runs", "", `{"assistant_id":"a"}`, "openai openai.runs"},
		{"https://api.openai.com/v1/threads/runs", "", `{"assistant_id":"a"}`, "openai openai.runs"},
		{"https://acme.openai.azure.com/openai/threads/t/runs/r/submit_tool_outputs", "", `{"tool_outputs":[]}`, "azure openai.runs"},
		{"https://api.openai.com/v1/videos", "", `{"model":"sora","prompt":"x"}`, "openai video"},
		{"https://open.bigmodel.cn/api/paas/v4/videos/generations", "", `{"model":"m","prompt":"x"}`, "zhipu video"},
		{"https://generativelanguage.googleapis.com/v1beta/models/veo-x:predictLongRunning", "", `{"instances":[]}`, "gemini video"},
		{"http://localhost:11434/api/chat", "", `{"model":"m"}`, "localhost ollama"},
		{"http://localhost:11434/api/generate", "", `{"model":"m"}`, "localhost ollama"},
		{"http://localhost:11434/api/embeddings", "", `{"model":"m"}`, "localhost ollama"},
		{"http://localhost:11434/api/embed", "", `{"model":"m"}`, "localhost ollama"},
		{"http://localhost:11434/api/tags", "", "", "localhost -"},
		{"https://ollama.com/api/chat", "", `{"model":"m"}`, "ollama ollama"},
		{"http://localhost:3000/api/chat", "", `{"messages":[]}`, "localhost -"},
		{"https://api.openai.com/v1/images/generations", "", "", "openai openai.images"},
		{"https://acme.openai.azure.com/openai/deployments/i/images/edits?api-version=1", "", "", "azure openai.images"},
		{"https://api.openai.com/v1/audio/transcriptions", "", "", "openai openai.audio"},
		{"https://api.openai.com/v1/audio/speech", "", "", "openai openai.audio"},
		{"https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation", "", "", "dashscope dashscope"},
		{"https://dashscope-us.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation", "", "", "dashscope dashscope"},
		{"https://api.minimax.io/v1/text/chatcompletion_v2", "", "", "minimax openai.chat"},
		{"https://api.sensenova.cn/v1/llm/chat-completions", "", "", "sensenova openai.chat"},
		{"http://127.0.0.1:8080/completion", "", `{"prompt":"x"}`, "127.0.0.1 openai.completions"},
		{"http://127.0.0.1:8080/completion", "", `{"course":"x"}`, "127.0.0.1 -"},
		{"", "anthropic", "", "anthropic anthropic.messages"},
		{"", "gemini", "", "gemini gemini"},
		{"", "openai", "", "openai openai.chat"},
		{"", "somebody", "", "somebody -"},
		{"", "", "", " -"},
		// no LLM calls: what other people's APIs have in common with ours
		{"https://tickets.example.com/v1/messages", "", `{"model":"Ticket","text":"hi"}`, "tickets.example.com -"},
		{"https://tickets.example.com/rerank", "", `{"query":"q"}`, "tickets.example.com -"},
		{"https://graph.example.com/threads/t/runs", "", `{"assistant_id":"a","input":{}}`, "graph.example.com -"},
		{"https://api.smith.langchain.com/runs", "", `{"name":"run"}`, "api.smith.langchain.com -"},
		{"https://forms.example.com/generate", "", `{"inputs":{"name":"x"}}`, "forms.example.com -"},
		{"https://api.stripe.example/v1/batches", "", `{"requests":[]}`, "api.stripe.example -"},
		{"https://films.example.com/video/submit", "", `{"model":"y"}`, "films.example.com -"},
		{"https://print.example.com/batch/jobs", "", `{"input_files":["x"]}`, "print.example.com -"},
		{"https://films.example.com/videos", "", `{"prompt":"x","model":"y"}`, "films.example.com -"},
		{"https://tickets.example.com/v1/messages", "", `{"max_tokens":"of a mail","text":"hi"}`, "tickets.example.com -"},
		{"https://lms.example.com/course/5/completions", "", `{"user":1}`, "lms.example.com -"},
		{"https://api.cloudflare.com/client/v4/zones/z/purge_cache", "", `{"files":["x"]}`, "cloudflare -"},
		{"https://api.cloudflare.com/client/v4/zones/z/purge_cache", "", "", "cloudflare -"},
		{"https://api.cloudflare.com/client/v4/accounts/a/queues/q/messages/batch", "", `{"messages":[{"body":"x"}]}`, "cloudflare -"},
		{"https://api.cloudflare.com/client/v4/accounts/a/workers/scripts/s/versions", "", `const ask = {"prompt": "x"}`, "cloudflare -"},
		{"https://api.cloudflare.com/client/v4/accounts/a/storage/kv/namespaces/n/bulk", "", "", "cloudflare -"},
		{"https://gateway.ai.cloudflare.com/v1/a/g/anthropic/v1/messages/count_tokens", "", `{"model":"m","messages":[]}`, "cloudflare -"},
		{"https://router.huggingface.co/v1/files", "", "", "huggingface -"},
		{"https://discord.com/api/v10/channels/1/messages", "", `{"content":"hi"}`, "discord.com -"},
		{"https://api.openai.com/v1/threads/t/messages", "", `{"role":"user","content":"hi"}`, "openai -"},
		{"https://api.anthropic.com/v1/messages/count_tokens", "", `{"model":"m"}`, "anthropic -"},
		{"https://api.openai.com/v1/traces", "", `{"model":"m"}`, "openai -"},
		{"https://forms.example.com/1/responses", "", `{"answer":1}`, "forms.example.com -"},
		{"http://[bad", "", "", " -"},
	} {
		provider, d, ok := Find(Attempt{URL: c.url, Provider: c.provider, Body: []byte(c.body)})
		got := provider + " -"
		if ok {
			got = provider + " " + d.Name()
		}
		if got != c.want || ok != (d != nil) {
			t.Errorf("%s %s: got %q, want %q", c.url, c.provider, got, c.want)
		}
	}
}

// The three lines that a shim runs, written down at CallPattern, agree with Find.
func TestCallsMatchWhatFindFinds(t *testing.T) {
	shim := func(u *url.URL, body string) bool {
		host, path := strings.ToLower(u.Hostname()), strings.TrimRight(u.Path, "/")
		for _, p := range (*Known)(nil).Calls() {
			words := !slices.ContainsFunc(strings.Fields(p.Body), func(w string) bool { return !strings.Contains(body, w) })
			if (p.Host == "" || host == p.Host || p.Host[0] == '.' && strings.HasSuffix(host, p.Host)) &&
				strings.HasSuffix(path, p.Path) && strings.Contains(path, p.Inside) && (words || body == "") {
				return true
			}
		}
		return false
	}
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/completions", "/v1/embeddings",
		"/openai/deployments/x/chat/completions/", "/v1/models", "/v1/messages/count_tokens", "/",
		"/v1beta/models/gemini-x:generateContent", "/v1beta/models/gemini-x:countTokens",
		"/v1/images/generations", "/completion", "/api/v1/services/aigc/text-generation/generation", "/v1/audio/speech", "/v1/audio/voices", "/api/chat", "/api/generate", "/api/embed", "/api/embeddings", "/v2/chat", "/v1/chat", "/models/m:rawPredict", "/models/m:streamRawPredict", "/model/m/converse", "/model/m/converse-stream", "/model/m/invoke", "/model/m/invoke-with-response-stream", "/rerank", "/v1/batches", "/v1/messages/batches", "/generate", "/generate_stream", "/language-model", "/v1/videos", "/threads/t/runs", "/a/ai/run/@cf/m", "/a/queues/q/messages/batch", "/hf-inference/models/m"} {
		for _, body := range []string{`{"model":"m"}`, `{"content":"x"}`, `{"messages":[]}`, `{"prompt":"x"}`, `{"anthropic_version":"bedrock-2023-05-31"}`, `{"model":"m","max_tokens":9}`, `{"inputs":"x","parameters":{"max_new_tokens":9}}`, `{"documents":[]}`, ""} {
			for _, host := range []string{"localhost:1", "api.cloudflare.com", "router.huggingface.co"} {
				u, _ := url.Parse("http://" + host + path)
				_, _, ok := Find(Attempt{URL: u.String(), Body: []byte(body)})
				if got := shim(u, body); got != ok {
					t.Errorf("%s %s: the shim says %v, Find says %v", u, body, got, ok)
				}
			}
		}
	}
}

// A host belongs to one provider: no pattern of the table hides another.
func TestProvidersTable(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range providers {
		if seen[p.name] || p.name == "" || p.name != strings.ToLower(p.name) {
			t.Errorf("provider %q: names are lower case and unique", p.name)
		}
		seen[p.name] = true
		for _, h := range p.hosts {
			host := strings.TrimLeft(h, ".-")
			if host != h {
				host = "x" + h
			}
			if got := providerOf(host); got != p.name {
				t.Errorf("%s is %s's, but found as %s", host, p.name, got)
			}
		}
	}
}
