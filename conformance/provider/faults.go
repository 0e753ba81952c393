package provider

import (
	"net/http"
	"strconv"
)

// faultOf is the error a step stands for, with the headers that go with it.
// The words follow what these providers document or were recorded to say.
func faultOf(st step) (fault, http.Header) {
	h := http.Header{}
	switch st.name {
	case "429":
		seconds, _ := st.seconds() // checked when the script was read
		h.Set("retry-after", strconv.Itoa(seconds))
		h.Set("x-rpm-limit", "60")
		h.Set("x-rpm-remaining", "0")
		return fault{429, "rate_limit_error", "rate_limit_exceeded", "Rate limit reached: 60 requests per minute. Please slow down."}, h
	case "429-plan":
		// What the first story met: no retry-after, minute headers that look healthy.
		h.Set("x-rpm-limit", "60")
		h.Set("x-rpm-remaining", "58")
		return fault{429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details. The free plan's tokens for this month are used up."}, h
	case "429-bare":
		return fault{429, "rate_limit_error", "429", "Too many requests."}, h
	}
	status, _ := strconv.Atoi(st.name) // checked when the script was read
	return plainFault(status), h
}

func plainFault(status int) fault {
	switch status {
	case 401:
		return fault{status, "authentication_error", "invalid_api_key", "The API key is not valid."}
	case 403:
		return fault{status, "permission_error", "permission_denied", "This key may not use this model."}
	case 404:
		return fault{status, "not_found_error", "model_not_found", "There is no such model."}
	case 500:
		return fault{status, "api_error", "server_error", "The server had an error while processing your request."}
	case 503:
		return fault{status, "overloaded_error", "service_unavailable", "The service is temporarily unavailable."}
	case 529:
		return fault{status, "overloaded_error", "overloaded", "Overloaded"}
	}
	if status < 500 {
		return fault{status, "invalid_request_error", "invalid_request", http.StatusText(status)}
	}
	return fault{status, "api_error", "server_error", http.StatusText(status)}
}
