package strip

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"periph.io/x/conn/v3/physic"

	"stonehand/hw"
	"stonehand/hw/wiring"
)

// Limits and defaults of [Options].
const (
	DefaultSpeed      = 4_000_000 // Hz, of chips with a clock line
	MinSpeed          = 100_000
	MaxSpeed          = 20_000_000
	MaxEach           = 16  // LEDs that serve one point
	DefaultGamma      = 2.2 // as people see brightness
	MinGamma          = 1.0
	MaxGamma          = 3.0
	DefaultBrightness = 0.5
	DefaultCurrent    = 2000 // mA, all LEDs together
	MaxCurrent        = 100_000
	DefaultChannel    = 20.0 // mA, one colour of one LED at full
	DefaultIdle       = 1.0  // mA, one LED that is dark
)

// Options is what a strip is and how it is to shine.
type Options struct {
	Device string // the SPI port, "/dev/spidev0.0"
	Chip   Chip
	Order  string // the order of colours on the wire, "grb"; empty: as the chip's data sheet says
	Speed  int    // Hz, for chips with a clock line; 0: DefaultSpeed

	Cols, Rows int // of the board

	// Where the LEDs are: either Edges is set, or there are lights for every
	// point, as Wiring says, Each LEDs for every point.
	Wiring wiring.Layout
	Each   int // 0: 1
	Edges  *Edges
	// Rim is the LEDs that show what the board as a whole says, by their numbers on
	// the strip. Without any, corner points that are dark do, or all lights of
	// columns and rows while they show no point.
	Rim []int

	Brightness float64 // above 0 to 1, of the brightest light; 0: DefaultBrightness
	Gamma      float64 // MinGamma to MaxGamma; 0: DefaultGamma
	Current    Budget  // zero fields: the defaults above

	Open func(device string, hz int) (Port, error) // opens the port; nil: [OpenSPI]
	Log  *slog.Logger                              // nil: nothing is logged
}

// Edges is a strip that has lights for columns and rows in place of points. Each
// list is one light after the other from the first column or row on, by their
// numbers on the strip; a board with lights on both sides has lists for both.
type Edges struct {
	Columns, Rows [][]int
}

// Error is what is wrong with one of the options.
type Error struct {
	Key  string // as in the configuration, "max_current"
	What error  // a sentence without the key: what it is, what it can be
}

// Error writes the key and the sentence.
func (e *Error) Error() string { return e.Key + " " + e.What.Error() }

func wrong(key, format string, args ...any) error {
	return &Error{Key: key, What: hw.Errorf(format, args...)}
}

