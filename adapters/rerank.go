package adapters

// Rerank: docs.cohere.com/reference/rerank, and those who follow it with tokens for a bill:
// jina.ai/reranker, docs.voyageai.com/reference/reranker-api, docs.siliconflow.cn (rerank),
// docs.newapi.pro (rerank). DashScope's own holds the question one level deeper, in input
// (help.aliyun.com/zh/model-studio/text-rerank-api). Cohere bills searches, not tokens: the
// call counts, its tokens are estimated from what was sent.
type rerank struct{}

func (rerank) Name() string      { return "rerank" }
func (rerank) Used(r Reply) Used { return usedOf[rerankFold](r) }
func (rerank) NewStream() Stream { return &reader[rerankFold, *rerankFold]{} }

var rerankAsks = asks{words: "query documents input"}.table()

func (d rerank) Ask(a Attempt) Ask { return rerankAsks.ask(d.Name(), a).done(a) }

// rerankFold is what is known of one reply. What it gives back of the documents is no output.
type rerankFold struct{ facts }

func (f *rerankFold) event(_, data []byte) {
	ours, failed := false, false
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "id", "request_id":
			name(&f.p.Used.RequestID, c.short())
		case "model":
			name(&f.p.Used.Model, c.short())
		case "results", "data", "output":
			ours = ours || c.peek() == '[' || c.peek() == '{'
		case "usage", "tokens": // tokens: SiliconFlow's older replies
			f.usage.readOpenAI(c)
		case "meta":
			f.meta(c)
		case "error":
			failed = says(c)
		}
	})
	switch {
	case failed:
		f.fail(data)
	case !ours:
		f.odd(data)
	default:
		f.p.Used.NoOutput = true
	}
}

// meta reads what was billed, and else what was worked on.
func (f *rerankFold) meta(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "billed_units", "tokens":
			f.usage.readOpenAI(c)
		}
	})
}
