package adapters

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// Files as small as their headers.

func pngOf(w, h uint32) []byte {
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 8)...)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	return append(b, "\x08\x06\x00\x00\x00 pixels, pixels, pixels, pixels, pixels"...)
}

func gifOf(w, h uint16) []byte {
	b := append([]byte("GIF89a"), byte(w), byte(w>>8), byte(h), byte(h>>8))
	return append(b, make([]byte, 60)...)
}

// jpegOf has metadata of some length before its frame header, as cameras write it.
func jpegOf(w, h uint16, metadata int) []byte {
	b := []byte("\xff\xd8")
	for metadata > 0 {
		n := min(metadata, 60_000)
		b = append(b, 0xff, 0xe1, byte((n+2)>>8), byte(n+2))
		b = append(b, bytes.Repeat([]byte{'m'}, n)...)
		metadata -= n
	}
	b = append(b, 0xff, 0xc2, 0, 17, 8, byte(h>>8), byte(h), byte(w>>8), byte(w))
	return append(b, make([]byte, 60)...)
}

func webpOf(kind string, w, h uint32) []byte {
	b := append([]byte("RIFF....WEBP"+kind+"...."), make([]byte, 60)...)
	switch kind {
	case "VP8 ":
		binary.LittleEndian.PutUint16(b[26:], uint16(w))
		binary.LittleEndian.PutUint16(b[28:], uint16(h))
	case "VP8L":
		binary.LittleEndian.PutUint32(b[21:], (w-1)|(h-1)<<14)
	case "VP8X":
		b[24], b[25], b[27], b[28] = byte(w-1), byte((w-1)>>8), byte(h-1), byte((h-1)>>8)
	}
	return b
}

func wavOf(rate uint32, seconds int) []byte {
	b := append([]byte("RIFF....WAVEfmt ....xxxxhhhh"), make([]byte, 16)...)
	binary.LittleEndian.PutUint32(b[28:], rate)
	return append(b, make([]byte, int(rate)*seconds-len(b))...)
}

func pdfOf(pages int, dict string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n1 0 obj <</Type /Pages /Count 3>> endobj\n")
	for i := range pages {
		fmt.Fprintf(&b, "%d 0 obj <<%s /Parent 1 0 R>> stream %s endstream\n", i+2, dict, strings.Repeat("text ", 1500))
	}
	return b.Bytes()
}

// scanOf is two megabytes whose page objects are packed and whose pictures are not.
func scanOf(pictures int) []byte {
	return append(append([]byte("%PDF-1.5\n"), bytes.Repeat([]byte("<</Subtype /Image/Width 9>> "), pictures)...), make([]byte, 2<<20)...)
}

func dataURL(kind string, b []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b)
}

func withPicture(model string, b []byte, detail string) []byte {
	return fmt.Appendf(nil, `{"model":%q,"max_tokens":9,"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":%q,"detail":%q}}]}]}`,
		model, dataURL("image/png", b), detail)
}

