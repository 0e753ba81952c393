package adapters

// meanings are the things providers say, in English and Chinese, as sentences or as codes
// (insufficient_balance, InsufficientBalance and "insufficient account balance" are one). A
// way is general on purpose: it holds the words that decide, never a whole sentence. Syntax:
// see meaning.
var meanings = []meaning{
	// money
	{"balance", `
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
		payment method
		invalid payment
		credits expired
		bill/account overdue
		outstanding invoice/balance
		negative balance
		quota * insufficient`},
	{"insufficient_quota", `
		insufficient quota`},
	{"current_quota", `
		exceed~ * current quota`},
	{"spend_cap", `
		hard limit
		spend/spending limit/cap
		budget * exceed~
		exceed~ * budget
		over budget
		key limit exceeded
		spend/spending/cost/budget * exceed~`},

	// windows
	{"per_second", `
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
		concurren~
		parallel
		simultaneous~
		inflight
		in flight
		并发
		任务数
		同时`},
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
		本周`},
	{"per_month", `
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
		by month`},

	// a limit was met
	{"used_up", `
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
		reach~ organization max`},
	{"usage_limit", `
		usage limit/limits
		usage * exceed~ * limit
		usage * exhausted/reached
		使用上限
		用量上限`},
	{"plan_used", `
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
		资源包`},
	{"free_tier", `
		free tier
		free plan
		free quota
		free usage`},
	{"quota_word", `
		exceed~ * quota/quotas
		quota/quotas exceeded/exhausted/reached/depleted
		quota is/was/has exceeded/exhausted/reached
		quota * been exceeded/exhausted
		out of quota
		no quota left
		insufficient * quota
		配额不足
		配额已
		配额用`},
	{"fixed_rate", `
		request/requests/token/tokens quota exceeded`},
	{"capacity_quota", `
		exhausted * capacity`},
	{"rolling", `
		used * requested`},
	{"oversize", ``},     // computed: the request alone is larger than the limit
	{"daily_number", ``}, // computed: a limit whose number is that of a day

	// rates
	{"rate_limit", `
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
		quota exceeded for
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
		request/requests limit exceeded`},
	{"too_many", `
		too many requests`},
	{"shortly", `
		retry/try * shortly
		brief wait
		wait a moment
		few seconds`},

	// the provider cannot
	{"insufficient", `
		insufficient`},
	{"overload", `
		overload~
		at capacity
		out of capacity
		over capacity
		capacity exceeded
		no * capacity
		not enough capacity
		insufficient capacity
		capacity * not available
		too busy
		server/service/system/engine/model is * busy
		server/service/system/engine busy
		high demand
		high load
		high traffic
		currently loading
		still loading
		loading model
		not ready exception
		too many connections
		queue is full
		queue full
		繁忙
		过载
		负载
		饱和
		model/models busy
		worker * limit reached
		no slot
		no healthy upstream
		try again soon
		queue exceeded
		人数过多
		过于火爆
		capacity exhausted
		slots busy
		slots are busy
		temporarily overloaded
		service * overloaded
		load shed~
		scal~ up
		warming up
		cold start
		congest~
		拥挤
		拥堵`},
	{"unavailable", `
		service unavailable
		service * unavailable exception/error
		unavailable exception
		服务不可用
		temporarily unavailable
		currently unavailable
		暂时不可用
		暂不可用`},
	{"server_had", `
		server had an error
		error * processing your request
		internal server exception
		unexpected error during processing
		no db connection
		connect to db/database`},
	{"no_memory", `
		requires more * memory
		not enough * memory
		insufficient memory`},
	{"server_error", `
		server had an error
		internal server exception
		unexpected error during processing
		engine core
		enginecore
		all providers failed
		server error
		internal error
		internal exception
		bad gateway
		model error exception
		服务器错误
		内部错误
		服务异常
		internal service error
		engine dead
		model has crashed
		error was encountered
		error has occurred
		runner process
		something went wrong
		unknown error
		系统错误
		系统异常
		engine * died/dead`},

	// the request
	{"content", `
		content filter~
		content * policy
		content management policy
		content exists risk
		content moderation
		content blocked
		data inspection
		inspection failed
		inappropriate content
		flagged
		moderation
		moderated
		invalid prompt
		usage policy
		usage policies
		responsible ai policy
		responsible ai
		safety system/settings/reasons/filter
		prohibited content
		sensitive content/words/information
		input/output new sensitive
		prompt/response/candidate/content * blocked
		prompt feedback
		guardrail
		text illegal
		illegal detected
		违规
		违法
		审核
		敏感
		不安全
		安全策略
		violat~ * guidelines/policy/policies/safety
		usage guidelines
		safety check
		high risk
		block reason
		recitation
		refused to answer
		不当内容
		不合规
		风险`},
	{"sampling", `
		tool use failed
		failed to call a function
		did not call a tool
		json validate failed
		failed to generate json`},
	{"context", `
		context length
		context window
		context size
		context limit
		maximum context
		max context
		exceed~ * context
		exceed~ * maximum number of tokens
		prompt/input/request/message/messages is too long
		prompt/input/request is too large for
		prompt too long
		input too long
		too long for * model
		input length
		length of the messages
		string too long
		input tokens * exceed~ * maximum
		input token count * exceed~
		tokens in request more than max tokens
		token length * exceed~
		上下文
		输入过长
		输入长度
		文本过长
		长度超过
		超过最大长度
		input tokens exceed~
		exceed~ * token limit
		exceed~ max/maximum length
		exceed~ * max/maximum length
		maximum prompt length
		max seq len
		inputs tokens
		max input characters
		max/maximum length of
		tokens too long
		size limit exceeded by
		fewer inputs
		must have less than
		too many input tokens
		reduce * prompt
		超长
		太长`},
	{"too_large", `
		request too large
		request * too large
		payload * too large
		entity too large
		body * too large
		content too large
		body exceed~
		must have length less
		exceed~ * maximum size
		exceed~ * mb
		image exceeds
		file * too large
		larger than the limit
		payload * exceed~
		size exceed~
		file size`},
	{"max_tokens", `
		max/maximum tokens * exceed~/large/must/lower
		max/maximum tokens you requested
		max/maximum tokens value
		max completion tokens * large/must
		max tokens is too large`},
	{"bad_request", `
		unexpected keyword
		not permitted
		validation failed
		unsupported parameter
		unknown parameter
		unsupported value
		invalid parameter
		invalid value
		invalid argument
		missing required
		is required
		on demand throughput
		not recognized by the service
		operation is not recognized
		complete request * max output tokens
		参数
		格式错误
		malformed
		unrecognized request
		unknown field
		extra inputs
		properties are not
		cannot be empty
		must not be empty
		invalid json
		failed to parse
		could not parse
		does not support
		not supported with this model
		不能为空`},
	{"bad_request_class", `
		invalid request
		bad request
		validation exception
		validation error
		unprocessable`},

	// who
	{"auth", `
		invalid * api key
		invalid * key
		incorrect api key
		wrong api key
		api key * invalid/expired/missing/incorrect/leaked
		api key * not set/valid/found/provided
		key is not set
		key * reported as leaked
		no api key
		missing api key
		provide an api key
		authentication
		unauthorized
		unauthenticated
		invalid * token
		token * invalid/expired
		expired token
		security token
		unrecognized client
		no auth
		not authenticated
		authorization failed
		invalid signature
		signature * not match
		credential/credentials * fail~/expired/invalid/missing/not
		retriev~ credentials
		no credentials
		load credentials
		log/sign in again
		login fail~
		please login
		not logged in
		no organization
		无效的令牌
		令牌无效
		令牌已过期
		无效的密钥
		鉴权
		认证失败
		身份验证
		密钥
		unregistered callers
		locate credentials
		resolve credentials
		invalid username
		api key 无效
		key 无效
		key is required
		no such user
		api key format`},
	{"banned", `
		violat~ * terms
		fair usage policy
		fair use
		account * banned
		account * disabled
		account * deactivated
		disabled in this account
		third party client/clients/apps
		not supported in your country/region
		country * not supported
		region * not supported
		location is not supported
		unsupported country
		have been blocked
		just a moment
		security checkpoint
		firewall
		traffic denied
		network rules
		ip * not allowed
		api has not been used
		it is disabled
		service disabled
		data policy
		not comply
		封禁
		禁用
		organization * disabled/restricted/suspended
		account * suspended/restricted/locked/blocked
		public access is disabled
		unsupported countries
		锁定
		not available in your country/region`},
	{"denied", `
		permission * denied
		permission denied`},
	{"permission", `
		permission
		permissions
		access denied
		access to * model
		not authorized
		forbidden
		model not open
		not activated
		not enabled
		not available in * plan
		not have access
		does not have access
		no access
		未开通
		没有权限
		无权
		权限不足
		t have access
		access is denied
		not purchased
		terms * acceptance
		requires terms
		not allowed to/for/from/by
		subscription does not have
		subscription does not
		not eligible
		not entitled
		license
		verify your account
		validation required
		subscription required
		not include access
		lack * license/permission/permissions
		没有访问
		无访问`},
	{"model_missing", `
		model * not exist
		model * not found
		model not found
		model * decommissioned/deprecated/retired
		no such model
		unknown model
		invalid model
		model is invalid
		model identifier is invalid
		model * not supported
		unsupported model
		model invalid
		invalid model
		deployment * not exist
		deployment not found
		no endpoints found
		not found error
		no available channel
		model id * invalid
		模型不存在
		无可用渠道
		不存在
		not exist
		t exist
		not a valid model
		models * not found
		not found the model
		has been deprecated/retired/removed/discontinued/decommissioned
		been shut down
		no longer supported/available
		not found try pulling
		no allowed providers
		unable to access model
		no models loaded
		model unloaded
		model name`},
	{"conflict", `
		while a run
		already * active run
		conflict`},

	// the way there
	{"certificate", `
		self signed
		certificate verify failed
		certificate problem
		certificate * expired
		cert * expired
		local issuer certificate
		verify the first certificate
		certificate detected
		altname invalid
		unknown authority`},
	{"proxy", `
		proxy error
		proxy authentication required
		tunnel connection failed
		tunneling socket`},
	{"network", `
		econnrefused
		econnreset
		etimedout
		enotfound
		eai again
		epipe
		ehostunreach
		enetunreach
		connection refused
		connection reset
		connection aborted
		remote end closed
		socket hang up
		socket error
		und err socket
		other side closed
		cannot connect
		could not connect
		unable to connect
		failed to connect
		failed to establish
		connect timeout
		connect error
		name resolution
		getaddrinfo
		nodename nor servname
		name or service not known
		no such host
		fetch failed
		failed to fetch
		network error
		network * failed
		server disconnected
		eof occurred
		max retries exceeded with
		no route to host
		连接失败
		网络
		network connection was lost
		network is unreachable
		socket disconnected
		connection attempts failed
		connection closed
		connection lost
		broken pipe
		tls handshake
		dial tcp
		proxy error
		goaway
		connector error
		no internet
		dns
		socket * closed
		connection was closed
		socket connection
		bad record mac
		decryption failed
		ssl connect error
		without sending a response
		could not resolve host
		failed to resolve
		curl 6
		curl 7`},
	{"connection_class", `
		connection error
		api connection error
		endpoint connection error
		load failed
		read error
		write error
		protocol error
		ssl error
		ssl
		transport error
		client os error
		client payload error`},
	{"timeout", `
		timed out
		timeout
		read/write/pool/gateway/body/stream/headers timeout
		deadline exceeded
		took too long
		超时
		deadline expired
		time out
		given deadline
		before the deadline
		no response within
		no response received
		idle timeout`},
	{"truncated", `
		peer closed connection
		incomplete * read
		incomplete chunked
		premature close
		premature end
		missing finish reason
		stream * ended
		stream ended
		stream closed
		stream * interrupted
		unexpected end of
		error terminated
		stream error exception
		stream disconnected
		disconnected before
		connection broken
		response ended prematurely
		payload is not completed
		unexpected eof
		stream error stream id
		stream cut
		ended without
		without * terminal
		before completion
		iterating over * stream
		error in input stream
		stream was reset
		no finish reason
		empty stream
		finish reason * missing
		incomplete json
		incomplete * segment
		incomplete response
		unterminated string`},
	{"provider_returned", `
		provider returned error`},
	{"stream_class", `
		stream/streaming error
		error * stream`},
	{"cancelled", `
		user aborted
		request was aborted
		aborted by
		was cancelled/canceled
		context canceled/cancelled
		operation was aborted
		cancelled error
		client closed request
		user interrupt
		keyboard interrupt
		interrupted by user
		canceled/cancelled by
		user cancelled/canceled`},
	{"abort_class", `
		abort error
		aborted`},
	{"zero_limit", `
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
	{"not_found", `
		not found`},
	{"by_minimax", `
		base resp
		minimax`},
	{"by_qianfan", `
		error code * error msg
		qianfan`},
	{"by_spark", `
		sid cht
		讯飞
		xunfei`},
	{"by_zhipu", `
		bigmodel
		zhipu
		智谱`},
	{"by_dashscope", `
		dashscope
		aliyun
		bailian
		百炼`},
	{"token_anchor", `
		token limit`},
}
