package adapters

import (
	"strings"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// Classify says what a failed attempt means, by the rules of the provider's gateway first.
func (k *Known) Classify(provider string, r Reply) Verdict {
	return k.judge(provider).Classify(r)
}

// Explain shows how Classify came to its verdict on the same reply.
func (k *Known) Explain(provider string, r Reply) []Look {
	return k.judge(provider).Explain(r)
}

func (k *Known) judge(provider string) *verdict.Book {
	provider = strings.ToLower(provider)
	if g := k.named(provider); g != nil {
		return g.judge
	}
	return verdict.NewBook(provider, provider, nil)
}

// MaxRefusal is the longest body of a 200 that a gateway's rules look at: what is longer is an
// answer.
const MaxRefusal = 4 << 10

// Refuses tells whether a reply with status 200 is a failure, because a rule of the provider's
// gateway that asks for 200 holds. Its code must be a member of the body's own object, of its
// error or of its envelope: what stands elsewhere is an answer's.
func (k *Known) Refuses(provider string, r Reply) bool {
	g := k.named(strings.ToLower(provider))
	if g == nil || r.Status != 200 || len(r.Body) > MaxRefusal || !g.judge.RefusesInside() {
		return false
	}
	return g.judge.Refuses(r, codesInside(&cursor{b: r.Body}, 0))
}

// envelopes are objects that some put around what they say: MiniMax, Spark, Tencent's cloud.
var envelopes = map[string]bool{"base_resp": true, "header": true, "Response": true, "response": true}

// codeDepth is how deep a code stands at most: {"Response": {"Error": {"Code": "..."}}}.
const codeDepth = 2

// codesInside are the codes that an object has, and the objects of its errors.
func codesInside(c *cursor, depth int) (codes []string) {
	c.object(func(key []byte) {
		switch inner := c.peek(); {
		case !verdict.HoldsCode(string(key)) && !(depth == 0 && envelopes[string(key)]):
		case inner == '{' && depth < codeDepth:
			codes = append(codes, codesInside(c, depth+1)...)
		case inner == '{':
		case inner == '"':
			codes = append(codes, c.short())
		default:
			lit := c.literal()
			codes = append(codes, string(lit[:min(len(lit), MaxName)]))
		}
	})
	return codes
}
