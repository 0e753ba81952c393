package provider

import (
	"bytes"
	"encoding/json"
	"strings"
)

// ask is what a request wants, whichever API it speaks.
type ask struct {
	Model  string
	Stream bool
	Usage  bool // the stream is to end with usage (OpenAI chat asks for it)
	Tool   string
	Args   string // arguments that fit the tool's schema
	Told   bool   // the last message is what a tool said
	Input  int    // tokens of input, as this provider counts them: four bytes each
}

// wireTool is one tool as any of the three APIs writes it.
type wireTool struct {
	Name        string     `json:"name"`
	Parameters  wireSchema `json:"parameters"`
	InputSchema wireSchema `json:"input_schema"`
	Function    *wireTool  `json:"function"`
}

type wireSchema struct {
	Properties map[string]struct {
		Type any `json:"type"`
	} `json:"properties"`
}

// readAsk reads a body leniently: what is not there stays empty.
func readAsk(body []byte) ask {
	var in struct {
		Model         string `json:"model"`
		Stream        bool   `json:"stream"`
		StreamOptions struct {
			Usage bool `json:"include_usage"`
		} `json:"stream_options"`
		Tools    []wireTool        `json:"tools"`
		Messages []json.RawMessage `json:"messages"`
		Input    json.RawMessage   `json:"input"` // a text or a list
	}
	_ = json.Unmarshal(body, &in) // any bytes are an ask
	a := ask{Model: in.Model, Stream: in.Stream, Usage: in.StreamOptions.Usage, Input: (len(body) + 3) / 4}
	a.Told = toolSpoke(in.Messages) || toolSpoke(list(in.Input))
	if len(in.Tools) > 0 {
		a.Tool, a.Args = in.Tools[0].call()
	}
	return a
}

func list(raw json.RawMessage) (items []json.RawMessage) {
	_ = json.Unmarshal(raw, &items) // a text is no list, and that is fine
	return items
}

// toolSpoke tells whether the last message is the result of a tool.
func toolSpoke(messages []json.RawMessage) bool {
	if len(messages) == 0 {
		return false
	}
	var last bytes.Buffer
	if json.Compact(&last, messages[len(messages)-1]) != nil {
		return false
	}
	for _, mark := range []string{`"role":"tool"`, `"type":"function_call_output"`, `"type":"tool_result"`} {
		if strings.Contains(last.String(), mark) {
			return true
		}
	}
	return false
}

// call makes up arguments for a tool. The texts are long enough that a stream
// can be broken inside of one: {"path": "/srv/da.
func (t wireTool) call() (name, args string) {
	if t.Function != nil {
		return t.Function.call()
	}
	made := map[string]any{}
	for _, s := range []wireSchema{t.Parameters, t.InputSchema} {
		for key, p := range s.Properties {
			made[key] = sample(p.Type)
		}
	}
	text, _ := json.Marshal(made) // strings and numbers always marshal
	return t.Name, string(text)
}

func sample(kind any) any {
	switch kind {
	case "integer", "number":
		return 1
	case "boolean":
		return true
	case "array":
		return []string{}
	case "object":
		return map[string]string{}
	}
	return "/srv/data/report-of-the-night.txt"
}
