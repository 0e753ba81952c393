package adapters

import (
	"math"
	"sort"
)

// How providers cut pictures. The sources are those of formulas.

// fit scales a picture down so that its longer side is at most edge.
func fit(w, h, edge int64) (int64, int64) {
	if long := max(w, h); long > edge {
		return max(w*edge/long, 1), max(h*edge/long, 1)
	}
	return w, h
}

// cells is how many squares of size pixels cover a picture.
func cells(w, h, size int64) int64 { return ((w + size - 1) / size) * ((h + size - 1) / size) }

// tiles is OpenAI's older rule: into 2048 x 2048, the shorter side to short, tiles of 512 pixels.
type tiles struct {
	short, base, tile int64
	fidelity          bool // gpt-image: looking closely (input_fidelity) costs more
}

func (t tiles) tokens(f file) int64 {
	switch {
	case f.look == "low" && !t.fidelity:
		return t.base
	case f.width == 0:
		return 0
	}
	w, h := fit(f.width, f.height, 2048)
	if short := min(w, h); short > t.short {
		w, h = w*t.short/short, h*t.short/short
	}
	n := t.base + t.tile*cells(w, h, 512)
	switch {
	case !t.fidelity || f.look != "high":
	case w == h:
		n += 4160
	default:
		n += 6240
	}
	return n
}

// patches is OpenAI's newer rule: squares of 32 pixels, at most as many as the budget of the
// detail, and so many tokens for 100 of them.
type patches struct {
	high, original int64 // budgets; without original there is no such detail
	whole          bool  // "auto" is "original", not "high"
	percent        int64
}

func (p patches) tokens(f file) int64 {
	w, h, budget := f.width, f.height, p.high
	switch {
	case f.look == "low":
		w, h = fit(max(w, 1), max(h, 1), 512)
		if f.width == 0 {
			w, h = 512, 512
		}
	case w == 0:
		return 0
	case p.original > 0 && (f.look == "original" || p.whole && f.look != "high"):
		budget = p.original
	default:
		w, h = fit(w, h, 2048)
	}
	return (within(w, h, budget)*p.percent + 99) / 100
}

// within is the patches of a picture, scaled down to at most budget as OpenAI does it: so that
// it fills whole patches on one side.
func within(w, h, budget int64) int64 {
	const size = 32
	if n := cells(w, h, size); n <= budget {
		return n
	}
	fw, fh := float64(w)/size, float64(h)/size
	r := math.Sqrt(float64(budget) / (fw * fh))
	r *= min(max(math.Floor(fw*r), 1)/(fw*r), max(math.Floor(fh*r), 1)/(fh*r))
	return min(cells(int64(math.Round(fw*r*size)), int64(math.Round(fh*r*size)), size), budget)
}

// visual is Claude's rule: squares of 28 pixels, the picture scaled down until its longer side
// is at most edge and it has at most so many of them.
type visual struct{ edge, most int64 }

func (v visual) tokens(f file) int64 {
	const size = 28
	long := max(f.width, f.height)
	scaled := func(to int64) int64 {
		side := func(n int64) int64 { return max((n*to+long/2)/long, 1) }
		return cells(side(f.width), side(f.height), size)
	}
	if long == 0 {
		return 0
	}
	// the largest size that fits
	tooLarge := sort.Search(int(min(long, v.edge)), func(i int) bool { return scaled(int64(i)+1) > v.most })
	return scaled(max(int64(tooLarge), 1))
}

// gemini2 cuts a picture into tiles of two thirds of its shorter side, 256 to 768 pixels; a
// small one is one tile.
func gemini2(f file) int64 {
	const tile = 258
	switch {
	case f.look == "MEDIA_RESOLUTION_LOW":
		return 64
	case f.width == 0:
		return 0
	case max(f.width, f.height) <= 384:
		return tile
	}
	return tile * cells(f.width, f.height, min(max(min(f.width, f.height)*2/3, 256), 768))
}

// gemini3 spends what it is told to, whatever the size.
func gemini3(f file) int64 {
	switch f.look {
	case "MEDIA_RESOLUTION_LOW":
		return 280
	case "MEDIA_RESOLUTION_MEDIUM":
		return 560
	case "MEDIA_RESOLUTION_ULTRA_HIGH":
		return 2240
	}
	return 1120
}

// gridMost is the most that a picture costs on Qwen's models, where nobody asks for less.
const gridMost = 16384

// grid is Qwen's rule: sides rounded to squares of so many pixels, scaled down to at most so
// many squares, and two tokens around it where the provider counts them.
type grid struct{ pixels, most, frame, low int64 }

func (g grid) tokens(f file) int64 {
	most := g.most
	switch f.look {
	case "low", "auto":
		if g.low > 0 {
			return g.low
		}
	case "true": // vl_high_resolution_images
		most = gridMost
	}
	if f.width == 0 {
		return 0
	}
	w, h := float64(f.width)/float64(g.pixels), float64(f.height)/float64(g.pixels)
	n := int64(max(math.Round(w), 1) * max(math.Round(h), 1))
	if n > most {
		beta := math.Sqrt(w * h / float64(most))
		n = int64(max(math.Floor(w/beta), 1) * max(math.Floor(h/beta), 1))
	}
	return max(n, 4) + g.frame
}

// novaSteps are the sizes that Nova's page gives numbers for; a picture counts as the next
// larger one.
var novaSteps = []struct{ pixels, tokens int64 }{
	{900 * 450, 800}, {900 * 900, 1300}, {1400 * 900, 1800}, {1800 * 900, 2400}, {1300 * 1300, 2600},
}

func nova1(f file) int64 {
	if f.width == 0 {
		return 0
	}
	for _, s := range novaSteps {
		if f.width*f.height <= s.pixels {
			return s.tokens
		}
	}
	return novaSteps[len(novaSteps)-1].tokens
}

// pixtral cuts into squares of 16 pixels after scaling to 1024, each row with a mark at its end.
func pixtral(f file) int64 {
	if f.width == 0 {
		return 0
	}
	w, h := fit(f.width, f.height, 1024)
	return ((w+15)/16 + 1) * ((h + 15) / 16)
}
