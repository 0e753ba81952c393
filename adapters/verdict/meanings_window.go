package verdict

// windowMeanings is what is said about the window of a limit, and whose it is.
var windowMeanings = []meaning{
	{"per_second", `
		every * second/seconds
		per second
		qps
		request/requests every
		rps
		每秒`},
	{"per_minute", `
		by minute
		calls minute
		every minute
		ipm
		itpm
		minute limit
		otpm
		per 60s
		per minute/min/m
		qpm
		requests minute
		rpm
		time frame/period/window
		tpm
		每分钟`},
	{"concurrency", `
		already connected
		at the same time
		concurren~
		in flight
		inflight
		one request * at a time
		parallel
		requests at a time
		simultaneous~
		任务数
		同时
		并发`},
	{"per_hour", `
		rph
		tph
		hourly
		per 1 hour
		per hour
		每小时`},
	{"session", `
		5/five hour
		5h
		hour * quota exceeded
		hour quota
		rolling window
		session * limit/limits
		小时`},
	{"per_day", `
		today s
		for/used/spent/requests/limit/quota/calls/tokens today
		by day
		calls day
		daily
		day * quota exceeded
		day quota
		per 24 hours/h
		per 86400s
		per day
		rpd
		tomorrow
		tpd
		今天
		今日
		当天
		当日
		明天
		明日
		每天
		每日`},
	{"per_week", `
		7/seven day
		per week
		reset/resets/until mon~/tue~/wed~/thu~/fri~/sat~/sun~
		week * quota exceeded
		week quota
		weekly
		下周
		本周
		每周`},
	{"per_month", `
		billing cycle
		billing period
		by month
		calls month
		month quota
		month s
		monthly
		per month
		premium model/models quota
		premium request/requests
		the month
		this month
		月度
		月間
		本月
		每月`},
	{"per_model", `
		by model
		for gpt~
		for model
		model * rate limit
		model account
		model per
		of the model
		opus/sonnet/haiku weekly
		per model
		rate limited upstream
		this model
		当前模型
		该模型`},
	{"google", `
		gemini
		generate content
		googleapis
		quota exceeded for metric
		quota id
		quota metric
		resource exhausted`},
}
