package adapters

import "testing"

func TestCostInUsage(t *testing.T) {
	for _, c := range []struct {
		name, usage string
		want        Money
	}{
		{"OpenRouter", `{"cost":0.00014}`, Money{140_000, "USD"}},
		{"with an exponent", `{"cost":1.4e-05}`, Money{14_000, "USD"}},
		{"nothing is a cost too", `{"cost":0}`, Money{0, "USD"}},
		{"OpenRouter with the customer's own key: what another was paid is not in it", `{"cost":0.95,"cost_details":{"upstream_inference_cost":19}}`, Money{950_000_000, "USD"}},
		{"Perplexity", `{"cost":{"input_tokens_cost":0.001,"output_tokens_cost":0.002,"request_cost":0.005,"total_cost":0.008}}`, Money{8_000_000, "USD"}},
		{"DeepInfra", `{"estimated_cost":0.0000268}`, Money{26_800, "USD"}},
		{"xAI", `{"cost_in_usd_ticks":37756000}`, Money{3_775_600, "USD"}},
		{"null", `{"cost":null}`, Money{}},
		{"below nothing", `{"cost":-1}`, Money{}},
		{"absurd", `{"cost":1e300}`, Money{}},
		{"words", `{"cost":"free"}`, Money{}},
		{"not a number", `{"cost":NaN}`, Money{}},
	} {
		body := `{"object":"chat.completion","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,` + c.usage[1:] + `}`
		if got := chat.Used(Reply{Status: 200, Body: []byte(body)}).Cost; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestCostInHeader(t *testing.T) {
	r := Reply{Status: 200, Body: []byte(`{"choices":[],"usage":{"prompt_tokens":1}}`), Headers: head("x-litellm-response-cost", "2.85e-05")}
	if got, want := chat.Used(r).Cost, (Money{28_500, "USD"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
