package verdict

// providerMeanings is what is said about the provider, and who it is.
//
// The by_ meanings tell providers whose error codes are plain numbers.
var providerMeanings = []meaning{
	{"overload", `
		人数/用户/访问 * 过多/太多/较多
		no worker/workers
		at capacity
		capacity * exceeded
		capacity * not available
		capacity exhausted
		cold start
		congest~
		currently loading
		due to * capacity
		gpu * exhausted/unavailable
		high concurrency
		high demand
		high load
		high traffic
		insufficient * capacity
		load shed~
		loading model
		maximum capacity
		model is cold
		model loading error
		model/models busy
		more/much/heavy/increased traffic
		no * capacity
		no * provider/providers available
		no healthy
		no more data centers
		no slot
		no valid executor
		not enough capacity
		not enough resources
		not ready exception
		not ready for inference
		out of capacity
		over capacity
		overload~
		queue exceeded
		queue full
		queue is full
		queue size exceed~
		reason overflow
		scaled to zero
		scal~ up
		server limit exceeded
		server/service/system/engine busy
		server/service/system/engine/model is * busy
		service unavailable exception
		slots are busy
		slots busy
		still loading
		system capacity
		too busy
		too many connections
		try again soon
		waking up
		warming up
		worker * limit reached
		拥堵
		拥挤
		排队
		算力不足
		繁忙
		访问量过大
		负载
		资源不足
		过于火爆
		过载
		饱和`},
	{"saturated", `
		负载 * 饱和`},
	{"unavailable", `
		currently unavailable
		service * unavailable exception/error
		service unavailable
		temporarily unavailable
		unavailable exception
		暂不可用
		暂时不可用
		服务不可用`},
	{"server_had", `
		reason malformed
		beginning of value
		connect to db/database
		did not provide/return any
		error * processing your request
		error in the application
		internal server exception
		invalid/malformed/unexpected/empty/bad response from * upstream/provider/server/backend/model
		limit check failed
		no db connection
		server had an error
		unexpected error during processing
		unexpected token`},
	{"no_memory", `
		cannot allocate memory
		failed to allocate
		insufficient memory
		insufficient system resources
		loading guardrail~
		not enough * memory
		requires more * memory
		unable/cannot/could not allocate * memory`},
	{"no_load", `
		cannot load * model
		could not load * model
		error loading model
		failed/unable/cannot to load * model`},
	{"temporary", `
		degraded
		temporar~ * unavailable/error/failure/issue/problem/down/outage
		暂时 * 不可用/异常/故障`},
	{"server_error", `
		invalid/malformed/empty response
		stop/finish reason error/malformed
		cuda
		out of memory
		all providers failed
		bad gateway
		core dumped
		crash~
		do request failed
		engine * died/dead
		engine * error
		engine core
		engine internal
		enginecore
		error has occurred
		error was encountered
		exited * code
		failed during
		failed to get response from provider
		fatal exception
		internal error
		internal exception
		internal server exception
		internal service error
		model error exception
		model produced invalid
		panic
		runner process
		segmentation fault
		server error
		server had an error
		service failed
		signal killed
		something went wrong
		system error
		unexpected error during processing
		unknown error
		内部错误
		引擎 * 错误
		服务 * 出错
		服务器 * 困难
		服务器 * 异常
		服务器 * 故障
		服务器 * 问题
		服务器错误
		服务异常
		服务端 * 错误
		系统异常
		系统错误`},
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
		xunfei
		讯飞`},
	{"by_zhipu", `
		bigmodel
		zhipu
		智谱`},
	{"by_cloudflare", `
		ai error
		cloudflare`},
	{"by_dashscope", `
		aliyun
		bailian
		dashscope
		百炼`},
}
