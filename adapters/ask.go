package adapters

import "bytes"

// Estimates of what is not text, in tokens.
const (
	// FlatMedia is held for an image, a sound, a page or a file whose model's formula is not known
	// (media_formulas.go has those that are), and at least for one whose size is not: about the most
	// that one image costs where pictures are scaled down (Claude's standard tier: 1,568; OpenAI's tiles: 1,445).
	FlatMedia = 1600
	// perMessage is what the frame around one message costs.
	perMessage = 4
	// opaqueRun is the length from which a string of base64 letters alone is taken for data.
	opaqueRun = 512
)

// input adds up what a request sends.
type input struct {
	text    text
	extra   int64  // tokens of frames and of data that is neither text nor a file
	files   []file // pictures, sounds, documents
	look    string // how closely pictures are looked at, when they do not say so themselves
	partial bool   // not all that the provider will count is at hand (partial.go), or some was cut out
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
		first := len(in.files)
		var what []byte
		look := ""
		c.object(func(key []byte) {
			switch {
			case !names && string(key) == "detail": // of the picture beside it
				look = c.short()
			case !names && string(key) == "type":
				what = c.raw()
			default:
				in.member(c, key, names, depth+1)
			}
		})
		told(in.files[first:], look, what)
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
	case "role", "id", "tool_call_id", "tool_use_id", "call_id", "status",
		"media_type", "mediaType", "format", "cache_control", "signature", "toolUseId", "mimeType", "mime_type",
		"toolCallId", "thoughtSignature", "thought_signature":
		c.skip()
	case "image_url", "audio_url", "video_url", "input_audio", "audio", "video", "source", "file", "file_data", "file_id",
		"file_url", "image", "inlineData", "inline_data", "fileData":
		in.media(c)
	case "images":
		in.images(c)
	case "input", "arguments", "args", "response": // of a tool call, or its result: an object (Anthropic) or a string (OpenAI)
		in.read(c, true, depth)
	case "mediaResolution", "media_resolution": // gemini, of one part
		in.resolution(c)
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

// string counts the text between two quotes, a file that is given as a string, or data that is
// neither by its length.
func (in *input) string(raw []byte) {
	switch {
	case bytes.HasPrefix(raw, []byte("data:")) && len(raw) > opaqueRun:
		in.add(raw, "")
	case opaque(raw):
		if f := fileOf(raw); f.kind != unknownFile {
			in.files = append(in.files, f)
			return
		}
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

// tell says what the request sends. A body that is not at hand counts by its length on the wire.
func (in *input) tell(ask *Ask, a Attempt) {
	media := in.mediaTokens(a, ask.Model)
	ask.InputTokens = min(in.text.count()+in.extra+media, MaxUsage)
	ask.MediaTokens = min(media, MaxUsage)
	ask.WideTokens = min((in.text.wide+99)/100, ask.InputTokens-ask.MediaTokens)
	ask.Partial = in.partial || len(a.Body) == 0
	if ask.InputTokens == 0 && len(a.Body) == 0 {
		ask.InputTokens = unseen(a)
	}
}

// unseen is the estimate of a body that is not at hand, by its length on the wire.
func unseen(a Attempt) int64 { return min(max(a.BodyBytes, 0)/4, MaxUsage) }

// times multiplies a stated maximum by the number of choices, both cut to sane values.
func times(limit, choices int64) int64 {
	limit = min(max(limit, 0), MaxUsage)
	return min(limit*min(max(choices, 1), MaxUsage/max(limit, 1)+1), MaxUsage)
}
