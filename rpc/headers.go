package rpc

import "encoding/json"

// UnmarshalJSON takes "a" as well as ["a", "b"].
func (v *OneOrMany) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]string)(v))
	}
	var one string
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*v = OneOrMany{one}
	return nil
}
