package adapters

// EstimateInput estimates the tokens of a request body of any shape: of JSON the text in
// it, of anything else all of it.
func EstimateInput(body []byte) int64 {
	var in input
	c := &cursor{b: body}
	switch c.peek() {
	case '{', '[':
		in.words(c)
	}
	if c.i < len(body) {
		in.text.add(body[c.i:])
	}
	var ask Ask
	in.tell(&ask, Attempt{Body: body})
	return ask.InputTokens
}

// EstimateText estimates the tokens of a text.
func EstimateText(s []byte) int64 {
	var t text
	t.add(s)
	return min(t.count(), MaxUsage)
}

// EstimateOutput estimates the output tokens of a reply that carried no usage, from the
// visible output that was received. It is 0 for a reply without visible output and for an
// error body (QuantumNous/new-api#5289).
func EstimateOutput(u Used) int64 {
	if u.Failed {
		return 0
	}
	return min(u.OutputTokens, MaxUsage)
}

// Settle says what a call that was answered cost: what the provider reported, or else what
// was sent and received, and then estimated is true. Input that was reported before a
// stream broke off is kept (docs.anthropic.com: message_start), its output is estimated.
func Settle(ask Ask, u Used) (t Tokens, estimated bool) {
	if u.Known {
		return u.Tokens, false
	}
	t = u.Tokens
	if t == (Tokens{}) {
		t.Input = ask.InputTokens
	}
	t.Output = EstimateOutput(u)
	return t, true
}
