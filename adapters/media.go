package adapters

import "bytes"

// file is a picture, a sound or a document inside a request, as far as its bytes tell.
type file struct {
	kind          fileKind
	width, height int64  // of a picture, in pixels
	pages         int64  // of a document
	seconds       int64  // of a sound or a film, rounded up
	look          string // how closely it is looked at: "low", "high", ..., "" when not said
}

type fileKind uint8

const (
	unknownFile fileKind = iota // also what is elsewhere: a URL, an id, bytes that a shim left out
	picture
	document
	sound
	film
)

// fileDepth is how deep the bytes of a file may stand in its value:
// {"image": {"source": {"bytes": "..."}}}.
const fileDepth = 3

// media reads one file, unless it is text in disguise
// (Anthropic: source {type: "text", data: "..."}).
func (in *input) media(c *cursor) {
	value := c.value()
	if bytes.Contains(value[:min(len(value), MaxName)], []byte(`"text/plain"`)) {
		in.string(value)
		return
	}
	var data []byte
	look := ""
	bytesOf(&cursor{b: value}, fileDepth, &data, &look)
	in.add(data, look)
}

// images reads a list of pictures (Ollama, Cohere, OpenAI's edits), or one.
func (in *input) images(c *cursor) {
	if c.peek() != '[' {
		in.media(c)
		return
	}
	c.array(func() { in.media(c) })
}

// add counts a file by its bytes in base64, with or without "data:...;base64," before them.
func (in *input) add(data []byte, look string) {
	f := fileOf(data)
	f.look = look
	in.files = append(in.files, f)
}

// told gives files what was said beside them: their detail, and of those that are elsewhere what
// they are.
func told(files []file, look string, what []byte) {
	for i := range files {
		name(&files[i].look, look)
		if files[i].kind == unknownFile {
			files[i].kind = kindOf[string(what)]
		}
	}
}

// kindOf are the types of parts of a conversation that are no pictures.
var kindOf = map[string]fileKind{"file": document, "input_file": document, "document": document, "document_url": document,
	"input_audio": sound, "audio": sound, "audio_url": sound, "video": film, "video_url": film, "input_video": film}

// resolution reads how closely Gemini looks at one part, {"level": "MEDIA_RESOLUTION_HIGH"};
// it is taken for all parts.
func (in *input) resolution(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "level" {
			in.look = c.short()
		}
	})
}

// bytesOf finds the bytes of a file: the string itself, or the one under a name that is used
// for them, and the detail beside it.
func bytesOf(c *cursor, depth int, data *[]byte, look *string) {
	if c.peek() == '"' {
		*data = c.raw()
		return
	}
	if depth == 0 {
		c.skip()
		return
	}
	c.object(func(key []byte) {
		switch string(key) {
		case "url", "data", "bytes", "file_data", "image_url", "source", "base64":
			bytesOf(c, depth-1, data, look)
		case "detail":
			*look = c.short()
		}
	})
}

// maxPartHeaders is how far behind a file's name its bytes begin at most.
const maxPartHeaders = 1 << 10

// form counts the files of a multipart form: what stands between the blank line after each file
// name and the next border.
func (in *input) form(body []byte) {
	for {
		_, rest, ok := bytes.Cut(body, []byte(`; filename="`))
		if !ok {
			return
		}
		start := bytes.Index(rest[:min(len(rest), maxPartHeaders)], []byte("\r\n\r\n"))
		if start < 0 {
			in.files = append(in.files, file{})
			body = rest
			continue
		}
		data := rest[start+4:]
		end := bytes.Index(data, []byte("\r\n--"))
		if end < 0 {
			end = len(data)
		}
		in.files = append(in.files, inspect(plainBytes(data[:end])))
		body = data[end:]
	}
}

// fileOf reads what a file is out of its bytes in base64.
func fileOf(data []byte) file {
	if i := bytes.Index(data[:min(len(data), MaxName)], []byte("base64,")); i >= 0 {
		data = data[i+len("base64,"):]
	}
	return inspect(base64Bytes(data))
}
