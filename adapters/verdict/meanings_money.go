package verdict

// moneyMeanings is what is said about money and allowances: what was bought or given is gone.
//
// A code that sounds like money may be a rate (Cerebras' token_quota_exceeded) and a rate may be
// a day (Gemini): so windows, verbs and money are meanings of their own, and the rules put them
// together.
var moneyMeanings = []meaning{
	{"balance", `
		account * good standing
		account * not active
		arrearage
		arrears
		balance/balances/credit/credits * insufficient/low/exhausted/depleted/negative
		balance/credit/credits * not enough
		billing * not active
		billing account * closed/disabled/suspended
		can only afford
		charge resource exhaust~
		credit/credits * expired
		credit/credits limit reached/exceeded
		exceeded current quota error
		failure to pay
		have no credit/credits
		insufficient * balance/balances/credit/credits/fund/funds
		insufficient points
		insufficient tokens
		insufficient user/token quota
		invalid payment
		invoice
		low balance
		negative balance
		no * credit/credits left/remaining/available
		no remaining credit/credits/balance
		no/missing/declined/expired/require~ payment method
		not enough * balance/credit/credits/funds
		not enough points
		not have * credits
		out of credit/credits/funds
		outstanding invoice/balance
		overdrawn
		overdue
		past due
		payment is required
		payment method * required/declined/expired/failed/missing
		payment required
		quota * insufficient
		quota * not enough
		reach~ * credit limit
		recharge
		requires/need more credits
		run/ran out of credit/credits/funds/balance
		service stop
		settle your
		t have any credits
		top up your
		unpaid
		used all * credits
		余量不足
		余额 * 用完
		余额不够
		余额不足
		余额为负
		余额已
		无可用资源包
		欠费
		计费资源
		请充值
		预扣费
		额度不足
		额度失败
		额度已用完
		额度已用尽`},
	{"insufficient_quota", `
		insufficient quota`},
	{"current_quota", `
		exceed~ * current quota`},
	{"insufficient", `
		insufficient`},
	{"spend_cap", `
		blocked api access
		budget * consumed/spent/depleted/over
		budget * exhausted/reached/used
		exceed~ * budget
		key limit exceeded
		over budget
		spend/spending limit/cap
		spend/spending/cost/budget * exceed~
		预算`},
	{"hard_limit", `
		hard limit`}, // OpenAI's, of a month
	{"plan_used", `
		draw from your extra usage
		extra usage is required
		free * quota exceeded/exhausted/used
		free allocat~
		free quota tier
		free tier * exhaust~
		free tier * only
		free/subscription plan limit
		included credits
		included usage
		lifetime * limit
		limit of * free
		new capacity in quota
		no active subscription
		out of extra usage
		pkg exhaust~
		plan * exhausted/expired
		plan limit exhausted/reached/exceeded
		plan quota exceeded
		premium * allowance
		request limit exhausted
		resource pack/package * exhaust~
		safe experience mode
		service quota exceeded
		set * limit exceeded
		set inference limit
		subscription * expired/ended/cancelled/canceled/inactive/lapsed
		trial * ended/expired/over
		trial period
		usage not included
		免费试用
		免费额度
		套餐
		续费
		订阅 * 到期/过期/失效
		资源包`},
	{"free_tier", `
		free plan
		free quota
		free request/requests/message/messages/call/calls/credits
		free tier
		free trial
		free usage`},
	{"quota_word", `
		exceed~ * quota/quotas
		insufficient * quota
		no quota left
		no remaining quota
		out of free/tokens/requests/messages/usage
		out of quota
		quota * been exceeded/exhausted
		quota * consumed/depleted
		quota * used up
		quota is/was/has exceeded/exhausted/reached
		quota limit reached/exceeded/hit
		quota/quotas exceeded/exhausted/reached/depleted
		クオータ/クォータ * 達/超
		配额已
		配额用
		限额
		额度/配额/次数/余量 * 用尽/用完/耗尽/不足/超出/上限/超限`},
}
