package adapters

import (
	"strings"
)

// Gemini: generateContent and streamGenerateContent, of the Gemini API
// (ai.google.dev/api/generate-content), of Vertex AI
// (docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference), and of Code
// Assist, which wraps both request and reply once more. The model stands in the path. A stream
// is whole replies one after another, as events (?alt=sse) or as an array that grows. Its end
// is a finishReason for every candidate, or a prompt that was blocked; there is no [DONE].
type gemini struct{}

func (gemini) Name() string      { return "gemini" }
func (gemini) Used(r Reply) Used { return usedOf[geminiFold](r) }
func (gemini) NewStream() Stream { return &reader[geminiFold, *geminiFold]{} }

// geminiBody is the body; both spellings of a name are accepted by the server. The maximum
// includes thinking.
var geminiBody = asks{
	model:  "model",
	words:  "contents content requests systemInstruction system_instruction",
	tools:  "tools",
	inside: map[string]asks{"generationConfig": geminiConfig, "generation_config": geminiConfig},
}

var geminiConfig = asks{
	limit:   "maxOutputTokens max_output_tokens",
	choices: "candidateCount candidate_count",
	schema:  "responseSchema response_schema responseJsonSchema",
	detail:  "mediaResolution media_resolution",
}

// geminiAsks: Code Assist (cloudcode-pa.googleapis.com/v1internal) has the body one level deeper.
var geminiAsks = func() members {
	m := geminiBody.members()
	m["request"] = geminiBody.members().read
	return m
}()

func (d gemini) Ask(a Attempt) Ask {
	r := geminiAsks.ask(d.Name(), a)
	_, path := hostAndPath(a.URL)
	r.Model = strings.TrimPrefix(r.Model, "models/")
	name(&r.Model, modelInPath(path))
	r.Stream = strings.HasSuffix(path, ":streamGenerateContent")
	return r.done(a)
}

// geminiFold is what is known of one reply, streamed or whole.
type geminiFold struct {
	facts
	begun, finished uint64 // candidates, by index
	openCalls       uint64 // of them those with a call whose arguments are still to come
	blocked         bool   // the prompt was
}

func (f *geminiFold) event(_, data []byte) {
	data, _ = said(data)
	if len(data) == 0 {
		return
	}
	c := &cursor{b: data}
	if c.peek() == '[' { // the array of a stream that was not read as one
		c.array(func() { f.read(c.value()) })
	} else {
		f.read(data)
	}
	f.usage.open = !f.ended()
	f.p.Ended = f.ended()
	f.p.OpenTool = f.openCalls != 0
}

func (f *geminiFold) read(data []byte) {
	ours := f.reply(&cursor{b: data}, true)
	switch {
	case f.blocked:
		f.fail(data)
	case !ours:
		f.odd(data)
	}
}

func (f *geminiFold) ended() bool {
	return f.blocked || f.finished != 0 && f.begun&^f.finished == 0
}

// reply reads one reply; ours is false when it is something else: an error.
func (f *geminiFold) reply(c *cursor, outer bool) (ours bool) {
	failed := false
	c.object(func(key []byte) {
		switch string(key) {
		case "candidates":
			ours = true
			c.array(func() { f.candidate(c) })
		case "finishReason": // of a candidate too long to keep
			f.finish(c.short(), 0)
			ours = true
		case "usageMetadata":
			ours = true
			f.count(c)
		case "promptFeedback":
			ours = true
			f.feedback(c)
		case "modelVersion":
			name(&f.p.Used.Model, c.short())
		case "responseId":
			name(&f.p.Used.RequestID, c.short())
			ours = true
		case "embedding", "embeddings": // embedContent; it reports no usage
			f.finished, ours = 1, true
			f.p.Used.NoOutput = true
		case "response": // Code Assist
			ours = outer && f.reply(c, false)
		case "error":
			failed = says(c)
		}
	})
	return ours && !failed
}

func (f *geminiFold) candidate(c *cursor) {
	index, finish := int64(0), ""
	var content []byte
	c.object(func(key []byte) {
		switch string(key) {
		case "index":
			index, _ = c.number()
		case "content":
			content = c.value()
		case "finishReason":
			finish = c.short()
		}
	})
	f.begun |= bit(index)
	f.content(&cursor{b: content}, index)
	f.finish(finish, index)
}

// finish reads why a candidate ended. Whatever it is but STOP, the answer is not whole.
func (f *geminiFold) finish(reason string, index int64) {
	switch reason {
	case "", "FINISH_REASON_UNSPECIFIED":
		return
	case "STOP":
		f.openCalls &^= bit(index)
	case "OTHER":
	default:
		f.p.Truncated = true
	}
	f.finished |= bit(index)
}

func (f *geminiFold) content(c *cursor, index int64) {
	c.object(func(key []byte) {
		if string(key) == "parts" {
			c.array(func() { f.part(c, index) })
		}
	})
}

// part reads a piece of an answer: text, a thought, a call (whole, nearly always), code that
// the provider runs, or a picture.
func (f *geminiFold) part(c *cursor, index int64) {
	c.object(func(key []byte) {
		switch string(key) {
		case "text":
			f.out(c.raw())
		case "functionCall":
			f.call(c, index)
		case "executableCode", "codeExecutionResult":
			f.ran(c)
		case "inlineData":
			f.p.Started = true
		}
	})
}

// call reads a function call. With streamFunctionCallArguments (Vertex) its arguments come in
// pieces: partialArgs, and willContinue until the last.
// docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling
func (f *geminiFold) call(c *cursor, index int64) {
	more := false
	c.object(func(key []byte) {
		switch string(key) {
		case "name":
			f.out(c.raw())
		case "args", "partialArgs":
			f.out(c.value())
		case "willContinue":
			more = c.boolean()
		}
	})
	f.openCalls &^= bit(index)
	if more {
		f.openCalls |= bit(index)
	}
}

func (f *geminiFold) ran(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "code", "output":
			f.out(c.raw())
		}
	})
}

func (f *geminiFold) feedback(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "blockReason" {
			reason := c.short()
			f.blocked = reason != "" && reason != "BLOCK_REASON_UNSPECIFIED"
		}
	})
}

// count reads usageMetadata: cumulative over a stream. Cached tokens are inside the prompt's;
// the results of tools that the provider ran, and thoughts, stand beside.
// ai.google.dev/api/generate-content#UsageMetadata, ai.google.dev/gemini-api/docs/thinking
func (f *geminiFold) count(c *cursor) {
	now := usage{inside: true, beside: true}
	var tools count
	c.object(func(key []byte) {
		switch string(key) {
		case "promptTokenCount":
			now.input.read(c)
		case "toolUsePromptTokenCount":
			tools.read(c)
		case "cachedContentTokenCount":
			now.cached.read(c)
		case "candidatesTokenCount", "responseTokenCount":
			now.output.read(c)
		case "thoughtsTokenCount":
			now.reasoning.read(c)
		case "totalTokenCount":
			now.total.read(c)
		}
	})
	now.input.n += min(max(tools.n, 0), MaxUsage)
	f.usage.merge(now)
	f.usage.inside, f.usage.beside = true, true
}
