package rpc

import (
	"encoding/json"
	"reflect"
)

// UnmarshalJSON takes "a" as well as ["a", "b"].
func (v *OneOrMany) UnmarshalJSON(data []byte) error {
	var one string
	switch {
	case json.Unmarshal(data, &one) == nil:
		*v = OneOrMany{one}
	case json.Unmarshal(data, (*[]string)(v)) != nil:
		return &json.UnmarshalTypeError{Value: "something else", Type: reflect.TypeFor[OneOrMany]()}
	}
	return nil
}
