package scan

import (
	"strconv"
	"strings"
)

// Fields are the headers of a reply under lower-case names, the first value of each.
type Fields map[string]string

// Headers makes fields of headers in any case.
func Headers(headers map[string][]string) Fields {
	low := make(Fields, len(headers))
	for name, values := range headers {
		if len(values) > 0 {
			low[strings.ToLower(name)] = strings.TrimSpace(values[0])
		}
	}
	return low
}

// WholeNumber reads the integer at the start of a header ("100", "100;w=60"), -1 for none.
func WholeNumber(s string) int64 {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
