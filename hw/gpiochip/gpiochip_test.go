package gpiochip

import "testing"

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
