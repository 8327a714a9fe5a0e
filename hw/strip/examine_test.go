package strip

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

func TestExamine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		port := newFakePort(t, APA102, 361)
		o := Options{Device: "/dev/spidev0.0", Chip: APA102, Cols: 19, Rows: 19, Open: port.open}
		go func() {
			time.Sleep(tried / 2)
			if port.rgb(180) == [3]int{} {
				t.Error("the LEDs are dark while they are tried")
			}
		}()
		f := Examine(t.Context(), o)
		if len(f) != 1 || f[0].Health != hw.OK || !strings.HasPrefix(f[0].Text, "361 LEDs apa102; a picture takes 1475 bytes and 0s. ") || f[0].Device != "lights on /dev/spidev0.0" {
			t.Errorf("%+v", f)
		}
		if port.rgb(180) != [3]int{} || port.closed != 1 {
			t.Error("the LEDs stay lit")
		}
		port.fail(errors.New("input/output error"))
		if f = Examine(t.Context(), o); len(f) != 1 || f[0].Health != hw.Bad || f[0].Text != "input/output error" {
			t.Errorf("%+v", f)
		}
		o.Current.Most = 5
		if f = Examine(t.Context(), o); f[0].Health != hw.Bad || !strings.HasPrefix(f[0].Text, "lights.max_current is 5 mA") {
			t.Errorf("%+v", f)
		}
	})
	f := Examine(t.Context(), Options{Device: "/dev/spidev999.9", Chip: APA102, Cols: 19, Rows: 19})
	if len(f) != 1 || f[0].Health != hw.Bad || !strings.Contains(f[0].Text, "/dev/spidev999.9 is not there") || f[0].Do == "" {
		t.Errorf("%+v", f)
	}
}

func TestUnsteady(t *testing.T) {
	for _, tt := range []struct{ model, boot, do string }{
		{"", "", ""},
		{"Raspberry Pi 5 Model B Rev 1.0\x00", "", ""},
		{"Raspberry Pi 4 Model B Rev 1.4\x00", "", "add core_freq=500 and core_freq_min=500 to /boot/firmware/config.txt and restart"},
		{"Raspberry Pi 4 Model B Rev 1.4\x00", "core_freq=500\n#core_freq_min=500 \n", "add core_freq_min=500 to /boot/firmware/config.txt and restart"},
		{"Raspberry Pi 4 Model B Rev 1.4\x00", "core_freq=500\ncore_freq_min=500\n", ""},
		{"Raspberry Pi 3 Model B Plus Rev 1.3\x00", "dtparam=spi=on\n", "add core_freq=250 to /boot/firmware/config.txt and restart"},
	} {
		root := t.TempDir()
		write := func(path, text string) {
			if text == "" {
				return
			}
			path = filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("proc/device-tree/model", tt.model)
		write("boot/firmware/config.txt", tt.boot)
		do := ""
		if f := unsteady("lights", "/dev/spidev0.0", root); len(f) > 0 {
			do = f[0].Do
		}
		if do != tt.do {
			t.Errorf("%q with %q: %q, want %q", tt.model, tt.boot, do, tt.do)
		}
		f := unsteady("lights", "/dev/spidev1.0", root)
		if want := strings.HasPrefix(tt.model, "Raspberry Pi 3") || strings.HasPrefix(tt.model, "Raspberry Pi 4"); want != (len(f) > 0 && strings.Contains(f[0].Text, "SPI1")) {
			t.Errorf("%q on SPI1: %+v", tt.model, f)
		}
	}
}
