package adapters

// callerMeanings is what is said about the caller, and about the model that was asked for.
var callerMeanings = []meaning{
	{"auth", `
		bad key
		authentication failed/fails
		reauth related
		invalid rapt
		token exchange
		signed in
		校验 * 不通过/失败
		key header is required
		api key/header/token is required
		无效 * key/密钥/令牌/token
		bad api key
		key * 格式错误
		令牌 * 不可用/失效/过期/无效/禁用/错误/不存在
		密钥 * 无效/错误/失效/过期/不
		token retrieval error
		sso token
		load api key
		request expired
		incomplete signature
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
		invalid * token
		token * invalid/expired
		expired token
		security token
		unrecognized client
		no auth
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
		认证失败
		身份验证
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
		hmac * cannot
		signature cannot be verified
		signature * invalid/expired
		sign/log in with/to/first`},
	{"auth_word", `
		authentication
		unauthorized
		unauthenticated
		authenticat~
		auth error
		not authenticated
		鉴权`},
	{"signed_block", `
		signature * thinking`},
	{"permission_code", `
		unauthorized client
		project * does not have access
		permission error
		permission denied`},
	{"unauthorized_operation", `
		unauthorized model
		unauthorized operation
		not authorized to perform
		no permission to use
		no parameter permission
		model access denied`},
	{"banned", `
		not available for/to your/this account/plan/organization/team/user
		locked your account
		user * suspended
		unapproved
		blocked by security policy
		仅限 * 套餐
		location not support~
		suspicious activity
		套餐 * 未开放/未包含/不支持/不包含
		unsupported region/location/country
		attention required
		policy forbids/prohibits
		blocked by firewall
		ineligible~ tier/account/user/client
		service/referrer/address/app blocked
		security/location/organization/org/tax policy violat~
		restriction violat~
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
		黑名单
		blocked by cors`},
	{"denied", `
		permission * denied
		permission denied`},
	{"permission", `
		没有开通
		未开通
		仅对 * 开放
		仅限
		denied by
		not allow
		restricted by/to
		require~ * verification/approval
		gated repo
		quota id required
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
		invalid/unknown/incorrect/unsupported/bad model name
		model name * invalid/incorrect/not/unknown/wrong
		model disabled
		已弃用
		no provider supports
		cannot post/get
		end of life
		停止服务
		停服
		incorrect/wrong model
		invalid url post/get
		get channel failed
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
		not yet available
		unavailable model
		model * not available`},
	{"not_found", `
		not found`},
	{"conflict", `
		already has an active
		being modified
		idempotency key
		while a run
		already * active run
		conflict`},
}
