package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A file with former keys means what it meant, and a warning names the new key.
func TestFormerKeys(t *testing.T) {
	for _, c := range []struct {
		text, warning string
		get           func(c Config) any
		want          any
	}{
		{"[sim]\n", "", func(c Config) any { return c.Sim.AsRealBoard }, false},
		{"[sim]\narm = true\n", "f:2: sim.arm is a former key: write as_real_board = false instead", func(c Config) any { return c.Sim.AsRealBoard }, false},
		{"[sim]\narm = false\n", "f:2: sim.arm is a former key: write as_real_board = true instead", func(c Config) any { return c.Sim.AsRealBoard }, true},
		{"[sim]\narm = true\nas_real_board = true\n", "f:2: sim.arm is a former key, and as_real_board is set too: remove arm", func(c Config) any { return c.Sim.AsRealBoard }, true},
		{"[sim]\nleak = 0.1 # share\nseed = 7\n", "f:2: sim.leak is a former key: write crosstalk instead", func(c Config) any { return []any{c.Sim.Crosstalk, c.Sim.Seed} }, []any{0.1, 7}},
		{"sim.leak = 0.1\n", "f:1: sim.leak is a former key: write crosstalk instead", func(c Config) any { return c.Sim.Crosstalk }, 0.1},
		{"sim = { seed = 3, 'leak' = 0.1, arm = false }\n", "f:1: sim.arm is a former key: write as_real_board = true instead\nf:1: sim.leak is a former key: write crosstalk instead",
			func(c Config) any { return []any{c.Sim.Crosstalk, c.Sim.AsRealBoard} }, []any{0.1, true}},
		{"[engine]\nmix = 'grown' # fast\n", `f:2: engine.mix = "grown" is a former value: write "own" instead`, func(c Config) any { return c.Engine.Mix }, "own"},
		{"[board]\nbare = '9s'\n", "f:2: board.bare is a former key: write empty instead", func(c Config) any { return c.Board.Empty }, 9 * time.Second},
		{"[lights]\neach = 4\nrim = [\n'7',\n'8']\n", "f:2: lights.each is a former key: write leds_per_point instead\nf:3: lights.rim is a former key: write status instead",
			func(c Config) any { return []any{c.Lights.Each, c.Lights.Status} }, []any{4, []string{"7", "8"}}},
		{"[arm]\nsafe = -9\nabove = 2\ntravel = 3000\nlift = 300\nhoming = '1m'\n",
			"f:2: arm.safe is a former key: write safe_z instead\nf:3: arm.above is a former key: write release_height instead\n" +
				"f:4: arm.travel is a former key: write feed instead\nf:5: arm.lift is a former key: write feed_z instead\n" +
				"f:6: arm.homing is a former key: write homing_timeout instead",
			func(c Config) any {
				return []any{c.Arm.SafeZ, c.Arm.ReleaseHeight, c.Arm.Feed, c.Arm.FeedZ, c.Arm.HomingTimeout}
			}, []any{-9, 2, 3000, 300, time.Minute}},
	} {
		got, err := Parse("f", []byte(c.text))
		if err != nil || strings.Join(got.Warnings, "\n") != c.warning || fmt.Sprint(c.get(got)) != fmt.Sprint(c.want) {
			t.Errorf("%q: %v, %q, %v", c.text, c.get(got), got.Warnings, err)
		}
	}
}

// What is wrong with the value of a former key is said of its line.
func TestFormerKeysWithWrongValues(t *testing.T) {
	for text, want := range map[string]string{
		"[sim]\narm = 'left'\n":                  "f:2: sim.as_real_board must be true or false",
		"[board]\n\nbare = 9\n":                  "f:3: board.empty must be a time in quotes",
		"[arm]\nabove = 30\n":                    "f:2: arm.release_height is 30; it can be 0 to 20",
		"[sim]\nleak = 0.1\nleek = 2\n":          "f:3: unknown key \"sim.leek\"",
		"[sim]\narm = true\narm = true\n":        "f:3: sim.arm is set in line 2 already; keep one of them",
		"[lights]\neach = 2\nleds_per_point = 0": "f:3: lights.leds_per_point is 0",
	} {
		if _, err := Parse("f", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Every former key leads to one that exists.
func TestFormerKeysLeadSomewhere(t *testing.T) {
	keys := known()
	for old, key := range former {
		if _, ok := keys[old]; ok {
			t.Errorf("%s is a key of today", old)
		}
		if _, ok := keys[key]; !ok {
			t.Errorf("%s leads to %s, which is not a key", old, key)
		}
	}
}
