package verdict

// moreHints are weak signs about who asks, the provider and the way there.
var moreHints = []meaning{
	{"hint_key", `
		no/missing/without/empty/lack~ * KEY
		INVALID/expired/DENY * KEY
		KEY * INVALID/expired/DENY/required/missing/unset/empty
		KEY * not
		auth
		authori~
		log/sign in
		login
		not initialize~
		oauth
		令牌
		凭证
		密码
		密钥
		授权
		登录
		鉴权`},
	{"hint_deny", `
		license
		DENY * WHO
		WHO * DENY
		allow list
		allowlist~
		blacklist~
		blocklist~
		firewall
		no/not/without * access/permission/permissions/right/rights/privilege~
		not * permitted/authorized/entitled/eligible
		not allowed to/for/from/in/by
		not available in/to/for
		only available/allowed to/for/in/on
		requires * PLAN/role/scope/access/permission/permissions
		terms of
		whitelist~
		不允许
		受限
		拒绝
		无法访问该/此
		未授权
		权限
		白名单
		禁止`},
	{"hint_busy", `
		queued
		queue size/length/time
		long queue
		in queue
		BUSY * SERVER/MODEL
		SERVER/MODEL * BUSY
		all * busy
		at capacity
		high volume
		loading
		maintenance
		no * slot/slots/worker/workers/node/nodes/gpu/gpus/instance/instances/capacity/resources available/free
		no available
		no deployments available
		not ready
		occupied
		overload~
		starting
		unavailable
		不可用
		加载/算力/人数/高峰
		拥挤
		排队
		繁忙
		维护
		过载`},
	{"hint_timeout", `
		deadline
		exceed~ * seconds/ms
		in time
		no data
		no response
		not respond~/responding
		stalled
		timed
		timeout/timeouts
		took * long/longer
		unresponsive
		无响应
		未响应
		超时`},
	{"hint_stream", `
		CLOSED/incomplete/truncated/premature~ * stream/response/chunk/output/sse
		incomplete
		never received
		premature~
		stream/response/chunk/output/generation/sse/event * CLOSED/cut/incomplete/truncated/prematurely/early/unexpectedly
		truncated
		while receiving
		不完整
		中断
		截断`},
	{"hint_network", `
		CLOSED/FAILED/refused/unreachable/cannot/unable/no * connection/connect/connecting/socket/network/dns/proxy/tls/ssl/tcp/host/reach
		connection/connect/socket/network/dns/proxy/tls/ssl/tcp/host/hostname/handshake * CLOSED/FAILED/refused/unreachable/not
		dial
		eof
		establish * connection
		offline
		unreachable
		代理
		断开
		网络
		访问 * 主机/地址/服务器
		连接`},
	{"hint_cancel", `
		aborted * user/client/caller
		abort~ err~
		cancel~
		stopped by
		user * abort~/interrupt~/stopped
		中止
		取消`},
	{"hint_server", `
		5xx
		FAILED * SERVER
		SERVER * FAILED
		assert
		contact support
		could not process/complete/generate/handle
		crash~
		empty
		exception
		failed
		failure
		internal
		no output
		oops
		outage
		panic~
		please retry
		problem
		response from
		snag
		traceback
		try again
		unable to process/complete/generate/handle
		unexpected~
		went down
		went wrong
		内部
		出错
		失败
		异常
		故障
		未知错误
		稍后
		空响应
		返回 * 错误
		返回为空
		重试`},
}
