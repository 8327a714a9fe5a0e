package matrix

import (
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/physic"

	"stonehand/hw"
)

func TestExamine(t *testing.T) {
	for name, c := range map[string]struct {
		board  func(t *testing.T) wired
		health hw.Health
		want   []string
	}{
		"good": {func(t *testing.T) wired {
			w, _ := spiBoard(t, reference)
			w.put(3, hw.Black)
			return w
		}, hw.OK, []string{"91 chips of 74HC165", "stones on 1 points"}},
		"no proof": {func(t *testing.T) wired {
			w, _ := spiBoard(t, ChainOptions{Places: points, Planes: 1})
			return w
		}, hw.Warn, []string{"nothing checks its readings", "matrix.check"}},
		"stuck": {func(t *testing.T) wired {
			w, chain := spiBoard(t, reference)
			chain.Fail(ChainFaults{Data: High})
			return w
		}, hw.Bad, []string{"reads high all along", "check its data wire"}},
		"hangs": {func(t *testing.T) wired {
			w, chain := spiBoard(t, reference)
			chain.Fail(ChainFaults{Hang: 5 * time.Second})
			return w
		}, hw.Bad, []string{"has not answered"}},
		"a chip is missing": {func(t *testing.T) wired {
			w, _, chips := i2cBoard(t)
			chips[9].Vanish(true)
			return w
		}, hw.Warn, []string{"26 expanders", "14 points cannot be read", "the expander at 1:21"}},
		"not there": {func(t *testing.T) wired {
			src, err := NewChain(&SPI{Path: "/dev/spidev99.9", Clock: physic.MegaHertz}, reference)
			if err != nil {
				t.Fatal(err)
			}
			return wired{source: src, geo: twoColors}
		}, hw.Bad, []string{"/dev/spidev99.9 is not there", "dtparam=spi=on"}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := c.board(t)
				b, err := New(w.source, Options{Board: w.geo, Points: straight()})
				if err != nil {
					t.Fatal(err)
				}
				begun := time.Now()
				fs := b.Examine(t.Context())
				if took := time.Since(begun); took > 10*time.Second {
					t.Errorf("it took %v", took)
				}
				time.Sleep(5 * time.Second) // until what hangs is over
				if h := hw.Worst(fs); len(fs) == 0 || h != c.health {
					t.Errorf("%v: %+v", h, fs)
				}
				var all strings.Builder
				for _, f := range fs {
					all.WriteString(f.Text + ": " + f.Do + "\n")
					if f.Health == hw.Bad && f.Do == "" || f.Health == hw.OK && f.Do != "" {
						t.Errorf("what to do: %+v", f)
					}
				}
				for _, want := range c.want {
					if !strings.Contains(all.String(), want) {
						t.Errorf("found %q, want %q", all.String(), want)
					}
				}
			})
		})
	}
}

func TestExamineKeys(t *testing.T) {
	s := NewSwitchboard(2)
	k, err := NewKeys(KeysOptions{
		Keys: []Key{{Name: "1", Line: "GPIO5"}, {Name: "2", Line: "GPIO6"}},
		Open: func([]string) (KeyLines, error) { return s.Open() },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Press(1, true)
	if fs := k.Examine(t.Context()); len(fs) != 1 || fs[0].Health != hw.OK || !strings.Contains(fs[0].Text, "pressed: 2;") {
		t.Errorf("%+v", fs)
	}
	s.Unplug(true)
	if fs := k.Examine(t.Context()); len(fs) != 1 || fs[0].Health != hw.Bad {
		t.Errorf("%+v", fs)
	}
}
