package adapters

import "bytes"

// feed cuts a response body into events as it passes, in pieces of any size.
//
//	event: message_delta\n          name of the event, often absent
//	data: {"type": ...}\n           its data; one line nearly always
//	\n                              the end of the event; left out by some servers
//	: keep-alive\n                  a comment (DeepSeek, OpenRouter, while they queue)
//
// The first byte that means something tells what a body is, whatever was asked for: { and [
// begin JSON (values.go: a plain body, or objects one after another), a zero byte frames
// (frames.go), < a web page; anything else is a stream of events.
type feed struct {
	line  clip // the unfinished line, object or frame, or the web page
	data  clip // data of an event whose end has not come yet
	name  []byte
	shape shape
	// lines: objects follow one another (Ollama), so the end of one is not the end of the body.
	lines bool
	nest  nesting
	frame frame
}

type shape uint8

const (
	undecided shape = iota
	events
	values
	frames
	webPage
)

// write takes the next piece and calls event for each event that it completes.
func (f *feed) write(chunk []byte, event func(name, data []byte)) {
	if f.shape == undecided {
		chunk = f.decide(chunk)
	}
	switch f.shape {
	case webPage:
		f.line.add(chunk)
	case values:
		f.writeValues(chunk, event)
	case frames:
		f.writeFrames(chunk, event)
	default:
		f.writeLines(chunk, event)
	}
}

func (f *feed) writeLines(chunk []byte, event func(name, data []byte)) {
	for {
		i := bytes.IndexByte(chunk, '\n')
		if i < 0 {
			f.line.add(chunk)
			return
		}
		if len(f.line.b) == 0 { // the whole line is in this piece: no copy
			f.take(clip{b: chunk[:i]}, event)
		} else {
			f.line.add(chunk[:i])
			f.take(f.line, event)
			f.line.reset()
		}
		chunk = chunk[i+1:]
	}
}

// decide looks at the first byte that means something.
func (f *feed) decide(chunk []byte) []byte {
	chunk = bytes.TrimLeft(chunk, " \t\r\n\xef\xbb\xbf")
	if len(chunk) == 0 {
		return nil
	}
	f.shape = events
	switch chunk[0] {
	case '{', '[':
		f.shape = values
	case 0:
		f.shape = frames
	case '<':
		f.shape = webPage
	}
	return chunk
}

// take reads one line.
func (f *feed) take(line clip, event func(name, data []byte)) {
	if len(line.b) > MaxLine { // a whole line of one piece may be longer than what is kept
		whole := line.b
		line = clip{}
		line.add(whole)
	}
	b := bytes.TrimRight(line.b, "\r")
	switch field, value := field(b); {
	case len(b) == 0:
		f.flush(event)
	case field == "event":
		f.name = append(f.name[:0], value[:min(len(value), MaxName)]...)
	case field == "data", b[0] == '{':
		f.addData(clip{b: value, cut: line.cut}, event)
	}
}

// field splits "data: x"; a bare JSON line, which some relays put between events, is data.
func field(line []byte) (name string, value []byte) {
	for _, name := range [...]string{"data", "event"} {
		if len(line) > len(name) && line[len(name)] == ':' && string(line[:len(name)]) == name {
			value = line[len(name)+1:]
			if len(value) > 0 && value[0] == ' ' {
				value = value[1:]
			}
			return name, value
		}
	}
	return "", line
}

// addData hands a line of data on at once when it is an event of its own, as nearly every
// one is; an object spread over several data lines waits for the blank line.
func (f *feed) addData(d clip, event func(name, data []byte)) {
	if len(f.data.b) == 0 && (whole(d.b) || d.cut) {
		name := f.name
		d.read(func(data []byte) { event(name, data) })
		f.name = f.name[:0]
		return
	}
	f.data.add(d.b)
	f.data.add([]byte{'\n'})
}

// flush ends the event in hand.
func (f *feed) flush(event func(name, data []byte)) {
	if len(f.data.b) > 0 {
		f.data.read(func(data []byte) { event(f.name, data) })
		f.data.reset()
	}
	f.name = f.name[:0]
}

// whole tells whether data can stand alone: an object with both ends, or a word like [DONE].
func whole(data []byte) bool {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return false
	}
	return data[0] != '{' || data[len(data)-1] == '}'
}

// rest hands over what stands unfinished at the end of a body, without taking it: a last
// line without its newline, the first object so far, or a web page.
func (f *feed) rest(event func(name, data []byte)) {
	switch f.shape {
	case webPage:
		f.line.read(func(data []byte) { event(nil, data) })
	case values:
		f.restOfValues(event)
	case events:
		f.restOfLines(event)
	}
}

func (f *feed) restOfLines(event func(name, data []byte)) {
	copy := feed{name: bytes.Clone(f.name), shape: f.shape}
	copy.data.add(f.data.b)
	if _, value := field(f.line.b); whole(value) && len(f.line.b) > 0 {
		copy.take(f.line, event)
	}
	copy.flush(event)
}
