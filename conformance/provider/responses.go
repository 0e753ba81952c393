package provider

// responses is OpenAI's responses API.
type responses struct{}

func (responses) usage(a ask, o output) obj {
	return obj{
		"input_tokens": a.Input, "output_tokens": len(o.pieces), "total_tokens": a.Input + len(o.pieces),
		"input_tokens_details":  obj{"cached_tokens": 0},
		"output_tokens_details": obj{"reasoning_tokens": 0},
	}
}

// item is the one thing this answer holds: a message or a tool call.
func (responses) item(a ask, o output, status, said string) obj {
	if o.tool {
		return obj{"type": "function_call", "id": "fc_1", "call_id": "call_1", "status": status, "name": a.Tool, "arguments": said}
	}
	content := []obj{}
	if said != "" {
		content = []obj{{"type": "output_text", "text": said, "annotations": []any{}}}
	}
	return obj{"type": "message", "id": "msg_1", "role": "assistant", "status": status, "content": content}
}

func (responses) response(a ask, status string, items []obj, usage any) obj {
	return obj{
		"id": "resp_1", "object": "response", "created_at": 1, "model": a.Model, "status": status,
		"output": items, "usage": usage, "error": nil, "incomplete_details": nil, "instructions": nil,
		"metadata": obj{}, "parallel_tool_calls": true, "temperature": 1, "top_p": 1, "tool_choice": "auto", "tools": []any{},
	}
}

func (r responses) whole(a ask, o output) any {
	return r.response(a, "completed", []obj{r.item(a, o, "completed", o.text())}, r.usage(a, o))
}

func (r responses) events(a ask, o output) []event {
	var out []event
	add := func(name string, delta bool, members obj) {
		members["type"], members["sequence_number"] = name, len(out)
		out = append(out, event{name: name, data: members, delta: delta})
	}
	kind, id := "response.output_text", "msg_1"
	if o.tool {
		kind, id = "response.function_call_arguments", "fc_1"
	}
	add("response.created", false, obj{"response": r.response(a, "in_progress", []obj{}, nil)})
	add("response.output_item.added", false, obj{"output_index": 0, "item": r.item(a, o, "in_progress", "")})
	if !o.tool {
		add("response.content_part.added", false, r.part(id, ""))
	}
	for _, piece := range o.pieces {
		add(kind+".delta", true, obj{"item_id": id, "output_index": 0, "content_index": 0, "delta": piece, "logprobs": []any{}})
	}
	add(kind+".done", false, obj{"item_id": id, "output_index": 0, "content_index": 0, "name": a.Tool, "arguments": o.text(), "text": o.text(), "logprobs": []any{}})
	if !o.tool {
		add("response.content_part.done", false, r.part(id, o.text()))
	}
	add("response.output_item.done", false, obj{"output_index": 0, "item": r.item(a, o, "completed", o.text())})
	add("response.completed", false, obj{"response": r.whole(a, o)})
	return out
}

func (responses) part(id, text string) obj {
	return obj{"item_id": id, "output_index": 0, "content_index": 0, "part": obj{"type": "output_text", "text": text, "annotations": []any{}}}
}

func (responses) fault(f fault) any { return chat{}.fault(f) }

func (responses) midway(f fault) event {
	return event{name: "error", data: obj{"type": "error", "code": f.code, "message": f.message, "param": nil, "sequence_number": 1}}
}
