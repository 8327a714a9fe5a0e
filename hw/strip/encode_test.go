package strip

import (
	"bytes"
	"encoding/hex"
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
			"924924" + "db6db6" + "d24924" + "924926" + "924924" + "924924" + "000000",
		}},
		{SK6812W, []byte{0, 0, 0, 0xff, 0x80, 1, 0, 0x5A}, []string{
			"88888888" + "88888888" + "88888888" + "eeeeeeee" + "8888888e" + "e8888888" + "88888888" + "8e8ee8e8",
			"924924" + "924924" + "924924" + "db6db6" + "924926" + "d24924" + "924924" + "9a6d34" + "000000",
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
	if us := physic.Frequency(resetBytes*8) * physic.MegaHertz / oneWire; us < 280 {
		t.Errorf("the silence lasts %d µs, want 280", us)
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
