package verdict

// requestMeanings is what is said about the request: it can't be read, or it is too much.
var requestMeanings = []meaning{
	{"context", `
		context of * tokens
		prompt/input/message/messages has/have/contains too many tokens
		maximum supported tokens
		characters too long
		context length
		context limit
		context size
		context window
		context/prompt/conversation exceed~/overflow~
		ctx exceed~
		exceed~ * context
		exceed~ * max/maximum length
		exceed~ * maximum number of tokens
		exceed~ * maximum of
		exceed~ * token limit
		fewer inputs
		input length
		input tokens * exceed~ * maximum
		input tokens * length
		input tokens * must be
		input tokens exceed~
		inputs tokens
		length * exceed~
		length limit
		length of the messages
		length should be
		longer than * context
		longer than the max/maximum
		longer than the model
		max context
		max input characters
		max seq len
		max/maximum length of
		maximum context
		maximum input tokens
		maximum prompt length
		model s context
		must have less than
		new tokens must be
		number of tokens * cannot exceed
		number of tokens * exceed~ the model
		only supports * tokens
		only supports up to
		prompt/input/messages/text/content/conversation * too long
		prompt/input/request is too large for
		prompt/input/request/message/messages is too long
		reduce * prompt
		size limit exceeded by
		string too long
		token count * exceed~
		token count is
		token limit exceed~
		tokens * exceed~ limit
		tokens but * supports/allows/is
		tokens in request more than max tokens
		tokens is/are/and too long
		tokens must be less
		tokens too long
		too large for model
		too long and exceed~
		too long for * model
		too many input tokens
		too many tokens in
		total tokens * exceed~
		token 数 * 超
		token 超
		上下文
		太长
		文本过长
		最大长度
		超出 * 长度
		超出模型
		超长
		输入过长
		输入长度
		长度 * 超`},
	{"too_large", `
		大小 * 超
		超出 * 大小
		body * too large
		body exceed~
		content too large
		dimensions exceed~
		entity too large
		exceed~ * maximum size
		exceed~ * mb
		file size * exceed~/large/limit/max/maximum
		file/image/body/payload size * mb/kb/bytes
		image exceeds
		image/images/file/files/video/audio/pdf/document * too big/large
		images exceed~
		larger than the limit
		max/maximum allowed size
		message/request/body/payload/total size * exceed~
		more than * pages/images/files/mb
		must have length less
		oversize
		oversized
		payload * exceed~
		payload * too large
		request * too large
		request size * over/exceed~
		size exceed~
		size limit exceeded
		too many images/documents/files/pages/attachments/pdfs
		too much media
		图片 * 超过
		图片过大
		文件过大`},
	{"max_tokens", `
		max completion tokens * large/must
		max/maximum tokens * exceed~/large/must/lower
		max/maximum tokens * maximum allowed
		max/maximum tokens value
		max/maximum tokens you requested`},
	{"bad_request", `
		unsupported image
		unsupported file
		download * multimodal/media/image/file
		signature * thinking
		ai invalid prompt error
		batch size
		body invalid
		cannot be empty
		cannot be used with
		cannot both
		chat template
		complete request * max output tokens
		could not parse
		does not support
		extra inputs
		failed to deserialize
		failed to parse
		image url * fetched
		invalid argument
		invalid encrypted
		invalid json
		invalid parameter
		invalid request body
		invalid url/schema/scheme
		invalid value
		is not allowed/permitted/valid/supported
		is required
		malformed
		missing * field
		missing required
		must be greater/less/smaller than
		must be passed
		must have a corresponding
		must not be empty
		must specify
		no connection adapters
		not permitted
		not provided
		not recognized by the service
		not supported by * model
		not supported with this model
		on demand throughput
		only support stream
		operation is not recognized
		properties are not
		rejected the request/schema
		too many embedding values
		unexpected keyword
		unknown field
		unknown parameter
		unknown variant
		unrecognized request
		unsupported openapi
		unsupported parameter
		unsupported value
		valid range of
		validation failed
		不能为空
		价格未配置
		参数
		格式错误`},
	{"schema_error", `
		extra forbidden
		loc body
		type missing loc`}, // pydantic: FastAPI, vLLM, LiteLLM
	{"invalid_request_code", `
		invalid argument
		invalid request error`},
	{"bad_request_class", `
		bad request
		failed precondition
		invalid request
		unprocessable
		validation error
		validation exception`},
	{"prompt_class", `
		ai invalid prompt error`}, // the AI SDK, of a prompt that it cannot read
	{"sampling", `
		did not call a tool
		failed to call a function
		failed to generate json
		json validate failed
		tool use failed`},
}
