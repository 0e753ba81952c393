package adapters

import (
	"fmt"
	"strings"
	"testing"
)

func TestAsk(t *testing.T) {
	const openAI = "https://api.openai.com/v1"
	for _, c := range []struct {
		name, url, body string
		want            Ask // InputTokens is tested elsewhere
	}{
		{"chat", openAI + "/chat/completions", `{"model":"gpt-x","messages":[],"max_completion_tokens":100}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "gpt-x", MaxOutput: 100, UsageInReply: true}},
		{"the newer name of the maximum wins", openAI + "/chat/completions", `{"max_tokens":7,"model":"m","max_completion_tokens":9}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", MaxOutput: 9, UsageInReply: true}},
		{"n choices are n times the output", openAI + "/chat/completions", `{"model":"m","n":3,"max_tokens":50}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", MaxOutput: 150, UsageInReply: true}},
		{"best_of is paid for too", openAI + "/completions", `{"model":"m","n":2,"best_of":5,"max_tokens":10,"prompt":"x"}`,
			Ask{Provider: "openai", Dialect: "openai.completions", Model: "m", MaxOutput: 50, UsageInReply: true}},
		{"a stream that was not asked for usage has none", openAI + "/chat/completions", `{"model":"m","stream":true}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", Stream: true}},
		{"a stream with usage", openAI + "/chat/completions", `{"model":"m","stream":true,"stream_options":{"include_usage":true}}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", Stream: true, UsageInReply: true}},
		{"responses", openAI + "/responses", `{"model":"m","input":"x","max_output_tokens":64,"stream":true}`,
			Ask{Provider: "openai", Dialect: "openai.responses", Model: "m", MaxOutput: 64, Stream: true, UsageInReply: true}},
		{"messages", "https://api.anthropic.com/v1/messages", `{"model":"claude-x","max_tokens":1024,"messages":[],"stream":true}`,
			Ask{Provider: "anthropic", Dialect: "anthropic.messages", Model: "claude-x", MaxOutput: 1024, Stream: true, UsageInReply: true}},
		{"gemini: the model is in the path", "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:streamGenerateContent", `{"contents":[],"generationConfig":{"maxOutputTokens":100,"candidateCount":2}}`,
			Ask{Provider: "gemini", Dialect: "gemini", Model: "gemini-x", MaxOutput: 200, Stream: true, UsageInReply: true}},
		{"Code Assist: the model is in the body", "https://cloudcode-pa.googleapis.com/v1internal:generateContent", `{"model":"gemini-x","request":{"contents":[],"generation_config":{"max_output_tokens":5}}}`,
			Ask{Provider: "gemini", Dialect: "gemini", Model: "gemini-x", MaxOutput: 5, UsageInReply: true}},
		{"anthropic on vertex: the model is in the path", "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@20260101:streamRawPredict", `{"anthropic_version":"vertex-2023-10-16","max_tokens":9,"messages":[]}`,
			Ask{Provider: "vertex", Dialect: "anthropic.messages", Model: "claude-x@20260101", MaxOutput: 9, Stream: true, UsageInReply: true}},
		{"cohere", "https://api.cohere.com/v2/chat", `{"model":"m","messages":[],"stream":true,"max_tokens":9}`,
			Ask{Provider: "cohere", Dialect: "cohere.chat", Model: "m", MaxOutput: 9, Stream: true, UsageInReply: true}},
		{"ollama streams unless told otherwise", "http://localhost:11434/api/chat", `{"model":"m","messages":[],"options":{"num_predict":9}}`,
			Ask{Provider: "localhost", Dialect: "ollama", Model: "m", MaxOutput: 9, Stream: true, UsageInReply: true}},
		{"ollama without a stream, without a maximum", "http://localhost:11434/api/generate", `{"model":"m","stream":false,"options":{"num_predict":-1}}`,
			Ask{Provider: "localhost", Dialect: "ollama", Model: "m", UsageInReply: true}},
		{"images", openAI + "/images/generations", `{"model":"gpt-image-x","prompt":"a cat","n":2,"stream":true}`,
			Ask{Provider: "openai", Dialect: "openai.images", Model: "gpt-image-x", Stream: true, UsageInReply: true}},
		{"a form with a file", openAI + "/audio/transcriptions", "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\ngpt-x-transcribe\r\n--b\r\nContent-Disposition: form-data; name=\"stream\"\r\n\r\ntrue\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\nContent-Type: audio/wav\r\n\r\nRIFF\x00\xff\r\n--b--\r\n",
			Ask{Provider: "openai", Dialect: "openai.audio", Model: "gpt-x-transcribe", Stream: true, UsageInReply: true}},
		{"a form that was cut", openAI + "/audio/transcriptions", "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\ngpt",
			Ask{Provider: "openai", Dialect: "openai.audio", Model: "gpt", UsageInReply: true}},
		{"speech as events", openAI + "/audio/speech", `{"model":"tts-x","input":"hi","voice":"v","stream_format":"sse"}`,
			Ask{Provider: "openai", Dialect: "openai.audio", Model: "tts-x", Stream: true, UsageInReply: true}},
		{"dashscope", "https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation", `{"model":"qwen-x","input":{"messages":[]},"parameters":{"max_tokens":9,"result_format":"message"}}`,
			Ask{Provider: "dashscope", Dialect: "dashscope", Model: "qwen-x", MaxOutput: 9, UsageInReply: true}},
		{"bedrock converse", "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/converse-stream", `{"messages":[],"inferenceConfig":{"maxTokens":77}}`,
			Ask{Provider: "bedrock", Dialect: "bedrock.converse", Model: "us.anthropic.claude-x-v1:0", MaxOutput: 77, Stream: true, UsageInReply: true}},
		{"bedrock: a model by its ARN", "https://bedrock-runtime.us-east-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fabc/invoke", `{"anthropic_version":"bedrock-2023-05-31","max_tokens":9}`,
			Ask{Provider: "bedrock", Dialect: "bedrock.invoke", Model: "arn:aws:bedrock:us-east-1:1:application-inference-profile/abc", MaxOutput: 9, UsageInReply: true}},
		{"bedrock Titan", "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.titan/invoke", `{"inputText":"","textGenerationConfig":{"maxTokenCount":512}}`,
			Ask{Provider: "bedrock", Dialect: "bedrock.invoke", Model: "amazon.titan", MaxOutput: 512, UsageInReply: true}},
		{"embeddings", openAI + "/embeddings", `{"model":"e","input":["a","b"]}`,
			Ask{Provider: "openai", Dialect: "openai.embeddings", Model: "e", UsageInReply: true}},
		{"absurd numbers stay sane", openAI + "/chat/completions", `{"model":"m","n":1e18,"max_tokens":9e18}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", MaxOutput: MaxUsage, UsageInReply: true}},
		{"negative numbers are none", openAI + "/chat/completions", `{"model":"m","n":-4,"max_tokens":-5}`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", UsageInReply: true}},
		{"null and wrong types say nothing", openAI + "/chat/completions", `{"model":null,"n":null,"max_tokens":[1],"stream":"yes"}`,
			Ask{Provider: "openai", Dialect: "openai.chat", UsageInReply: true}},
		{"a body that is cut off keeps what came before", openAI + "/chat/completions", `{"model":"m","max_tokens":5,"messages":[{"role":"user","con`,
			Ask{Provider: "openai", Dialect: "openai.chat", Model: "m", MaxOutput: 5, UsageInReply: true}},
		{"rerank", "https://api.jina.ai/v1/rerank", `{"model":"r","query":"q","documents":["a","b"],"top_n":1}`,
			Ask{Provider: "api.jina.ai", Dialect: "rerank", Model: "r", UsageInReply: true}},
		{"cloudflare: the model is in the path", "https://api.cloudflare.com/client/v4/accounts/a/ai/run/@cf/meta/llama-3.1-8b-instruct", `{"messages":[],"max_tokens":9,"stream":true}`,
			Ask{Provider: "cloudflare", Dialect: "cloudflare", Model: "@cf/meta/llama-3.1-8b-instruct", MaxOutput: 9, Stream: true, UsageInReply: true}},
		{"hugging face", "http://localhost:1/generate_stream", `{"inputs":"x","parameters":{"max_new_tokens":9,"best_of":2}}`,
			Ask{Provider: "localhost", Dialect: "huggingface", MaxOutput: 18, Stream: true, UsageInReply: true}},
		{"hugging face: a hosted model", "https://api-inference.huggingface.co/models/mistralai/m", `{"inputs":"x"}`,
			Ask{Provider: "huggingface", Dialect: "huggingface", Model: "mistralai/m", UsageInReply: true}},
		{"the AI SDK", "https://ai-gateway.vercel.sh/v3/ai/language-model", `{"prompt":[{"role":"user","content":[{"type":"text","text":"x"}]}],"maxOutputTokens":9}`,
			Ask{Provider: "vercel", Dialect: "ai.sdk", MaxOutput: 9, UsageInReply: true}},
		{"a run", openAI + "/threads/t/runs", `{"assistant_id":"a","model":"m","stream":true,"max_completion_tokens":9}`,
			Ask{Provider: "openai", Dialect: "openai.runs", Model: "m", MaxOutput: 9, Stream: true, Partial: true, UsageInReply: true, Begins: true}},
		{"a run that is asked for later", openAI + "/threads/runs", `{"assistant_id":"a"}`,
			Ask{Provider: "openai", Dialect: "openai.runs", Partial: true, Begins: true}},
		{"a response in the background", openAI + "/responses", `{"model":"m","background":true,"max_output_tokens":9}`,
			Ask{Provider: "openai", Dialect: "openai.responses", Model: "m", MaxOutput: 9, Begins: true}},
		{"a response that is waited for", openAI + "/responses", `{"model":"m","background":false}`,
			Ask{Provider: "openai", Dialect: "openai.responses", Model: "m", UsageInReply: true}},
		{"a batch of a file", openAI + "/batches", `{"input_file_id":"f","endpoint":"/v1/chat/completions"}`,
			Ask{Provider: "openai", Dialect: "batch", Partial: true, Begins: true}},
		{"a batch of messages", "https://api.anthropic.com/v1/messages/batches", `{"requests":[{"custom_id":"1","params":{"model":"claude-x","max_tokens":5,"messages":[]}},{"custom_id":"2","params":{"model":"claude-x","max_tokens":7,"messages":[]}}]}`,
			Ask{Provider: "anthropic", Dialect: "batch", Model: "claude-x", MaxOutput: 12, Partial: true, Begins: true}},
		{"a batch of Gemini's, one without a maximum", "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:batchGenerateContent", `{"batch":{"display_name":"b","input_config":{"requests":{"requests":[{"request":{"contents":[],"generationConfig":{"maxOutputTokens":5,"candidateCount":2}}},{"request":{"contents":[]}}]}}}}`,
			Ask{Provider: "gemini", Dialect: "batch", Model: "gemini-x", MaxOutput: 10, Unlimited: 1, Partial: true, Begins: true}},
		{"a batch of Mistral's", "https://api.mistral.ai/v1/batch/jobs", `{"model":"m","requests":[{"custom_id":"0","body":{"max_tokens":5,"messages":[]}},{"body":{"messages":[],"n":3}}]}`,
			Ask{Provider: "mistral", Dialect: "batch", Model: "m", MaxOutput: 5, Unlimited: 3, Partial: true, Begins: true}},
		{"a batch of absurd numbers", "https://api.anthropic.com/v1/messages/batches", `{"requests":[{"params":{"max_tokens":9e18}},{"params":{"max_tokens":9e18}}]}`,
			Ask{Provider: "anthropic", Dialect: "batch", MaxOutput: MaxUsage, Partial: true, Begins: true}},
		{"a film as a form", openAI + "/videos", "--b\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\na cat\r\n--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nsora-x\r\n--b--\r\n",
			Ask{Provider: "openai", Dialect: "video", Model: "sora-x", Begins: true}},
		{"no known format", "https://example.com/v1/rerank", `{"model":"m"}`, Ask{Provider: "example.com"}},
	} {
		got := Describe(Attempt{URL: c.url, Body: []byte(c.body)})
		got.InputTokens, got.MediaTokens = 0, 0
		if got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

func ask(url, body string) Ask { return Describe(Attempt{URL: url, Body: []byte(body)}) }

// Tool schemas and the arguments of past calls are sent, so they are counted, in each format.
func TestAskCountsToolsAndArguments(t *testing.T) {
	schema := `{"type":"object","properties":{"path":{"type":"string","description":"` + strings.Repeat("where to look ", 50) + `"}}}`
	args := strings.Repeat("alpha beta gamma ", 50)
	for _, c := range []struct{ name, url, bare, tool, call string }{
		{"openai.chat", "http://h/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"ls","parameters":` + schema + `}}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"ls","arguments":"{\"a\":\"` + args + `\"}"}}]}]}`},
		{"openai.responses", "http://h/v1/responses", `{"model":"m","input":"hi"}`,
			`{"model":"m","input":"hi","tools":[{"type":"function","name":"ls","parameters":` + schema + `}]}`,
			`{"model":"m","input":[{"role":"user","content":"hi"},{"type":"function_call","name":"ls","arguments":"{\"a\":\"` + args + `\"}"}]}`},
		{"anthropic.messages", "http://h/v1/messages", `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"name":"ls","input_schema":` + schema + `}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","name":"ls","input":{"a":"` + args + `"}}]}]}`},
		{"gemini", "http://h/v1beta/models/m:generateContent", `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`,
			`{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"tools":[{"functionDeclarations":[{"name":"ls","parameters":` + schema + `}]}]}`,
			`{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{"a":"` + args + `"}}}]}]}`},
		{"bedrock.converse", "http://h/model/m/converse-stream", `{"messages":[{"role":"user","content":[{"text":"hi"}]}]}`,
			`{"messages":[{"role":"user","content":[{"text":"hi"}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"ls","inputSchema":{"json":` + schema + `}}}]}}`,
			`{"messages":[{"role":"user","content":[{"text":"hi"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"ls","input":{"a":"` + args + `"}}}]}]}`},
		{"cohere.chat", "http://h/v2/chat", `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"ls","parameters":` + schema + `}}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"ls","arguments":"{\"a\":\"` + args + `\"}"}}]}]}`},
		{"ollama", "http://h/api/chat", `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"ls","parameters":` + schema + `}}]}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"function":{"name":"ls","arguments":{"a":"` + args + `"}}}]}]}`},
	} {
		bare := ask(c.url, c.bare).InputTokens
		for what, body := range map[string]string{"tools": c.tool, "arguments": c.call} {
			if more := ask(c.url, body).InputTokens - bare; more < 140 || more > 260 {
				t.Errorf("%s: %s of about 150 words add %d tokens", c.name, what, more)
			}
		}
	}
}

// An image costs what images cost, not what its base64 would as text; a text that a shim cut
// out of a huge body counts by its length.
func TestAskMediaAndCutText(t *testing.T) {
	picture := strings.Repeat("iVBORw0KGgo", 100_000)
	body := `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"what is it?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,` + picture + `"}}]}]}`
	if n := ask("http://h/v1/chat/completions", body).InputTokens; n < FlatMedia || n > FlatMedia+50 {
		t.Errorf("one image and four words: %d tokens", n)
	}
	body = `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"` + picture + `"}},{"type":"text","text":"x"}]}]}`
	if n := ask("http://h/v1/messages", body).InputTokens; n < FlatMedia || n > FlatMedia+50 {
		t.Errorf("one image and a letter: %d tokens", n)
	}
	body = `{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"` + picture + `"}},{"text":"x"}]}]}`
	if n := ask("http://h/models/m:generateContent", body).InputTokens; n < FlatMedia || n > FlatMedia+50 {
		t.Errorf("one image and a letter: %d tokens", n)
	}
	body = `{"model":"m","messages":[{"role":"user","content":"x","images":["` + picture + `","` + picture + `"]}]}`
	if n := ask("http://h/api/chat", body).InputTokens; n < 2*FlatMedia || n > 2*FlatMedia+50 {
		t.Errorf("two images and a letter: %d tokens", n)
	}
	if n := ask("http://h/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":4000000}]}`).InputTokens; n < 900_000 || n > 1_100_000 {
		t.Errorf("a text of 4,000,000 bytes that was cut out: %d tokens", n)
	}
	if n := Describe(Attempt{URL: "http://h/v1/messages", BodyBytes: 4000}).InputTokens; n != 1000 {
		t.Errorf("4,000 bytes that were not seen: %d tokens", n)
	}
}

// What looks like data is counted as data, what looks like a file but is text as text.
func TestAskDisguises(t *testing.T) {
	words := strings.Repeat("alpha beta gamma ", 400)
	for _, c := range []struct {
		name, body string
		from, to   int64
	}{
		{"a plain text document (Anthropic)", `{"model":"m","messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"` + words + `"}}]}]}`, 1100, 1500},
		{"a picture given as a string", `{"model":"m","messages":[{"role":"user","content":"data:image/png;base64,` + strings.Repeat("iVBORw0KGgo", 5000) + `"}]}`, FlatMedia, FlatMedia + 20},
		{"encrypted reasoning sent back (OpenAI)", `{"model":"m","messages":[{"type":"reasoning","encrypted_content":"` + strings.Repeat("gAAAAABo", 1500) + `"}]}`, 1900, 2100},
		{"a long word of a person", `{"model":"m","messages":[{"role":"user","content":"` + words + `"}]}`, 1100, 1500},
	} {
		if n := ask("http://h/v1/messages", c.body).InputTokens; n < c.from || n > c.to {
			t.Errorf("%s: %d tokens, want %d to %d", c.name, n, c.from, c.to)
		}
	}
}

