package grbl

import (
	"log/slog"
	"testing"
)

// A hold that is wished no more before the controller has said that it holds is
// ours all the same, and is ended: taken for somebody else's it would be waited
// for.
func TestHoldThatEndsAtOnce(t *testing.T) {
	wish := true
	k := newTalk(nil, slog.New(slog.DiscardHandler))
	k.wish = func() bool { return wish }
	k.homed, k.moving = true, true
	k.keepHold()
	wish = false
	k.report(Status{State: "Run"}) // on its way when the hold was asked for
	k.report(Status{State: "Hold", Sub: 1})
	k.report(Status{State: "Hold"})
	if out := string(k.out); k.stranger || out != string([]byte{byteHold, byteStatus, byteResume}) {
		t.Fatalf("somebody else's: %v; sent %q", k.stranger, out)
	}
	k.report(Status{State: "Run"})
	if k.held {
		t.Error("it is held still")
	}
	// One that the controller never heard of ends too.
	wish = true
	k.keepHold()
	wish = false
	for range 2 {
		k.report(Status{State: "Run"})
	}
	if k.held || k.stranger {
		t.Errorf("held %v, by somebody else %v", k.held, k.stranger)
	}
}
