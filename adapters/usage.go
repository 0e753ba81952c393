package adapters

// usage gathers what a provider reports, in its own terms, and turns it into disjoint
// classes at the end. Each field keeps the last value that was said.
type usage struct {
	input, cached, cacheWrite, output, reasoning, total count

	hour count // of cacheWrite what is kept for an hour
	cost Money

	// inside: input includes cached, output includes reasoning (OpenAI). When false they
	// stand beside each other (Anthropic).
	inside bool
	// beside: reasoning stands beside output although cached is inside input (Gemini).
	beside bool
	// open: the output stated so far is not the final one (Anthropic's message_start).
	open bool
}

// count is a number that may never have been said; zero is not unknown.
type count struct {
	n    int64
	said bool
}

// read takes the number at the cursor; null and nonsense say nothing. Of two spellings of
// one thing in one object the larger counts.
func (k *count) read(c *cursor) {
	if n, ok := c.number(); ok && (!k.said || n > k.n) {
		*k = count{n, true}
	}
}

// readOpenAI reads a usage object as OpenAI and those who follow it write it, in chat
// completions (prompt, completion) and in responses (input, output).
// platform.openai.com/docs/api-reference/chat/object and .../responses/object; hits outside
// the details: DeepSeek (prompt_cache_hit_tokens), Moonshot (cached_tokens).
func (u *usage) readOpenAI(c *cursor) {
	now := usage{inside: true}
	c.object(func(key []byte) {
		switch string(key) {
		case "prompt_tokens", "input_tokens":
			now.input.read(c)
		case "completion_tokens", "output_tokens":
			now.output.read(c)
		case "total_tokens":
			now.total.read(c)
		case "prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens":
			now.cached.read(c)
		case "cache_creation_input_tokens":
			now.cacheWrite.read(c)
		case "prompt_tokens_details", "input_tokens_details", "input_token_details":
			now.readDetails(c)
		case "completion_tokens_details", "output_tokens_details":
			now.readDetails(c)
		case "cost", "estimated_cost", "cost_in_usd_ticks":
			now.cost.read(c, string(key))
		}
	})
	if now.any() || !u.any() {
		*u = now
	}
}

func (u *usage) readDetails(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "cached_tokens":
			u.cached.read(c)
		case "cache_write_tokens", "cache_creation_tokens", "cache_creation_input_tokens":
			u.cacheWrite.read(c)
		case "reasoning_tokens":
			u.reasoning.read(c)
		}
	})
}

// merge takes over what a later report says. The counts of one stream only grow, so a zero
// after a number is a server that left the field blank.
func (u *usage) merge(later usage) {
	for _, f := range [...]struct {
		to  *count
		now count
	}{
		{&u.input, later.input}, {&u.cached, later.cached}, {&u.cacheWrite, later.cacheWrite},
		{&u.output, later.output}, {&u.reasoning, later.reasoning}, {&u.total, later.total},
		{&u.hour, later.hour},
	} {
		if f.now.said && (f.now.n != 0 || !f.to.said) {
			*f.to = f.now
		}
	}
}

// any tells whether something other than zero was said.
func (u usage) any() bool {
	return u.input.n|u.cached.n|u.cacheWrite.n|u.output.n|u.reasoning.n|u.total.n != 0
}

// tokens are the disjoint classes. known is false when nothing was said, or nothing but
// zeros: a server that fills usage with zeros until the end has not said that the call was
// free (microsoft/autogen#3971). Then only the input classes may be set, see Used.
func (u usage) tokens() (t Tokens, known, clamped bool) {
	var cut clamp
	in, cached, write := cut.of(u.input), cut.of(u.cached), cut.of(u.cacheWrite)
	out, reason, total := cut.of(u.output), cut.of(u.reasoning), cut.of(u.total)
	if !u.input.said && !u.output.said { // a server that reports the total alone
		in = max(in, total)
	}
	if u.inside {
		in, cached, write = cut.inputInside(in, cached, write)
	}
	if u.inside && !u.beside {
		out, reason = outputInside(out, reason, total-in-cached-write)
	}
	t = Tokens{Input: in, CachedInput: cached, CacheWrite: write, Output: out, Reasoning: reason}
	if t == (Tokens{}) && !cut.done {
		return t, false, false
	}
	if u.open || !u.output.said && !u.total.said && !u.input.said {
		return Tokens{Input: in, CachedInput: cached, CacheWrite: write}, false, cut.done
	}
	return t, true, cut.done
}

// inputInside takes cached tokens and cache writes out of the input that includes them, once
// (langfuse/langfuse#10592). More cached than input is impossible and is cut.
func (c *clamp) inputInside(in, cached, write int64) (fresh, hit, written int64) {
	if cached > in {
		cached, c.done = in, true
	}
	if write > in-cached {
		write, c.done = in-cached, true
	}
	return in - cached - write, cached, write
}

// outputInside takes reasoning out of the output that includes it (junhoyeo/tokscale#1142).
// Some providers of the same format report it beside the output (xAI, Gemini's compatible
// endpoint, which hides it in the total alone): the total tells, whoever it is.
// rest is total minus all input; it is negative when no total was said.
func outputInside(out, reasoning, rest int64) (visible, thought int64) {
	switch {
	case reasoning > out, reasoning > 0 && rest == out+reasoning: // beside
		return out, reasoning
	case reasoning == 0 && rest > out: // not named, but in the total
		return out, rest - out
	}
	return out - reasoning, reasoning
}

// clamp keeps numbers sane and remembers that it had to.
type clamp struct{ done bool }

// of is the count in 0..MaxUsage: a negative one would top the budget up
// (lingyuins/octopus#243), an absurd one would end it.
func (c *clamp) of(k count) int64 {
	n := min(max(k.n, 0), MaxUsage)
	c.done = c.done || n != k.n
	return n
}
