package grbl

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// hal is a controller as grblHAL answers that nobody has spoilt: the settings of its
// simulator, with limits and homing on.
func hal() *fake {
	f := newFake()
	f.greeting = "GrblHAL 1.1f ['$' or '$HELP' for help]"
	f.info = []string{"[VER:1.1f.20260817:]", "[OPT:VNML+,100,1024,3,0]", "[AXS:3:XYZ]", "[NEWOPT:ENUMS,RT+,HOME,TC,SED]", "[FIRMWARE:grblHAL]", "[DRIVER:Simulator]"}
	f.settings[10], f.settings[44], f.settings[45], f.settings[46] = "511", "4", "3", "0"
	delete(f.settings, 24)
	delete(f.settings, 25)
	return f
}

// fluid is one as FluidNC answers, whose $$ is short and whose configuration has the
// rest.
func fluid() *fake {
	f := newFake()
	f.greeting = "Grbl 3.9 [FluidNC v3.9.9 (noradio) '$' for help]"
	f.info = []string{"[VER:3.9 FluidNC v3.9.9 (esp32-noradio) :]", "[OPT:MPHS]", "[MSG: Machine: arm]"}
	maps.DeleteFunc(f.settings, func(n int, _ string) bool { return n < 10 || n == 13 || n >= 24 && n <= 27 })
	f.items = map[string]string{"/stepping/idle_ms": "255", "/report_inches": "false"}
	for _, a := range []string{"x", "y", "z"} {
		for item, v := range map[string]string{"soft_limits": "true", "motor0/hard_limits": "true", "motor0/pulloff_mm": "1.000",
			"homing/cycle": "1", "homing/mpos_mm": "0.000", "homing/positive_direction": "true"} {
			f.items["/axes/"+a+"/"+item] = v
		}
	}
	return f
}

// The families that people buy place stones, and stop when they are stopped, however
// they say so.
func TestFlavors(t *testing.T) {
	for name, c := range map[string]struct {
		make func() *fake
		pins string
	}{"GRBL": {newFake, "R"}, "grblHAL": {hal, "E"}, "FluidNC": {fluid, "E"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := c.make()
				r := newRig(t, f, usual(t))
				defer r.stop()
				r.until(hw.ArmUnhomed)
				if let, err := r.place(t.Context(), hw.Black, 0, 1); err != nil || len(let) != 2 {
					t.Fatalf("%v, %v", let, err)
				}
				r.until(hw.ArmParked)
				f.mu.Lock()
				f.pins = c.pins
				f.mu.Unlock()
				if n := r.until(hw.ArmStopped); n.Cause != hw.ArmEmergency || !n.Pressed {
					t.Errorf("%+v", n)
				}
				time.Sleep(time.Minute)
				f.press(false)
				time.Sleep(2 * time.Second)
				r.goOn()
			})
		})
	}
}

// grblHAL does not start while its emergency stop is held: it says so in place of a
// greeting, and is not taken for silent.
func TestEmergencyStopInPlaceOfAGreeting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := hal()
		f.greeting = "ALARM:10\r\n[MSG:Emergency stop - clear, then reset to continue]"
		f.state, f.sub, f.pins = "Alarm", ":10", "E"
		r := newRig(t, f, usual(t))
		defer r.stop()
		if n := r.until(hw.ArmStopped); n.Cause != hw.ArmEmergency || !n.Pressed {
			t.Errorf("%+v", n)
		}
		time.Sleep(time.Minute)
		f.mu.Lock()
		resets := strings.Count(f.bytes, "R")
		f.greeting, f.pins = hal().greeting, ""
		f.mu.Unlock()
		if resets > 1 {
			t.Errorf("it was reset %d times", resets)
		}
		time.Sleep(2 * time.Second)
		r.goOn()
	})
}

// Every need that is not met, or not told of, is refused by its name, whatever the
// controller, and nothing moves.
func TestEveryNeed(t *testing.T) {
	for flavor, make := range map[Flavor]func() *fake{GRBL: newFake, GrblHAL: hal, FluidNC: fluid} {
		ask := func(f *fake) error {
			c := &controller{flavor: flavor, version: "1.1h", values: map[string]float64{}}
			for n, v := range f.settings {
				c.take(Sort("$" + strconv.Itoa(n) + "=" + v))
			}
			for n, v := range f.items {
				c.take(Sort("$" + n + "=" + v))
			}
			o := usual(t)
			m, err := o.Gripper.compile()
			if err != nil {
				t.Fatal(err)
			}
			return c.judge(&o, m)
		}
		if err := ask(make()); err != nil {
			t.Fatalf("%s: %v", flavor, err)
		}
		count := 0
		for _, n := range needs {
			if !slices.Contains(n.Flavors, flavor) {
				continue
			}
			for _, key := range n.keys() {
				for _, v := range []string{"", "0", "-1", "25", "nonsense", "NaN", "false"} {
					f := make()
					number, err := strconv.Atoi(key)
					was, known := f.settings[number]
					if err != nil {
						was, known = f.items[key]
					}
					value, err2 := strconv.ParseFloat(strings.NewReplacer("false", "0").Replace(v), 64)
					if !known || err2 == nil && n.fits(value) {
						continue // it is no need of this flavor's, or is met
					}
					f.items[key], f.settings[number] = v, v
					if v == "" {
						delete(f.items, key)
						delete(f.settings, number)
					}
					count++
					if err := ask(f); err == nil || !strings.Contains(err.Error(), "$"+key+" (") {
						t.Errorf("%s: $%s=%s in place of %s: %v", flavor, key, v, was, err)
					}
				}
			}
		}
		if count < 50 {
			t.Errorf("%s: %d cases", flavor, count)
		}
	}
}

// What is none of GRBL's is called by its name and not taken for silent.
func TestForeignFirmware(t *testing.T) {
	for greeting, want := range map[string]string{
		"Grbl 0.9j ['$' for help]":        "the controller runs GRBL 0.9j, and the arm takes 1.1; flash GRBL 1.1h, grblHAL or FluidNC",
		"Grbl 1.3a ['$' for help]":        "runs GRBL 1.3a",
		"start\r\necho:Marlin 2.1.2":      "runs Marlin, which",
		`{"r":{"fv":0.97,"fb":440.20}}`:   "runs TinyG or g2core",
		"Smoothie\r\nok":                  "runs Smoothieware",
		"RepRapFirmware for Duet":         "runs RepRapFirmware",
		"LinuxCNC 2.9":                    "runs LinuxCNC",
		"C:\\> bad command or file name":  `answers "C:\\> bad command or file name", which is not how GRBL does`,
		"Grbl 1.1h ['$' for help] beyond": "",
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.greeting = greeting
			r := newRig(t, f, usual(t))
			defer r.stop()
			if want == "" {
				r.until(hw.ArmUnhomed)
				return
			}
			if n := r.until(hw.ArmRefused); !strings.Contains(n.Text, want) {
				t.Errorf("%q: %s", greeting, n.Text)
			}
		})
	}
}
