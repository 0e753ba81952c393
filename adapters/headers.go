package adapters

// RequestID is the provider's id of a request, from its headers; "" when there is none.
func RequestID(headers map[string][]string) string { return "" }

// RemainingHeaders is the compact form of the remaining-quota headers that an entry may
// keep: "name=value; name=value", sorted, at most MaxRemaining bytes; "" when there are none.
func RemainingHeaders(headers map[string][]string) string { return "" }

// Limits reads the rate and quota headers of a reply, of any provider's spelling.
func Limits(r Reply) []Limit { return nil }
