package verdict

// remedyMeanings are what a reply advises. Complaints are worded by everybody in his own way,
// advice is not: who is to pay more has used something up, who is to shorten has sent too much.
var remedyMeanings = []meaning{
	{"pay_more", `
		PAY * MONEY/more
		PAY * PLAN
		add * card
		add/update/attach * payment
		billing page/settings/details/section/dashboard/information/portal
		check/visit/see/manage/view/review/update * billing
		contact sales
		enable/activate/configure/setup * billing/overage/overages/payment
		extra usage
		increase/raise/adjust/extend/change * LIMIT
		paid plan/plans/tier/account/users/version/subscription
		purchase more/additional/extra/now
		request * increase
		top up
		topup
		upgrade to * pro/plus/max/paid/premium/team/business/enterprise/unlimited/higher/ultra
		upgrade your/now/account/here/required
		充值
		升级 * 套餐/会员/版/账户/计划
		增加 * 额度/配额/限额
		开通 * 付费/会员/套餐
		提升 * 额度/配额/限额
		提额
		续订
		续费
		购买`},
	{"shorten", `
		clear * history/context/conversation
		larger/longer/bigger context
		reduce/shorten/truncate/trim/shrink/decrease/split/cut * PROMPT/length/tokens/size/history
		shorter PROMPT
		smaller PROMPT
		start/begin/open/create * new chat/conversation/session/thread
		use fewer/less
		减少 * 输入/内容/上下文/长度/消息/字
		压缩 * 上下文/内容/对话
		新建/开启/开始 * 对话/会话
		精简
		缩短`},
	{"fix_key", `
		check/verify/provide/set/update/regenerate/rotate/replace/reset/enter/supply/configure/renew/refresh/obtain/create/use * KEY
		environment variable * key/token
		log/sign in
		login again
		re authenticate
		reauthenticate
		valid/correct/new KEY
		检查/更换/设置/配置/填写/重新 * 密钥/令牌/key/token/凭证
		请 * 登录
		重新登录`},
	{"ask_admin", `
		accept * terms/license/agreement
		agree to
		apply for * access/permission
		complete * verification
		contact/ask/reach/consult/notify * admin/admins/administrator/administrators/owner/organization/reseller
		enable/activate * model/service/api
		get/gain/obtain/grant~/need/require~ * access/permission/permissions
		request access
		verify your organization/account/identity/phone/email
		未实名
		申请 * 权限/访问/开通
		联系 * 管理员
		请 * 实名
		请 * 开通`},
	{"other_model", `
		available/supported/valid/allowed models
		check/verify * model * name/id/spelling/code
		did you mean
		list of * models
		models are
		see * models
		可用/支持 * 模型
		检查 * 模型`},
	{"rephrase", `
		different/another prompt
		modify/revise/change/edit/reword/adjust * prompt/wording/content/message/query
		rephrase~
		修改/更换/调整/换 * 提示词/内容/输入/提问/表述`},
	{"later", `
		back off
		backoff
		please retry
		reduce/lower/decrease * frequency/rate/concurrency/concurrent/requests/speed
		slow down
		try again
		try/retry * later/soon/shortly/moment/minute/minutes/seconds
		wait * and/then/before
		再试
		稍候
		稍后
		重试
		降低 * 频率/并发/速度`},
	{"check_network", `
		check * connection/network/internet/proxy/firewall/vpn/dns/url/host/address
		检查 * 网络/代理/连接/地址`},
	{"check_request", `
		check/see/refer/read/review/consult/verify/fix/correct * PARAM/request/documentation/docs/reference
		检查 * 参数/请求/格式`},
}
