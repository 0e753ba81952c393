package verdict

// lastRules decide when nothing is said in a known way: advice, weak signs, the status alone,
// the class of an exception alone. Advice and weak signs stand in front of statuses that say
// more than one thing only.
var lastRules = []rule{
	// Advice, then weak signs.
	{name: "advice to shorten", class: ContextLength, any: "shorten", status: "0 200 400 413 422 500 502 503", none: "hint_rate hint_quota"},
	{name: "advice to rephrase", class: ContentFiltered, any: "rephrase", status: "0 200 400 403 422 500"},
	{name: "advice to pay", class: QuotaExhausted, window: "*", any: "pay_more", status: "0 200 400 403 429 500 503", none: "hint_rate"},
	{name: "advice to key", class: Auth, any: "fix_key", status: "0 200 400 403 500", none: "hint_limit hint_quota"},
	{name: "advice to ask", class: Permission, any: "ask_admin", status: "0 200 400 403 500", none: "hint_limit hint_quota"},
	{name: "signs of content", class: ContentFiltered, any: "hint_content", status: "0 200 400 403 422 451 500", none: "hint_limit hint_quota hint_deny"},
	{name: "signs of money", class: QuotaExhausted, window: "balance", any: "hint_money", status: "0 200 400 403 429 500 503"},
	{name: "long wait", class: QuotaExhausted, window: "*", long: true, any: "hint_rate hint_limit", status: "0 200 429 503"},
	{name: "signs of a rate", class: RateLimited, window: "*", any: "hint_rate", status: "0 200 400 403 429 500 503"},
	{name: "signs of length", class: ContextLength, any: "hint_context", status: "0 200 400 422 500"},
	{name: "signs of size", class: TooLarge, any: "hint_size", status: "0 200 400 422 500"},
	{name: "signs of a quota", class: QuotaExhausted, window: "*", any: "hint_quota", status: "0 200 400 403 429 500 503"},
	{name: "signs of a limit", class: RateLimited, window: "*", any: "hint_limit", status: "0 200 429 503"},
	{name: "signs of a limit", class: QuotaExhausted, window: "*", any: "hint_limit", status: "403"},
	{name: "signs of load", class: Overloaded, any: "hint_busy", status: "0 200 503"},
	{name: "signs of a key", class: Auth, any: "hint_key", status: "0 200 400 403 500"},
	{name: "signs of a model", class: NotFound, any: "hint_model other_model", status: "0 200 400 422 500 503"},
	{name: "signs of a conflict", class: Conflict, any: "hint_conflict", status: "0 200 400 422"},
	{name: "signs of a refusal", class: Permission, any: "hint_deny", status: "0 200 400"},
	{name: "signs of a deadline", class: Timeout, any: "hint_timeout", status: "0 200 500 502 503"},
	{name: "signs of a cut", class: StreamTruncated, any: "hint_stream", status: "0 200"},
	{name: "signs of a cancel", class: Cancelled, any: "hint_cancel", status: "0 200"},
	{name: "signs of the way", class: Network, any: "hint_network check_network", status: "0 200"},
	{name: "signs of the request", class: InvalidRequest, any: "hint_param check_request", status: "0 200"},

	// The status alone.
	{name: "status", class: InvalidRequest, status: "400 405 406 411 412 414 415 422 501"},
	{name: "status", class: Auth, status: "401"},
	{name: "status", class: Permission, status: "403 451"},
	{name: "status", class: NotFound, status: "404 410"},
	{name: "status", class: Timeout, status: "408 504"},
	{name: "status", class: Conflict, status: "409 423 425"},
	{name: "status", class: TooLarge, status: "413"},
	{name: "long wait", class: QuotaExhausted, window: "*", long: true, status: "429"},
	{name: "status", class: RateLimited, window: "*", status: "429"},
	{name: "status", class: Overloaded, status: "498 503 529"},
	{name: "status", class: Cancelled, status: "499"},
	{name: "status", class: ServerError, status: "424 500 502 505 507 508"},

	// The class of an exception alone, or next to nothing.
	{name: "not found", class: NotFound, any: "not_found"},
	{name: "stream", class: StreamTruncated, any: "stream_class"},
	{name: "connection", class: Network, any: "connection_class"},
	{name: "request", class: InvalidRequest, any: "bad_request_class"},
	{name: "signs of the server", class: ServerError, any: "hint_server later", status: "0 200", none: "bad_request_class"},

	// The status of a call to Google, by its name alone.
	{name: "rpc status", class: InvalidRequest, any: "rpc_request"},
	{name: "rpc status", class: RateLimited, window: "*", any: "rpc_exhausted"},
	{name: "rpc status", class: Overloaded, any: "rpc_unavailable"},
	{name: "rpc status", class: ServerError, any: "rpc_internal"},
	{name: "rpc status", class: Cancelled, any: "rpc_cancelled"},
}