// Texts that were cut into tokens already count one token a number.
func TestAskTokenIDs(t *testing.T) {
	body := `{"model":"m","input":[[9906,1917,0],[9906]],"prompt":[1,2,3]}`
	for _, url := range []string{"http://h/v1/embeddings", "http://h/v1/completions"} {
		if n := ask(url, body).InputTokens; n != 7 {
			t.Errorf("%s: %d tokens, want 7", url, n)
		}
	}
}

func BenchmarkAsk200KB(b *testing.B) {
	body := []byte(`{"model":"m","messages":[` + strings.Repeat(`{"role":"user","content":"a line of \"text\" as agents send it, with code(x) { return 1 }\n"},`, 2000) + `{}]}`)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		chat.Ask(Attempt{Body: body})
	}
}

// A form counts its prompt as text and each of its files as one.
func TestAskForm(t *testing.T) {
	form := func(parts ...string) string { return "--b\r\n" + strings.Join(parts, "\r\n--b\r\n") + "\r\n--b--\r\n" }
	file := "Content-Disposition: form-data; name=\"image[]\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\x89PNG" + strings.Repeat("\x00\xff", 5000)
	prompt := "Content-Disposition: form-data; name=\"prompt\"\r\n\r\nput the cat on the table"
	if n := ask("http://h/v1/images/edits", form(file, prompt, file)).InputTokens; n < 2*FlatMedia+5 || n > 2*FlatMedia+10 {
		t.Errorf("two files and six words: %d tokens", n)
	}
}

