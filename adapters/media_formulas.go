package adapters

import "strings"

// formula is what files cost on one family of models, as its provider publishes it.
type formula struct {
	// family are words that the model's name has to contain, or the host's.
	family string
	// from is the first version of the first word's family that it holds for.
	from        version
	picture     func(file) int64 // tokens; 0 when it cannot be told without a size
	page        int64            // tokens of a page of a document; 0: not published
	sound, film int64            // tokens a second; 0: not published
}

// formulas are searched from the top: the more specific name and the newer version first.
// Sources, as of autumn 2026:
//
//	openai   developers.openai.com/api/docs/guides/images-vision, "Calculating costs"; sound:
//	         .../guides/realtime-costs (a token for 100 ms). That gpt-5.2 and later bill 1.2
//	         tokens a patch was measured by users (community.openai.com/t/1372291).
//	claude   platform.claude.com/docs/en/build-with-claude/vision and .../pdf-support: a page is
//	         its text (1,500 to 3,000 tokens; the lower number is taken) and its picture
//	gemini   ai.google.dev/gemini-api/docs/tokens and .../media-resolution; how tiles are cut:
//	         docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding
//	qwen     help.aliyun.com/zh/model-studio/vision, docs.siliconflow.cn, capabilities/vision
//	nova     docs.aws.amazon.com/nova/latest/userguide/modalities-image.html, nova2-userguide
//	pixtral  github.com/mistralai/mistral-common, tokens/tokenizers/image.py
var formulas = []formula{
	{family: "transcribe", sound: 10},
	{family: "gpt-image", picture: tiles{short: 512, base: 65, tile: 129, fidelity: true}.tokens},
	{family: "computer-use", picture: tiles{short: 768, base: 65, tile: 129}.tokens},
	{family: "gpt-4o mini", picture: tiles{short: 768, base: 2833, tile: 5667}.tokens, sound: 10},
	{family: "gpt-4.1 mini", picture: patches{high: 1536, percent: 162}.tokens},
	{family: "gpt-4.1 nano", picture: patches{high: 1536, percent: 246}.tokens},
	{family: "gpt- mini", from: version{5, 0}, picture: patches{high: 1536, percent: 162}.tokens},
	{family: "gpt- nano", from: version{5, 0}, picture: patches{high: 1536, percent: 246}.tokens},
	{family: "gpt- codex", from: version{5, 0}, picture: patches{high: 1536, percent: 120}.tokens},
	{family: "gpt-", from: version{5, 6}, picture: patches{high: 2500, original: 30_000, whole: true, percent: 120}.tokens},
	{family: "gpt-", from: version{5, 5}, picture: patches{high: 2500, original: 10_000, whole: true, percent: 120}.tokens},
	{family: "gpt-", from: version{5, 4}, picture: patches{high: 2500, original: 10_000, percent: 120}.tokens},
	{family: "gpt-", from: version{5, 2}, picture: patches{high: 1536, percent: 120}.tokens},
	{family: "gpt-", from: version{5, 0}, picture: tiles{short: 768, base: 70, tile: 140}.tokens},
	{family: "gpt-4", picture: tiles{short: 768, base: 85, tile: 170}.tokens, sound: 10},
	{family: "chatgpt-4o", picture: tiles{short: 768, base: 85, tile: 170}.tokens},
	{family: "gpt-audio", sound: 10},
	{family: "o4-mini", picture: patches{high: 1536, percent: 172}.tokens},
	{family: "o1", picture: tiles{short: 768, base: 75, tile: 150}.tokens},
	{family: "o3", picture: tiles{short: 768, base: 75, tile: 150}.tokens},

	{family: "claude", from: version{4, 7}, picture: visual{edge: 2576, most: 4784}.tokens, page: 1500 + 1568},
	{family: "claude", picture: visual{edge: 1568, most: 1568}.tokens, page: 1500 + 1568},

	{family: "gemini", from: version{3, 0}, picture: gemini3, page: 560, sound: 32, film: 70 + 32},
	{family: "gemini", picture: gemini2, page: 258, sound: 32, film: 263},

	{family: "qwen aliyuncs", from: version{3, 0}, picture: grid{pixels: 32, most: 2560, frame: 2}.tokens},
	{family: "qwen aliyuncs", picture: grid{pixels: 28, most: 1280, frame: 2}.tokens},
	{family: "qvq aliyuncs", picture: grid{pixels: 28, most: 1280, frame: 2}.tokens},
	{family: "qwen siliconflow", picture: grid{pixels: 28, most: gridMost, low: 256}.tokens},
	{family: "qwen", from: version{3, 0}, picture: grid{pixels: 32, most: gridMost}.tokens},
	{family: "qwen", picture: grid{pixels: 28, most: gridMost}.tokens},
	{family: "qvq", picture: grid{pixels: 28, most: gridMost}.tokens},

	{family: "nova-2", picture: func(file) int64 { return 230 }},
	{family: "nova", picture: nova1},
	{family: "pixtral", picture: pixtral},
}

