package clock

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Control{
		"none":        {},
		"30s/turn":    {Turn: 30 * time.Second},
		"0.5s / turn": {Turn: 500 * time.Millisecond},
		"10m":         {Main: 10 * time.Minute},
		"5m+3s":       {Main: 5 * time.Minute, Increment: 3 * time.Second},
		"5m+0s":       {Main: 5 * time.Minute},
		"1h30m+0.5s":  {Main: 90 * time.Minute, Increment: 500 * time.Millisecond},
		"10m+3x30s":   {Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second},
		"10M + 3×30S": {Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second},
		"3x30s":       {Periods: 3, Period: 30 * time.Second},
		"0s+1x1m":     {Periods: 1, Period: time.Minute},
		"10m + 5/3m":  {Main: 10 * time.Minute, Periods: 5, Period: 3 * time.Minute, Canadian: true},
		"25/10m":      {Periods: 25, Period: 10 * time.Minute, Canadian: true},
		"24h":         {Main: 24 * time.Hour},
	} {
		c, err := Parse(text)
		if err != nil || c != want {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
		if again, err := Parse(c.String()); err != nil || again != c {
			t.Errorf("%q is written %q, which is %+v, %v", text, c, again, err)
		}
	}
}

func TestString(t *testing.T) {
	for _, s := range []string{"none", "30s/turn", "10m", "1h", "1h30m", "5m+3s", "10m+3x30s", "3x30s", "1m30s+1x1m", "10m+5/3m", "25/10m"} {
		if c, err := Parse(s); err != nil || c.String() != s {
			t.Errorf("%q is written %q, %v", s, c, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, part := range map[string]string{
		"": "is not a clock", "5": "is not a clock", "soon": "is not a clock", "5m+": "is not a clock", "+3s": "is not a clock",
		"5m+3": "is not a clock", "5m+3s+1s": "is not a clock", "-5m": "is not a clock", "5m+-3s": "is not a clock",
		"30s/move": "is not a clock", "/turn": "is not a clock", "3x": "is not a clock", "x30s": "is not a clock",
		"10m+3x30": "is not a clock", "10m+ax30s": "is not a clock", "10m+1.5x30s": "is not a clock", "0x30s": "is not a clock",
		"5/": "is not a clock", "/3m": "is not a clock", "0/3m": "is not a clock", "10m/3m": "is not a clock", "10m+5/3": "is not a clock", "10m+100/3m": "100 turns of overtime",
		"none+5s": "is not a clock", strings.Repeat("9", 100): `999..." is not a clock: write "none"`,
		"1ms": "10ms to 24h", "0s": "is not a clock", "25h": "10ms to 24h", "5m+25h": "an increment of 25h", "0s/turn": "is not a clock",
		"48h/turn": "a turn of 48h", "10m+100x30s": "1 to 99", "10m+-3x30s": "1 to 99", "10m+3x0s": "a period of 0s", "25h+3x30s": "a main time of 25h",
	} {
		if c, err := Parse(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %+v, %v, want %q", text, c, err, part)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []Control{
		{Turn: time.Second, Main: time.Second}, {Main: time.Minute, Increment: 1, Periods: 1, Period: time.Second},
		{Main: time.Minute, Period: time.Second}, {Increment: time.Second}, {Main: time.Minute, Canadian: true}, {Turn: time.Second, Canadian: true}, {Main: -1}, {Turn: -time.Second},
	} {
		if c.Check() == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}

// controls are all that Parse may give, in whole milliseconds.
func controls() *rapid.Generator[Control] {
	return rapid.Custom(func(t *rapid.T) Control {
		ms := func(what string, least time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(int64(least/time.Millisecond), 200_000).Draw(t, what)) * time.Millisecond
		}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return Control{Turn: ms("turn", Least)}
		case 1:
			return Control{Main: ms("main", Least), Increment: ms("increment", 0)}
		case 2:
			return Control{Main: ms("main", 0), Periods: rapid.IntRange(1, 9).Draw(t, "periods"), Period: ms("period", Least), Canadian: rapid.Bool().Draw(t, "Canadian")}
		}
		return Control{}
	})
}

func TestControlComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := controls().Draw(t, "control")
		if got, err := Parse(c.String()); err != nil || got != c {
			t.Fatalf("%+v is written %q, which is %+v, %v", c, c, got, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"none", "30s/turn", "10m", "5m+3s", "10m+3x30s", "3x30s", "", "+", "x", "/turn", "9e9h", "5m+-3s", "10m+99999999999999999999x1s", "1h×2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			if len(err.Error()) > 400 {
				t.Fatalf("%d bytes of refusal", len(err.Error()))
			}
			return
		}
		if again, err := Parse(c.String()); err != nil || again != c {
			t.Fatalf("%q is %+v, which is written %q, which is %+v, %v", s, c, c, again, err)
		}
		if left := c.Left(c.Start()); left <= 0 || c.Check() != nil || c.Fits(c.Start()) != nil {
			t.Fatalf("%q: %+v begins with %v", s, c, left)
		}
	})
}
