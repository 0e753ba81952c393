package verdict

import "time"

// Explain is what the table alone says.
func Explain(provider string, r Reply) []Look { return NewBook(provider, provider, nil).Explain(r) }

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
