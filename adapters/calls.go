package adapters

// CallPattern names one family of requests that are LLM calls. A shim holds no list of its
// own: it gets these at initialize and asks the guard only for what matches.
//
// Only POST requests are calls. With host = the url's host in lower case without its port,
// port = its port or that of its scheme, and path = the url's path without a trailing slash, in
// Python:
//
//	(not p.host or host == p.host or p.host[0] == "." and host.endswith(p.host))
//	and p.port in ("", port)
//	and path.endswith(p.path) and p.inside in path
//	and all(word in body for word in p.body.split())    # without the body at hand: true
//
// and the same in JS with endsWith and includes.
type CallPattern struct {
	Host   string // exact ("api.openai.com"), or a suffix that begins with a dot; "" is any host
	Port   string // "4000"; "" is any port
	Path   string // suffix of the path ("/chat/completions"); case counts. "" is any path that the rest fits
	Inside string // what the path must contain anywhere ("/ai/run/"), "" for nothing: of hosts that do more than AI
	Body   string // what the body must contain, words apart by blanks (`"model" "max_tokens"`), "" for nothing
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
	// other people's messages have a "model" too; Anthropic requires max_tokens, Fireworks does not
	// (docs.fireworks.ai/tools-sdks/anthropic-compatibility)
	{CallPattern{Path: "/messages", Body: `"model" "max_tokens"`}, messages},
	{CallPattern{Path: "/messages", Body: `"model"`, Host: "api.anthropic.com"}, messages},
	{CallPattern{Path: "/messages", Body: `"model"`, Host: "api.fireworks.ai"}, messages},
	// other people's courses and forms have completions too
	{CallPattern{Path: "/completions", Body: `"prompt"`}, completions},
	{CallPattern{Path: "/completions", Body: `"messages"`}, completions},
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
	{CallPattern{Path: "/rerank", Body: `"documents"`}, ranking},
	{CallPattern{Path: "/text-rerank/text-rerank"}, ranking},
	{CallPattern{Path: "/language-model", Body: `"prompt"`}, sdk},
	{CallPattern{Path: "/embedding-model", Body: `"values"`}, sdk},
	{CallPattern{Path: "/generate_stream", Body: `"inputs"`}, generation},
	{CallPattern{Path: "/generate", Body: `"max_new_tokens"`}, generation},
	{CallPattern{Path: "/batches", Body: `"input_file_id"`}, batches},
	{CallPattern{Path: "/messages/batches", Body: `"requests"`}, batches},
	{CallPattern{Path: "/batch/jobs", Body: `"input_files"`, Host: "api.mistral.ai"}, batches},
	{CallPattern{Path: "/batch/jobs", Body: `"requests"`, Host: "api.mistral.ai"}, batches},
	{CallPattern{Path: ":batchGenerateContent"}, batches},
	{CallPattern{Path: "/runs", Body: `"assistant_id"`, Host: "api.openai.com"}, runs}, // LangGraph's servers have the same path and body
	{CallPattern{Path: "/runs", Body: `"assistant_id"`, Host: ".openai.azure.com"}, runs},
	{CallPattern{Path: "/runs", Body: `"assistant_id"`, Host: ".services.ai.azure.com"}, runs},
	{CallPattern{Path: "/submit_tool_outputs", Body: `"tool_outputs"`, Host: "api.openai.com"}, runs},
	{CallPattern{Path: "/submit_tool_outputs", Body: `"tool_outputs"`, Host: ".openai.azure.com"}, runs},
	{CallPattern{Path: "/submit_tool_outputs", Body: `"tool_outputs"`, Host: ".services.ai.azure.com"}, runs},
	{CallPattern{Path: "/videos", Body: `"prompt"`, Host: "api.openai.com"}, films},
	{CallPattern{Path: "/videos/generations", Body: `"model"`}, films}, // Zhipu, xAI
	{CallPattern{Path: "/video_generation", Body: `"model"`}, films},   // MiniMax
	{CallPattern{Path: "/video/submit", Body: `"model"`, Host: "api.siliconflow.cn"}, films},
	{CallPattern{Path: "/video/submit", Body: `"model"`, Host: "api.siliconflow.com"}, films},
	{CallPattern{Path: "/video-generation/video-synthesis"}, films}, // DashScope
	{CallPattern{Path: ":predictLongRunning"}, films},               // Veo
	// paths that end in a model's name, on hosts that do much else
	{CallPattern{Host: "api.cloudflare.com", Inside: "/ai/run/", Body: `"messages"`}, workers},
	{CallPattern{Host: "api.cloudflare.com", Inside: "/ai/run/", Body: `"prompt"`}, workers},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Inside: "/workers-ai/", Body: `"messages"`}, workers},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Inside: "/workers-ai/", Body: `"prompt"`}, workers},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Inside: "/huggingface/", Body: `"inputs"`}, generation},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Path: "/v1/chat", Body: `"message"`}, command},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Path: "/invoke"}, invoke},
	{CallPattern{Host: "gateway.ai.cloudflare.com", Body: `"provider" "endpoint" "query"`}, workers}, // its universal endpoint
	{CallPattern{Host: "api-inference.huggingface.co", Inside: "/models/", Body: `"inputs"`}, generation},
	{CallPattern{Host: "api-inference.huggingface.co", Inside: "/pipeline/", Body: `"inputs"`}, generation},
	{CallPattern{Host: "router.huggingface.co", Inside: "/hf-inference/", Body: `"inputs"`}, generation},
	{CallPattern{Host: ".endpoints.huggingface.cloud", Body: `"inputs"`}, generation}, // one model each
}

// Calls lists the requests that are LLM calls, for shims.
func (k *Known) Calls() []CallPattern {
	var list []CallPattern
	if k != nil {
		for _, h := range k.hosts {
			for _, path := range h.of.Paths {
				list = append(list, CallPattern{Host: h.host, Port: h.port, Path: path})
			}
		}
	}
	for _, c := range calls {
		list = append(list, c.CallPattern)
	}
	return list
}
