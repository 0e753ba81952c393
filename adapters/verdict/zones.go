package verdict

import (
	"strings"
	"sync"
	"time"
)

// zones are the time zones that clients write behind a clock ("resets 12:50pm
// (Europe/Paris)"), with their offset from UTC and the rule of their summer time, as the
// IANA database has it in 2026. A table, because a pure package reads no zone files; a test
// holds it against Go's copy of that database. A zone that is not here is a zone not said.
var zones = []struct {
	offset string // hours and minutes, as time.ParseDuration reads them
	summer *summer
	names  string
}{
	{"0h", europe, "europe/london europe/dublin europe/lisbon"},
	{"1h", europe, "europe/berlin europe/paris europe/madrid europe/rome europe/amsterdam europe/brussels europe/vienna europe/zurich europe/stockholm europe/oslo europe/copenhagen europe/warsaw europe/prague europe/budapest europe/belgrade europe/zagreb europe/ljubljana europe/bratislava europe/luxembourg"},
	{"2h", europe, "europe/helsinki europe/athens europe/bucharest europe/sofia europe/kiev europe/kyiv europe/riga europe/vilnius europe/tallinn"},
	{"3h", nil, "europe/moscow europe/istanbul europe/minsk asia/riyadh asia/baghdad asia/qatar africa/nairobi"},
	{"-4h", america, "america/halifax"},
	{"-5h", america, "america/new_york america/toronto america/detroit et"},
	{"-6h", america, "america/chicago america/winnipeg"},
	{"-7h", america, "america/denver america/boise"},
	{"-8h", america, "america/los_angeles america/tijuana pt"},
	{"-9h", america, "america/anchorage"},
	{"-3h", nil, "america/sao_paulo america/argentina/buenos_aires america/buenos_aires america/montevideo"},
	{"-4h", nil, "america/caracas america/la_paz america/puerto_rico edt"},
	{"-5h", nil, "america/bogota america/lima america/panama america/guayaquil america/jamaica est"},
	{"-6h", nil, "america/mexico_city america/costa_rica america/guatemala america/el_salvador"},
	{"-7h", nil, "america/phoenix pdt"},
	{"-8h", nil, "pst"},
	{"-10h", nil, "pacific/honolulu"},
	{"1h", nil, "africa/lagos africa/algiers africa/tunis cet"},
	{"2h", nil, "africa/johannesburg africa/harare cest"},
	{"4h", nil, "asia/dubai asia/tbilisi asia/yerevan asia/baku"},
	{"5h", nil, "asia/karachi asia/tashkent asia/almaty"},
	{"5h30m", nil, "asia/kolkata asia/calcutta asia/colombo"},
	{"5h45m", nil, "asia/kathmandu"},
	{"6h", nil, "asia/dhaka"},
	{"7h", nil, "asia/bangkok asia/jakarta asia/ho_chi_minh asia/saigon"},
	{"8h", nil, "asia/shanghai asia/hong_kong asia/taipei asia/singapore asia/kuala_lumpur asia/manila asia/macau australia/perth"},
	{"9h", nil, "asia/tokyo asia/seoul jst kst"},
	{"10h", nil, "australia/brisbane"},
	{"10h", australia, "australia/sydney australia/melbourne australia/hobart"},
	{"9h30m", australia, "australia/adelaide"},
	{"12h", zealand, "pacific/auckland"},
}

// summer is when a clock is an hour ahead: from a Sunday of one month to a Sunday of another.
// The fifth Sunday is the last one. The hours are those of standard time, or of UTC.
type summer struct {
	from, to         time.Month
	fromNth, toNth   int
	fromHour, toHour int
	utc              bool
}

var (
	europe    = &summer{from: time.March, fromNth: 5, fromHour: 1, to: time.October, toNth: 5, toHour: 1, utc: true}
	america   = &summer{from: time.March, fromNth: 2, fromHour: 2, to: time.November, toNth: 1, toHour: 1}
	australia = &summer{from: time.October, fromNth: 1, fromHour: 2, to: time.April, toNth: 1, toHour: 2}
	zealand   = &summer{from: time.September, fromNth: 5, fromHour: 2, to: time.April, toNth: 1, toHour: 2}
)

// zone is one clock.
type zone struct {
	offset time.Duration
	summer *summer
}

var zonesByName = sync.OnceValue(func() map[string]zone {
	all := map[string]zone{}
	for _, z := range zones {
		offset, err := time.ParseDuration(z.offset)
		if err != nil {
			panic("adapters: zone offset " + z.offset) // a mistake in the table, found by every test
		}
		for _, name := range strings.Fields(z.names) {
			all[name] = zone{offset, z.summer}
		}
	}
	return all
})

// ahead is the zone's offset from UTC at t.
func (z zone) ahead(t time.Time) time.Duration {
	if z.summer != nil && z.summer.holds(t, z.offset) {
		return z.offset + time.Hour
	}
	return z.offset
}

// holds tells whether it is summer time at t, in a zone with that standard offset.
func (s *summer) holds(t time.Time, offset time.Duration) bool {
	if !s.utc {
		t = t.Add(offset)
	}
	t = t.UTC()
	from := sunday(t.Year(), s.from, s.fromNth).Add(time.Duration(s.fromHour) * time.Hour)
	to := sunday(t.Year(), s.to, s.toNth).Add(time.Duration(s.toHour) * time.Hour)
	if s.from < s.to {
		return !t.Before(from) && t.Before(to)
	}
	return !t.Before(from) || t.Before(to) // the south, where it lasts over New Year
}

// sunday is the nth Sunday of a month, the last one for five.
func sunday(year int, month time.Month, nth int) time.Time {
	if nth == 5 {
		last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
		return last.AddDate(0, 0, -int(last.Weekday()))
	}
	first := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	return first.AddDate(0, 0, (7-int(first.Weekday()))%7+7*(nth-1))
}

// zoneNamed reads a zone at the start of lower-case s: "(europe/paris)", "pt", "(etc/gmt+5)",
// and what zoneAt reads.
func zoneNamed(s string) (zone, bool) {
	s = strings.TrimLeft(s, " (")
	sign := time.Duration(1)
	if rest, ok := strings.CutPrefix(s, "etc/"); ok {
		s, sign = rest, -1 // IANA's Etc zones count westwards
	}
	end := strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && r != '/' && r != '_' })
	if end < 0 {
		end = len(s)
	}
	if z, ok := zonesByName()[s[:end]]; ok {
		return z, true
	}
	at, ok := zoneAt(s)
	if !ok {
		return zone{}, false
	}
	_, seconds := time.Time{}.In(at).Zone()
	return zone{offset: sign * time.Duration(seconds) * time.Second}, true
}
