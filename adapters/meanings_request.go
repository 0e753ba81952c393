package adapters

// requestMeanings is what is said about the request.
var requestMeanings = []meaning{
	{"content", `
		违禁
		换个话题
		disallowed/forbidden content
		blocked by moderation
		安全 * 未通过/不通过
		may contain * content
		blocked prompt
		blocklist
		rule/role blocked
		infring~
		content security
		censor~
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
		moderation * flag~/block~/reject~/error
		requires moderation
		moderation error/endpoint
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
	{"prompt_class", `
		ai invalid prompt error`}, // the AI SDK, of a prompt that it cannot read
	{"schema_error", `
		extra forbidden
		type missing loc
		loc body`}, // pydantic: FastAPI, vLLM, LiteLLM
	{"sampling", `
		tool use failed
		failed to call a function
		did not call a tool
		json validate failed
		failed to generate json`},
	{"context", `
		token count is
		only supports up to
		token 数 * 超
		new tokens must be
		tokens must be less
		context/prompt/conversation exceed~/overflow~
		长度 * 超
		context overflow~
		ctx exceed~
		token limit exceed~
		length limit
		tokens but * supports/allows/is
		only supports * tokens
		number of tokens * cannot exceed
		input tokens * length
		input tokens * must be
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
		request size * over/exceed~
		file/image/body/payload size * mb/kb/bytes
		more than * pages/images/files/mb
		message/request/body/payload/total size * exceed~
		oversize
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
		max/maximum tokens * maximum allowed
		max/maximum tokens * exceed~/large/must/lower
		max/maximum tokens you requested
		max/maximum tokens value
		max completion tokens * large/must
		max tokens is too large`},
	{"bad_request", `
		chat template
		batch size
		价格未配置
		cannot both
		image url * fetched
		too many embedding values
		ai invalid prompt error
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
		failed precondition
		invalid request
		bad request
		validation exception
		validation error
		unprocessable`},
}
