package adapters

// providerMeanings is what is said about the provider, and who it is.
//
// The by_ meanings tell providers whose error codes are plain numbers.
var providerMeanings = []meaning{
	{"overload", `
		queue exceeded
		queue size exceed~
		high concurrency
		capacity * exceeded
		not enough resources
		gpu * exhausted/unavailable
		scaled to zero
		waking up
		more/much/heavy/increased traffic
		model loading error
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
		拥堵
		insufficient * capacity
		maximum capacity
		no healthy
		访问量过大
		model is cold
		not ready for inference
		no valid executor
		reason overflow
		system capacity
		due to * capacity
		no * provider/providers available
		no more data centers
		server limit exceeded
		算力不足
		资源不足
		排队
		service unavailable exception`},
	{"saturated", `
		负载 * 饱和`},
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
		limit check failed
		error in the application
		did not provide/return any
		beginning of value
		unexpected token
		invalid/malformed/unexpected/empty/bad response from * upstream/provider/server/backend/model
		server had an error
		error * processing your request
		internal server exception
		unexpected error during processing
		no db connection
		connect to db/database`},
	{"no_memory", `
		insufficient system resources
		loading guardrail~
		requires more * memory
		not enough * memory
		insufficient memory
		failed to allocate
		unable/cannot/could not allocate * memory
		cannot allocate memory`},
	{"no_load", `
		error loading model
		failed/unable/cannot to load * model
		could not load * model
		cannot load * model`},
	{"temporary", `
		degraded
		temporar~ * unavailable/error/failure/issue/problem/down/outage
		暂时 * 不可用/异常/故障`},
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
		engine * died/dead
		do request failed
		failed to get response from provider
		fatal exception
		system error
		engine internal
		engine net error
		service failed
		crash~
		core dumped
		segmentation fault
		panic
		failed during
		engine * error
		exited * code
		signal killed
		model produced invalid
		引擎 * 错误
		服务端 * 错误
		服务器 * 困难
		服务器 * 故障
		服务器 * 异常
		服务器 * 问题
		服务 * 出错`},
	{"provider_returned", `
		provider returned error`},
	{"by_minimax", `
		base resp
		minimax`},
	{"by_qianfan", `
		error code * error msg
		qianfan`},
	{"by_spark", `
		sid cht~
		讯飞
		xunfei`},
	{"by_zhipu", `
		bigmodel
		zhipu
		智谱`},
	{"by_cloudflare", `
		cloudflare
		ai error`},
	{"by_dashscope", `
		dashscope
		aliyun
		bailian
		百炼`},
}
