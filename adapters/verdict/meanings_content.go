package verdict

// contentMeanings is what is said about what was asked or answered.
var contentMeanings = []meaning{
	{"content", `
		content/input/output/prompt/response unsafe
		unsafe content/request/input/output/prompt/response
		blocked content/input/prompt
		audit * not pass~
		block reason
		blocked by moderation
		blocklist
		censor~
		content * policy
		content exists risk
		content filter~
		content moderation
		content security
		data inspection
		disallowed/forbidden content
		explicit content
		flagged
		guardrail
		harmful
		high risk
		illegal detected
		inappropriate content
		infring~
		input/output new sensitive
		inspection failed
		invalid prompt
		may contain * content
		moderated
		moderation * flag~/block~/reject~/error
		moderation error/endpoint
		not safe
		nsfw
		policy violation
		prohibited content
		prompt feedback
		prompt/response/candidate/content * blocked
		recitation
		refused to answer
		requires moderation
		responsible ai
		responsible use
		risk detection
		rule/role blocked
		safety check/policy/policies
		safety system/settings/reasons/filter
		sensitive content/words/information
		text illegal
		usage guidelines
		usage policies
		usage policy
		violates our
		violat~ * guidelines/policy/policies/safety
		不合规
		不安全
		不当内容
		安全 * 未通过/不通过
		安全策略
		审核
		换个话题
		敏感
		有害
		色情
		违反
		违法
		违禁
		违规
		风险`},
}
