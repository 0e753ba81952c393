package adapters

import (
	"bytes"
	"encoding/binary"
)

// inspect tells by the first bytes what a file is, and reads its size out of its header.
func inspect(f content) file {
	b := f.head(64)
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) && len(b) >= 24:
		return sized(binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:]))
	case bytes.HasPrefix(b, []byte("GIF8")) && len(b) >= 10:
		return sized(little16(b[6:]), little16(b[8:]))
	case riff(b, "WEBP"):
		return webp(b)
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return jpeg(f)
	case bytes.HasPrefix(b, []byte("%PDF-")):
		return file{kind: document, pages: pdfPages(f)}
	case riff(b, "WAVE"):
		return wav(b, f.size())
	}
	return played(b, f.size())
}

// MaxSide is the longest side of a picture that is believed: 131,072 pixels, twice what a JPEG
// can say.
const MaxSide = 1 << 17

// sized is a picture. A size of nothing is no size.
func sized(width, height uint32) file {
	if width == 0 || height == 0 {
		return file{}
	}
	return file{kind: picture, width: min(int64(width), MaxSide), height: min(int64(height), MaxSide)}
}

func little16(b []byte) uint32 { return uint32(binary.LittleEndian.Uint16(b)) }

// riff tells a RIFF file of a form: "RIFF", its length, and the form.
func riff(b []byte, form string) bool {
	return len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == form
}

// webp reads the three kinds of the format: lossy, lossless, and extended.
// developers.google.com/speed/webp/docs/riff_container
func webp(b []byte) file {
	if len(b) < 30 {
		return file{}
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return sized(little16(b[26:])&0x3fff, little16(b[28:])&0x3fff)
	case "VP8L":
		bits := binary.LittleEndian.Uint32(b[21:])
		return sized(bits&0x3fff+1, bits>>14&0x3fff+1)
	case "VP8X":
		return sized(little24(b[24:])+1, little24(b[27:])+1)
	}
	return file{}
}

func little24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

// jpeg looks for the frame header, first near the beginning, then behind as much metadata as
// MaxHead bytes can hold.
func jpeg(f content) file {
	for _, n := range [...]int{4 << 10, MaxHead} {
		if found := frameOf(f.head(n)); found.kind == picture {
			return found
		}
	}
	return file{}
}

// frameOf walks the segments of a JPEG: a marker (0xff and what it is), a length, its bytes.
// The frame headers are C0 to CF without C4, C8 and CC (ITU-T T.81, table B.1).
func frameOf(b []byte) file {
	for i := 2; i+9 <= len(b) && b[i] == 0xff; {
		marker := b[i+1]
		switch {
		case marker == 0xff: // a fill byte
			i++
			continue
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			return sized(uint32(binary.BigEndian.Uint16(b[i+7:])), uint32(binary.BigEndian.Uint16(b[i+5:])))
		}
		i += 2 + max(int(binary.BigEndian.Uint16(b[i+2:])), 2)
	}
	return file{}
}
