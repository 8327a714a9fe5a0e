package hw

import "fmt"

// Health is how a device that was tried is.
type Health uint8

// The healths, each worse than the one before.
const (
	OK   Health = iota // it does what it is for
	Warn               // it works, and something about it wants looking to
	Bad                // it does not do what it is for
)

// String returns "ok", "warn" or "bad".
func (h Health) String() string {
	return [...]string{OK: "ok", Warn: "warn", Bad: "bad"}[min(h, Bad)]
}

// MarshalText writes what String returns.
func (h Health) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Health) UnmarshalText(text []byte) error {
	for _, known := range []Health{OK, Warn, Bad} {
		if string(text) == known.String() {
			*h = known
			return nil
		}
	}
	return fmt.Errorf("hw: %q is not a health; there are \"ok\", \"warn\" and \"bad\"", text)
}

// Finding is what came of trying one device, in words for the person who built
// it. Device packages make findings in a function or method
//
//	Examine(ctx context.Context, ...) []Finding
//
// that opens the device, tries it and closes it again:
//
//   - It returns when ctx ends, and within ten seconds on its own, whatever the
//     device does: a device that says nothing is a finding too.
//   - It leaves the device as it found it: nothing is stored in it, lights that
//     it lights go out again, nothing moves. It does not home an arm.
//   - It takes what the daemon takes to use the device (lock files, permissions,
//     the same settings), so that what works for Examine works for the daemon.
//     A device that somebody else holds is a finding that says who, if it can
//     be known, and what to stop.
//   - It never panics and returns no error: whatever goes wrong is in a finding.
//   - It returns at least one finding; of a device of several parts, one for
//     each part that has something to say. The worst speaks for the device.
type Finding struct {
	// Device is what was tried, as its owner would call it, with where it is:
	// "board at /dev/ttyACM0", "lights on /dev/spidev0.0".
	Device string `json:"device"`
	Health Health `json:"health"`
	// Text says, without a capital at the start or a full stop at the end, what the
	// device is and what it answered, or what is wrong: "no answer at 115200
	// baud, 14 bytes of noise".
	Text string `json:"text"`
	// Do says what to do about it, as an instruction with the very line to
	// write or type where there is one: "add dtparam=spi=on to
	// /boot/firmware/config.txt and restart". Empty if there is nothing to do,
	// as always with OK.
	Do string `json:"do,omitempty"`
}

// Worst returns the worst health of fs; without any, OK.
func Worst(fs []Finding) Health {
	worst := OK
	for _, f := range fs {
		worst = max(worst, f.Health)
	}
	return worst
}
