package verdict

// groups are words that mean the same where limits, keys and requests are spoken of. A way
// names a group in capitals: EXCEED * LIMIT is some hundred sentences. Several words that mean
// the same ("not enough") are ways of their own.
var groups = map[string]string{
	// What is done to a limit, and what a limit is called.
	"EXCEED": "exceed~/reach~/exhaust~/surpass~/hit/hits/used/consumed/depleted/spent/over/above/beyond/crossed/overrun/maxed/full/max",
	"LIMIT":  "limit/limits/quota/quotas/cap/caps/allowance/allowances/allocation/allotment/threshold/usage/ceiling/budget",
	"LACK":   "insufficient/no/low/empty/zero/negative/lack~/inadequate/missing/without/0/not",
	"MONEY":  "credit/credits/balance/balances/fund/funds/money/prepaid/wallet/points/deposit/coins/gems/tickets/billing/payment",
	"PAY":    "pay/add/buy/purchase/upgrade/recharge/subscribe/renew/refill/deposit/fund",
	"PLAN":   "plan/plans/subscription/subscriptions/tier/tiers/package/packages/membership/license/edition",

	// Who is asked.
	"KEY":   "key/keys/apikey/token/credential/credentials/secret/authorization/bearer/jwt/signature/login/password/session/cookie",
	"MODEL": "model/models/deployment/deployments/engine/modelid/endpoint/endpoints",

	// What is wrong with it.
	"INVALID": "invalid/incorrect/wrong/malformed/illegal/unrecognized/unrecognised/unacceptable/mismatch/mismatched/inactive/corrupt~",
	"GONE":    "missing/unknown/nonexistent/removed/deleted/retired/deprecated/decommissioned/discontinued/sunset/offline",
	"WHO":     "access/account/accounts/user/users/organization/project/workspace/team/ip/ips/region/country/territory/feature/permission/operation/you/client",
	"DENY":    "denied/forbidden/prohibited/restricted/disallowed/refused/blocked/banned/suspended/disabled/unauthorized/rejected/revoked/terminated/deactivated/locked",
	"LONG":    "long/longer/lengthy/large/larger/big/bigger/oversized",
	"PROMPT":  "prompt/prompts/input/inputs/context/message/messages/conversation/history/text/content/query/document/chat/thread/transcript",
	"FILE":    "file/files/image/images/attachment/attachments/audio/video/pdf/upload/payload/body/picture/photo/document/media",
	"BUSY":    "busy/overload~/saturated/congested/swamped/overwhelmed/capacity/load/traffic/demand",
	"SERVER":  "server/servers/service/upstream/backend/provider/cluster/gpu/gpus/system",
	"CLOSED":  "closed/reset/aborted/terminated/disconnected/dropped/interrupted/broken/lost/hung",
	"FAILED":  "failed/fail/fails/failure/error/errors/errored/crashed/crash/exception/unexpected/unhandled/wrong",
	"PARAM":   "parameter/parameters/param/params/argument/arguments/field/fields/value/property/schema/format/json/type/role/option/header/body/syntax/syntaxerror",
}
