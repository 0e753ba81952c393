package adapters

import "bytes"

// Estimates of what is not text, in tokens.
const (
	// MediaTokens is held for an image, a sound or a file inside a request: about the most
	// that one image costs (docs.anthropic.com/en/docs/build-with-claude/vision: 1,600;
	// OpenAI's tiles cost 765 for 1024 x 1024).
	MediaTokens = 1600
	// perMessage is what the frame around one message costs.
	perMessage = 4
	// opaqueRun is the length from which a string of base64 letters alone is taken for data.
	opaqueRun = 512
)

// input adds up what a request sends.
type input struct {
	text    text
	extra   int64 // tokens of frames and media
	partial bool  // not all that the provider will count is at hand (partial.go), or some was cut out
}

// words reads conversation: what counts is the strings, not the names around them. The
// arguments of tool calls are counted whole, as they are sent.
func (in *input) words(c *cursor) { in.read(c, false, 0) }

// schema reads tools and formats: the names count as well, they are shown to the model.
func (in *input) schema(c *cursor) { in.read(c, true, 0) }

func (in *input) read(c *cursor, names bool, depth int) {
	if depth > MaxDepth {
		in.extra += int64(len(c.value())) / 4
		return
	}
	switch c.peek() {
	case '"':
		in.string(c.raw())
	case '[':
		c.array(func() {
			if depth == 0 && !names && c.peek() == '{' {
				in.extra += perMessage
			}
			in.read(c, names, depth+1)
		})
	case '{':
		c.object(func(key []byte) { in.member(c, key, names, depth+1) })
	default:
		in.number(c.literal(), names)
	}
}

// number counts a number: as text where it is shown, as one token where it is a token's id
// (prompt: [9906, 1917]).
func (in *input) number(lit []byte, names bool) {
	switch {
	case names:
		in.text.add(lit)
		in.text.end()
	case len(lit) > 0 && kinds[lit[0]] == digit:
		in.extra++
	}
}

// member reads one member of an object.
func (in *input) member(c *cursor, key []byte, names bool, depth int) {
	if names {
		in.text.add(key)
		in.text.add([]byte(`":`))
		in.read(c, true, depth)
		return
	}
	switch string(key) {
	case "role", "type", "id", "tool_call_id", "tool_use_id", "call_id", "detail", "status",
		"media_type", "format", "cache_control", "signature", "toolUseId", "mimeType", "mime_type",
		"thoughtSignature", "thought_signature":
		c.skip()
	case "image_url", "input_audio", "audio", "source", "file", "file_data", "file_id", "file_url", "image",
		"inlineData", "inline_data", "fileData":
		in.media(c)
	case "images":
		in.images(c)
	case "input", "arguments", "args", "response": // of a tool call, or its result: an object (Anthropic) or a string (OpenAI)
		in.read(c, true, depth)
	default:
		if b := c.peek(); b >= '0' && b <= '9' {
			in.cut(c)
			return
		}
		in.read(c, false, depth)
	}
}

// cut counts a text that a shim left out and replaced by its length (bodies above 4 MiB).
func (in *input) cut(c *cursor) {
	if n, ok := c.number(); ok && n > 64<<10 {
		in.extra += n / 4
		in.partial = true
	}
}

// media counts one image, sound or file, unless it is text in disguise
// (Anthropic: source {type: "text", data: "..."}).
func (in *input) media(c *cursor) {
	value := c.value()
	if bytes.Contains(value[:min(len(value), MaxName)], []byte(`"text/plain"`)) {
		in.string(value)
		return
	}
	in.extra += MediaTokens
}

// images counts a list of images (Ollama, Cohere).
func (in *input) images(c *cursor) { c.array(func() { in.extra += MediaTokens }) }

// string counts the text between two quotes, or data that is no text by its length.
func (in *input) string(raw []byte) {
	switch {
	case bytes.HasPrefix(raw, []byte("data:")) && len(raw) > opaqueRun:
		in.extra += MediaTokens
	case opaque(raw):
		in.extra += int64(len(raw)) / 6 // encrypted reasoning that is sent back
	default:
		in.text.addJSON(raw)
		in.text.end()
	}
}

// opaque tells base64 from text: long, and a blank nowhere near the beginning.
func opaque(raw []byte) bool {
	if len(raw) < opaqueRun {
		return false
	}
	for _, b := range raw[:opaqueRun] {
		switch kinds[b] {
		case lower, upper, digit:
		default:
			if bytes.IndexByte([]byte("+/=-_"), b) < 0 {
				return false
			}
		}
	}
	return true
}

// tokens is the estimate. A body that is not at hand counts by its length on the wire.
func (in *input) tokens(a Attempt) int64 {
	if n := in.text.count() + in.extra; n > 0 || len(a.Body) > 0 {
		return min(n, MaxUsage)
	}
	return unseen(a)
}

// tell says what the request sends.
func (in *input) tell(ask *Ask, a Attempt) {
	ask.InputTokens = in.tokens(a)
	ask.WideTokens = min((in.text.wide+99)/100, ask.InputTokens)
	ask.Partial = in.partial || len(a.Body) == 0
}

// unseen is the estimate of a body that is not at hand, by its length on the wire.
func unseen(a Attempt) int64 { return min(max(a.BodyBytes, 0)/4, MaxUsage) }

// times multiplies a stated maximum by the number of choices, both cut to sane values.
func times(limit, choices int64) int64 {
	limit = min(max(limit, 0), MaxUsage)
	return min(limit*min(max(choices, 1), MaxUsage/max(limit, 1)+1), MaxUsage)
}
