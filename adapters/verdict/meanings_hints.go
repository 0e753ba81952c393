package verdict

// hintMeanings are weak signs: two words of the field near each other, in any order. They are
// asked only when nothing is said in a known way, by rules that stand behind the others.
var hintMeanings = []meaning{
	{"hint_content", `
		compliance
		content/usage/safety/acceptable * policy/policies/guideline~/rules
		declined
		harmful
		inappropriate
		may contain
		moderation * PROMPT
		offensive
		policy reason/reasons
		safety
		sensitive
		unsafe
		violat~
		不当
		合规
		审核
		敏感
		违法
		违规`},
	{"hint_context", `
		LONG * PROMPT
		PROMPT * LONG/exceed~
		compact~ * PROMPT
		context
		exceed~ * token/tokens/characters
		length limit
		token/tokens/characters * exceed~/maximum
		超/长 * 字符/字数/文本/内容/输入
		输入/内容/文本/提示 * 长/超`},
	{"hint_size", `
		FILE * LONG/exceed~
		LONG/exceed~ * FILE
		mb limit
		megapixel~
		文件/图片/图像/附件/音频/视频 * 大/超`},
	{"hint_money", `
		billing
		EXCEED * MONEY
		LACK * MONEY
		MONEY * EXCEED
		MONEY * LACK
		MONEY * required/DENY
		not enough MONEY/tokens/usage
		paid
		pay as you go
		unpaid
		付费
		余额
		扣费
		点数
		积分
		账单
		费用
		钱包`},
	{"hint_quota", `
		EXCEED * PLAN
		PLAN * EXCEED
		PLAN * expired/ended/inactive
		no * left/remaining
		out of usage/tokens/requests/messages/calls
		quota
		quotas
		run/ran out
		用完
		用量
		耗尽
		配额
		限额
		额度`},
	{"hint_rate", `
		次数 * 多
		太多了
		rate
		requests per
		rpm
		slow~
		speed
		too many/fast/often/frequent~
		tpm
		太快
		稍慢
		过快
		速度
		限速
		频率
		频繁`},
	{"hint_limit", `
		EXCEED * LIMIT
		LIMIT * EXCEED
		limit/limits
		limited
		上限
		限制`},
	{"hint_param", `
		should match
		require~ * to be
		INVALID * PARAM/request
		PARAM * INVALID/missing/required/not/must/unsupported/expected/unexpected
		PROMPT/PARAM * not allowed
		at most
		be fetched
		can not be
		cannot be
		cannot both
		cannot mix/combine/use
		does not match
		ensure that
		expected
		illegal
		invalid~
		line * column
		malformed
		missing/required/unsupported/unexpected/unknown * PARAM
		must
		not support~
		only allowed/supported/valid when/if/with/for
		only support~
		out of range
		parse
		parsing
		required
		role/roles
		schema
		should be/have/not
		tool/tools * call/calls/output/result
		unable to process input
		unexpected tool/role/field/key/value
		unmarshal
		unsupported
		valid~
		不支持
		不能
		参数
		字段
		必须
		格式
		非法`},
	{"hint_conflict", `
		已有
		already being/running/active/processing/exists/started
		already in progress/use
		another * progress/running/active/generated
		in progress
		locked by
		已存在
		正在进行`},
	{"hint_model", `
		GONE/INVALID * MODEL
		MODEL * GONE/INVALID
		MODEL * not
		MODEL * t available/exist/found/supported
		cannot/couldn/could/unable/can * find * MODEL
		no MODEL named/called/with
		no route
		no such
		no such/valid/matching MODEL
		not exist~
		not found
		unknown * method/path/url/route
		不/无/未 * 模型
		找不到
		未找到
		模型 * 无/不/未
		模型 * 错`},
}
