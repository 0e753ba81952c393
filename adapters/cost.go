package adapters

import (
	"math"
	"strconv"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// nano is how many parts of a unit of currency Money counts.
const nano = 1_000_000_000

// MaxCost is the largest cost of one call that is believed: a million of any currency.
const MaxCost = 1_000_000 * nano

// read takes the cost that stands in a usage object, in US dollars:
//
//	"cost": 0.0014                       OpenRouter (openrouter.ai/docs/use-cases/usage-accounting)
//	"cost": {"total_cost": 0.0014}       Perplexity (docs.perplexity.ai/api-reference)
//	"estimated_cost": 0.0014             DeepInfra, in its replies (as users read them; its pages do not say it)
//	"cost_in_usd_ticks": 14000000        xAI, 10^10 a dollar (docs.x.ai/developers/cost-tracking)
func (m *Money) read(c *cursor, key string) {
	switch {
	case key == "cost_in_usd_ticks":
		if n, ok := c.number(); ok {
			m.set(float64(n) / 10)
		}
	case c.peek() == '{':
		c.object(func(key []byte) {
			if string(key) == "total_cost" {
				m.dollars(string(c.literal()))
			}
		})
	default:
		m.dollars(string(c.literal()))
	}
}

func (m *Money) dollars(amount string) {
	if f, err := strconv.ParseFloat(amount, 64); err == nil {
		m.set(f * nano)
	}
}

// set keeps an amount that can be: a cost below nothing or beyond MaxCost says nothing.
func (m *Money) set(parts float64) {
	if parts >= 0 && parts <= MaxCost {
		*m = Money{Nano: int64(math.Round(parts)), Currency: "USD"}
	}
}

// costInHeader reads the header in which LiteLLM's proxy says what a call cost
// (docs.litellm.ai/docs/proxy/response_headers; a stream has none).
func costInHeader(headers map[string][]string) (m Money) {
	if amount := scan.Headers(headers)["x-litellm-response-cost"]; amount != "" {
		m.dollars(amount)
	}
	return m
}
