package adapters

// Find and Describe are what the tables alone know.
func Find(a Attempt) (provider string, d Dialect, ok bool) { return (*Known)(nil).Find(a) }

func Describe(a Attempt) Ask {
	ask, _ := (*Known)(nil).Describe(a)
	return ask
}

func head(pairs ...string) map[string][]string {
	h := map[string][]string{}
	for i := 0; i < len(pairs); i += 2 {
		h[pairs[i]] = []string{pairs[i+1]}
	}
	return h
}
