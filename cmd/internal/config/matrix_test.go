package config

import (
	"strings"
	"testing"

	"stonehand/hw/matrix"
)

// Every preset describes a board that can be built, and whose readings prove
// themselves.
func TestMatrixPresets(t *testing.T) {
	for preset := range presets {
		c := Default()
		c.Board.Kind, c.Matrix.Preset = KindMatrix, preset
		if err := c.Check(); err != nil {
			t.Error(err)
			continue
		}
		src, points, err := c.Matrix.Source(19, 19)
		if err != nil || len(points) != 361 {
			t.Errorf("%s: %d points, %v", preset, len(points), err)
			continue
		}
		if !matrix.Proven(src) {
			t.Errorf("%s: readings prove nothing", preset)
		}
		if chain, ok := src.(*matrix.Chain); ok {
			if want := map[string]int{HallSPI: 91, ReedSPI: 46}[preset]; chain.Chips() != want {
				t.Errorf("%s: %d chips, want %d", preset, chain.Chips(), want)
			}
		}
	}
}

func TestMatrixSettings(t *testing.T) {
	const board = "board = {kind = 'matrix'}\n[matrix]\n"
	for text, want := range map[string]string{
		`preset = "reed"`:                   `matrix.preset is "reed"; it can be "hall-spi"`,
		`bus = "can"`:                       `matrix.bus is "can"`,
		`planes = 3`:                        "matrix.planes is 3; it can be 0 to 2",
		`rate = 2000`:                       "matrix.rate is 2000",
		`check = "HLX"`:                     "write H, L or -",
		`check = "HLHLHLHL"`:                "8 check inputs are named, and 91 chips have 6 inputs",
		`spi = "/dev/spi0"`:                 `like "/dev/spidev0.0"`,
		`clock_hz = 5`:                      "it can be 10000 to 20000000",
		`latch = "pin 25"`:                  `like "GPIO25"`,
		`chips = 50`:                        "722 sensors need 91 chips",
		`bus = "i2c"`:                       "0 expanders",
		"preset = 'reed-i2c'\nmux = 'none'": "there is no multiplexer",
		"preset = 'reed-i2c'\nexpanders = ['0:30']":                  "their addresses are 20 to 27",
		"preset = 'reed-i2c'\nexpanders = ['0:20-27']":               "the wiring has 361 places, and the chips have inputs for 112",
		"preset = 'reed-i2c'\nexpanders = ['20']":                    `like "0:20"`,
		"preset = 'grid'\nplanes = 2":                                "a grid has one plane",
		"preset = 'grid'\nexpanders = ['0:20']":                      "19 rows and 19 columns need 3 expanders",
		"bus = 'gpio'\nlatch = 'cs'":                                 "without SPI there is no chip select",
		"bus = 'gpio'\ndata_lines = ['GPIO9', 'GPIO10']\nchips = 91": "cannot be cut into 2 pieces",
		"data_lines = [1]":                                           "matrix.data_lines",
		"[matrix.wiring]\nstart = 'left'":                            "matrix.wiring.start",
		"[matrix.wiring]\nskip = ['a']":                              "matrix.wiring.skip must be a list of whole numbers",
		"[matrix.wiring]\nserpentin = true":                          `unknown key "matrix.wiring.serpentin"; did you mean "matrix.wiring.serpentine"?`,
	} {
		_, err := Parse("f", []byte(board+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{
		"bus = 'gpio'\ndata_lines = ['GPIO9', 'GPIO10']",
		"check = 'none'\ntail = 'none'",
		"latch = 'cs'\norder = 'planes'\ncheck='HLHLHLH'",
		"preset = 'reed-spi'\n[matrix.wiring]\npreset = 'serpentine'",
	} {
		if _, err := Parse("f", []byte(board+text+"\n")); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
