package adapters

// limitMeanings is what is said about limits: money, windows, and that one of them was met.
//
// A code that sounds like money may be a rate (Cerebras' token_quota_exceeded) and a rate
// may be a day (Gemini): so windows, verbs and money are meanings of their own, and the rules
// put them together.
var limitMeanings = []meaning{
	{"balance", `
		reach~ * credit limit
		credit/credits limit reached/exceeded
		billing account * closed/disabled/suspended
		no/missing/declined/expired/require~ payment method
		payment method * required/declined/expired/failed/missing
		insufficient * balance/balances/credit/credits/fund/funds
		balance/balances/credit/credits * insufficient/low/exhausted/depleted/negative
		not enough * balance/credit/credits/funds
		balance/credit/credits * not enough
		out of credit/credits/funds
		no * credit/credits left/remaining/available
		used all * credits
		requires/need more credits
		can only afford
		credit limit exceeded
		quota * not enough
		insufficient user/token quota
		charge resource exhaust~
		payment required
		billing * not active
		account * not active
		arrears
		arrearage
		overdue
		past due
		unpaid
		failure to pay
		top up your
		please * recharge
		recharge your/and/now
		recharge
		exceeded current quota error
		余额不足
		余额不够
		欠费
		额度不足
		额度失败
		额度已用尽
		额度已用完
		预扣费
		请充值
		无可用资源包
		计费资源
		t have any credits
		not have * credits
		invalid payment
		credits expired
		bill/account overdue
		outstanding invoice/balance
		negative balance
		quota * insufficient
		insufficient points
		not enough points
		no remaining credit/credits/balance
		run/ran out of credit/credits/funds/balance
		have no credit/credits
		insufficient tokens
		payment is required
		credit/credits * expired
		overdrawn
		settle your
		invoice
		余额为负
		余量不足
		余额已
		余额 * 用完
		in arrears
		low balance
		service stop
		credits are depleted
		account * good standing`},
	{"insufficient_quota", `
		insufficient quota`},
	{"current_quota", `
		exceed~ * current quota`},
	{"insufficient", `
		insufficient`},
	{"spend_cap", `
		预算
		budget * consumed/spent/depleted/over
		blocked api access
		hard limit
		spend/spending limit/cap
		budget * exceed~
		exceed~ * budget
		over budget
		key limit exceeded
		spend/spending/cost/budget * exceed~
		budget * exhausted/reached/used`},
	{"per_second", `
		request/requests every
		every * second/seconds
		per second
		qps
		rps
		每秒`},
	{"per_minute", `
		per minute/min/m
		rpm
		tpm
		ipm
		qpm
		itpm
		otpm
		every minute
		每分钟
		by minute
		per 60s
		calls minute
		requests minute
		minute limit
		time frame/period/window`},
	{"concurrency", `
		one request * at a time
		requests at a time
		concurren~
		parallel
		simultaneous~
		inflight
		in flight
		并发
		任务数
		同时
		at the same time
		already connected`},
	{"exceeding", `
		exceed~
		too many
		reach~
		过多
		超过
		超出
		达到
		已达
		超额`},
	{"per_hour", `
		hourly
		per hour
		per 1 hour
		每小时`},
	{"session", `
		5/five hour
		5h
		hour quota
		hour * quota exceeded
		session limit/limits
		session * limit/limits
		小时
		rolling window`},
	{"per_day", `
		daily
		per day
		by day
		today
		tomorrow
		day quota
		day * quota exceeded
		rpd
		tpd
		per 24 hours/h
		per 86400s
		每日
		每天
		今日
		今天
		当日
		当天
		明天
		明日
		calls day`},
	{"per_week", `
		weekly
		per week
		week quota
		week * quota exceeded
		7/seven day
		每周
		本周
		reset/resets/until mon~/tue~/wed~/thu~/fri~/sat~/sun~
		下周`},
	{"per_month", `
		the month
		月間
		monthly
		per month
		month quota
		billing cycle
		premium request/requests
		每月
		本月
		月度
		calls month
		premium model/models quota
		by month
		billing period
		this month
		month s`},
	{"used_up", `
		reached/hit/exceeded your daily/weekly/monthly/hourly
		used/consumed * limit/limits/quota/allowance/allocation/cap
		used all
		quota failure
		usage exceeded/exhausted
		exceed~ * limit/limits/quota/quotas/rate/allowance/credits/cap/usage
		exceed~ * monthly/daily/weekly
		limit/limits/quota/allowance/allocation/rate exceeded/exhausted/reached/hit
		limit/limits/quota/allowance/allocation * been exceeded/exhausted/reached
		reach~ * limit/limits/quota/cap
		hit * limit/limits/quota/cap
		exhaust~ * quota/limit/allocation/allowance/tier
		quota/tier/pack/package/allowance/resource/plan * exhaust~
		used up
		over * quota/limit
		ratelimit exceeded
		have no quota
		too many tokens
		too many requests
		monthly/daily/weekly request/requests count
		上限
		用完
		用尽
		耗尽
		超出
		超过
		超限
		已达
		crossed * limit
		over flow
		overflow
		过高
		过多
		reach~ * rpm/tpm/rpd/tpd/concurrency
		reach~ organization max
		quota/allowance/allocation/limit/tokens * consumed/depleted/spent
		no remaining
		no * remaining
		0 remaining
		fully used
		has been used
		maximum number of requests
		limit/limits/cap * hit
		allotment used
		allotment * exhausted/reached/used
		超额`},
	{"usage_limit", `
		usage limit/limits
		usage * exceed~ * limit
		usage * exhausted/reached
		使用上限
		用量上限
		usage cap`},
	{"plan_used", `
		free/subscription plan limit
		included usage
		订阅 * 到期/过期/失效
		free tier * only
		free tier * exhaust~
		free * quota exceeded/exhausted/used
		free quota tier
		free allocat~
		pkg exhaust~
		resource pack/package * exhaust~
		plan quota exceeded
		plan limit exhausted/reached/exceeded
		plan * exhausted/expired
		premium * allowance
		usage not included
		out of extra usage
		draw from your extra usage
		extra usage is required
		set * limit exceeded
		set inference limit
		safe experience mode
		included credits
		service quota exceeded
		new capacity in quota
		request limit exhausted
		套餐
		免费额度
		资源包
		trial * ended/expired/over
		lifetime * limit
		trial period
		subscription * expired/ended/cancelled/canceled/inactive/lapsed
		no active subscription
		免费试用
		续费
		订阅已过期
		订阅到期
		limit of * free`},
	{"free_tier", `
		free trial
		free tier
		free plan
		free quota
		free usage
		free request/requests/message/messages/call/calls/credits`},
	{"quota_word", `
		quota limit reached/exceeded/hit
		クオータ/クォータ * 達/超
		exceed~ * quota/quotas
		quota/quotas exceeded/exhausted/reached/depleted
		quota is/was/has exceeded/exhausted/reached
		quota * been exceeded/exhausted
		out of quota
		no quota left
		insufficient * quota
		配额不足
		配额已
		配额用
		限额
		no remaining quota
		quota * consumed/depleted
		quota * used up
		out of free/tokens/requests/messages/usage
		run/ran out of free/tokens/requests/messages/usage
		额度/配额/次数/余量 * 用尽/用完/耗尽/不足/超出/上限/超限`},
	{"fixed_rate", `
		request/requests/token/tokens quota exceeded`},
	{"capacity_quota", `
		exhausted * capacity`},
	{"rolling", `
		used * requested`},
	{"oversize", ``},     // computed: the request alone is larger than the limit
	{"daily_number", ``}, // computed: a limit whose number is that of a day
	{"rate_limit", `
		only send/make * request/requests
		rate limit~
		rate * limits
		rate exceeded
		ratelimit~
		limit * rate
		too many tokens
		throttl~
		slow down
		request/requests rate
		rate * too high
		frequency
		dynamic request/token limited
		queries per
		限流
		频率
		频繁
		速率
		流控
		请求过多
		请求数过多
		limited to
		too fast
		too frequent~
		too quickly
		请求太
		流量
		request/requests limit exceeded
		限速
		被限
		quota exceeded for quota/metric/aiplatform
		limit requests
		limit burst
		burst rate
		rate growth
		growth limit`},
	{"too_many", `
		too many requests`},
	{"shortly", `
		retry/try * shortly
		brief wait
		wait a moment
		few seconds`},
	{"per_model", `
		by model
		per model
		for model
		for gpt~
		of the model
		model * rate limit
		this model
		model account
		rate limited upstream
		opus/sonnet/haiku weekly
		model per
		该模型
		当前模型`},
	{"zero_limit", `
		actual limit * 0
		limit 0
		not have a free
		no free tier`},
	{"google", `
		googleapis
		quota id
		quota metric
		quota exceeded for metric
		generate content
		gemini
		resource exhausted`},
	{"resource_exhausted", `
		resource exhausted
		resource has been exhausted`}, // RESOURCE_EXHAUSTED, which Google says of rates as well
	{"token_anchor", `
		token limit`},
}
