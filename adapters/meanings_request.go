package adapters

// requestMeanings is what is said about the request and about the caller.
var requestMeanings = []meaning{
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
		风险
		unsafe
		harmful
		nsfw
		explicit content
		policy violation
		violates our
		涉及敏感
		有害
		色情
		违反
		risk detection
		not safe
		safety check/policy/policies
		unsafe request
		audit not passed
		audit * not pass~
		responsible use`},
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
		太长
		maximum input tokens
		maximum input length
		longer than the model
		longer than * context
		model s context
		context of
		too many tokens in
		token count * exceed~
		number of tokens * exceed~ the model
		最大长度
		最大上下文
		超出模型
		length * exceed~
		exceed~ * maximum of
		total tokens * exceed~
		prompt/input/messages/text/content/conversation * too long
		tokens is/are/and too long
		longer than the max/maximum
		too long and exceed~
		length should be
		too large for model
		characters too long
		tokens * exceed~ limit
		超出 * 长度
		token 超`},
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
		file size * exceed~/large/limit/max/maximum
		dimensions exceed~
		image/images/file/files/video/audio/pdf/document * too big/large
		max/maximum allowed size
		size limit exceeded
		oversized
		文件过大
		图片过大
		图片 * 超过
		too much media
		too many images/documents/files/pages/attachments/pdfs
		images exceed~`},
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
		不能为空
		must specify
		not provided
		unsupported openapi
		malformed json
		only support stream
		must be greater/less/smaller than
		body invalid
		must be passed
		failed to deserialize
		must have a corresponding
		invalid encrypted
		valid range of
		unknown variant
		missing * field
		cannot be used with
		is not allowed/permitted/valid/supported
		rejected the request/schema
		no connection adapters
		invalid request body
		invalid url/schema/scheme
		not supported by * model`},
	{"invalid_request_code", `
		invalid request error
		invalid argument`},
	{"bad_request_class", `
		invalid request
		bad request
		validation exception
		validation error
		unprocessable`},
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
		api key format
		token * revoked
		token revoked
		failed to auth
		sso session
		session * has expired
		apikey 不
		key 不存在
		密钥不
		已失效
		key 错误
		key 不正确
		api 密钥
		api key * disabled/deleted/revoked/deactivated/suspended/blocked
		key * revoked/deleted
		invalid/bad/wrong credentials
		invalid grant
		auth failure
		invalid authentication
		iam certification
		get service token
		鉴权失败
		未登录
		auth error
		hmac * cannot
		signature cannot be verified
		signature * invalid/expired
		authenticat~
		sign/log in with/to/first`},
	{"unauthorized_operation", `
		unauthorized operation
		not authorized to perform
		no permission to use
		no parameter permission
		model access denied`},
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
		not available in your country/region
		access * terminated
		account * terminated
		must be verified
		organization/account/access/user * blocked
		unavailable in your country/region
		only authorized for
		only allows
		not available in * plan/subscription/tier
		公平使用
		not included in * plan/subscription/tier/package
		account status
		black list
		blacklist~
		黑名单`},
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
		无访问
		not * available for * subscription/plan/account
		not been submitted
		requires a subscription
		insufficient permissions/privileges/scope
		missing scopes
		insufficient scope
		operation denied
		service not open
		unpurchased
		not agreed
		not open
		unavailable for account
		plan not support
		plan * not support
		not accepted the terms
		has not been purchased
		only available for/to
		operation/request/action not allowed
		entitlement error
		subscription * required
		requires * plan/subscription
		authorization error
		无权限`},
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
		model name
		已下线
		已停用
		模型未找到
		不支持的模型
		不支持该模型
		模型不可用
		not a known model
		not a supported model
		no model with
		model * sunset
		closed endpoint
		action offline
		invalid action
		api has been deprecated
		model not support
		无可用模型
		model is unloaded
		model * not loaded
		no model loaded
		模型未加载
		no such deployment
		model * not available in/for
		模型 * 下线`},
	{"model_away", `
		model * not available`},
	{"not_found", `
		not found`},
	{"conflict", `
		while a run
		already * active run
		conflict`},
}
