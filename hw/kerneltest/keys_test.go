package kerneltest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/hw"
	"stonehand/hw/gpiochip"
	"stonehand/hw/kerneltest"
	"stonehand/hw/matrix"
)

// keyParts press buttons and a lever on lines of the kernel's gpio-sim.
var keyParts = []kerneltest.Part{{Name: "keys", Test: keysArePressed}, {Name: "header", Test: headerIsFound}}

// headerIsFound looks for pins of a Raspberry Pi's header that have other names.
func headerIsFound(t *testing.T, b *kerneltest.Board) {
	names := make([]string, 28)
	names[17] = "PIN11"
	header, other := b.SimChip("pinctrl-rp1", names...), b.SimChip("other", make([]string, 28)...)
	for _, name := range []string{"GPIO17", "PIN11", "GPIO27"} {
		want := gpiochip.Line{Chip: header.Path(), Offset: 17}
		if name == "GPIO27" {
			want.Offset = 27
		}
		if got, err := gpiochip.Find(name); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s is %v, %v; want %v, and %s is another chip", name, got, err, want, other.Path())
		}
	}
}

func keysArePressed(t *testing.T, b *kerneltest.Board) {
	chip := b.SimChip("keys", "LEFT", "RIGHT", "LEVER")
	k, err := matrix.NewKeys(matrix.KeysOptions{Keys: []matrix.Key{
		{Name: "left", Line: "LEFT"}, {Name: "right", Line: "RIGHT"},
		{Name: "black", Line: "LEVER"}, {Name: "white", Line: "LEVER", Inverse: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	out, ended := make(chan hw.Button), make(chan error, 1)
	go func() { ended <- k.Press(ctx, out) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	pressed := func(d time.Duration) string {
		var got []string
		for late := time.After(d); ; {
			select {
			case p := <-out:
				sign := "-"
				if p.Down {
					sign = "+"
				}
				got = append(got, p.Name+sign)
			case <-late:
				return strings.Join(got, " ")
			}
		}
	}
	expect := func(within time.Duration, want string) {
		t.Helper()
		if got := pressed(within); got != want {
			t.Errorf("pressed %q, want %q", got, want)
		}
	}
	const quick = 100 * time.Millisecond
	expect(time.Second, "") // the lines are taken, and pulled up
	chip.Pull(0, false)
	expect(quick, "left+")
	chip.Pull(1, false)
	expect(quick, "right+")
	chip.Pull(0, true)
	expect(quick, "left-")
	chip.Pull(2, false)
	expect(quick, "black+ white-")

	// Contacts bounce for some milliseconds; the kernel waits until they do not.
	for range 5 {
		chip.Pull(1, true)
		chip.Pull(1, false)
	}
	chip.Pull(1, true)
	expect(quick, "right-")

	if _, err := gpiochip.Open([]gpiochip.Line{{Chip: chip.Path(), Offset: 0}}, gpiochip.Options{}); err == nil || !strings.Contains(err.Error(), "is in use") {
		t.Errorf("a line that is held: %v", err)
	}

	// Linux 6.1 never gives back the numbers of a chip that vanished while its lines
	// were held, and has 1024; most go to the boards on GPIO lines.
	for range min(*unplugs, 50) {
		chip.Pull(0, false)
		expect(quick, "left+")
		chip.Vanish()
		expect(time.Second, "")
		chip.Return()
		// The lines are pulled up as they are taken: left is let go, and the lever
		// lies on the other side, which nobody saw.
		if got := pressed(2 * time.Second); !strings.Contains(got, "left-") || strings.Contains(got, "+") {
			t.Errorf("pressed %q after the chip is back", got)
		}
		chip.Pull(0, false)
		expect(quick, "left+")
		chip.Pull(0, true)
		expect(quick, "left-")
	}
}
