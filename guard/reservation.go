package guard

import (
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/ledger"
)

// reservation is a place in the budget that has no outcome yet. Only such ones
// are kept in memory: what is settled lives on in the counters.
type reservation struct {
	id        string
	seq       uint64    // of its reserve entry
	at        time.Time // decides which windows it counts in, whenever it is settled
	operation string
	attempt   int
	guard     string // who holds it
	subject   config.Subject
	hold      int64 // tokens set aside; the call itself is always one
	worst     int64
	input     int64 // tokens of the request: as stated, or as estimated and corrected
	sized           // the estimate before its correction
	estimated bool
	begins    bool             // paid work goes on when the connection is lost (adapters.Ask)
	state     ReservationState // Held or UnknownOutcome
}

func (r *reservation) lane() Lane {
	return Lane{Provider: r.subject.Provider, Key: r.subject.Key, Model: r.subject.Model}
}

// corrected is the input before it was corrected; 0 when it was not.
func (r *reservation) corrected() int64 {
	if raw := r.raw(); raw != r.input {
		return max(raw, 0)
	}
	return 0
}

func (r *reservation) amount() Amount { return Amount{Calls: 1, Tokens: r.hold} }

// encode is the body of a "reserve" entry.
func (r *reservation) encode(o *ledger.Object, version uint64) []byte {
	o.Open().String("id", r.id).String("op", r.operation).Int("attempt", int64(r.attempt))
	o.String("guard", r.guard).String("pool", r.subject.Pool)
	putText(o, "source", r.subject.Source)
	putText(o, "task", r.subject.Task)
	putText(o, "run", r.subject.Run)
	putDictionary(o, "tags", r.subject.Tags)
	putText(o, "provider", r.subject.Provider)
	putText(o, "key", r.subject.Key)
	putText(o, "model", r.subject.Model)
	o.Int("calls", 1).Int("tokens", r.hold)
	if r.worst != r.hold {
		o.Int("worst", r.worst)
	}
	putFlag(o, "est", r.estimated)
	putFlag(o, "begins", r.begins)
	putInt(o, "input", r.input)
	r.sized.put(o)
	if !r.at.IsZero() { // taken again: it counts where it was taken first
		o.Time("since", r.at)
	}
	return o.Uint("limits", version).Close()
}

func decodeReservation(e ledger.Entry) (*reservation, error) {
	r := &reservation{seq: e.Seq, at: e.At, state: Held, worst: -1}
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "id":
			return text(v, &r.id)
		case "op":
			return text(v, &r.operation)
		case "attempt":
			return small(v, &r.attempt)
		case "guard":
			return word(v, &r.guard)
		case "pool":
			return word(v, &r.subject.Pool)
		case "source":
			return word(v, &r.subject.Source)
		case "task":
			return word(v, &r.subject.Task)
		case "run":
			return text(v, &r.subject.Run)
		case "tags":
			return dictionary(v, &r.subject.Tags)
		case "provider":
			return word(v, &r.subject.Provider)
		case "key":
			return word(v, &r.subject.Key)
		case "model":
			return word(v, &r.subject.Model)
		case "tokens":
			return number(v, &r.hold)
		case "worst":
			return number(v, &r.worst)
		case "input":
			return number(v, &r.input)
		case "est":
			return flag(v, &r.estimated)
		case "begins":
			return flag(v, &r.begins)
		case "since":
			return instant(v, &r.at)
		}
		return r.member(key, v)
	})
	if r.worst < 0 {
		r.worst = r.hold
	}
	return r, err
}
