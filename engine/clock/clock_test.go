package clock

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

func parsed(t *testing.T, s string) Control {
	t.Helper()
	c, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Byo-yomi as it is played: the main time runs out in the middle of a turn, a
// turn within a period gives it back whole, periods that are used up are lost.
func TestByoYomi(t *testing.T) {
	const s = time.Second
	c := parsed(t, "10s+3x30s")
	side := c.Start()
	for _, step := range []struct {
		thinks time.Duration
		want   Side // before the turn is completed
	}{
		{4 * s, Side{6 * s, 3, 30 * s}},
		{6*s + 5*s, Side{0, 3, 25 * s}},
		{29 * s, Side{0, 3, 1 * s}},
		{30 * s, Side{0, 2, 30 * s}}, // used up to its end: lost
		{30*s + 12*s, Side{0, 1, 18 * s}},
		{29*s + 999*time.Millisecond, Side{0, 1, time.Millisecond}},
		{30 * s, Side{}},
	} {
		side = c.Spend(side, step.thinks)
		if side != step.want {
			t.Fatalf("after %v: %+v, want %+v", step.thinks, side, step.want)
		}
		side = c.Press(side)
	}
	if c.Left(side) != 0 {
		t.Errorf("%v left after the flag has fallen", c.Left(side))
	}
	if got := c.Spend(c.Start(), 100*s); got != (Side{}) {
		t.Errorf("all at once: %+v", got)
	}
	if got := c.Spend(c.Start(), 99*s); got != (Side{0, 1, s}) {
		t.Errorf("nearly all at once: %+v", got)
	}
	if got := c.Spend(c.Start(), Never); got != (Side{}) {
		t.Errorf("for ever: %+v", got)
	}
}

func TestOtherControls(t *testing.T) {
	const s = time.Second
	for _, step := range []struct {
		control string
		thinks  time.Duration
		want    Side // after the turn is completed
	}{
		{"30s/turn", 29 * s, Side{Main: 30 * s}},
		{"30s/turn", 30 * s, Side{}},
		{"1m", 20 * s, Side{Main: 40 * s}},
		{"1m+5s", 20 * s, Side{Main: 45 * s}},
		{"1m+5s", 2 * s, Side{Main: 63 * s}},
		{"1m+5s", 60 * s, Side{}},
		{"1m+5/3m", 20 * s, Side{40 * s, 5, 180 * s}},
		{"1m+5/3m", 60*s + 20*s, Side{0, 4, 160 * s}},
		{"1m+5/3m", 60*s + 180*s, Side{}},
		{"5/3m", 179 * s, Side{0, 4, s}},
		{"1/3m", 179 * s, Side{0, 1, 180 * s}},
		{"none", 1000 * time.Hour, Side{}},
	} {
		c := parsed(t, step.control)
		if got := c.Press(c.Spend(c.Start(), step.thinks)); got != step.want {
			t.Errorf("%s after %v: %+v, want %+v", step.control, step.thinks, got, step.want)
		}
	}
	if none := (Control{}); none.Left(none.Start()) != Never {
		t.Error("a flag falls where there is no clock")
	}
}

// Canadian overtime: so many turns in a time, in whatever parts, and then as many again
// in a whole one.
func TestCanadianOvertime(t *testing.T) {
	const s = time.Second
	c := parsed(t, "10s+3/1m")
	side := c.Start()
	for i, step := range []struct {
		thinks time.Duration
		want   Side // after the turn is completed
	}{
		{4 * s, Side{6 * s, 3, 60 * s}},
		{6*s + 10*s, Side{0, 2, 50 * s}},
		{49 * s, Side{0, 1, s}},
		{s / 2, Side{0, 3, 60 * s}},
		{0, Side{0, 2, 60 * s}},
		{60 * s, Side{}},
		{0, Side{}},
	} {
		before := c.Left(side)
		if side = c.Press(c.Spend(side, step.thinks)); side != step.want {
			t.Fatalf("turn %d, after %v: %+v, want %+v", i+1, step.thinks, side, step.want)
		}
		if before-step.thinks <= 0 && c.Left(side) != 0 {
			t.Errorf("turn %d: %v left of %v after %v", i+1, c.Left(side), before, step.thinks)
		}
	}
}

func TestClock(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(1000+int64(s), 0) }
	k := New(parsed(t, "1m+5s"))
	left := func(now time.Time) [2]time.Duration {
		return [2]time.Duration{k.Side(now, board.Black).Main / time.Second, k.Side(now, board.White).Main / time.Second}
	}
	if !k.Falls().IsZero() || k.Fallen(at(9999)) != board.Empty {
		t.Error("a clock that stands falls")
	}
	k.Run(at(0), board.Black)
	k.Run(at(3), board.Black)
	if got := left(at(10)); got != [2]time.Duration{50, 60} || !k.Falls().Equal(at(60)) || k.Running() != board.Black {
		t.Errorf("%v, falls %v", got, k.Falls())
	}
	k.Run(at(10), board.Empty)
	k.Run(at(100), board.Black)
	if got := left(at(105)); got != [2]time.Duration{45, 60} || !k.Falls().Equal(at(150)) {
		t.Errorf("after a pause: %v, falls %v", got, k.Falls())
	}
	k.Press(at(105), board.Black)
	k.Run(at(105), board.White)
	if got := left(at(110)); got != [2]time.Duration{50, 55} {
		t.Errorf("after a turn: %v", got)
	}
	if got := left(at(90)); got != [2]time.Duration{50, 60} {
		t.Errorf("a clock that was set back: %v", got)
	}
	if k.Fallen(at(164)) != board.Empty || k.Fallen(at(165)) != board.White || k.Fallen(at(500)) != board.White {
		t.Error("White's flag falls at 165")
	}
	k.Set(Side{Main: time.Second}, Side{Main: 2 * time.Second})
	if got := left(at(500)); got != [2]time.Duration{1, 2} || k.Running() != board.Empty {
		t.Errorf("set: %v", got)
	}
	var none Clock
	none.Run(at(0), board.Black)
	none.Press(at(5), board.Black)
	if none.Running() != board.Empty || none.Fallen(at(9)) != board.Empty {
		t.Error("no clock runs")
	}
}

