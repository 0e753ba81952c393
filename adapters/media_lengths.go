package adapters

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// How long a file is taken for whose header does not say it: by its bytes.
const (
	// soundRate is what a second of compressed sound takes at least: 4 KiB (32 kbit/s, speech).
	soundRate = 4 << 10
	// filmRate is what a second of film takes at least: 64 KiB (half a megabit a second).
	filmRate = 64 << 10
	// pageSize is what a page of a document takes whose pages are packed away: 8 KiB (two
	// manuals set by TeX and by DocBook: 7.1 and 8.1 KiB a page).
	pageSize = 8 << 10
	// FewPages and ManyPages bound that guess: 30 pages, with more pictures than that up to 100.
	// A page of a scan takes a megabyte, so by its size alone ten pages would be a thousand.
	FewPages, ManyPages = 30, 100
	// MaxPages is the largest number of pages that is believed: 2,000 (twice what any
	// provider takes).
	MaxPages = 2000
)

// wav reads the bytes a second out of the format chunk, which stands first nearly always.
func wav(b []byte, size int64) file {
	rate := int64(0)
	if len(b) >= 32 && string(b[12:16]) == "fmt " {
		rate = int64(binary.LittleEndian.Uint32(b[28:]))
	}
	return file{kind: sound, seconds: seconds(size, rate)}
}

// played is any other sound or film.
func played(b []byte, size int64) file {
	switch {
	case bytes.HasPrefix(b, []byte("ID3")):
		return file{kind: sound, seconds: seconds(size, soundRate)}
	case len(b) > 3 && b[0] == 0xff && b[1]&0xe0 == 0xe0:
		return file{kind: sound, seconds: seconds(size, mp3Rate(b))}
	case bytes.HasPrefix(b, []byte("OggS")), bytes.HasPrefix(b, []byte("fLaC")), len(b) > 11 && string(b[4:11]) == "ftypM4A":
		return file{kind: sound, seconds: seconds(size, soundRate)}
	case len(b) > 8 && string(b[4:8]) == "ftyp", bytes.HasPrefix(b, []byte("\x1aE\xdf\xa3")):
		return file{kind: film, seconds: seconds(size, filmRate)}
	}
	return file{}
}

// mp3Rates are the bit rates of layer III in kbit/s by their number, for MPEG 1 and 2
// (ISO 11172-3, ISO 13818-3).
var mp3Rates = [2][16]int64{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0},
}

// mp3Rate is the bytes a second of a file that begins with a frame; all frames are taken to be
// like the first.
func mp3Rate(b []byte) int64 {
	table := 0
	if b[1]&0x18 != 0x18 {
		table = 1
	}
	return mp3Rates[table][b[2]>>4] * 1000 / 8
}

// seconds is how long size bytes play, rounded up; without a rate that of speech.
func seconds(size, rate int64) int64 {
	if rate <= 0 {
		rate = soundRate
	}
	return (size + rate - 1) / rate
}

// pdfPages counts the pages of a document without reading it: its page objects
// ("/Type /Page"), or where those are packed away the number that a linearized file says in
// its first object ("/N 12"), or what its size and its pictures make likely, which are streams
// and so never packed (ISO 32000-1, 7.5.7).
func pdfPages(f content) int64 {
	const piece, keep = 48 << 10, 32
	pages, pictures, kept := int64(0), int64(0), 0
	f.each(piece, keep, func(b []byte) { // less what the piece before had whole
		pages += objects(b, "/Type", "/Page") - objects(b[:kept], "/Type", "/Page")
		pictures += objects(b, "/Subtype", "/Image") - objects(b[:kept], "/Subtype", "/Image")
		kept = min(len(b), keep)
	})
	if pages == 0 {
		pages = linearized(f.head(1 << 10))
	}
	if pages == 0 {
		pages = min((f.size()+pageSize-1)/pageSize, min(max(pictures, FewPages), ManyPages))
	}
	return min(max(pages, 1), MaxPages)
}

// objects counts "/Type/Page" and not "/Type/Pages"; white space may stand between.
func objects(b []byte, key, name string) (n int64) {
	for {
		i := bytes.Index(b, []byte(key))
		if i < 0 {
			return n
		}
		b = b[i+len(key):]
		rest := bytes.TrimLeft(b[:min(len(b), 16)], " \t\r\n")
		if len(rest) > len(name) && bytes.HasPrefix(rest, []byte(name)) && kinds[rest[len(name)]] != lower {
			n++
		}
	}
}

// linearized is the number of pages in the first object of a linearized file, or 0.
func linearized(b []byte) int64 {
	_, dict, _ := bytes.Cut(b, []byte("/Linearized"))
	_, rest, _ := bytes.Cut(dict, []byte("/N "))
	n := 0
	for n < len(rest) && n < 6 && kinds[rest[n]] == digit {
		n++
	}
	pages, _ := strconv.ParseInt(string(rest[:n]), 10, 64)
	return pages
}
