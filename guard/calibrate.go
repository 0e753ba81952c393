package guard

import "slices"

// The input of a request is estimated from its bytes, without a vocabulary. Every model
// has its own, so the estimate is corrected by what providers reported of earlier calls:
//
//	input = frame + text x factor + wide x factor + media
//
// frame is what a provider adds to each request (a hidden system prompt, its chat
// format), text and wide are the estimates of ASCII and of all other scripts, in which
// tokenizers differ most: on Chinese by a factor of three, in both directions. media
// comes from a formula and stays as it is. The three numbers are fitted to the model's
// last calls by least squares, in integers, in the fold: all processes hold the same for
// the same call. What a call was granted at is in its reserve entry and never changes.
const (
	// LeastText, MostText, LeastWide and MostWide bound the factors: no two tokenizers differ
	// by more. Beside o200k_base, which estimates are fitted to, one makes 1.75 times as much
	// of JSON, and one 2.8 times as much of Chinese.
	LeastText, MostText = 0.5, 2.5
	LeastWide, MostWide = 0.25, 4.0
	// MaxFrame is the most tokens that each request is taken to have beside its own.
	MaxFrame = 16_384
	// unit is 1 in integers.
	unit = 1 << 12
	// frame is how much text the frame weighs as much as, when a miss is put down to parts.
	// Less, and a hidden prompt is long taken for a factor; more, and a factor for a prompt.
	frame = 512
	// surprise is how many tokens beyond twice its guess a call is believed that was not the
	// only one far above: a hidden prompt is learnt in few calls.
	surprise = 4096
	// suspense is for how many calls after one far above another one is believed.
	suspense = 2
	// memory is how many calls a model is known by: each further one makes those before
	// count a part less.
	memory = 64
	// rounds is how often a call turns the three numbers, one after another.
	rounds = 2
)

// calibration is what is known of one model: the factor of each part, and the sums of
// squares they are fitted to.
type calibration struct {
	factor [3]int64    // of the frame, of text, of wide text
	shares [3][3]int64 // products of the parts' shares, each call's sum is 1
	counts [3]int64    // products of the shares with what was reported
	tense  int64       // for so many calls more it is known that one was far above
}

var (
	// stands is how many calls a factor weighs as it stands. Calls of one size do not tell a
	// hidden prompt from a factor: then a prompt is believed first, for a factor too high
	// would have large calls refused.
	stands        = [3]int64{1, 4, 4}
	uncalibrated  = [3]int64{0, unit, unit}
	factorAtLeast = [3]int64{0, LeastText * unit, LeastWide * unit}
	factorAtMost  = [3]int64{MaxFrame / frame * unit, MostText * unit, MostWide * unit}
)

// tokens is what a provider will probably count.
func (c *calibration) tokens(parts [3]int64) int64 {
	sum := int64(unit / 2)
	for i, n := range parts {
		sum += n * c.factor[i]
	}
	return sum / unit
}

// learn takes what a provider counted. Each call weighs the same, however large.
func (c *calibration) learn(parts [3]int64, reported int64) {
	reported, ok := c.believe(c.tokens(parts), reported)
	if !ok {
		return
	}
	whole := parts[0] + parts[1] + parts[2]
	for i := range parts {
		share := parts[i] * unit / whole
		for j := range parts {
			c.shares[i][j] += share*(parts[j]*unit/whole) - c.shares[i][j]/memory
		}
		c.counts[i] += share*(reported*unit/whole) - c.counts[i]/memory
	}
	for range rounds {
		for i := range c.factor {
			c.fit(i)
		}
	}
}

// believe says what a report is taken for. Far below counts as half off, and one far above
// alone teaches nothing: an absurd report does not move much. Two of them are no accident but
// a hidden prompt, mostly: cut to half off as well, they would be put down to the factors of
// short requests long before the frame got them, and large calls be refused for it.
func (c *calibration) believe(guess, reported int64) (taken int64, ok bool) {
	slack := (guess + frame) / 2
	if reported <= guess+slack {
		c.tense = max(c.tense-1, 0)
		return max(reported, guess-slack), true
	}
	ok = c.tense > 0
	c.tense = suspense
	return min(reported, 2*guess+surprise), ok
}

// fit turns one factor to where the sum of squares is least while the others stay. As
// it stands it weighs as much as some calls, so that few calls turn it gently and a part
// that never occurs not at all.
func (c *calibration) fit(i int) {
	miss := c.counts[i] * unit
	for j, n := range c.shares[i] {
		miss -= n * c.factor[j]
	}
	turned := c.factor[i] + miss/(c.shares[i][i]+stands[i]*unit*unit)
	c.factor[i] = min(max(turned, factorAtLeast[i]), factorAtMost[i])
}

func (c *calibration) wire(w *wire) {
	for i := range c.factor {
		w.int(&c.factor[i])
		w.int(&c.counts[i])
		for j := range c.shares[i] {
			w.int(&c.shares[i][j])
		}
	}
	w.int(&c.tense)
}

// correct says how many tokens a request will probably have. What its host stated stays.
func (s *State) correct(a *ask) {
	if a.sized == (sized{}) {
		return
	}
	a.input = a.raw()
	if c := s.calibrations[modelKey(&a.reservation)]; c != nil && a.text+a.wide > 0 {
		a.input = min(c.tokens(a.parts())+a.media, MaxTokens)
	}
}

// calibrate learns from a call that went well and whose usage the provider reported. All
// classes of input together are what was sent.
func (s *State) calibrate(r *reservation, c *recording) {
	reported := c.tokens.Input + c.tokens.CachedInput + c.tokens.CacheWrite
	if !r.teaches() || reported <= 0 || slices.Contains(c.flags, flagClamped) {
		return
	}
	key := modelKey(r)
	known := s.calibrations[key]
	if known == nil {
		if len(s.calibrations) >= MaxModels {
			return
		}
		known = &calibration{factor: uncalibrated}
		s.calibrations[key] = known
	}
	known.learn(r.parts(), reported)
}
