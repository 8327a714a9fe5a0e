package matrix

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// keyRig presses keys on a fake clock.
type keyRig struct {
	pins *Switchboard
	told atomic.Int32 // faults
	out  chan hw.Button
	stop func()
}

func newKeyRig(t *testing.T, keys ...Key) *keyRig {
	t.Helper()
	r := &keyRig{pins: NewSwitchboard(8), out: make(chan hw.Button)}
	k, err := NewKeys(KeysOptions{Keys: keys, Report: func(f hw.Fault) {
		r.told.Add(1)
		if f.Text == "" {
			t.Error("a fault without words")
		}
	}, Open: func([]string) (KeyLines, error) { return r.pins.Open() }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- k.Press(ctx, r.out) }()
	r.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	return r
}

// pass lets time go by and returns what was pressed, "1+ 1-".
func (r *keyRig) pass(d time.Duration) string {
	t := time.NewTimer(d)
	defer t.Stop()
	var got []string
	for {
		select {
		case b := <-r.out:
			sign := "-"
			if b.Down {
				sign = "+"
			}
			got = append(got, b.Name+sign)
		case <-t.C:
			return strings.Join(got, " ")
		}
	}
}

func TestKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newKeyRig(t, Key{Name: "1", Line: "GPIO5"}, Key{Name: "black", Line: "GPIO6"}, Key{Name: "white", Line: "GPIO6", Inverse: true})
		defer r.stop()
		expect := func(want string) {
			t.Helper()
			if got := r.pass(time.Second); got != want {
				t.Errorf("pressed %q, want %q", got, want)
			}
		}
		expect("") // the lever lies on White's side
		r.pins.Press(0, true)
		expect("1+")
		r.pins.Press(0, false)
		r.pins.Press(0, true)
		r.pins.Press(0, false)
		expect("1- 1+ 1-")
		r.pins.Press(1, true)
		expect("black+ white-")
		r.pins.Press(1, false)
		expect("black- white+")

		// A chip that is gone presses nothing, and lets go of nothing that is held
		// on; a key let go meanwhile is not held for ever.
		r.pins.Press(0, true)
		expect("1+")
		for range 20 {
			r.pins.Unplug(true)
			expect("")
			r.pins.Unplug(false)
			expect("")
		}
		r.pins.Unplug(true)
		expect("")
		r.pins.Press(0, false)
		r.pins.Press(1, true) // nobody saw who pressed it
		r.pins.Unplug(false)
		if got := r.pass(2 * time.Second); got != "1- white-" {
			t.Errorf("pressed %q after the chip is back", got)
		}
		r.pins.Press(0, true)
		expect("1+")
		if n := r.told.Load(); n != 21 {
			t.Errorf("21 losses were told %d times", n)
		}
		r.pins.Unplug(true)
		r.pass(65 * time.Second)
		if n := r.told.Load() - 21; n != 3 {
			t.Errorf("a loss of 65 s was told %d times", n)
		}
	})
}

func TestKeysThatCannotBe(t *testing.T) {
	for _, keys := range [][]Key{{}, {{Name: "", Line: "GPIO5"}}, {{Name: "1", Line: "a b"}}, {{Name: "1", Line: "GPIO5"}, {Name: "1", Line: "GPIO6"}}} {
		if _, err := NewKeys(KeysOptions{Keys: keys}); err == nil {
			t.Errorf("%v is taken", keys)
		}
	}
}
