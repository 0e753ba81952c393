package adapters

// A body of JSON objects, cut at their ends as they pass:
//
//	{...}                  a plain body, also over several lines
//	{...}\n{...}\n         an object a line (Ollama, Cohere v1)
//	[{...}\n,\r\n{...}]    an array that grows (Gemini without alt=sse)

// nesting is where in the JSON the bytes read so far end.
type nesting struct {
	arrays   int64 // open brackets around the objects
	depth    int64 // open brackets and braces of the object in hand, 0 between objects
	inString bool
	escaped  bool
	seen     bool // an object was complete
}

func (f *feed) writeValues(chunk []byte, event func(name, data []byte)) {
	for len(chunk) > 0 {
		if f.nest.depth == 0 {
			chunk = f.between(chunk)
			continue
		}
		n := f.nest.walk(chunk)
		f.line.add(chunk[:n])
		chunk = chunk[n:]
		if f.nest.depth == 0 {
			f.line.read(func(data []byte) { event(nil, data) })
			f.line.reset()
			f.nest.seen = true
		}
	}
}

// between steps over what stands between objects, and into the next one.
func (f *feed) between(chunk []byte) []byte {
	for i, b := range chunk {
		switch b {
		case '[':
			f.nest.arrays++
		case ']':
			f.nest.arrays--
		case '{':
			f.nest.depth = 1
			f.line.add(chunk[i : i+1])
			return chunk[i+1:]
		}
	}
	return nil
}

// walk reads on to the end of the object and says how many bytes that took.
func (n *nesting) walk(chunk []byte) int {
	for i, b := range chunk {
		switch {
		case n.escaped:
			n.escaped = false
		case n.inString && b == '\\':
			n.escaped = true
		case b == '"':
			n.inString = !n.inString
		case n.inString:
		case b == '{', b == '[':
			n.depth++
		case b == '}', b == ']':
			n.depth--
		}
		if n.depth == 0 {
			return i + 1
		}
	}
	return len(chunk)
}

// restOfValues hands over the first object as far as it came: a plain body that was cut
// gives the facts before the cut. Half an object after whole ones says nothing yet.
func (f *feed) restOfValues(event func(name, data []byte)) {
	if f.nest.depth > 0 && !f.nest.seen && !f.lines {
		f.line.read(func(data []byte) { event(nil, data) })
	}
}

// wholeBody tells whether a plain body is there to its last bracket: it has no other end marker.
func (f *feed) wholeBody() bool {
	return f.shape == values && !f.lines && f.nest.seen && f.nest.depth == 0 && f.nest.arrays <= 0
}