// What a side has left goes down by exactly what it thinks, however that is cut
// into pieces, except that a completed turn gives what the control says; it is
// never negative, and a flag that has fallen stays down.
func TestTimeIsCountedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := controls().Draw(t, "control")
		side := c.Start()
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			pieces := rapid.SliceOfN(rapid.Int64Range(0, 60_000), 1, 5).Draw(t, "pieces")
			whole := time.Duration(0)
			step := side
			for _, p := range pieces {
				d := time.Duration(p) * time.Millisecond
				whole += d
				step = c.Spend(step, d)
			}
			once := c.Spend(side, whole)
			if once != step {
				t.Fatalf("%v in pieces leaves %+v of %+v, at once %+v", whole, step, side, once)
			}
			if !c.IsZero() && c.Left(once) != max(0, c.Left(side)-whole) {
				t.Fatalf("%v of %v leave %v", whole, c.Left(side), c.Left(once))
			}
			if err := c.Fits(once); err != nil {
				t.Fatal(err)
			}
			after := c.Press(once)
			switch down := c.Left(once) == 0; {
			case down && after != once:
				t.Fatalf("the fallen %+v became %+v", once, after)
			case !down && c.Left(after) < c.Left(once):
				t.Fatalf("a completed turn took time: %+v became %+v", once, after)
			case !down && c.Turn > 0 && after != c.Start():
				t.Fatalf("a new turn has %+v", after)
			case !down && c.Canadian && after != once && after != (Side{0, once.Periods - 1, once.Period}) && (once.Main > 0 || once.Periods > 1 || after != c.Within(c.Period)):
				t.Fatalf("%+v became %+v", once, after)
			case !down && c.Periods > 0 && !c.Canadian && (after.Periods != once.Periods || after.Period != c.Period || after.Main != once.Main):
				t.Fatalf("%+v became %+v", once, after)
			case !down && c.Turn == 0 && after.Main != once.Main+c.Increment:
				t.Fatalf("%+v became %+v", once, after)
			}
			if err := c.Fits(after); err != nil {
				t.Fatal(err)
			}
			side = after
		}
	})
}

// A clock that is run, stopped and pressed at random moments agrees with the
// sums: each side has spent the moments in which it ran, and the flag falls at
// the moment that was named.
func TestClockAgreesWithSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := controls().Draw(t, "control")
		k := New(c)
		want := [3]Side{board.Black: c.Start(), board.White: c.Start()}
		now, running := time.Unix(0, 0), board.Empty
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			d := time.Duration(rapid.Int64Range(0, 30_000).Draw(t, "passes")) * time.Millisecond
			now = now.Add(d)
			if running != board.Empty {
				want[running] = c.Spend(want[running], d)
			}
			for _, side := range []board.Color{board.Black, board.White} {
				if got := k.Side(now, side); got != want[side] {
					t.Fatalf("%v has %+v, want %+v", side, got, want[side])
				}
			}
			fallen := board.Empty
			if running != board.Empty && c.Left(want[running]) == 0 {
				fallen = running
			}
			if k.Fallen(now) != fallen || !k.Falls().IsZero() && k.Falls().After(now) == (fallen != board.Empty) {
				t.Fatalf("fallen %v, want %v; falls %v, it is %v", k.Fallen(now), fallen, k.Falls(), now)
			}
			side := board.Color(rapid.IntRange(0, 2).Draw(t, "side"))
			if rapid.Bool().Draw(t, "press") && side != board.Empty {
				k.Press(now, side)
				want[side] = c.Press(want[side])
				continue
			}
			k.Run(now, side)
			if !c.IsZero() {
				running = side
			}
		}
	})
}

// What a side has within its periods lasts as long as was asked for.
func TestWithin(t *testing.T) {
	c := parsed(t, "1m+3x30s")
	for d, want := range map[time.Duration]Side{
		time.Second:      {Periods: 1, Period: time.Second},
		30 * time.Second: {Periods: 1, Period: 30 * time.Second},
		31 * time.Second: {Periods: 2, Period: time.Second},
		90 * time.Second: {Periods: 3, Period: 30 * time.Second},
		time.Hour:        {Periods: 3, Period: 30 * time.Second},
	} {
		if got := c.Within(d); got != want || c.Fits(got) != nil || c.Left(got) != min(d, 90*time.Second) {
			t.Errorf("within %v: %+v, want %+v", d, got, want)
		}
	}
}

// What a side needs after its turn costs it time of the game, and nothing of the next turn's.
func TestRenew(t *testing.T) {
	began := time.Unix(0, 0)
	for control, want := range map[string]time.Duration{"30s/turn": 30 * time.Second, "10s+3x10s": 30 * time.Second, "1m": 40 * time.Second, "10s+2/1m": 50 * time.Second} {
		c := parsed(t, control)
		k := New(c)
		k.Run(began, board.Black)
		k.Press(began, board.Black)
		k.Renew(began.Add(20*time.Second-time.Nanosecond), board.Black)
		if got := c.Left(k.Side(began.Add(20*time.Second-time.Nanosecond), board.Black)); got.Round(time.Second) != want {
			t.Errorf("%s: %v are left, not %v", control, got, want)
		}
	}
}
