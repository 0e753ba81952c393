package window

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"
)

// The zone files of many systems hold no table for these years, only a rule
// ("from 2007 on, second Sunday of March ..."). What package time makes of the
// rule alone must tile as well, over the end of a leap year (golang/go#81583).
func TestI8_ZonesOfRulesAloneTile(t *testing.T) {
	r := seeded(t)
	for _, rule := range []string{"EST5EDT,M3.2.0,M11.1.0", "AEST-10AEDT,M10.1.0,M4.1.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "NPT-5:45"} {
		c := Calendar{Zone: ruleZone(t, rule), WeekStart: time.Monday}
		from := time.Date(2027, 12, 20, 7, 0, 0, 0, time.UTC)
		for _, kind := range []Kind{Day, Week, Month} {
			tile(t, r, c, kind, from, from.AddDate(1, 2, 0))
		}
		end := time.Date(2028, 12, 30, 0, 0, 0, 0, time.UTC)
		tile(t, r, c, Hour, end, end.AddDate(0, 0, 4))
	}
}

// ruleZone is a zone file (RFC 9636) that has the rule and nothing else.
func ruleZone(t *testing.T, rule string) *time.Location {
	t.Helper()
	block := append([]byte("TZif2"), make([]byte, 44-5)...)
	binary.BigEndian.PutUint32(block[36:], 1) // one type
	binary.BigEndian.PutUint32(block[40:], 4) // of four letters; no transitions
	block = append(block, 0, 0, 0, 0, 0, 0, 'L', 'M', 'T', 0)
	file := slices.Concat(block, block, []byte("\n"+rule+"\n"))
	loc, err := time.LoadLocationFromTZData(rule, file)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}
