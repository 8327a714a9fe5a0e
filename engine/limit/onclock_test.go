package limit

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/clock"
)

func TestOnClock(t *testing.T) {
	const s = time.Second
	for text, c := range map[string]struct {
		left clock.Side
		want Budget
	}{
		"none":      {clock.Side{}, Budget{}},
		"30s/turn":  {clock.Side{Main: 20 * s}, Budget{Turn: 20*s - time.Millisecond}},
		"10m":       {clock.Side{Main: 5 * s}, Budget{Remaining: 5 * s}},
		"10m+5s":    {clock.Side{}, Budget{Remaining: 1, Increment: 5 * s}},
		"10m+3x30s": {clock.Side{Main: 60 * s, Periods: 3, Period: 30 * s}, Budget{Remaining: 90 * s, Increment: 30 * s}},
		"9m+3x30s":  {clock.Side{Periods: 2, Period: 29 * s}, Budget{Turn: 29*s - time.Millisecond}},
		"8m+5/3m":   {clock.Side{Main: 60 * s, Periods: 5, Period: 180 * s}, Budget{Remaining: 96 * s, Increment: 36 * s}},
		"7m+5/3m":   {clock.Side{Periods: 4, Period: 100 * s}, Budget{Turn: 62500*time.Millisecond - time.Millisecond, Share: 25*s - time.Millisecond}},
		"6m+5/3m":   {clock.Side{Periods: 1, Period: 100 * s}, Budget{Turn: 100*s - time.Millisecond, Share: 100*s - time.Millisecond}},
	} {
		control, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := OnClock(control, c.left); got != c.want {
			t.Errorf("%s: %+v, want %+v", text, got, c.want)
		}
	}
}

// A side that uses every turn up to its hard bound, and loses the overhead each
// time, never loses on time, nor a byo-yomi period, in the longest game there is.
func TestOnClockNeverLosesOnTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const overhead = 50 * time.Millisecond
		s := func(what string, least, most int) time.Duration {
			return time.Duration(rapid.IntRange(least, most).Draw(t, what)) * 100 * time.Millisecond
		}
		var c clock.Control
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			c.Turn = s("turn", 2, 600)
		case 1:
			c.Main, c.Increment = s("main", 200, 6000), s("increment", 0, 100)
		case 2:
			c.Main, c.Periods, c.Period = s("main", 0, 6000), rapid.IntRange(1, 5).Draw(t, "periods"), s("period", 2, 600)
		case 3:
			c.Canadian = true
			c.Main, c.Periods = s("main", 0, 6000), rapid.IntRange(1, 5).Draw(t, "turns")
			c.Period = s("period", 2*c.Periods<<c.Periods, 2000)
		}
		side := c.Start()
		for stones := 1; stones < 361; stones += 4 {
			b := OnClock(c, side)
			b.Overhead = overhead
			l := b.Limits(stones)
			if l.Hard <= 0 || l.Soft > l.Hard {
				t.Fatalf("%v with %+v: %+v", c, side, l)
			}
			side = c.Spend(side, l.Hard+overhead)
			if c.Left(side) == 0 || !c.Canadian && side.Periods < c.Periods {
				t.Fatalf("%v after %v with %d stones: %+v is left", c, l.Hard, stones, side)
			}
			side = c.Press(side)
		}
	})
}