// Sound and plain text are whole replies without an end marker, whatever their first byte.
func TestMediaThatIsNoJSON(t *testing.T) {
	for _, body := range []string{"ID3\x04\x00sound", "RIFF\x24data", "\x00\x00\x01\x02\x03pcm, sixteen bytes of it", "WEBVTT\n\n00:00.000 --> 00:01.000\nhello", "hello"} {
		s := audio.NewStream()
		s.Write([]byte(body))
		if p := s.Progress(); !p.Ended || p.Error != nil {
			t.Errorf("%q: %+v", body, p)
		}
		if u := audio.Used(Reply{Status: 200, Body: []byte(body)}); u.Failed || u.Known {
			t.Errorf("%q: %+v", body, u)
		}
	}
}

// Cloudflare's universal endpoint: one request after another until one is answered. What is held
// is the dearest of them, and keys in its headers are no input.
func TestAskOfAListOfRequests(t *testing.T) {
	step := func(model string, words, limit int) string {
		return fmt.Sprintf(`{"provider":"openai","endpoint":"chat/completions","headers":{"authorization":"%s"},"query":{"model":"%s","max_tokens":%d,"stream":true,"messages":[{"role":"user","content":"%s"}]}}`,
			strings.Repeat("x", 4000), model, limit, strings.Repeat("alpha ", words))
	}
	got := ask("https://gateway.ai.cloudflare.com/v1/a/g", "["+step("one", 10, 100)+","+step("two", 10, 900)+","+step("three", 100, 100)+"]")
	if got.Model != "two" || got.MaxOutput != 900 || !got.Stream || got.InputTokens < 10 || got.InputTokens > 40 || got.Dialect != "cloudflare" {
		t.Errorf("%+v", got)
	}
	if none := ask("https://gateway.ai.cloudflare.com/v1/a/g", `["provider","endpoint","query"]`); none.Dialect != "cloudflare" || none.InputTokens != 0 {
		t.Errorf("%+v", none)
	}
}
