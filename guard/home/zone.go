package home

import (
	"os"
	"sync"

	"github.com/tallystick/tallystick/guard/window"
)

// fallbackZone counts where the system has no zone set.
const fallbackZone = "UTC"

// pinZoneRules makes time.LoadLocation forget $ZONEINFO: two processes with
// different rules for one zone would count different days. The standard library
// reads the variable once, at the first zone it loads.
var pinZoneRules = sync.OnceFunc(func() {
	const name = "ZONEINFO"
	value, set := os.LookupEnv(name)
	if !set {
		return
	}
	os.Unsetenv(name)
	_, _ = window.Load("Etc/UTC") // the first one; whether it is found does not matter
	os.Setenv(name, value)
})

// MachineZone is the IANA name of the zone the system is set to, "UTC" when it
// is set to none. $TZ is not asked: it is the caller's wish, not the machine's.
func MachineZone() (string, error) {
	pinZoneRules()
	if zone := systemZone(); zone != "" {
		if _, err := window.Load(zone); err == nil {
			return zone, nil
		}
	}
	return fallbackZone, nil
}
