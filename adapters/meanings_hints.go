package adapters

// hintMeanings are weak signs: two words of the field near each other, in any order. They are
// asked only when nothing is said in a known way, and by rules that stand behind all others.
var hintMeanings = []meaning{
	{"hint_content", `
		may contain
		policy reason/reasons
		declined
		content/usage/safety/acceptable * policy/policies/guideline~/rules
		moderation * PROMPT
		safety
		sensitive
		harmful
		inappropriate
		offensive
		unsafe
		explicit
		violat~
		compliance
		敏感
		违规
		违法
		合规
		审核
		不当`},
	{"hint_context", `
		context
		length limit
		token/tokens/characters * exceed~/maximum
		PROMPT * LONG/exceed~
		LONG * PROMPT
		exceed~ * token/tokens/characters
		compact~ * PROMPT
		超/长 * 字符/字数/文本/内容/输入
		输入/内容/文本/提示 * 长/超`},
	{"hint_size", `
		FILE * LONG/exceed~
		LONG/exceed~ * FILE
		mb limit
		megapixel~
		文件/图片/图像/附件/音频/视频 * 大/超`},
	{"hint_money", `
		not enough MONEY/tokens/usage
		LACK * MONEY
		MONEY * LACK
		EXCEED * MONEY
		MONEY * EXCEED
		MONEY * required/DENY
		pay as you go
		paid
		unpaid
		余额
		费用
		账单
		钱包
		点数
		积分
		付费
		扣费`},
	{"hint_quota", `
		out of usage/tokens/requests/messages/calls
		run/ran out
		quota
		quotas
		PLAN * EXCEED
		EXCEED * PLAN
		PLAN * expired/ended/inactive
		no * left/remaining
		额度
		配额
		限额
		用量
		次数
		用完
		耗尽`},
	{"hint_rate", `
		速度
		太快
		过快
		too many/fast/often/frequent~
		too many * request/requests/calls/messages/attempts/connections
		rate
		slow~
		speed
		tpm
		rpm
		requests per
		频率
		频繁
		限速
		稍慢`},
	{"hint_limit", `
		EXCEED * LIMIT
		LIMIT * EXCEED
		limited
		limit/limits
		上限
		限制`},
	{"hint_key", `
		密码
		not initialize~
		INVALID/expired/DENY * KEY
		KEY * INVALID/expired/DENY/required/missing/unset/empty
		LACK * KEY
		KEY * not
		auth
		oauth
		authori~
		login
		log/sign in
		密钥
		令牌
		登录
		凭证
		鉴权
		授权`},
	{"hint_model", `
		no MODEL named/called/with
		no such/valid/matching MODEL
		MODEL * t available/exist/found/supported
		模型 * 错
		MODEL * GONE/INVALID
		GONE/INVALID * MODEL
		MODEL * not
		cannot/couldn/could/unable/can * find * MODEL
		no such
		not found
		not exist~
		unknown * method/path/url/route
		no route
		模型 * 无/不/未
		不/无/未 * 模型
		未找到
		找不到`},
	{"hint_deny", `
		无法访问该/此
		only available/allowed to/for/in/on
		not allowed to/for/from/in/by
		not * permitted/authorized/entitled/eligible
		firewall
		WHO * DENY
		DENY * WHO
		no/not/without * access/permission/permissions/right/rights/privilege~
		whitelist~
		allowlist~
		allow list
		blacklist~
		blocklist~
		not available in/to/for
		requires * PLAN/role/scope/access/permission/permissions
		terms of
		拒绝
		禁止
		权限
		白名单
		未授权
		不允许
		受限`},
	{"hint_busy", `
		no deployments available
		not ready
		no * slot/slots/worker/workers/node/nodes/gpu/gpus/instance/instances/capacity/resources available/free
		加载/算力/人数/高峰
		starting
		loading
		occupied
		SERVER/MODEL * BUSY
		BUSY * SERVER/MODEL
		at capacity
		queue~
		all * busy
		no available
		high volume
		overload~
		unavailable
		maintenance
		繁忙
		拥挤
		过载
		排队
		维护
		不可用`},
	{"hint_timeout", `
		exceed~ * seconds/ms
		no data
		in time
		timeout/timeouts
		timed
		deadline
		took * long/longer
		not respond~/responding
		no response
		unresponsive
		stalled
		超时
		未响应
		无响应`},
	{"hint_stream", `
		premature~
		while receiving
		never received
		stream/response/chunk/output/generation/sse/event * CLOSED/cut/incomplete/truncated/prematurely/early/unexpectedly
		CLOSED/incomplete/truncated/premature~ * stream/response/chunk/output/sse
		incomplete
		truncated
		prematurely
		中断
		截断
		不完整`},
	{"hint_network", `
		访问 * 主机/地址/服务器
		eof
		dial
		establish * connection
		connection/connect/socket/network/dns/proxy/tls/ssl/tcp/host/hostname/handshake * CLOSED/FAILED/refused/unreachable/not
		CLOSED/FAILED/refused/unreachable/cannot/unable/no * connection/connect/connecting/socket/network/dns/proxy/tls/ssl/tcp/host/reach
		unreachable
		offline
		连接
		断开
		网络
		代理`},
	{"hint_cancel", `
		abort~ err~
		cancel~
		aborted * user/client/caller
		user * abort~/interrupt~/stopped
		stopped by
		取消
		中止`},
	{"hint_param", `
		cannot both
		cannot mix/combine/use
		be fetched
		at most
		unexpected tool/role/field/key/value
		unmarshal
		ensure that
		out of range
		unable to process input
		must
		only allowed/supported/valid when/if/with/for
		PROMPT/PARAM * not allowed
		tool/tools * call/calls/output/result
		role/roles
		line * column
		invalid~
		illegal
		INVALID * PARAM/request
		PARAM * INVALID/missing/required/not/must/unsupported/expected/unexpected
		missing/required/unsupported/unexpected/unknown * PARAM
		must be/have/not/contain/include/start/end
		should be/have/not
		expected
		required
		unsupported
		not support~
		only support~
		cannot be
		can not be
		does not match
		malformed
		parse
		parsing
		valid~
		schema
		参数
		格式
		字段
		不支持
		必须
		不能
		非法`},
	{"hint_conflict", `
		already being/running/active/processing/exists/started
		already in progress/use
		another * progress/running/active/generated
		in progress
		locked by
		正在进行
		已存在`},
	{"hint_server", `
		返回错误
		返回 * 错误
		5xx
		problem
		未知错误
		返回为空
		空响应
		response from
		failed
		failure
		assert
		empty
		no output
		oops
		snag
		went down
		outage
		generation failed
		SERVER * FAILED
		FAILED * SERVER
		internal
		unexpected~
		crash~
		panic~
		exception
		traceback
		went wrong
		unable to process/complete/generate/handle
		could not process/complete/generate/handle
		failed to process/complete/generate/handle
		try again
		please retry
		contact support
		内部
		异常
		故障
		出错
		失败
		重试
		稍后`},
}
