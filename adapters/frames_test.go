package adapters

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// framed writes event-stream frames from lines "type payload". A type that begins with ! is an
// exception; the payload of a chunk is put into {"bytes": base64} as Bedrock does.
func framed(lines []byte) (stream []byte) {
	for _, line := range bytes.Split(bytes.TrimSpace(lines), []byte("\n")) {
		kind, payload, _ := bytes.Cut(line, []byte(" "))
		headers := [][2]string{{":event-type", string(kind)}, {":content-type", "application/json"}, {":message-type", "event"}}
		if kind[0] == failure {
			headers = [][2]string{{":exception-type", string(kind[1:])}, {":message-type", "exception"}}
		}
		if string(kind) == "chunk" {
			payload = fmt.Appendf(nil, `{"bytes":"%s","p":"abcdef"}`, base64.StdEncoding.EncodeToString(payload))
		}
		stream = append(stream, oneFrame(headers, payload)...)
	}
	return stream
}

func oneFrame(headers [][2]string, payload []byte) []byte {
	var h []byte
	for _, x := range headers {
		h = append(append(h, byte(len(x[0]))), x[0]...)
		h = append(binary.BigEndian.AppendUint16(append(h, 7), uint16(len(x[1]))), x[1]...)
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(preludeSize+len(h)+len(payload)+crcSize))
	b = binary.BigEndian.AppendUint32(b, uint32(len(h)))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	b = append(append(b, h...), payload...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func eventsOf(stream []byte) (seen []string) {
	var f feed
	f.write(stream, func(name, data []byte) { seen = append(seen, string(name)+" "+string(data)) })
	return seen
}

// The empty message of the format's published test vectors (awslabs/aws-c-event-stream,
// tests/resources), and values of every type before the one that counts.
func TestFramesOfOthers(t *testing.T) {
	empty := []byte{0, 0, 0, 0x10, 0, 0, 0, 0, 0x05, 0xc2, 0x48, 0xeb, 0x7d, 0x98, 0xc8, 0xff}
	if got := eventsOf(append(empty, empty...)); len(got) != 2 || got[0] != " " {
		t.Errorf("two empty messages: %q", got)
	}
	var got []string
	headers := []byte("\x01a\x00\x01b\x01\x01c\x02x\x01d\x03xx\x01e\x04xxxx\x01f\x05xxxxxxxx\x01g\x06\x00\x02xx\x01h\x08xxxxxxxx\x01i\x09xxxxxxxxxxxxxxxx\x01j\x07\x00\x03end")
	eachHeader(headers, func(name string, value []byte) { got = append(got, name+"="+string(value)) })
	if want := "[a= b= c=x d=xx e=xxxx f=xxxxxxxx g=xx h=xxxxxxxx i=xxxxxxxxxxxxxxxx j=end]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A byte that was changed anywhere is found, and nothing after it is believed: the stream has
// no end then.
func TestFramesDamaged(t *testing.T) {
	good := framed([]byte(`messageStop {"stopReason":"end_turn"}`))
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		s := converse.NewStream()
		s.Write(append(bad, good...))
		if i > 0 && s.Progress().Ended { // the first byte also tells that these are frames
			t.Errorf("byte %d changed: the end is believed", i)
		}
	}
}

// A frame longer than what is kept is stepped over, one longer than a frame can be is damage.
func TestFramesTooLong(t *testing.T) {
	good := framed([]byte(`messageStop {"stopReason":"end_turn"}`))
	long := oneFrame([][2]string{{":event-type", "x"}}, make([]byte, 3*MaxLine))
	if got := eventsOf(append(long, good...)); len(got) != 1 {
		t.Errorf("%d events, want the one after the long frame", len(got))
	}
	b := binary.BigEndian.AppendUint32(nil, MaxFrame+1)
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	if got := eventsOf(append(b, good...)); len(got) != 0 {
		t.Errorf("a frame of more than MaxFrame: %q", got)
	}
}

// An exception keeps its name, which is what the rules read.
func TestFramesException(t *testing.T) {
	for _, d := range []Dialect{converse, invoke} {
		s := d.NewStream()
		s.Write(framed([]byte(`!throttlingException {"message":"Too many tokens, please wait before trying again."}`)))
		p := s.Progress()
		if p.Error == nil || p.Error.ErrType != "throttlingException" || p.Ended {
			t.Fatalf("%s: %+v", d.Name(), p)
		}
		if v := verdict.Classify("bedrock", *p.Error); v.Class != RateLimited {
			t.Errorf("%s: %+v", d.Name(), v)
		}
	}
}

// Whole replies of invoke say what they cost in headers (docs.aws.amazon.com/bedrock, InvokeModel).
func TestInvokeCountsInHeaders(t *testing.T) {
	u := invoke.Used(Reply{Status: 200, Body: []byte(`{"outputs":[{"text":"abc","stop_reason":"stop"}]}`),
		Headers: head("X-Amzn-Bedrock-Input-Token-Count", "12", "X-Amzn-Bedrock-Output-Token-Count", "3")})
	if want := (Tokens{Input: 12, Output: 3}); !u.Known || u.Tokens != want || u.Failed {
		t.Errorf("%+v", u)
	}
}
