package mcu

import "stonehand/hw"

// outbox holds the readings that the receiver has not taken yet. It stays small
// whatever the receiver does: of frames and fields only the newest are kept, and links that
// nobody saw come and go are merged, so that a loss is never left out.
type outbox struct {
	out    chan<- hw.Reading
	links  []*hw.Link
	faults []*hw.Fault
	frame  *hw.Frame
	field  *hw.Field
}

// maxFaults is how many faults wait at most; older ones are dropped.
const maxFaults = 16

func (o *outbox) link(l hw.Link) {
	if !l.Up {
		o.frame, o.field = nil, nil
		if n := len(o.links); n >= 2 && o.links[n-1].Up && !o.links[n-2].Up {
			o.links = o.links[:n-1]
		}
		if n := len(o.links); n >= 1 && !o.links[n-1].Up {
			o.links = o.links[:n-1]
		}
	}
	o.links = append(o.links, &l)
}

func (o *outbox) fault(f hw.Fault) {
	if len(o.faults) == maxFaults {
		o.faults = o.faults[1:]
	}
	o.faults = append(o.faults, &f)
}

// head returns the reading that is next and the channel it goes to: nil, which
// never takes anything, when there is none.
func (o *outbox) head() (chan<- hw.Reading, hw.Reading) {
	switch {
	case len(o.links) > 0:
		return o.out, hw.Reading{Link: o.links[0]}
	case len(o.faults) > 0:
		return o.out, hw.Reading{Fault: o.faults[0]}
	case o.frame != nil:
		return o.out, hw.Reading{Frame: o.frame}
	case o.field != nil:
		return o.out, hw.Reading{Field: o.field}
	}
	return nil, hw.Reading{}
}

// sent removes what head returned.
func (o *outbox) sent() {
	switch {
	case len(o.links) > 0:
		o.links = o.links[1:]
	case len(o.faults) > 0:
		o.faults = o.faults[1:]
	case o.frame != nil:
		o.frame = nil
	default:
		o.field = nil
	}
}
