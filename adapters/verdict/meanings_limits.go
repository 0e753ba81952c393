package verdict

// limitMeanings is what is said about limits that are met, and about how often one may ask.
var limitMeanings = []meaning{
	{"used_up", `
		limit/limits/quota/allowance/allocation * is/was/been exceeded/exhausted/reached
		used * of your * limit/limits/quota/allowance/allocation/cap
		0 remaining
		allotment * exhausted/reached/used
		crossed * limit
		exceed~ * limit/limits/quota/quotas/rate/allowance/credits/cap/usage
		exceed~ * monthly/daily/weekly
		exhaust~ * quota/limit/allocation/allowance/tier
		fully used
		has been used
		have no quota
		hit * limit/limits/quota/cap
		limit/limits/cap * hit
		limit/limits/quota/allowance/allocation/rate exceeded/exhausted/reached/hit
		maximum number of requests
		monthly/daily/weekly request/requests count
		no * remaining
		over * quota/limit
		over flow
		quota failure
		quota/allowance/allocation/limit/tokens * consumed/depleted/spent
		quota/tier/pack/package/allowance/resource/plan * exhaust~
		ratelimit exceeded
		reached/hit/exceeded your daily/weekly/monthly/hourly
		reach~ * limit/limits/quota/cap
		reach~ * rpm/tpm/rpd/tpd/concurrency
		reach~ organization max
		usage exceeded/exhausted
		used all
		used up
		上限
		已达
		用完
		用尽
		耗尽
		超出
		超过
		超限
		超额
		过多
		过高`},
	{"exceeding", `
		exceed~
		reach~
		too many
		已达
		超出
		超过
		超额
		达到
		过多`},
	{"usage_limit", `
		usage * exceed~ * limit
		usage * exhausted/reached
		usage cap
		usage limit/limits
		使用上限
		用量上限`},
	{"rate_limit", `
		limited to * request/requests/call/calls/message/messages/per/tokens
		burst rate
		dynamic request/token limited
		frequency
		growth limit
		limit * rate
		limit burst
		limit requests
		only send/make * request/requests
		queries per
		quota exceeded for quota/metric/aiplatform
		rate * limits
		rate * too high
		rate exceeded
		rate growth
		rate limit~
		ratelimit~
		request/requests limit exceeded
		request/requests rate
		slow down
		throttl~
		too fast
		too frequent~
		too many tokens
		too quickly
		流控
		流量
		被限
		请求太
		请求数过多
		请求过多
		速率
		限流
		限速
		频率
		频繁`},
	{"too_many", `
		too many requests`},
	{"shortly", `
		brief wait
		few seconds
		retry/try * shortly
		wait a moment`},
	{"fixed_rate", `
		request/requests/token/tokens quota exceeded`},
	{"capacity_quota", `
		exhausted * capacity`},
	{"rolling", `
		used * requested`},
	{"oversize", ``},     // computed: the request alone is larger than the limit
	{"daily_number", ``}, // computed: a limit whose number is that of a day
	{"zero_limit", `
		actual limit * 0
		limit 0
		no free tier
		not have a free`},
	{"token_anchor", `
		token limit`},
	{"resource_exhausted", `
		resource exhausted
		resource has been exhausted`}, // RESOURCE_EXHAUSTED, which Google says of rates as well
}
