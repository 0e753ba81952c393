package ledger

import "time"

// appendStamp writes t as 2026-11-29T22:01:02.123456Z: always UTC, always six
// digits, so that every stamp has the same length and sorts as text.
func appendStamp(dst []byte, t time.Time) []byte {
	t = storable(t)
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	dst = appendDigits(dst, year, 4)
	dst = appendDigits(append(dst, '-'), int(month), 2)
	dst = appendDigits(append(dst, '-'), day, 2)
	dst = appendDigits(append(dst, 'T'), hour, 2)
	dst = appendDigits(append(dst, ':'), minute, 2)
	dst = appendDigits(append(dst, ':'), second, 2)
	dst = appendDigits(append(dst, '.'), t.Nanosecond()/1000, 6)
	return append(dst, 'Z')
}

// storable is t as an entry can carry it: UTC, whole microseconds, a year of
// four digits (a clock beyond them is broken; the order of entries never
// depends on it).
func storable(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Microsecond)
	switch {
	case t.Year() < 1:
		return time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	case t.Year() > 9999:
		return time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)
	}
	return t
}

func appendDigits(dst []byte, n, width int) []byte {
	for div := pow10(width - 1); div > 0; div /= 10 {
		dst = append(dst, byte('0'+n/div%10))
	}
	return dst
}

func pow10(n int) int {
	p := 1
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

// parser reads the fixed part of a line; after the first failure it stays
// where it is.
type parser struct {
	b      []byte
	i      int
	failed string // what was expected
}

func (p *parser) has(word string) bool {
	if p.failed != "" || len(p.b)-p.i < len(word) || string(p.b[p.i:p.i+len(word)]) != word {
		return false
	}
	p.i += len(word)
	return true
}

func (p *parser) word(word string) {
	if p.failed == "" && !p.has(word) {
		p.failed = word
	}
}

// uint reads a number without sign or leading zero.
func (p *parser) uint() uint64 {
	start, n := p.i, uint64(0)
	for p.failed == "" && p.i < len(p.b) && isDigit(p.b[p.i]) && p.i-start < 20 {
		d := uint64(p.b[p.i] - '0')
		if n > (1<<64-1-d)/10 {
			break
		}
		n = n*10 + d
		p.i++
	}
	if p.failed == "" && (p.i == start || p.b[start] == '0') {
		p.failed = "number"
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// kind reads a word of kindByte characters.
func (p *parser) kind() string {
	start := p.i
	for p.failed == "" && p.i < len(p.b) && kindByte(p.b[p.i]) {
		p.i++
	}
	if n := p.i - start; p.failed == "" && (n == 0 || n > MaxKind) {
		p.failed = "kind"
	}
	return Intern(p.b[start:p.i])
}

func kindByte(c byte) bool {
	return c >= 'a' && c <= 'z' || isDigit(c) || c == '_' || c == '-' || c == '.'
}

// stamp reads what appendStamp wrote.
func (p *parser) stamp() time.Time {
	if p.failed != "" || len(p.b)-p.i < stampLen {
		p.word("a time")
		return time.Time{}
	}
	s := p.b[p.i : p.i+stampLen]
	num := func(at, width int) int {
		n := 0
		for _, c := range s[at : at+width] {
			if !isDigit(c) {
				p.failed = "digit in its time"
				return 0
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	year, month, day := num(0, 4), num(5, 2), num(8, 2)
	hour, minute, second, micro := num(11, 2), num(14, 2), num(17, 2), num(20, 6)
	marks := s[4] == '-' && s[7] == '-' && s[10] == 'T' && s[13] == ':' && s[16] == ':' && s[19] == '.' && s[26] == 'Z'
	t := time.Date(year, time.Month(month), day, hour, minute, second, micro*1000, time.UTC)
	// time.Date mends the 31st of June; a stamp that needs mending is not one of ours.
	if p.failed == "" && (!marks || year < 1 || t.Month() != time.Month(month) || t.Day() != day || hour > 23 || minute > 59 || second > 59) {
		p.failed = "possible time"
	}
	p.i += stampLen
	return t
}
