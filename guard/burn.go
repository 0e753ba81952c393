package guard

import (
	"time"
)

// burn is the last hour in minutes, for "empty at about 14:20".
type burn struct {
	minutes [60]Amount
	last    int64 // the newest minute
}

func (b *burn) add(now time.Time, a Amount) {
	if a == (Amount{}) {
		return
	}
	b.turn(now)
	b.minutes[b.last%60].add(a)
}

// turn clears the minutes that have passed. A clock that steps back a little adds
// to the newest minute, one that steps back far begins anew.
func (b *burn) turn(now time.Time) {
	n := max(now.Unix()/60, 0)
	if n-b.last >= 60 || b.last-n >= 60 {
		b.minutes = [60]Amount{}
		b.last = n
	}
	for b.last < n {
		b.last++
		b.minutes[b.last%60] = Amount{}
	}
}

// rate is what was used in the hour before an instant.
func (b burn) rate(now time.Time) Amount {
	b.turn(now)
	var sum Amount
	for _, a := range b.minutes {
		sum.add(a)
	}
	return sum
}
