package gpiochip

import (
	"fmt"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Line{
		"gpiochip0:17":        {"/dev/gpiochip0", 17},
		"/dev/gpiochip12:255": {"/dev/gpiochip12", 255},
	} {
		if l, ok := Parse(text); !ok || l != want {
			t.Errorf("%q is %v, %v", text, l, ok)
		}
	}
	for _, text := range []string{"", "17", "gpiochip0", "gpiochip0:", "gpiochip0:-1", "/dev/../gpiochip0:1", "GPIO 17", "gpiochip0:99999"} {
		if _, ok := Parse(text); ok || Valid(text) && text != "gpiochip0" {
			t.Errorf("%q names a line", text)
		}
	}
	if !Valid("GPIO17") || !Valid("ID_SDA") || !Valid("gpiochip0:3") {
		t.Error("names of lines are refused")
	}
}

func TestLinesOfAHeader(t *testing.T) {
	chip := func(label, path string, names ...string) (Chip, []Info) {
		c := Chip{Path: path, Label: label, Lines: 54}
		list := make([]Info, c.Lines)
		for i := range list {
			list[i].Line = Line{path, i}
			if i < len(names) {
				list[i].Name = names[i]
			}
		}
		return c, list
	}
	const rp1, soc = "/dev/gpiochip4", "/dev/gpiochip0"
	pins := []string{"ID_SD", "ID_SC", "PIN3", "PIN5", "PIN7", "PIN29", "PIN31", "PIN26", "PIN24", "PIN21", "PIN19", "PIN23"}
	mainline := []string{"ID_SDA", "ID_SCL", "SDA1", "SCL1", "GPIO_GCLK", "GPIO5", "GPIO6", "SPI_CE1_N", "SPI_CE0_N", "SPI_MISO", "SPI_MOSI", "SPI_SCLK"}
	for _, tt := range []struct {
		label, path string
		names       []string
		name        string
		want        Line
	}{
		{"pinctrl-rp1", rp1, pins, "GPIO9", Line{rp1, 9}},
		{"pinctrl-rp1", rp1, pins, "PIN21", Line{rp1, 9}},
		{"pinctrl-rp1", rp1, nil, "GPIO17", Line{rp1, 17}},
		{"pinctrl-rp1", rp1, nil, "GPIO28", Line{}}, // its fan and network
		{"pinctrl-rp1", rp1, nil, "GPIO017", Line{}},
		{"pinctrl-bcm2711", soc, mainline, "GPIO11", Line{soc, 11}},
		{"pinctrl-bcm2835", soc, mainline, "SPI_MISO", Line{soc, 9}},
		{"pinctrl-bcm2835", soc, []string{"GPIO7"}, "GPIO7", Line{soc, 0}}, // a name counts before a number
		{"gpio-brcmstb@107d508500", soc, nil, "GPIO17", Line{}},
		{"pinctrl-amd", soc, nil, "GPIO17", Line{}},
	} {
		c, list := chip(tt.label, tt.path, tt.names...)
		if got := c.line(tt.name, list); got != tt.want {
			t.Errorf("%s of %s is %v, want %v", tt.name, tt.label, got, tt.want)
		}
	}
	c, list := chip("pinctrl-rp1", rp1)
	for n := range 28 {
		if got := c.line(fmt.Sprintf("GPIO%d", n), list); got != (Line{rp1, n}) {
			t.Errorf("GPIO%d is %v", n, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("gpiochip0:17")
	f.Fuzz(func(t *testing.T, text string) {
		if l, ok := Parse(text); ok {
			if again, ok := Parse(l.String()); !ok || again != l {
				t.Errorf("%q is %v, and that %v", text, l, again)
			}
		}
	})
}
