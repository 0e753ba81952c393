package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/tallystick/tallystick/guard"
)

// words are the names of the codes, as programs read them in ErrorData.
var words = map[int64]string{
	CodeParse:           "parse",
	CodeInvalidRequest:  "invalid_request",
	CodeMethodNotFound:  "method_not_found",
	CodeInvalidParams:   "invalid_params",
	CodeInternal:        "internal",
	CodeProtocolVersion: "protocol_version",
	CodeNotInitialized:  "not_initialized",
	CodeClosed:          "closed",
	CodeNotFound:        "not_found",
	CodeAlreadySettled:  "already_settled",
	CodeLedgerBusy:      "ledger_busy",
	CodeLedgerDamaged:   "ledger_damaged",
	CodeLedgerFull:      "ledger_full",
	CodeNewerFormat:     "newer_format",
	CodeReadOnly:        "read_only",
	CodeNotCreated:      "not_created",
	CodeLedger:          "ledger",
}

// guardCodes says how an error of the guard travels.
var guardCodes = map[guard.Code]int64{
	guard.CodeInvalid:        CodeInvalidParams,
	guard.CodeNotFound:       CodeNotFound,
	guard.CodeAlreadySettled: CodeAlreadySettled,
	guard.CodeLedgerBusy:     CodeLedgerBusy,
	guard.CodeLedgerDamaged:  CodeLedgerDamaged,
	guard.CodeLedgerFull:     CodeLedgerFull,
	guard.CodeNewerFormat:    CodeNewerFormat,
	guard.CodeReadOnly:       CodeReadOnly,
	guard.CodeNotCreated:     CodeNotCreated,
	guard.CodeClosed:         CodeClosed,
	guard.CodeLedger:         CodeLedger,
}

// newError is an error of this package: what is wrong, and what to do next.
func newError(code int64, message, hint string) *jsonrpc2.Error {
	e := &jsonrpc2.Error{Code: code, Message: message}
	if hint != "" {
		e.Message += "; " + hint
	}
	e.SetError(ErrorData{Code: words[code], Hint: hint})
	return e
}

func invalidParams(format string, args ...any) *jsonrpc2.Error {
	return newError(CodeInvalidParams, fmt.Sprintf(format, args...), "")
}

// toWire is the one way from an error to the wire. jsonrpc2 would send a
// wrapped error as code 0, because it asserts a type instead of using errors.As.
func toWire(err error) *jsonrpc2.Error {
	var ours *jsonrpc2.Error
	if errors.As(err, &ours) {
		return ours
	}
	var theirs *guard.Error
	if errors.As(err, &theirs) {
		code, ok := guardCodes[theirs.Code]
		if !ok {
			code = CodeInternal
		}
		return newError(code, theirs.Message, theirs.Hint)
	}
	return newError(CodeInternal, "the guard is broken: "+err.Error(), "please report this")
}

// fromDecoder turns an error of encoding/json into a sentence. It may name a
// field, never quote what was in it: that could be a prompt or a key.
func fromDecoder(err error) *jsonrpc2.Error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		got, _, _ := strings.Cut(kind.Value, " ")
		return invalidParams("%s has to be %s, not %s", orParams(kind.Field), typeName(kind), article(got))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return newError(CodeInvalidParams, "there is no parameter "+clip(name), "protocol.json lists them; a guard does not ignore what it does not understand")
	}
	return notJSON(err)
}

// notJSON is what encoding/json says of a line. It names one character and no more of it.
func notJSON(err error) *jsonrpc2.Error {
	return newError(CodeParse, fmt.Sprintf("the line is not JSON: %v", err), "one message a line, without line breaks inside")
}

func orParams(field string) string {
	if field == "" {
		return "params"
	}
	return field
}

// typeName says what was wanted, in the words of JSON.
func typeName(e *json.UnmarshalTypeError) string {
	if e.Type == reflect.TypeFor[OneOrMany]() {
		return "a string or a list of strings"
	}
	switch e.Type.Kind().String() {
	case "int64":
		if strings.HasPrefix(e.Value, "number") {
			return "a whole number that fits 63 bits"
		}
		return "a whole number"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "slice":
		return "a list"
	case "struct", "map":
		return "an object"
	}
	return "a " + e.Type.Kind().String()
}

func article(word string) string {
	switch word {
	case "number":
		return "this number"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "something":
		return "something else"
	}
	return "a " + word
}

// clip shortens what a host wrote, before it goes into a sentence.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
