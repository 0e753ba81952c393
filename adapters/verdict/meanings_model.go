package verdict

// modelMeanings is what is said about the model or the path that was asked for, and about calls
// that are in each other's way.
var modelMeanings = []meaning{
	{"model_missing", `
		model * end of life
		could not resolve * model
		conversation/session/thread/response not found
		no conversation/session/thread found
		action offline
		been shut down
		cannot post/get
		closed endpoint
		deployment not found
		get channel failed
		has been deprecated/retired/removed/discontinued/decommissioned
		incorrect/wrong model
		invalid action
		invalid model
		invalid url post/get
		invalid/unknown/incorrect/unsupported/bad model name
		model * decommissioned/deprecated/retired
		model * not available in/for
		model * not found
		model * not loaded
		model * not supported
		model * sunset
		model disabled
		model id * invalid
		model identifier is invalid
		model invalid
		model is invalid
		model is unloaded
		model name * invalid/incorrect/not/unknown/wrong
		model not support
		model unloaded
		models * not found
		no allowed providers
		no available channel
		no endpoints found
		no longer supported/available
		no model loaded
		no model with
		no models loaded
		no provider supports
		no such deployment
		no such model
		not a known model
		not a supported model
		not a valid model
		not exist
		not found error
		not found the model
		not found try pulling
		t exist
		unable to access model
		unknown model
		unsupported model
		不存在
		不支持的模型
		不支持该模型
		停服
		停止服务
		已下线
		已停用
		已弃用
		无可用模型
		无可用渠道
		模型 * 下线
		模型不可用
		模型未加载
		模型未找到`},
	{"model_away", `
		model * not available
		not yet available
		unavailable model`},
	{"not_found", `
		not found`},
	{"conflict", `
		already * active run
		already has an active
		being modified
		conflict
		idempotency key
		while a run`},
}
