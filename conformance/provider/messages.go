package provider

// messages is Anthropic's messages API.
type messages struct{}

func (messages) usage(input, output int) obj {
	return obj{"input_tokens": input, "output_tokens": output, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
}

func (messages) message(a ask, content []obj, why any, usage obj) obj {
	return obj{
		"id": "msg_1", "type": "message", "role": "assistant", "model": a.Model,
		"content": content, "stop_reason": why, "stop_sequence": nil, "usage": usage,
	}
}

func (messages) reason(o output) string {
	if o.tool {
		return "tool_use"
	}
	return "end_turn"
}

func (m messages) whole(a ask, o output) any {
	block := obj{"type": "text", "text": o.text()}
	if o.tool {
		block = obj{"type": "tool_use", "id": "toolu_1", "name": a.Tool, "input": rawJSON(o.text())}
	}
	return m.message(a, []obj{block}, m.reason(o), m.usage(a.Input, len(o.pieces)))
}

func (m messages) events(a ask, o output) []event {
	var out []event
	add := func(name string, delta bool, members obj) {
		members["type"] = name
		out = append(out, event{name: name, data: members, delta: delta})
	}
	block := obj{"type": "text", "text": ""}
	if o.tool {
		block = obj{"type": "tool_use", "id": "toolu_1", "name": a.Tool, "input": obj{}}
	}
	add("message_start", false, obj{"message": m.message(a, []obj{}, nil, m.usage(a.Input, 1))})
	add("content_block_start", false, obj{"index": 0, "content_block": block})
	for _, piece := range o.pieces {
		delta := obj{"type": "text_delta", "text": piece}
		if o.tool {
			delta = obj{"type": "input_json_delta", "partial_json": piece}
		}
		add("content_block_delta", true, obj{"index": 0, "delta": delta})
	}
	add("content_block_stop", false, obj{"index": 0})
	add("message_delta", false, obj{
		"delta": obj{"stop_reason": m.reason(o), "stop_sequence": nil},
		"usage": obj{"output_tokens": len(o.pieces)},
	})
	add("message_stop", false, obj{})
	return out
}

func (messages) fault(f fault) any {
	return obj{"type": "error", "error": obj{"type": f.kind, "message": f.message}, "request_id": "req_1"}
}

func (m messages) midway(f fault) event { return event{name: "error", data: m.fault(f)} }
