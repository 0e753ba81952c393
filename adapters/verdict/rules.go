package verdict

import "slices"

// rule is one line of the table: when all its conditions hold, the reply means this. The
// first rule that holds decides, so the table goes from the specific to the general:
// a provider's own numbers, what was said about the request, about limits, about the caller,
// about the provider, about the way there, and last the status.
type rule struct {
	name   string
	class  Class
	window string    // "*": the longest that the reply names; "*plan": plan when it names none
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
	own      bool   // somebody's own: its status may also be the HTTP one, where the body repeats another
}

// rules is the whole table.
var rules = slices.Concat(codeRules, saidRules, lastRules)

// saidRules are about what is said in known ways.
var saidRules = []rule{
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
	{name: "money of a month", class: QuotaExhausted, window: "month", all: "per_month", any: "balance spend_cap hard_limit plan_used"},
	{name: "rolling day", class: RateLimited, window: "*", any: "per_day", all: "rolling", short: true},
	{name: "day, week or month used up", class: QuotaExhausted, window: "*", any: "per_day per_week per_month daily_number", all: "used_up"},
	{name: "day, week or month used up", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "usage_limit"},
	{name: "rate of a day", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "rate_limit"},
	{name: "quota of a day", class: QuotaExhausted, window: "*", any: "per_day per_week per_month", all: "current_quota"},
	{name: "hours of a plan used up", class: QuotaExhausted, window: "hour", all: "session", any: "used_up usage_limit rate_limit"},
	{name: "capacity of a plan", class: QuotaExhausted, window: "*", all: "capacity_quota", long: true},
	{name: "concurrency", class: RateLimited, window: "concurrency", all: "concurrency", any: "used_up rate_limit usage_limit current_quota exceeding too_many", none: "overload"},
	{name: "allotted capacity", class: QuotaExhausted, window: "plan", all: "insufficient_quota per_minute", provider: "azure"},
	{name: "payment required", class: QuotaExhausted, window: "*balance", any: "used_up quota_word usage_limit", status: "402", none: "shortly balance"},
	{name: "usage limit", class: QuotaExhausted, window: "*plan", all: "usage_limit used_up", none: "per_hour"},
	{name: "long wait", class: QuotaExhausted, window: "*", long: true, any: "rate_limit too_many used_up usage_limit current_quota", none: "overload"},
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
	{name: "spending cap", class: QuotaExhausted, window: "month", any: "hard_limit"},
	{name: "spending cap", class: QuotaExhausted, window: "*balance", any: "spend_cap"},
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
	{name: "server error", class: ServerError, any: "server_error", status: "0 200 400 424 429 500 501 502 503 504 505 507 508 529", none: "rate_limit used_up bad_request invalid_request_code timeout network never_arrived certificate truncated cancelled connection_class"},
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
	{name: "host not configured", class: Network, retry: No, all: "never_arrived no_host"},
	{name: "never arrived", class: Network, any: "never_arrived", status: "0 200 407 500 502 503 504"},
	{name: "network", class: Network, any: "network", none: "request_timed_out", status: "0 200 407 500 502 503 504"},
	{name: "timeout", class: Timeout, any: "timeout", none: "bad_request"},
	{name: "cancelled", class: Cancelled, any: "abort_class"},
	{name: "request", class: InvalidRequest, any: "bad_request", status: "0 200 400 422 500 502 503"},
	{name: "server error", class: ServerError, any: "server_error", status: "0 200 400 424 429 500 501 502 503 504 505 507 508 529", none: "connection_class"},
	{name: "unavailable", class: Overloaded, any: "unavailable", none: "server_error", status: "0 200 408 409 425 429 503 529"},

	// Somebody else failed, and nothing says how.
	{name: "another's error", class: Unknown, any: "provider_returned", status: "0 200"},
	{name: "temporary", class: ServerError, any: "temporary", status: "400 404 405 409 413 422"},
}
