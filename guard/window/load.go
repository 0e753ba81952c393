package window

import (
	"fmt"
	"time"
	_ "time/tzdata" // so that a container without zone files has the same days
)

// Load finds a zone by its IANA name, such as "Asia/Shanghai" or "UTC". "Local"
// and "" are refused: they would mean another zone in another process
// (BerriAI/litellm#33161, PR#40978).
func Load(zone string) (*time.Location, error) {
	if zone == "" || zone == "Local" {
		return nil, fmt.Errorf("zone %q depends on the process that asks: name an IANA zone such as Europe/Berlin, or UTC", zone)
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("zone %q is not an IANA time zone: use a name such as Europe/Berlin, or UTC", clip(zone))
	}
	return loc, nil
}
