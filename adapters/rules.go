package adapters

// rule is one line of the table: when all its conditions hold, the reply means this. The
// first rule that holds decides, so the table goes from the specific to the general:
// a provider's own numbers, what was said about the request, about limits, about the caller,
// about the provider, about the way there, and last the status.
type rule struct {
	name   string
	class  Class
	window string    // "*": the largest window that was named
	scope  string    // "": the usual scope of the class
	retry  Retryable // "": the usual answer of the class

	provider string // only this provider, or "" for any
	status   string // one of these
	code     string // one of these, as code, type or status of an error, or in brackets
	all      string // all of these meanings
	any      string // at least one
	none     string // none of them
	long     bool   // the reply states a wait of LongWait or more
	short    bool   // it states a shorter one
	shown    bool   // output had come before
}

var rules = []rule{
	// Numbers that providers document. The text often says it as well; these hold without.
	{name: "zhipu balance", class: QuotaExhausted, window: "balance", code: "1113"},
	{name: "zhipu plan window", class: QuotaExhausted, window: "*", code: "1308 1310"},
	{name: "zhipu plan over", class: QuotaExhausted, window: "plan", code: "1309", provider: "zhipu"},
	{name: "zhipu model not in plan", class: Permission, code: "1311", provider: "zhipu"},
	{name: "zhipu calls of a day", class: QuotaExhausted, window: "day", code: "1304", provider: "zhipu"},
	{name: "zhipu rate", class: RateLimited, window: "*", code: "1302 1303"},
	{name: "zhipu overload", class: Overloaded, code: "1305 1312", provider: "zhipu"},
	{name: "zhipu key", class: Auth, code: "1000 1001 1002 1003 1004 1111", provider: "zhipu"},
	{name: "zhipu model", class: NotFound, code: "1211 1221 1222", provider: "zhipu"},
	{name: "zhipu request under way", class: Conflict, code: "1231", provider: "zhipu"},
	{name: "zhipu server", class: ServerError, code: "1120 1230 1234", provider: "zhipu"},
	{name: "zhipu length", class: ContextLength, code: "1261", provider: "zhipu"},
	{name: "zhipu content", class: ContentFiltered, code: "1301", provider: "zhipu"},
	{name: "zhipu account", class: Permission, code: "1110 1112 1121 1220 1300 1313 1315", provider: "zhipu"},
	{name: "minimax balance", class: QuotaExhausted, window: "balance", code: "1008", provider: "minimax"},
	{name: "minimax plan", class: QuotaExhausted, window: "plan", code: "2056", provider: "minimax"},
	{name: "minimax rate", class: RateLimited, window: "minute", code: "1002 1039 1041 2045", provider: "minimax"},
	{name: "minimax key", class: Auth, code: "1004 2049", provider: "minimax"},
	{name: "minimax content", class: ContentFiltered, code: "1026 1027", provider: "minimax"},
	{name: "minimax timeout", class: Timeout, code: "1001", provider: "minimax"},
	{name: "minimax server", class: ServerError, code: "1000 1013 1024 1033", provider: "minimax"},
	{name: "minimax permission", class: Permission, code: "2038 2042 2061", provider: "minimax"},
	{name: "spark content", class: ContentFiltered, code: "10013 10014 10019 10021", provider: "spark"},
	{name: "spark busy", class: Overloaded, code: "10008 10010 10110", provider: "spark"},
	{name: "spark server", class: ServerError, code: "10000 10001 10002 10009 10011 10012 10017 10222 10223", provider: "spark"},
	{name: "spark rate", class: RateLimited, window: "*", code: "10007 11202", provider: "spark"},
	{name: "spark concurrency", class: RateLimited, window: "concurrency", code: "10006 11203", provider: "spark"},
	{name: "spark day", class: QuotaExhausted, window: "day", code: "11201", provider: "spark"},
	{name: "spark licence", class: Permission, code: "10015 10016 11200", provider: "spark"},
	{name: "spark length", class: ContextLength, code: "10907", provider: "spark"},
	{name: "qianfan day", class: QuotaExhausted, window: "day", code: "17", provider: "qianfan"},
	{name: "qianfan server", class: ServerError, code: "1 336000 336200", provider: "qianfan"},
	{name: "qianfan total", class: QuotaExhausted, window: "plan", code: "19", provider: "qianfan"},
	{name: "qianfan rate", class: RateLimited, window: "*", code: "18 336501 336502", provider: "qianfan"},
	{name: "qianfan busy", class: Overloaded, code: "2 4 336100", provider: "qianfan"},
	{name: "qianfan key", class: Auth, code: "13 14 100 110 111", provider: "qianfan"},
	{name: "qianfan permission", class: Permission, code: "6", provider: "qianfan"},
	{name: "qianfan length", class: ContextLength, code: "336006 336007 336103", provider: "qianfan"},
	{name: "siliconflow balance", class: QuotaExhausted, window: "balance", code: "30001 30011", provider: "siliconflow"},
	{name: "siliconflow busy", class: Overloaded, code: "50505 50508", provider: "siliconflow"},
	{name: "siliconflow rate", class: RateLimited, window: "*", code: "50604 50603 50602"},
	{name: "siliconflow model", class: NotFound, code: "20012 30003", provider: "siliconflow"},
	{name: "mistral capacity", class: Overloaded, code: "3505"},
	{name: "mistral length", class: ContextLength, code: "3051"},
	{name: "mistral model", class: NotFound, code: "1500", provider: "mistral"},
	{name: "cloudflare rate", class: RateLimited, window: "minute", code: "1015"},
	{name: "cloudflare neurons", class: QuotaExhausted, window: "day", code: "1027 3036 4006", provider: "cloudflare"},
	{name: "cloudflare capacity", class: Overloaded, code: "3040", provider: "cloudflare"},
	{name: "cloudflare day", class: QuotaExhausted, window: "day", code: "1027", all: "rate_limit"},
	{name: "cloudflare ban", class: Permission, code: "1006 1007 1008 1009 1010 1020 3023 3041 5016 5018", provider: "cloudflare"},
	{name: "cloudflare model", class: NotFound, code: "3042 5007", provider: "cloudflare"},
	{name: "cloudflare size", class: TooLarge, code: "3006", provider: "cloudflare"},
	{name: "cloudflare timeout", class: Timeout, code: "3007 3008", provider: "cloudflare"},
	{name: "cloudflare server", class: ServerError, code: "1101 1102", provider: "cloudflare"},

	// The request.
	{name: "schema", class: InvalidRequest, any: "schema_error"},
	{name: "proxy refused", class: Network, retry: No, all: "proxy", status: "401 403 407"},
	{name: "sampling failed", class: InvalidRequest, retry: Now, all: "sampling"},
	{name: "banned", class: Permission, any: "banned", none: "balance usage_limit per_day per_week per_month"},
	{name: "content", class: ContentFiltered, any: "content", none: "balance used_up prompt_class"},
	{name: "context", class: ContextLength, any: "context", none: "balance per_day per_minute timeout"},
	{name: "larger than the limit", class: TooLarge, window: "*", any: "oversize"},
	{name: "max tokens", class: InvalidRequest, any: "max_tokens", none: "balance per_minute"},
	{name: "too large", class: TooLarge, window: "*", any: "too_large", none: "overload"},
	{name: "zhipu request", class: InvalidRequest, code: "1210 1212 1213 1214 1215", provider: "zhipu"},
	{name: "minimax request", class: InvalidRequest, code: "2013 20132 1042 2037 2039 2048", provider: "minimax"},
	{name: "spark request", class: InvalidRequest, code: "10163 10003 10004 10005", provider: "spark"},
	{name: "qianfan request", class: InvalidRequest, code: "3 336001 336002 336003 336005 336008 336101 336102 336104", provider: "qianfan"},
	{name: "cloudflare request", class: InvalidRequest, code: "3003 3039 5004 5005 5019", provider: "cloudflare"},

	// Limits, the longest window first.
	{name: "group saturated", class: Overloaded, any: "saturated", none: "insufficient_quota"},
	{name: "no such free tier", class: QuotaExhausted, window: "plan", all: "zero_limit google"},
	{name: "no such free tier", class: QuotaExhausted, window: "plan", any: "zero_limit", all: "free_tier"},
	{name: "nothing allowed", class: QuotaExhausted, window: "plan", all: "zero_limit", any: "rate_limit used_up current_quota usage_limit"},
	{name: "money of a month", class: QuotaExhausted, window: "month", all: "per_month", any: "balance spend_cap plan_used"},
	{name: "rolling day", class: RateLimited, window: "*", any: "per_day", all: "rolling", short: true},
	{name: "day, week or month used up", class: QuotaExhausted, window: "*", any: "per_day per_week per_month daily_number", all: "used_up"},
	{name: "day, week or month used up", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "usage_limit"},
	{name: "rate of a day", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "rate_limit"},
	{name: "quota of a day", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "current_quota"},
	{name: "hours of a plan used up", class: QuotaExhausted, window: "hour", all: "session", any: "used_up usage_limit rate_limit"},
	{name: "capacity of a plan", class: QuotaExhausted, window: "*", all: "capacity_quota", long: true},
	{name: "concurrency", class: RateLimited, window: "concurrency", all: "concurrency", any: "used_up rate_limit usage_limit current_quota exceeding too_many"},
	{name: "allotted capacity", class: QuotaExhausted, window: "plan", all: "insufficient_quota per_minute", provider: "azure"},
	{name: "payment required", class: QuotaExhausted, window: "*", any: "used_up quota_word usage_limit", status: "402", none: "shortly balance"},
	{name: "usage limit", class: QuotaExhausted, window: "plan", all: "usage_limit used_up", none: "per_hour"},
	{name: "long wait", class: QuotaExhausted, window: "*", long: true, any: "rate_limit used_up usage_limit current_quota", none: "overload"},
	{name: "rate", class: RateLimited, window: "*", any: "per_minute per_second", all: "rate_limit", none: "balance"},
	{name: "rate", class: RateLimited, window: "*", any: "per_minute per_second", all: "used_up", none: "balance"},
	{name: "rate", class: RateLimited, window: "*", any: "per_minute per_second", all: "current_quota", none: "balance"},
	{name: "rate", class: RateLimited, window: "*", any: "per_minute per_second", all: "exceeding", none: "balance context"},
	{name: "rate under a hint", class: RateLimited, window: "minute", all: "google current_quota", short: true},
	{name: "rate in quota words", class: RateLimited, window: "minute", all: "fixed_rate", none: "balance"},
	{name: "token rate in quota words", class: RateLimited, window: "minute", all: "token_anchor", any: "insufficient_quota current_quota"},
	{name: "token rate in quota words", class: RateLimited, window: "minute", any: "insufficient_quota current_quota", provider: "dashscope"},
	{name: "balance", class: QuotaExhausted, window: "balance", any: "balance"},
	{name: "plan", class: QuotaExhausted, window: "plan", any: "plan_used"},
	{name: "plan", class: QuotaExhausted, window: "plan", all: "free_tier used_up", none: "per_hour"},
	{name: "spending cap", class: QuotaExhausted, window: "month", any: "spend_cap"},
	{name: "quota", class: QuotaExhausted, window: "balance", any: "insufficient_quota current_quota"},

	// The caller.
	{name: "not this key's", class: Permission, any: "unauthorized_operation"},
	{name: "key", class: Auth, any: "auth", none: "rate_limit signed_block"},
	{name: "permission by code", class: Permission, any: "permission_code", status: "0 200 401 403", none: "rate_limit used_up model_missing"},
	{name: "key", class: Auth, any: "auth_word", status: "0 200 400 401 402 403 404 407 422", none: "rate_limit"},
	{name: "denied", class: Permission, any: "denied", status: "403"},
	{name: "model", class: NotFound, any: "model_missing", none: "rate_limit"},
	{name: "model not available", class: NotFound, any: "model_away", none: "overload temporary", status: "0 400 403 404 410 422"},
	{name: "permission", class: Permission, any: "permission", none: "rate_limit used_up"},
	{name: "conflict", class: Conflict, any: "conflict"},

	{name: "payment required", class: QuotaExhausted, window: "balance", status: "402", none: "shortly concurrency"},

	// The provider.
	{name: "origin", class: Timeout, status: "522 524"},
	{name: "origin", class: ServerError, status: "520 521 523 525 526 527 530"},
	{name: "model cannot be loaded", class: ServerError, retry: No, any: "no_memory no_load"},
	{name: "request behind a proxy", class: InvalidRequest, any: "invalid_request_code", status: "500 502 503", none: "rate_limit used_up overload timeout network never_arrived server_had"},
	{name: "server had an error", class: ServerError, any: "server_had"},
	{name: "overload", class: Overloaded, any: "overload", none: "request_timed_out"},
	{name: "capacity of a rate", class: RateLimited, window: "minute", all: "capacity_quota"},
	{name: "busy", class: Overloaded, any: "server_error unavailable", status: "503 529", none: "network never_arrived timeout"},
	{name: "server error", class: ServerError, any: "server_error", status: "0 200 400 424 429 500 501 502 503 504 505 507 508 520 521 523 525 526 527 529 530", none: "rate_limit used_up bad_request invalid_request_code timeout network never_arrived certificate truncated cancelled connection_class"},
	{name: "quota met", class: QuotaExhausted, window: "*", any: "quota_word", none: "rate_limit fixed_rate"},
	{name: "rate limit", class: RateLimited, window: "*", any: "rate_limit too_many"},
	{name: "days on a refusal", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", status: "402 403 429", none: "per_minute per_second per_hour"},
	{name: "insufficient", class: QuotaExhausted, window: "balance", any: "insufficient", status: "402 429"},
	{name: "transient charge", class: RateLimited, any: "shortly", status: "402 429"},
	{name: "resource exhausted", class: RateLimited, window: "*", any: "resource_exhausted"},
	{name: "limit met", class: RateLimited, window: "*", any: "used_up", status: "429 200", none: "timeout"},
	{name: "limit met", class: QuotaExhausted, window: "*", any: "used_up", status: "0", none: "timeout"},
	{name: "limit met", class: QuotaExhausted, window: "balance", any: "used_up", status: "402 403"},
	{name: "payment required", class: QuotaExhausted, window: "balance", status: "402"},

	// The way there.
	{name: "certificate", class: Network, retry: No, any: "certificate"},
	{name: "lost after output", class: StreamTruncated, any: "network connection_class", none: "timeout request_timed_out", shown: true},
	{name: "no reply began", class: Network, any: "before_reply", none: "timeout"},
	{name: "stream cut", class: StreamTruncated, any: "truncated", status: "0 200 400 408", none: "timeout"},
	{name: "cancelled", class: Cancelled, any: "cancelled", none: "timeout"},
	{name: "gateway could not connect", class: ServerError, any: "network never_arrived", status: "500 502 503"},
	{name: "never arrived", class: Network, any: "never_arrived", status: "0 200 407 500 502 503 504 520 521 522 523 524 525 526 530"},
	{name: "network", class: Network, any: "network", none: "request_timed_out", status: "0 200 407 500 502 503 504 520 521 522 523 524 525 526 530"},
	{name: "timeout", class: Timeout, any: "timeout", none: "bad_request"},
	{name: "cancelled", class: Cancelled, any: "abort_class"},
	{name: "request", class: InvalidRequest, any: "bad_request", status: "0 200 400 422 500 502 503"},
	{name: "server error", class: ServerError, any: "server_error", status: "0 200 400 424 429 500 501 502 503 504 505 507 508 529", none: "connection_class"},
	{name: "unavailable", class: Overloaded, any: "unavailable", none: "server_error", status: "0 200 408 409 425 429 503 529"},

	{name: "another's error", class: Unknown, any: "provider_returned", status: "0 200"},

	{name: "temporary", class: ServerError, any: "temporary", status: "400 404 405 409 413 422"},

	// Nothing is said in a known way: advice, then weak signs. A status says more than they do
	// where it says one thing only.
	{name: "advice to shorten", class: ContextLength, any: "shorten", status: "0 200 400 413 422 500 502 503", none: "hint_rate hint_quota"},
	{name: "advice to rephrase", class: ContentFiltered, any: "rephrase", status: "0 200 400 403 422 500"},
	{name: "advice to pay", class: QuotaExhausted, window: "*", any: "pay_more", status: "0 200 400 402 403 429 500 503", none: "hint_rate"},
	{name: "advice to key", class: Auth, any: "fix_key", status: "0 200 400 403 500", none: "hint_limit hint_quota"},
	{name: "advice to ask", class: Permission, any: "ask_admin", status: "0 200 400 403 500", none: "hint_limit hint_quota"},
	{name: "signs of content", class: ContentFiltered, any: "hint_content", status: "0 200 400 403 422 451 500", none: "hint_limit hint_quota hint_deny"},
	{name: "signs of money", class: QuotaExhausted, window: "balance", any: "hint_money", status: "0 200 400 402 403 429 500 503"},
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
	{name: "status", class: Timeout, status: "408 504 522 524"},
	{name: "status", class: Conflict, status: "409 423 425"},
	{name: "status", class: TooLarge, status: "413"},
	{name: "long wait", class: QuotaExhausted, window: "*", long: true, status: "429"},
	{name: "status", class: RateLimited, window: "*", status: "429"},
	{name: "status", class: Overloaded, status: "498 503 529"},
	{name: "status", class: Cancelled, status: "499"},
	{name: "status", class: ServerError, status: "424 500 502 505 507 508 520 521 523 525 526 527 530"},

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
