package adapters

import (
	"encoding/binary"
	"hash/crc32"
)

// A body of event-stream frames, as AWS sends them (content type
// application/vnd.amazon.eventstream; smithy.io/2.0/aws/amazon-eventstream.html):
//
//	total length | headers length | CRC of these 8 bytes     the prelude, 4 bytes each
//	headers                                                   name and value, one after another
//	payload                                                   JSON
//	CRC of all before                                         4 bytes
//
// A frame that does not check out ends the reading: nothing after it can be trusted, and the
// stream then lacks its end.
const (
	preludeSize = 12
	crcSize     = 4
	// MaxFrame is the longest frame that a sender may make: 24 MiB (16 MiB in the format's
	// first version). Longer ones are damage.
	MaxFrame = 24 << 20
)

// failure marks the name of an event that is an exception, so that folds can tell.
const failure = '!'

// frame is how far the frame in hand has come. Its bytes are in feed.line.
type frame struct {
	total, have int
	broken      bool
}

func (f *feed) writeFrames(chunk []byte, event func(name, data []byte)) {
	for len(chunk) > 0 && !f.frame.broken {
		want := preludeSize
		if f.frame.total > 0 {
			want = f.frame.total
		}
		n := min(len(chunk), want-f.frame.have)
		f.line.add(chunk[:n])
		f.frame.have += n
		chunk = chunk[n:]
		if f.frame.have < want {
			return
		}
		if f.frame.total == 0 {
			f.prelude()
			continue
		}
		f.endFrame(event)
	}
}

// prelude reads the length of the frame that begins.
func (f *feed) prelude() {
	b := f.line.b
	total, headers := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
	f.frame.total = int(min(total, MaxFrame))
	f.frame.broken = total > MaxFrame || total < preludeSize+crcSize || headers > total-preludeSize-crcSize ||
		crc32.ChecksumIEEE(b[:8]) != binary.BigEndian.Uint32(b[8:])
}

// endFrame checks a whole frame and hands it on. One longer than MaxLine, which no event of a
// conversation is, is stepped over.
func (f *feed) endFrame(event func(name, data []byte)) {
	if !f.line.cut {
		b := f.line.b
		end := len(b) - crcSize
		if crc32.ChecksumIEEE(b[:end]) != binary.BigEndian.Uint32(b[end:]) {
			f.frame.broken = true
			return
		}
		payload := preludeSize + int(binary.BigEndian.Uint32(b[4:]))
		f.handOn(b[preludeSize:payload], b[payload:end], event)
	}
	f.line.reset()
	f.frame = frame{}
}

// handOn names an event by its headers: by its type, and an exception by its own with a mark.
func (f *feed) handOn(headers, payload []byte, event func(name, data []byte)) {
	var name, kind, wrong, message []byte
	eachHeader(headers, func(key string, value []byte) {
		value = value[:min(len(value), MaxName)]
		switch key {
		case ":message-type":
			kind = value
		case ":event-type":
			name = value
		case ":exception-type", ":error-code":
			wrong = value
		case ":error-message":
			message = value
		}
	})
	if string(kind) == "exception" || string(kind) == "error" {
		name = append([]byte{failure}, wrong...)
	}
	if len(payload) == 0 {
		payload = message
	}
	event(name, payload)
}

// valueSizes are the lengths of header values by their type; strings and bytes say theirs.
var valueSizes = [...]int{0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}

// eachHeader reads the headers of a frame: length and name, type, value.
func eachHeader(b []byte, see func(name string, value []byte)) {
	for len(b) > 1 {
		n := int(b[0])
		if len(b) < n+2 {
			return
		}
		name, kind := string(b[1:1+n]), int(b[1+n])
		b = b[2+n:]
		if kind >= len(valueSizes) {
			return
		}
		size := valueSizes[kind]
		if kind == 6 || kind == 7 {
			if len(b) < 2 {
				return
			}
			size = int(binary.BigEndian.Uint16(b))
			b = b[2:]
		}
		if len(b) < size {
			return
		}
		see(name, b[:size])
		b = b[size:]
	}
}
