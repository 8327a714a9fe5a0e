package strip

import (
	"bytes"
	"encoding/hex"
	"math"
	"testing"

	"periph.io/x/conn/v3/physic"
)

// TestFramesBitForBit holds a frame of two LEDs of each family against what
// the data sheets say.
func TestFramesBitForBit(t *testing.T) {
	silence := make([]byte, resetBytes)
	for _, tt := range []struct {
		chip   Chip
		pixels []byte
		want   []string // hexadecimal, without the silence; for each form
	}{
		// Green, red, blue. Long, 0 is 1000 and 1 is 1110. Short, 0 is 100 and 1 is
		// 110: 0x00 is 924924, 0xff is db6db6, 0x80 is d24924, 0x01 is 924926.
		{WS2812, []byte{0xff, 0, 0x80, 0, 1, 0}, []string{
			"88888888" + "eeeeeeee" + "e8888888" + "8888888e" + "88888888" + "88888888",
			"924924" + "db6db6" + "d24924" + "924926" + "924924" + "924924",
		}},
		{SK6812W, []byte{0, 0, 0, 0xff, 0x80, 1, 0, 0x5A}, []string{
			"88888888" + "88888888" + "88888888" + "eeeeeeee" + "8888888e" + "e8888888" + "88888888" + "8e8ee8e8",
			"924924" + "924924" + "924924" + "db6db6" + "924926" + "d24924" + "924924" + "9a6d34",
		}},
		// Brightness, blue, green, red.
		{APA102, []byte{1, 2, 3, 0xff, 0, 0}, []string{"00000000" + "ff030201" + "ff0000ff" + "00000000" + "00"}},
	} {
		forms, err := newEncoders(tt.chip, 2)
		if err != nil || len(forms) != len(tt.want) {
			t.Fatal(forms, err)
		}
		for i, e := range forms {
			got, err := e.encode(tt.pixels)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := hex.DecodeString(tt.want[i])
			if !tt.chip.clocked() {
				want = bytes.Join([][]byte{silence, want, silence}, nil)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s, form %d:\ngot  %x\nwant %x", tt.chip, i, got, want)
			}
		}
	}
}

// sheets are what data sheets say of the high time of a 0 and of a 1, in ns, and of
// the least silence that ends a frame, in µs.
var sheets = map[string]struct{ zeroMin, zeroMax, oneMin, oneMax, reset float64 }{
	"WS2812B-V5": {220, 380, 580, 1000, 280}, // Worldsemi, WS2812B-V5 and -V5/W
	"WS2813C":    {220, 380, 580, 1000, 280},
	"WS2815B":    {220, 380, 580, 1000, 280},
	"WS2812":     {200, 500, 550, math.Inf(1), 50}, // the upper bounds of the older sheets tell nothing apart
	"SK6812":     {150, 450, 450, math.Inf(1), 80},
}

// TestEveryDataSheet holds the pulses of both forms against every data sheet, at the
// rates that the clocks of the Raspberry Pis give (MHz, divided by an even number).
func TestEveryDataSheet(t *testing.T) {
	for _, clock := range []float64{250, 400, 500, 200} {
		divider := 2 * math.Ceil(math.Ceil(clock*1e6/float64(oneWire/physic.Hertz))/2)
		ns := 1e3 * divider / clock
		for name, sheet := range sheets {
			for _, ones := range []float64{2, 3} {
				if high := ones * ns; ns < sheet.zeroMin || ns > sheet.zeroMax || high < sheet.oneMin || high > sheet.oneMax {
					t.Errorf("%s, %.0f MHz: a 0 is high for %.0f ns and a 1 for %.0f", name, clock, ns, high)
				}
			}
			if us := resetBytes * 8 * ns / 1e3; us < sheet.reset {
				t.Errorf("%s, %.0f MHz: the silence lasts %.0f µs", name, clock, us)
			}
		}
	}
}

func TestParseDevice(t *testing.T) {
	if bus, cs, err := parseDevice("/dev/spidev10.1"); bus != 10 || cs != 1 || err != nil {
		t.Error(bus, cs, err)
	}
	for _, path := range []string{"", "/dev/spidev0", "spidev0.0", "/dev/spidev0.0/..", "/dev/spidev99999.0"} {
		if _, _, err := parseDevice(path); err == nil {
			t.Errorf("%q is taken for a port", path)
		}
	}
}
