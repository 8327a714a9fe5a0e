package protocol

// PictureCheck returns the check that LED_COMMIT carries: the CRC-16 of every
// point's signal, one byte a point, in point order.
func PictureCheck(signals []uint8) uint16 { return CRC16(signals) }

// runHead is what a run costs in LED_SET beside its signals, in bytes.
const runHead = 3

// PictureSets returns the LED_SET messages that turn the prepared picture from
// into to, with at most most bytes of payload each, at least 4 and at most
// MaxPayload: on a bad line short frames arrive sooner. Points that did not change
// are left out where that is shorter, and none is returned when nothing changed.
// from and to hold one signal a point; points beyond the end of from count as
// changed. A board that has just started has a from of zeros.
func PictureSets(from, to []uint8, most int) []LEDSet {
	var sets []LEDSet
	var now LEDSet
	room := most
	changed := func(i int) bool { return i >= len(from) || from[i] != to[i] }
	for i := 0; i < len(to); {
		if !changed(i) {
			i++
			continue
		}
		// A gap of unchanged points within a run is cheaper than a new run
		// when it is no longer than a run's head.
		end, last := i+1, i
		for ; end < len(to) && end-last <= runHead+1; end++ {
			if changed(end) {
				last = end
			}
		}
		n := last - i + 1
		if room <= runHead {
			sets, now, room = append(sets, now), LEDSet{}, most
		}
		n = min(n, room-runHead)
		now.Runs = append(now.Runs, Run{First: uint16(i), Signals: append([]uint8(nil), to[i:i+n]...)})
		room -= runHead + n
		i += n
	}
	if len(now.Runs) > 0 {
		sets = append(sets, now)
	}
	return sets
}
