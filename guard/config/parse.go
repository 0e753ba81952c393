package config

import "go.yaml.in/yaml/v3"

// Parse reads tallystick.yaml. A file it does not accept whole is an *Error
// with the line; nothing is taken from such a file.
func Parse(b []byte) (Config, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		return Config{}, &Error{Message: err.Error()}
	}
	return Default(), nil
}