// complete fills in the defaults and holds what is not checked elsewhere against
// its range.
func (o *Options) complete() error {
	o.Each = cmp.Or(o.Each, 1)
	o.Speed = cmp.Or(o.Speed, DefaultSpeed)
	o.Brightness = cmp.Or(o.Brightness, DefaultBrightness)
	o.Gamma = cmp.Or(o.Gamma, DefaultGamma)
	o.Current.Most = cmp.Or(o.Current.Most, DefaultCurrent)
	o.Current.Channel = cmp.Or(o.Current.Channel, DefaultChannel)
	o.Current.Idle = cmp.Or(o.Current.Idle, DefaultIdle)
	if o.Open == nil {
		if _, _, err := parseDevice(o.Device); err != nil {
			return &Error{"device", hw.Errorf("is %w", err)}
		}
		o.Open = func(device string, hz int) (Port, error) {
			return OpenSPI(device, physic.Frequency(hz)*physic.Hertz)
		}
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	switch {
	case !slices.Contains(Chips(), o.Chip):
		return wrong("kind", "is %q; there are %q", hw.Clip(string(o.Chip)), Chips())
	case o.Speed < MinSpeed || o.Speed > MaxSpeed:
		return wrong("speed", "is %d; it can be %d to %d", o.Speed, MinSpeed, MaxSpeed)
	case o.Cols < 2 || o.Rows < 2 || o.Cols > wiring.MaxSide || o.Rows > wiring.MaxSide:
		return hw.Errorf("no board has %d columns and %d rows; both can be 2 to %d", o.Cols, o.Rows, wiring.MaxSide)
	case o.Each < 1 || o.Each > MaxEach:
		return wrong("leds_per_point", "is %d; it can be 1 to %d", o.Each, MaxEach)
	case !(o.Brightness > 0 && o.Brightness <= 1):
		return wrong("brightness", "is %v; it can be more than 0, and 1 at most", o.Brightness)
	case !(o.Gamma >= MinGamma && o.Gamma <= MaxGamma):
		return wrong("gamma", "is %v; it can be %v to %v", o.Gamma, MinGamma, MaxGamma)
	case !(o.Current.Channel > 0 && o.Current.Channel <= 1000):
		return wrong("channel_current", "is %v; it can be more than 0 mA, and 1000 at most", o.Current.Channel)
	case !(o.Current.Idle > 0 && o.Current.Idle <= 100):
		return wrong("idle_current", "is %v; it can be more than 0 mA, and 100 at most", o.Current.Idle)
	case o.Current.Most < 1 || o.Current.Most > MaxCurrent:
		return wrong("max_current", "is %d; it can be 1 to %d mA", o.Current.Most, MaxCurrent)
	}
	return nil
}

// order returns where on the wire's driver each of red, green and blue goes, so
// that LEDs with another order than their data sheet's show the right colours.
func (o *Options) order() (at [3]int, err error) {
	const driver = "rgb"
	sheet := "grb" // what the driver sends for red, green, blue
	if o.Chip.clocked() {
		sheet = "bgr"
	}
	want := strings.ToLower(o.Order)
	want = cmp.Or(want, sheet)
	if len(want) != 3 || strings.Trim(want, driver) != "" || want[0] == want[1] || want[1] == want[2] || want[0] == want[2] {
		return at, wrong("order", "is %q; write the three colours in the order of the wire, like \"grb\"", hw.Clip(o.Order))
	}
	for i := range want {
		// The driver puts the channel sheet[i] at place i of the wire, where the
		// colour want[i] is expected.
		at[strings.IndexByte(driver, want[i])] = strings.IndexByte(driver, sheet[i])
	}
	return at, nil
}

// Identity tells where the LEDs are from where others are: by which of them serves
// which point, or which column and row. It is "" for options that [New] refuses.
func (o Options) Identity() string {
	if o.Edges != nil {
		var chain []int
		for _, lines := range [][][]int{o.Edges.Columns, o.Edges.Rows} {
			for _, leds := range lines {
				chain = append(append(chain, leds...), wiring.Unused)
			}
			chain = append(chain, wiring.Unused)
		}
		return wiring.Identity(chain)
	}
	chain, err := o.Wiring.Points(o.Cols, o.Rows)
	if err != nil {
		return ""
	}
	return wiring.Identity(chain)
}

// layout returns where the LEDs are.
func (o *Options) layout() (layout, error) {
	if o.Edges != nil {
		return o.edges()
	}
	chain, err := o.Wiring.Points(o.Cols, o.Rows)
	if err != nil {
		return nil, err
	}
	leds := make([]int, 0, len(chain)*o.Each)
	for _, p := range chain {
		leds = append(leds, slices.Repeat([]int{p}, o.Each)...)
	}
	for _, i := range o.Rim {
		if i < len(leds) && i >= 0 && leds[i] != wiring.Unused {
			return nil, wrong("status", "names LED %d, which serves point %d", i, leds[i])
		}
	}
	if err := eachOnce(o.Rim); err != nil {
		return nil, err
	}
	for _, i := range o.Rim {
		for len(leds) <= i {
			leds = append(leds, wiring.Unused)
		}
	}
	return newPointLayout(leds, o.Rim, o.Cols, o.Rows), o.fits(len(leds))
}

// edges returns where the LEDs of columns and rows are.
func (o *Options) edges() (layout, error) {
	l := &edgeLayout{
		cols: o.Cols, rows: o.Rows, rim: o.Rim,
		colLEDs: make([][]int, o.Cols), rowLEDs: make([][]int, o.Rows),
	}
	owner := map[int]error{}
	own := func(key string, what error, i int) error {
		switch other, taken := owner[i]; {
		case i < 0 || i >= MaxLEDs:
			return wrong(key, "names LED %d; LEDs go from 0 to %d", i, MaxLEDs-1)
		case taken:
			return wrong(key, "names LED %d for %w; it is that of %w already", i, what, other)
		}
		owner[i] = what
		l.count = max(l.count, i+1)
		return nil
	}
	for _, side := range []struct {
		key   string
		all   error
		line  func(i int) error
		lists [][]int
		into  [][]int
	}{
		{"columns", hw.Errorf("%d columns", o.Cols), func(i int) error { return hw.Errorf("column %d", i) }, o.Edges.Columns, l.colLEDs},
		{"rows", hw.Errorf("%d rows", o.Rows), func(i int) error { return hw.Errorf("row %d", i) }, o.Edges.Rows, l.rowLEDs},
	} {
		n := len(side.into)
		if len(side.lists) == 0 {
			return nil, wrong(side.key, "names no LEDs; lights along the edges need them, like \"0-%d\"", n-1)
		}
		for _, list := range side.lists {
			if len(list) == 0 || len(list)%n != 0 {
				return nil, wrong(side.key, "has a list of %d LEDs; the board has %w, with the same number of LEDs for each", len(list), side.all)
			}
			each := len(list) / n
			for k, i := range list {
				line := k / each
				if err := own(side.key, side.line(line+1), i); err != nil {
					return nil, err
				}
				side.into[line] = append(side.into[line], i)
			}
		}
	}
	for _, i := range o.Rim {
		if err := own("status", hw.Errorf("the edge"), i); err != nil {
			return nil, err
		}
	}
	return l, o.fits(l.count)
}

// fits checks what depends on the number of LEDs.
func (o *Options) fits(leds int) error {
	if leds > MaxLEDs {
		return wrong("leds_per_point", "and the wiring make a strip of %d LEDs; %d are the most", leds, MaxLEDs)
	}
	idle := o.Current.Idle * float64(leds)
	if least := idle + 3*o.Current.Channel; float64(o.Current.Most) < least {
		return wrong("max_current", "is %d mA; %d LEDs take %.0f mA when they are dark, so give them %.0f or more", o.Current.Most, leds, idle, least)
	}
	return nil
}

// eachOnce checks that a list of LEDs names each once.
func eachOnce(rim []int) error {
	seen := map[int]bool{}
	for _, i := range rim {
		switch {
		case i < 0 || i >= MaxLEDs:
			return wrong("status", "names LED %d; LEDs go from 0 to %d", i, MaxLEDs-1)
		case seen[i]:
			return wrong("status", "names LED %d twice", i)
		}
		seen[i] = true
	}
	return nil
}
