package rpc

import (
	"encoding/base64"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// checker looks at parameters and keeps the first thing that is wrong, as a
// sentence with the name of the parameter and never its content.
type checker struct{ bad *jsonrpc2.Error }

func (c *checker) fail(format string, args ...any) {
	if c.bad == nil {
		c.bad = invalidParams(format, args...)
	}
}

func (c *checker) length(field, value string, most int) {
	if len(value) > most {
		c.fail("%s has %d bytes; at most %d are taken", field, len(value), most)
	}
}

func (c *checker) needed(field, value string) {
	if value == "" {
		c.fail("%s is missing", field)
	}
}

func (c *checker) atLeast(field string, value, least int64) {
	if value < least {
		c.fail("%s is %d; it has to be at least %d", field, value, least)
	}
}

// wait is a duration that cannot be negative.
func (c *checker) wait(field string, ms int64) time.Duration {
	c.atLeast(field, ms, 0)
	return c.span(field, ms)
}

// left is the time left until a deadline: 0 is none, and one that has passed
// is the shortest time there is, so that it can never be taken for none.
func (c *checker) left(field string, ms int64) time.Duration {
	if ms < 0 {
		return time.Nanosecond
	}
	return c.span(field, ms)
}

func (c *checker) span(field string, ms int64) time.Duration {
	if ms > MaxWaitMS {
		c.fail("%s is %d; at most %d (ten years) are taken", field, ms, int64(MaxWaitMS))
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}

// bytes is a text, or its base64 form when it is no valid UTF-8.
func (c *checker) bytes(field, text, b64 string) []byte {
	switch {
	case b64 == "":
		return []byte(text)
	case text != "":
		c.fail("%s and %s_b64 are both given; give one", field, field)
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(b64)
	if err != nil {
		c.fail("%s_b64 is not base64 (RFC 4648, with padding)", field)
	}
	return data
}

// fingerprint refuses anything that could be a key itself, without repeating it.
func (c *checker) fingerprint(field, key string) {
	hex, ok := strings.CutPrefix(key, "fp:")
	if key != "" && (!ok || len(hex) != 12 || strings.Trim(hex, "0123456789abcdef") != "") {
		c.fail("%s has to be a fingerprint, fp: and the first 12 hex digits of the key's SHA-256; the key itself must never cross the pipe", field)
	}
}

func (c *checker) oneOf(field, value string, words ...string) {
	for _, w := range words {
		if value == w {
			return
		}
	}
	if value != "" {
		c.fail("%s has to be one of %s", field, strings.Join(words, ", "))
	}
}
