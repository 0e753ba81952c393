package adapters

import "bytes"

// clip gathers bytes of unknown length in bounded memory: up to MaxLine whole, beyond that
// the first and the last MaxEdge bytes and nothing of the middle.
type clip struct {
	b   []byte
	cut bool // something was left out after the first MaxEdge bytes
}

func (c *clip) add(p []byte) {
	for len(p) > 0 {
		if len(c.b) == MaxLine {
			c.b = append(c.b[:MaxEdge], c.b[MaxLine-MaxEdge:]...)
			c.cut = true
		}
		n := min(len(p), MaxLine-len(c.b))
		c.b = append(c.b, p[:n]...)
		p = p[n:]
	}
}

func (c *clip) reset() { c.b, c.cut = c.b[:0], false }

// ends are members that stand behind what makes an object long (an image), with the end of
// the story in them: Gemini's, Gemini's and everybody else's.
var ends = [...][]byte{[]byte(`"finishReason"`), []byte(`"usageMetadata"`), []byte(`"usage"`)}

// read hands the bytes to see. A clip with a hole is handed on in parts: its beginning, and
// each of the members ends in its last bytes, dressed as an object of its own.
func (c *clip) read(see func(data []byte)) {
	if !c.cut {
		see(c.b)
		return
	}
	see(c.b[:MaxEdge])
	tail := c.b[max(MaxEdge, len(c.b)-MaxEdge):]
	for _, name := range ends {
		if i := bytes.LastIndex(tail, name); i >= 0 {
			see(append([]byte{'{'}, tail[i:]...))
		}
	}
}
