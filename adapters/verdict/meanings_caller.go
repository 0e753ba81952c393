package verdict

// callerMeanings is what is said about what the caller may do.
var callerMeanings = []meaning{
	{"banned", `
		third party client/clients
		third party apps * not
		not allowed for * organization/account/plan/workspace/team
		禁止访问
		organization/account/access * blocked
		user is/was/been/has blocked
		access * terminated
		account * banned
		account * deactivated
		account * disabled
		account * suspended/restricted/locked/blocked
		account * terminated
		account status
		api has not been used
		attention required
		black list
		blacklist~
		blocked by cors
		blocked by firewall
		blocked by security policy
		country * not supported
		data policy
		disabled in this account
		fair usage policy
		fair use
		have been blocked
		ineligible~ tier/account/user/client
		ip * not allowed
		it is disabled
		just a moment
		location is not supported
		location not support~
		locked your account
		must be verified
		network rules
		not available for/to your/this account/plan/organization/team/user
		not available in * plan/subscription/tier
		not available in your country/region
		not comply
		not included in * plan/subscription/tier/package
		not supported in your country/region
		only allows
		only authorized for
		organization * disabled/restricted/suspended
		policy forbids/prohibits
		public access is disabled
		region * not supported
		restriction violat~
		security checkpoint
		security/location/organization/org/tax policy violat~
		service disabled
		service/referrer/address/app blocked
		suspicious activity
		traffic denied
		unapproved
		unavailable in your country/region
		unsupported countries
		unsupported region/location/country
		user * suspended
		violat~ * terms
		仅限 * 套餐
		公平使用
		套餐 * 未开放/未包含/不支持/不包含
		封禁
		禁用
		锁定
		黑名单`},
	{"denied", `
		permission * denied`},
	{"permission", `
		use case form
		requesting access
		license * required/expired/invalid/missing/not
		explicit deny
		access denied
		access is denied
		access to * model
		authorization error
		denied by
		entitlement error
		forbidden
		gated repo
		has not been purchased
		insufficient permissions/privileges/scope
		lack * license/permission/permissions
		missing scopes
		no access
		not * available for * subscription/plan/account
		not accepted the terms
		not activated
		not agreed
		not allow
		not allowed to/for/from/by
		not authorized
		not been submitted
		not eligible
		not enabled
		not entitled
		not have access
		not include access
		not open
		not purchased
		only available for/to
		operation denied
		operation/request/action not allowed
		permission
		permissions
		plan * not support
		quota id required
		requires * plan/subscription
		requires terms
		require~ * verification/approval
		restricted by/to
		subscription * required
		subscription does not
		t have access
		terms * acceptance
		unavailable for account
		unpurchased
		validation required
		verify your account
		仅对 * 开放
		仅限
		无权
		无访问
		未开通
		权限不足
		没有开通
		没有权限
		没有访问`},
}
