package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/hw/strip"
	"stonehand/hw/wiring"
)

func TestLights(t *testing.T) {
	if _, ok := Default().Lights.Strip(19, 19); ok {
		t.Error("there is a strip without one having been asked for")
	}
	c, err := Parse("f", []byte(`
[lights]
kind = "ws2812"
device = "/dev/spidev1.0"
status = ["365", "364-362"]
max_current = 3000
[lights.wiring]
preset = "serpentine"
skip = [0]
`))
	if err != nil {
		t.Fatal(err)
	}
	got, ok := c.Lights.Strip(19, 19)
	want := strip.Options{
		Device: "/dev/spidev1.0", Chip: strip.WS2812, Speed: 4000000, Cols: 19, Rows: 19,
		Wiring: wiring.Layout{Preset: "serpentine", Skip: []int{0}}, Each: 1, Rim: []int{365, 364, 363, 362},
		Brightness: 0.5, Gamma: 2.2, Current: strip.Budget{Most: 3000, Channel: 20, Idle: 1},
	}
	if d := cmp.Diff(want, got); d != "" || !ok {
		t.Error(ok, d)
	}
	c, err = Parse("f", []byte(`lights = {kind = "sk9822", layout = "edges", columns = ["18-0", "38-56"], wiring = {rotate = 90}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok = c.Lights.Strip(19, 19); !ok || len(got.Edges.Columns) != 2 || got.Edges.Columns[0][0] != 18 || got.Edges.Rows[0][18] != 37 {
		t.Errorf("%v, %+v", ok, got.Edges)
	}
	c.Lights.Enabled = false
	if _, ok = c.Lights.Strip(19, 19); ok {
		t.Error("lights that are switched off are lit")
	}
}

func TestLightsProblems(t *testing.T) {
	const strip = "[lights]\nkind = 'ws2812'\n"
	for _, tt := range []struct{ text, want string }{
		{"[lights]\nkind = 'neon'\n", `f:2: lights.kind is "neon"; it can be "board", "ws2812", "sk6812", "sk6812w", "apa102", "sk9822"`},
		{strip + "device = 'spi0'\n", `f:3: lights.device is "spi0"; that is no SPI port, write one like "/dev/spidev0.0"`},
		{strip + "max_current = 200\n", "f:3: lights.max_current is 200 mA; 361 LEDs take 361 mA when they are dark, so give them 421 or more"},
		{strip + "brightness = 0.0\n", "f:3: lights.brightness is 0; it has to be more"},
		{strip + "gamma = nan\n", "f:3: lights.gamma is NaN; it can be 1 to 3"},
		{"[lights]\ngamma = inf\n", "f:2: lights.gamma is +Inf; it can be 1 to 3"},
		{"[lights]\nidle_current = -inf\n", "f:2: lights.idle_current is -Inf; it can be 0 to 100"},
		{strip + "status = ['361-']\n", `f:3: lights.status has "361-"; write the numbers of LEDs, from 0, like "7", "0-18", or "18-0" where they run the other way`},
		{strip + "status = ['0-99999999999']\n", `f:3: lights.status has "0-99999999999"; write the numbers of LEDs, from 0, like "7", "0-18", or "18-0" where they run the other way`},
		{strip + "status = ['5']\n", "f:3: lights.status names LED 5, which serves point 5"},
		{strip + "status = ['400', '400']\n", "f:3: lights.status names LED 400 twice"},
		{strip + "layout = 'edges'\nstatus = ['3']\n", "f:4: lights.status names LED 3 for the edge; it is that of column 4 already"},
		{strip + "leds_per_point = 20\n", "f:3: lights.leds_per_point is 20; it can be 1 to 16"},
		{strip + "layout = 'edges'\nrows = ['0-18']\n", "f:4: lights.rows names LED 0 for row 1; it is that of column 1 already"},
		{strip + "wiring = {start = 'top'}\n", `f:3: lights.wiring.start is "top"; it can be "lower-left", "lower-right", "upper-left", "upper-right"`},
		{strip + "[lights.wiring]\nlist = [0, 1, 0]\n", "f:4: lights.wiring.list has point 0 at place 0 and again at place 2; every point has one place"},
		{strip + "[lights.wiring]\nlist = 3\n", "f:4: lights.wiring.list must be a list of whole numbers, like [0, 1]"},
		{strip + "[lights.wirring]\nstart = ''\n", `f:3: unknown section "lights.wirring"; did you mean "lights.wiring"?`},
	} {
		_, err := Parse("f", []byte(tt.text))
		if err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}
