package verdict

// keyMeanings is what is said about who asks: nobody knows him.
var keyMeanings = []meaning{
	{"auth", `
		user/access/auth/api token is required
		validate credentials
		extract * from token
		key 不合法
		api key * disabled/deleted/revoked/deactivated/suspended/blocked
		api key * invalid/expired/missing/incorrect/leaked
		api key * not set/valid/found/provided
		api key format
		api key/header/token is required
		auth failure
		authentication failed/fails
		authorization failed
		bad api key
		bad key
		credential/credentials * fail~/expired/invalid/missing/not
		expired token
		failed to auth
		get service token
		hmac * cannot
		iam certification
		incomplete signature
		incorrect api key
		invalid * api key
		invalid * key
		invalid * token
		invalid authentication
		invalid grant
		invalid rapt
		invalid signature
		invalid username
		invalid/bad/wrong credentials
		key * reported as leaked
		key * revoked/deleted
		key header is required
		key is not set
		key is required
		load api key
		load credentials
		locate credentials
		log/sign in again
		login fail~
		missing api key
		no api key
		no auth
		no credentials
		no organization
		no such user
		not logged in
		please login
		provide an api key
		reauth related
		request expired
		resolve credentials
		retriev~ credentials
		security token
		session * has expired
		sign/log in with/to/first
		signature * invalid/expired
		signature * not match
		signature cannot be verified
		signed in
		sso session
		sso token
		token * invalid/expired
		token * revoked
		token exchange
		token retrieval error
		unrecognized client
		unregistered callers
		wrong api key
		api 密钥
		apikey 不
		key * 格式错误
		key 不存在
		key 不正确
		key 无效
		key 错误
		令牌 * 不可用/失效/过期/无效/禁用/错误/不存在
		密钥 * 无效/错误/失效/过期/不
		已失效
		无效 * key/密钥/令牌/token
		无效的令牌
		无效的密钥
		未登录
		校验 * 不通过/失败
		认证失败
		身份验证
		鉴权失败`},
	{"auth_word", `
		auth error
		authenticat~
		unauthenticated
		unauthorized
		鉴权`},
	{"signed_block", `
		signature * thinking`},
	{"permission_code", `
		insufficient * scope/scopes
		permission denied
		permission error
		project * does not have access
		unauthorized client`},
	{"unauthorized_operation", `
		model access denied
		no parameter permission
		no permission to use
		not authorized to perform
		unauthorized model
		unauthorized operation`},
}
