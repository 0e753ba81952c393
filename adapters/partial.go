package adapters

import (
	"slices"
	"strings"
)

// A request may ask for more input than it carries: an earlier conversation that the
// provider keeps, or pages that its own tools will fetch. What it will count is then not
// to be told from the request, and what it counted says nothing about estimates.

// elsewhere are the members of a request that bring along input from elsewhere.
var elsewhere = map[string]bool{
	"previous_response_id": true, "conversation": true, // platform.openai.com/docs/guides/conversation-state
	"web_search_options": true,                         // platform.openai.com/docs/guides/tools-web-search, chat
	"data_sources":       true,                         // learn.microsoft.com/azure/ai-services/openai: on your data
	"mcp_servers":        true,                         // docs.anthropic.com/en/docs/agents-and-tools/mcp-connector
	"container":          true,                         // docs.anthropic.com/en/docs/agents-and-tools/tool-use/code-execution-tool
	"cachedContent":      true, "cached_content": true, // ai.google.dev/gemini-api/docs/caching
	"plugins":           true,                          // openrouter.ai/docs/features/web-search
	"search_parameters": true,                          // docs.x.ai/docs/guides/live-search
	"enable_search":     true,                          // help.aliyun.com/zh/model-studio/web-search
	"web_search":        true,                          // cloud.baidu.com/doc/qianfan: web_search.enable
	"connectors":        true,                          // docs.cohere.com/v1/reference/chat
	"agent_id":          true, "conversation_id": true, // docs.mistral.ai/agents, dify and other frames
}

// elsewhere looks whether a member brings along input from elsewhere, and steps over it.
func (in *input) elsewhere(c *cursor, key []byte) {
	if elsewhere[string(key)] {
		in.partial = in.partial || given(c.value())
	}
}

// given says that a member is there and not switched off: {} switches on.
func given(value []byte) bool {
	switch string(value) {
	case "", "null", "false", `""`, "[]":
		return false
	}
	return true
}

// tools reads the tools of a request: their schemas are shown to the model, and what the
// provider's own ones fetch is input too.
func (in *input) tools(c *cursor) {
	list := c.value()
	in.schema(&cursor{b: list})
	own := &cursor{b: list}
	own.array(func() { in.partial = hosted(own) || in.partial })
}

// callers are how the types of tools begin that the caller runs, which bring nothing along
// but their frame (platform.openai.com/docs/guides/tools, docs.anthropic.com/en/docs/agents-and-tools/tool-use).
var callers = []string{"function", "custom", "bash", "text_editor", "computer", "memory", "local_shell", "shell", "apply_patch"}

// hosted says whether a tool is run by the provider: its type is none of those, or it has no
// type and is named by a member of its own (Gemini).
func hosted(c *cursor) (yes bool) {
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			kind := c.short()
			yes = yes || kind != "" && !slices.ContainsFunc(callers, func(c string) bool { return strings.HasPrefix(kind, c) })
		case "googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval", "urlContext", "url_context",
			"codeExecution", "code_execution", "fileSearch", "file_search", "googleMaps", "google_maps", "retrieval":
			yes = true
		}
	})
	return yes
}
