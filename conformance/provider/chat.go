package provider

// chat is OpenAI's chat completions API.
type chat struct{}

func (chat) usage(a ask, o output) obj {
	return obj{
		"prompt_tokens": a.Input, "completion_tokens": len(o.pieces), "total_tokens": a.Input + len(o.pieces),
		"prompt_tokens_details":     obj{"cached_tokens": 0},
		"completion_tokens_details": obj{"reasoning_tokens": 0},
	}
}

func (chat) whole(a ask, o output) any {
	message, why := obj{"role": "assistant", "content": o.text()}, "stop"
	if o.tool {
		why = "tool_calls"
		message = obj{"role": "assistant", "content": nil, "tool_calls": []obj{{
			"id": "call_1", "type": "function", "function": obj{"name": a.Tool, "arguments": o.text()},
		}}}
	}
	return obj{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": a.Model,
		"choices": []obj{{"index": 0, "message": message, "finish_reason": why, "logprobs": nil}},
		"usage":   chat{}.usage(a, o),
	}
}

func (chat) chunk(a ask, choices []obj) obj {
	return obj{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": a.Model, "choices": choices}
}

func (c chat) events(a ask, o output) []event {
	step := func(delta obj, why any) obj {
		return c.chunk(a, []obj{{"index": 0, "delta": delta, "finish_reason": why}})
	}
	first, why := obj{"role": "assistant", "content": ""}, "stop"
	if o.tool {
		why = "tool_calls"
		first = obj{"role": "assistant", "content": nil, "tool_calls": []obj{{
			"index": 0, "id": "call_1", "type": "function", "function": obj{"name": a.Tool, "arguments": ""},
		}}}
	}
	out := []event{{data: step(first, nil)}}
	for _, piece := range o.pieces {
		delta := obj{"content": piece}
		if o.tool {
			delta = obj{"tool_calls": []obj{{"index": 0, "function": obj{"arguments": piece}}}}
		}
		out = append(out, event{data: step(delta, nil), delta: true})
	}
	out = append(out, event{data: step(obj{}, why)})
	if a.Usage {
		last := c.chunk(a, []obj{})
		last["usage"] = c.usage(a, o)
		out = append(out, event{data: last})
	}
	return append(out, event{data: "[DONE]"})
}

func (chat) fault(f fault) any {
	return obj{"error": obj{"message": f.message, "type": f.kind, "param": nil, "code": f.code}}
}

func (c chat) midway(f fault) event { return event{data: c.fault(f)} }
