package strip

import (
	"errors"
	"testing"

	"stonehand/hw"
	"stonehand/hw/wiring"
)

func TestWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		change func(o *Options)
		want   string
	}{
		{func(o *Options) { o.Chip = "neon" }, `kind is "neon"; there are ["ws2812" "sk6812" "sk6812w" "apa102" "sk9822"]`},
		{func(o *Options) { o.Device = "/dev/ttyUSB0" }, `device is "/dev/ttyUSB0"; that is no SPI port, write one like "/dev/spidev0.0"`},
		{func(o *Options) { o.Speed = 1 }, "speed is 1; it can be 100000 to 20000000"},
		{func(o *Options) { o.Each = 17 }, "leds_per_point is 17; it can be 1 to 16"},
		{func(o *Options) { o.Each = 12 }, "leds_per_point and the wiring make a strip of 4332 LEDs; 4096 are the most"},
		{func(o *Options) { o.Brightness = 1.5 }, "brightness is 1.5; it can be more than 0, and 1 at most"},
		{func(o *Options) { o.Gamma = 0.5 }, "gamma is 0.5; it can be 1 to 3"},
		{func(o *Options) { o.Order = "rgg" }, `order is "rgg"; write the three colours in the order of the wire, like "grb"`},
		{func(o *Options) { o.Order = "rgbw" }, `order is "rgbw"; write the three colours in the order of the wire, like "grb"`},
		{func(o *Options) { o.Current.Most = 300 }, "max_current is 300 mA; 361 LEDs take 361 mA when they are dark, so give them 421 or more"},
		{func(o *Options) { o.Current.Most = -1 }, "max_current is -1; it can be 1 to 100000 mA"},
		{func(o *Options) { o.Current.Channel = -1 }, "channel_current is -1; it can be more than 0 mA, and 1000 at most"},
		{func(o *Options) { o.Current.Idle = 101 }, "idle_current is 101; it can be more than 0 mA, and 100 at most"},
		{func(o *Options) { o.Rim = []int{361, 5} }, "status names LED 5, which serves point 5"},
		{func(o *Options) { o.Rim = []int{361, 361} }, "status names LED 361 twice"},
		{func(o *Options) { o.Rim = []int{-1} }, "status names LED -1; LEDs go from 0 to 4095"},
		{func(o *Options) { o.Wiring.Start = "top" }, `wiring.start is "top"; it can be "lower-left", "lower-right", "upper-left", "upper-right"`},
		{func(o *Options) { o.Edges = &Edges{Rows: [][]int{line(0, 18)}} }, `columns names no LEDs; lights along the edges need them, like "0-18"`},
		{func(o *Options) { o.Edges = &Edges{Columns: [][]int{line(0, 17)}, Rows: [][]int{line(19, 37)}} }, "columns has a list of 18 LEDs; the board has 19 columns, with the same number of LEDs for each"},
		{func(o *Options) { o.Edges = &Edges{Columns: [][]int{line(0, 18)}, Rows: [][]int{line(18, 36)}} }, "rows names LED 18 for row 1; it is that of column 19 already"},
		{func(o *Options) {
			o.Edges, o.Rim = &Edges{Columns: [][]int{line(0, 18)}, Rows: [][]int{line(19, 37)}}, []int{3}
		}, "status names LED 3 for the edge; it is that of column 4 already"},
		{func(o *Options) { o.Cols = 1 }, "no board has 1 columns and 19 rows; both can be 2 to 64"},
	} {
		o := Options{Chip: WS2812, Device: "/dev/spidev0.0", Cols: 19, Rows: 19}
		tt.change(&o)
		if _, err := New(o); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
	_, err := New(Options{Chip: WS2812, Device: "/dev/spidev0.0", Cols: 19, Rows: 19, Each: 20})
	var e *Error
	if !errors.As(err, &e) || e.Key != "leds_per_point" {
		t.Errorf("%#v", err)
	}
	_, err = New(Options{Chip: WS2812, Device: "/dev/spidev0.0", Cols: 19, Rows: 19, Wiring: wiring.Layout{Rotate: 1}})
	var w *wiring.Error
	if !errors.As(err, &w) || w.Key != "rotate" {
		t.Errorf("%#v", err)
	}
}

// LEDs that expect their colours in another order than their data sheet says show
// the right ones when it is named.
func TestOrder(t *testing.T) {
	for _, chip := range []Chip{WS2812, SK6812W, APA102} {
		sheet := map[bool]string{false: "grb", true: "bgr"}[chip.clocked()]
		for _, order := range []string{"", "rgb", "rbg", "GRB", "gbr", "brg", "bgr"} {
			s := mustNew(t, Options{Chip: chip, Cols: 2, Rows: 2, Order: order})
			s.inks[hw.Extra][0] = ink{0x1000, 0x2000, 0x3000}
			lights := newChain(chip, 4)
			if err := lights.Write(frameOf(t, s, hw.Picture{Points: []hw.Signal{hw.Extra}}, 0)); err != nil {
				t.Fatal(err)
			}
			got := map[byte]byte{} // by the wire's places, as the data sheet names them
			for i, name := range []byte("rgb") {
				got[name] = lights.Shows[0][i]
			}
			want := order
			if want == "" {
				want = sheet
			}
			for i := range 3 {
				color := want[i] | 0x20
				if v := got[sheet[i]]; v != map[byte]byte{'r': 0x10, 'g': 0x20, 'b': 0x30}[color] {
					t.Errorf("%s, %q: place %d of the wire has %#x", chip, order, i, v)
				}
			}
		}
	}
}

// A strip of which the sentence for log lines is known.
func TestString(t *testing.T) {
	s := mustNew(t, Options{Chip: SK6812W, Cols: 19, Rows: 19, Rim: []int{370}})
	if got := s.String(); got != "371 sk6812w on /dev/spidev0.0" {
		t.Error(got)
	}
}

// Lamps are told from others by where they are, and by nothing else.
func TestIdentity(t *testing.T) {
	o := Options{Cols: 19, Rows: 19}
	other := o
	other.Brightness, other.Device, other.Rim = 0.5, "/dev/spidev1.0", []int{361}
	if a := o.Identity(); a == "" || a != other.Identity() {
		t.Errorf("%q, and with another brightness %q", a, other.Identity())
	}
	seen := map[string]bool{o.Identity(): true}
	for _, w := range []wiring.Layout{{Serpentine: true}, {Mirror: true}, {Rotate: 90}, {Start: wiring.UpperLeft}} {
		o.Wiring = w
		if id := o.Identity(); seen[id] {
			t.Errorf("%+v is not told from another wiring", w)
		} else {
			seen[id] = true
		}
	}
	for _, e := range []Edges{
		{Columns: [][]int{{0}, {1}}, Rows: [][]int{{2}, {3}}},
		{Columns: [][]int{{0, 1}}, Rows: [][]int{{2}, {3}}},
		{Columns: [][]int{{1}, {0}}, Rows: [][]int{{2}, {3}}},
		{Columns: [][]int{{0}, {1}, {2}}, Rows: [][]int{{3}}},
	} {
		o.Edges = &e
		if id := o.Identity(); seen[id] {
			t.Errorf("%+v are not told from others", e)
		} else {
			seen[id] = true
		}
	}
	o.Edges, o.Wiring = nil, wiring.Layout{Rotate: 45}
	if id := o.Identity(); id != "" {
		t.Errorf("a wiring that is none has the identity %q", id)
	}
}
