package adapters

// remedyMeanings are what a reply advises. Complaints are worded by everybody in his own way,
// advice is not: who is to pay more has used something up, who is to shorten has sent too much.
var remedyMeanings = []meaning{
	{"pay_more", `
		add/update/attach * payment
		PAY * MONEY/more
		PAY * PLAN
		upgrade your/now/account/here/required
		upgrade to * pro/plus/max/paid/premium/team/business/enterprise/unlimited/higher/ultra
		top up
		topup
		increase/raise/adjust/extend/change * LIMIT
		request * increase
		enable/activate/configure/setup * billing/overage/overages/payment
		add * card
		check/visit/see/manage/view/review/update * billing
		billing page/settings/details/section/dashboard/information/portal
		paid plan/plans/tier/account/users/version/subscription
		purchase more/additional/extra/now
		contact sales
		extra usage
		充值
		续费
		续订
		购买
		升级 * 套餐/会员/版/账户/计划
		开通 * 付费/会员/套餐
		提升 * 额度/配额/限额
		增加 * 额度/配额/限额
		提额`},
	{"shorten", `
		reduce/shorten/truncate/trim/shrink/decrease/split/cut * PROMPT/length/tokens/size/history
		use fewer/less
		shorter PROMPT
		smaller PROMPT
		start/begin/open/create * new chat/conversation/session/thread
		clear * history/context/conversation
		model with * larger/longer/bigger context
		larger/longer/bigger context
		缩短
		精简
		减少 * 输入/内容/上下文/长度/消息/字
		压缩 * 上下文/内容/对话
		新建/开启/开始 * 对话/会话`},
	{"fix_key", `
		check/verify/provide/set/update/regenerate/rotate/replace/reset/enter/supply/configure/renew/refresh/obtain/create/use * KEY
		valid/correct/new KEY
		log/sign in
		re authenticate
		reauthenticate
		login again
		environment variable * key/token
		检查/更换/设置/配置/填写/重新 * 密钥/令牌/key/token/凭证
		重新登录
		请 * 登录`},
	{"ask_admin", `
		verify your organization/account/identity/phone/email
		enable/activate * model/service/api
		contact/ask/reach/consult/notify * admin/admins/administrator/administrators/owner/organization/reseller
		request access
		apply for * access/permission
		get/gain/obtain/grant~/need/require~ * access/permission/permissions
		accept * terms/license/agreement
		agree to
		complete * verification
		申请 * 权限/访问/开通
		联系 * 管理员
		请 * 开通
		请 * 实名
		未实名`},
	{"other_model", `
		check/verify * model * name/id/spelling/code
		available/supported/valid/allowed models
		models are
		list of * models
		did you mean
		see * models
		检查 * 模型
		可用/支持 * 模型`},
	{"rephrase", `
		rephrase~
		modify/revise/change/edit/reword/adjust * prompt/wording/content/message/query
		different/another prompt
		修改/更换/调整/换 * 提示词/内容/输入/提问/表述`},
	{"later", `
		try/retry * later/soon/shortly/moment/minute/minutes/seconds
		try again
		please retry
		wait * and/then/before
		back off
		backoff
		slow down
		reduce/lower/decrease * frequency/rate/concurrency/concurrent/requests/speed
		稍后
		稍候
		再试
		重试
		降低 * 频率/并发/速度`},
	{"check_network", `
		check * connection/network/internet/proxy/firewall/vpn/dns/url/host/address
		检查 * 网络/代理/连接/地址`},
	{"check_request", `
		check/see/refer/read/review/consult/verify/fix/correct * PARAM/request/documentation/docs/reference
		检查 * 参数/请求/格式`},
}