// MaxPicture is the most that one picture is taken for, whatever its header says: 50,000
// tokens (gpt-5.6 with a picture of its largest size: 36,000).
const MaxPicture = 50_000

// mediaTokens is what the files of a request cost.
func (in *input) mediaTokens(a Attempt, model string) (sum int64) {
	if len(in.files) == 0 {
		return 0
	}
	host, _ := hostAndPath(a.URL)
	how := formulaOf(model, host)
	for _, f := range in.files {
		name(&f.look, in.look)
		sum += how.tokens(f)
	}
	return sum
}

// tokens is what one file costs; FlatMedia (of each page) where nothing is published.
func (how *formula) tokens(f file) (n int64) {
	switch f.kind {
	case document:
		return max(f.pages, 1) * orFlat(how.page)
	case sound:
		n = f.seconds * how.sound
	case film:
		n = f.seconds * how.film
	default:
		n = how.pictured(f)
	}
	return orFlat(n)
}

// usualSide is the side, in pixels, of a picture that nobody here sees: a URL, the id of a file.
const usualSide = 1024

// pictured is what a picture costs, 0 where nothing is published. Where its size is not known and
// its detail does not set the price, it is a usual one, and no less than FlatMedia.
func (how *formula) pictured(f file) int64 {
	if how.picture == nil {
		return 0
	}
	if n := how.picture(f); n > 0 {
		return min(n, MaxPicture)
	}
	f.width, f.height = usualSide, usualSide
	return max(how.picture(f), FlatMedia)
}

func orFlat(n int64) int64 {
	if n <= 0 {
		return FlatMedia
	}
	return n
}

// formulaOf finds the formula of a model by its name, without what stands before the last
// slash (accounts/fireworks/models/x, openai/gpt-x).
func formulaOf(model, host string) *formula {
	model = strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	for i := range formulas {
		if formulas[i].holds(model, host) {
			return &formulas[i]
		}
	}
	return &formula{}
}

func (how *formula) holds(model, host string) bool {
	for word := range strings.FieldsSeq(how.family) {
		if wordIn(model, word) < 0 && wordIn(host, word) < 0 {
			return false
		}
	}
	first, _, _ := strings.Cut(how.family, " ")
	return how.from == version{} || !versionAfter(model, first).before(how.from)
}

// wordIn finds word in a name where a letter or digit does not stand before it.
func wordIn(name, word string) int {
	for from := 0; ; {
		i := strings.Index(name[from:], word)
		if i < 0 {
			return -1
		}
		if i += from; i == 0 || !alphanumeric(name[i-1]) {
			return i
		}
		from = i + 1
	}
}

func alphanumeric(b byte) bool { return kinds[b] == lower || kinds[b] == digit }

// version is a model's, as its name says it: claude-opus-4-7, gpt-5.4, qwen2.5-vl.
type version struct{ major, minor int64 }

func (v version) before(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// versionAfter is the first number of one or two digits behind word, and the one that follows
// it at once. A date (20250514) is no version.
func versionAfter(name, word string) (v version) {
	rest := name[max(wordIn(name, word), 0):]
	at := strings.IndexAny(rest, "0123456789")
	if at < 0 {
		return v
	}
	var n int
	v.major, n = smallNumber(rest[at:])
	rest = rest[at+n:]
	if len(rest) > 1 && (rest[0] == '.' || rest[0] == '-') {
		v.minor, _ = smallNumber(rest[1:])
	}
	return v
}

// smallNumber reads a number of one or two digits at the start of s; a longer one is 0.
func smallNumber(s string) (v int64, n int) {
	for n < len(s) && kinds[s[n]] == digit {
		v = v*10 + int64(s[n]-'0')
		if n++; n > 2 {
			return 0, n
		}
	}
	return v, n
}
