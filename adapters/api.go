package adapters

// CallPattern names one family of requests that are LLM calls. A shim holds no list of
// its own: it gets these at initialize, and asks the guard only for what matches.
//
// Only POST requests are calls. With host = the url's host in lower case without port,
// and path = the url's path without a trailing slash, in Python:
//
//	(not p.host or host == p.host or (p.host[0] == "*" and host.endswith(p.host[1:])))
//	and path.endswith(p.path)
//	and p.body.encode() in body      # "" is in every body; skip this line if the body is not at hand
//
// and the same in JS with endsWith and includes.
type CallPattern struct {
	Host     string // exact ("api.openai.com"), or "*" and a suffix ("*.openai.azure.com"); "" is any host
	Path     string // suffix of the path ("/chat/completions"); case counts
	Provider string // the provider's name, or "" when the host is to be used as the name
	Body     string // bytes the body must contain (`"model"`), "" for any: keeps chat apps' POST .../messages out
}

// Calls lists the requests that are LLM calls.
func Calls() []CallPattern {
	return []CallPattern{
		{Path: "/chat/completions"},
		{Path: "/responses", Body: `"model"`},
		{Path: "/messages", Body: `"model"`},
		{Path: "/completions", Body: `"model"`},
		{Path: "/embeddings", Body: `"model"`},
	}
}

// Find says which provider and dialect an attempt belongs to, by its URL, else by the
// provider's name. ok is false when this is no LLM call known to us.
func Find(a Attempt) (provider string, d Dialect, ok bool) { return a.Provider, nil, false }

// Describe is Find and Ask in one. An unknown dialect gets an estimate from the bytes
// and an empty Dialect; any bytes give an answer.
func Describe(a Attempt) Ask {
	if p, d, ok := Find(a); ok {
		ask := d.Ask(a)
		ask.Provider = p
		return ask
	}
	return Ask{Provider: a.Provider, InputTokens: EstimateInput(a.Body)}
}

// Classify says what a failed attempt means. provider and d may be empty: then the bytes
// alone decide. Pure: the same reply gives the same verdict.
func Classify(provider string, d Dialect, r Reply) Verdict {
	return Verdict{Class: Unknown, Retryable: No, RetryAfter: -1}
}

// Limits reads the rate and quota headers of a reply, of any provider's spelling.
func Limits(r Reply) []Limit { return nil }

// EstimateInput estimates the tokens of a request body of any shape.
func EstimateInput(body []byte) int64 { return int64(len(body)+3) / 4 }

// EstimateOutput estimates the output tokens of a reply that carried no usage, from the
// visible output that was received. It is 0 for a reply without visible output, so an
// error body never costs anything (QuantumNous/new-api#5289).
func EstimateOutput(u Used) int64 { return (u.OutputBytes + 3) / 4 }

// RequestID is the provider's id of a request, from its headers; "" when there is none.
func RequestID(headers map[string][]string) string { return "" }

// RemainingHeaders is the compact form of the remaining-quota headers that an entry may
// keep: "name=value; name=value", sorted, at most MaxRemaining bytes; "" when there are none.
func RemainingHeaders(headers map[string][]string) string { return "" }