// The size of a picture is read out of its first bytes, whatever its format.
func TestPicturesSayTheirSize(t *testing.T) {
	for name, b := range map[string][]byte{
		"png": pngOf(1234, 567), "gif": gifOf(1234, 567), "jpeg": jpegOf(1234, 567, 0), "jpeg with a thumbnail and a profile": jpegOf(1234, 567, 150_000),
		"webp, lossy": webpOf("VP8 ", 1234, 567), "webp, lossless": webpOf("VP8L", 1234, 567), "webp, extended": webpOf("VP8X", 1234, 567),
	} {
		want := file{kind: picture, width: 1234, height: 567}
		if got := inspect(plainBytes(b)); got != want {
			t.Errorf("%s: %+v", name, got)
		}
		coded := base64.StdEncoding.EncodeToString(b)
		for spelling, s := range map[string]string{"as it is": coded, "a data URL": dataURL("image/x", b),
			"with escaped slashes": strings.ReplaceAll(coded, "/", `\/`), "for URLs": base64.URLEncoding.EncodeToString(b), "in lines": lines(coded)} {
			if got := fileOf([]byte(s)); got != want {
				t.Errorf("%s, base64 %s: %+v", name, spelling, got)
			}
		}
	}
	for name, b := range map[string][]byte{"nothing": nil, "text": []byte("hello"), "a cut header": pngOf(9, 9)[:20], "no size": pngOf(0, 9),
		"metadata without end": jpegOf(9, 9, MaxHead), "unknown webp": webpOf("VP9 ", 9, 9)} {
		if got := inspect(plainBytes(b)); got != (file{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := inspect(plainBytes(pngOf(1<<31, 7))); got.width != MaxSide {
		t.Errorf("a width of 2^31 is taken for %d", got.width)
	}
}

// lines breaks a text as JSON writes MIME's base64.
func lines(s string) (out string) {
	for ; len(s) > 76; s = s[76:] {
		out += s[:76] + `\r\n`
	}
	return out + s
}

// Pages are counted where they can be seen, also across the pieces a document is read in.
func TestPagesOfADocument(t *testing.T) {
	packed := append([]byte("%PDF-1.6\n"), make([]byte, 100<<10)...)
	for _, c := range []struct {
		name string
		b    []byte
		want int64
	}{
		{"page objects", pdfOf(50, "/Type /Page"), 50},
		{"page objects without blanks", pdfOf(50, "/Type/Page/MediaBox[0 0 9 9]"), 50},
		{"over lines", pdfOf(50, "/Type\r\n /Page\r\n"), 50},
		{"linearized and packed", append([]byte("%PDF-1.6\n1 0 obj<</Linearized 1/L 99/O 5/E 7/N 12/T 8>>"), packed...), 12},
		{"packed: a page for 8 KiB", packed, 13},
		{"packed and large: a scan or a manual", scanOf(0), FewPages},
		{"a packed scan", scanOf(45), 45},
		{"packed, many pictures", scanOf(400), ManyPages},
		{"a cut one", []byte("%PDF-1.6"), 1},
		{"absurd", bytes.Repeat([]byte("%PDF-/Type/Page "), 3000), MaxPages},
	} {
		if got := inspect(plainBytes(c.b)); got.pages != c.want || got.kind != document {
			t.Errorf("%s: %+v, want %d pages", c.name, got, c.want)
		}
		if got := fileOf([]byte(dataURL("application/pdf", c.b))); got.pages != c.want {
			t.Errorf("%s, in base64: %+v, want %d pages", c.name, got, c.want)
		}
	}
	for shift := range 64 { // a page at every place around the border of two pieces
		b := append(append([]byte("%PDF-1.4 "), bytes.Repeat([]byte{' '}, 48<<10-64+shift)...), "/Type /Page /x"...)
		if got := inspect(plainBytes(append(b, make([]byte, 4096)...))); got.pages != 1 {
			t.Errorf("a page moved by %d is %d pages", shift, got.pages)
		}
	}
}

// A document is searched for pages only so far, and a form for files only near their names.
func TestFilesAreReadOnlySoFar(t *testing.T) {
	b := append(append([]byte("%PDF-1.4 /Type /Page "), make([]byte, MaxFile)...), "/Type /Page "...)
	if got := inspect(plainBytes(b)); got.pages != 1 {
		t.Errorf("%d pages, though the second stands behind MaxFile", got.pages)
	}
	part := "; filename=\"a.png\"\r\nX: " + strings.Repeat("x", maxPartHeaders) + "\r\n\r\n" + string(pngOf(9, 9)) + "\r\n--b"
	var in input
	in.form([]byte(part + "; filename=\"b.png\"\r\n\r\n" + string(pngOf(9, 9)) + "\r\n--b--"))
	if len(in.files) != 2 || in.files[0].kind != unknownFile || in.files[1].kind != picture {
		t.Errorf("%+v", in.files)
	}
	deep := strings.Repeat(`{"source":`, fileDepth) + `"` + base64.StdEncoding.EncodeToString(pngOf(9, 9)) + `"` + strings.Repeat("}", fileDepth)
	for wrap, kind := range map[string]fileKind{deep: picture, `{"source":` + deep + `}`: unknownFile} {
		var in input
		in.media(&cursor{b: []byte(wrap)})
		if len(in.files) != 1 || in.files[0].kind != kind {
			t.Errorf("%.40s: %+v", wrap, in.files)
		}
	}
}

// How long something plays: said by the header, or by its size.
func TestSecondsOfASound(t *testing.T) {
	mp3 := func(second, rate byte, size int) []byte {
		return append([]byte{0xff, second, rate, 0}, make([]byte, size-4)...)
	}
	for _, c := range []struct {
		name string
		b    []byte
		want file
	}{
		{"wav", wavOf(32_000, 7), file{kind: sound, seconds: 7}},
		{"mp3 of 128 kbit/s", mp3(0xfb, 0x90, 160_000), file{kind: sound, seconds: 10}},
		{"mp3, MPEG 2, 64 kbit/s", mp3(0xf3, 0x80, 80_000), file{kind: sound, seconds: 10}},
		{"mp3 of a rate that is not said", mp3(0xfb, 0x00, soundRate*5), file{kind: sound, seconds: 5}},
		{"mp3 behind a tag", append([]byte("ID3\x04"), make([]byte, soundRate*5-4)...), file{kind: sound, seconds: 5}},
		{"ogg", append([]byte("OggS"), make([]byte, soundRate*3-4)...), file{kind: sound, seconds: 3}},
		{"m4a", append([]byte("\x00\x00\x00\x20ftypM4A "), make([]byte, soundRate*3-12)...), file{kind: sound, seconds: 3}},
		{"mp4", append([]byte("\x00\x00\x00\x20ftypisom"), make([]byte, filmRate*2-12)...), file{kind: film, seconds: 2}},
		{"webm", append([]byte("\x1aE\xdf\xa3"), make([]byte, filmRate*2-4)...), file{kind: film, seconds: 2}},
	} {
		if got := inspect(plainBytes(c.b)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// What an image cost does not depend on where in which format it stands.
func TestAskFindsFilesInEveryFormat(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString(pngOf(1024, 1024))
	url := dataURL("image/png", pngOf(1024, 1024))
	const gpt, claude, gemini = 765, 1369, 4 * 258
	for _, c := range []struct {
		name, url, body string
		media           int64
	}{
		{"chat", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"` + url + `"}}]}]}`, gpt},
		{"chat, low", "http://h/v1/chat/completions", `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"detail":"low","url":"` + url + `"}}]}],"model":"gpt-4o"}`, 85},
		{"chat, a string", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"image_url","image_url":"` + url + `"}]}]}`, gpt},
		{"chat, elsewhere", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x/y.png"}}]}]}`, FlatMedia},
		{"chat, elsewhere and low", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x/y.png","detail":"low"}}]}]}`, 85},
		{"chat, left out by a shim", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":4000000}}]}]}`, FlatMedia},
		{"chat, elsewhere, dear", "http://h/v1/chat/completions", `{"model":"gpt-4o-mini","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x/y.png"}}]}]}`, 25_501},
		{"responses, a picture's id", "http://h/v1/responses", `{"model":"gpt-4o-mini","input":[{"role":"user","content":[{"type":"input_image","file_id":"f"}]}]}`, 25_501},
		{"chat, a document's id is no picture", "http://h/v1/chat/completions", `{"model":"gpt-4o-mini","messages":[{"role":"user","content":[{"type":"file","file":{"file_id":"f"}}]}]}`, FlatMedia},
		{"responses, a document's url is none", "http://h/v1/responses", `{"model":"gpt-4o-mini","input":[{"role":"user","content":[{"file_url":"https://x/y.pdf","type":"input_file"}]}]}`, FlatMedia},
		{"messages, a document elsewhere is none", "http://h/v1/messages", `{"model":"gpt-4o-mini","max_tokens":9,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"url","url":"https://x/y.pdf"}}]}]}`, FlatMedia},
		{"chat, an unknown sound is none", "http://h/v1/chat/completions", `{"model":"gpt-4o-mini","messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{"format":"pcm16","data":"AAAA"}}]}]}`, FlatMedia},
		{"chat, a sound", "http://h/v1/chat/completions", `{"model":"gpt-4o-audio-preview","messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{"format":"wav","data":"` + base64.StdEncoding.EncodeToString(wavOf(16_000, 12)) + `"}}]}]}`, 120},
		{"chat, a file", "http://h/v1/chat/completions", `{"model":"gpt-4o","messages":[{"role":"user","content":[{"type":"file","file":{"filename":"a.pdf","file_data":"` + dataURL("application/pdf", pdfOf(3, "/Type /Page")) + `"}}]}]}`, 3 * FlatMedia},
		{"responses", "http://h/v1/responses", `{"model":"gpt-4o","input":[{"role":"user","content":[{"type":"input_image","image_url":"` + url + `"}]}]}`, gpt},
		{"responses, low, said after", "http://h/v1/responses", `{"model":"gpt-4o","input":[{"role":"user","content":[{"type":"input_image","image_url":"` + url + `","detail":"low"}]}]}`, 85},
		{"responses, low, said before", "http://h/v1/responses", `{"model":"gpt-4o","input":[{"role":"user","content":[{"detail":"low","type":"input_image","image_url":"` + url + `"},{"type":"input_image","image_url":"` + url + `"}]}]}`, 85 + gpt},
		{"messages", "http://h/v1/messages", `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + b64 + `"}}]}]}`, claude},
		{"messages, a tool's result", "http://h/v1/messages", `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + b64 + `"}}]}]}]}`, claude},
		{"messages, a document", "http://h/v1/messages", `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"` + base64.StdEncoding.EncodeToString(pdfOf(3, "/Type /Page")) + `"}}]}]}`, 3 * (1500 + 1568)},
		{"messages, a file's id", "http://h/v1/messages", `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}`, FlatMedia},
		{"gemini", "http://h/v1beta/models/gemini-2.5-flash:generateContent", `{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"` + b64 + `"}}]}]}`, gemini},
		{"gemini, low", "http://h/v1beta/models/gemini-2.5-flash:generateContent", `{"generationConfig":{"mediaResolution":"MEDIA_RESOLUTION_LOW"},"contents":[{"parts":[{"inline_data":{"mime_type":"image/png","data":"` + b64 + `"}}]}]}`, 64},
		{"gemini 3, a part of its own", "http://h/v1beta/models/gemini-3-pro-preview:generateContent", `{"contents":[{"parts":[{"mediaResolution":{"level":"MEDIA_RESOLUTION_ULTRA_HIGH"},"inlineData":{"mimeType":"image/png","data":"` + b64 + `"}}]}]}`, 2240},
		{"gemini 3, elsewhere", "http://h/v1beta/models/gemini-3-pro-preview:generateContent", `{"contents":[{"parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/y"}}]}]}`, 1120},
		{"converse", "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse", `{"messages":[{"role":"user","content":[{"image":{"format":"png","source":{"bytes":"` + b64 + `"}}}]}]}`, claude},
		{"ollama", "http://h/api/chat", `{"model":"qwen2.5vl","messages":[{"role":"user","content":"x","images":["` + b64 + `"]}]}`, 37 * 37},
		{"cohere", "http://h/v2/embed", `{"model":"embed-v4.0","images":["` + url + `"]}`, FlatMedia},
		{"dashscope", "https://dashscope.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation", `{"model":"qwen3-vl-plus","input":{"messages":[{"role":"user","content":[{"image":"` + url + `"}]}]}}`, 32*32 + 2},
		{"dashscope, frames of a film", "https://dashscope.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation", `{"model":"qwen3-vl-plus","input":{"messages":[{"role":"user","content":[{"video":["https://x/1.jpg","https://x/2.jpg"]}]}]}}`, FlatMedia},
		{"converse, a film", "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse", `{"messages":[{"role":"user","content":[{"video":{"format":"mp4","source":{"s3Location":{"uri":"s3://x/y"}}}}]}]}`, 1800},
		{"an unknown model", "http://h/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"` + url + `"}}]}]}`, FlatMedia},
	} {
		got := ask(c.url, c.body)
		if got.MediaTokens != c.media || got.InputTokens < c.media || got.InputTokens > c.media+30 {
			t.Errorf("%s: %d tokens of %d are media, want %d", c.name, got.MediaTokens, got.InputTokens, c.media)
		}
	}
}
