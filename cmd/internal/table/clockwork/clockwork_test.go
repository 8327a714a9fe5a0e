package clockwork

import (
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// Times of more than a third of the whole are no warning; the last period is.
func TestWarn(t *testing.T) {
	for _, c := range []struct {
		control string
		side    clock.Side
		want    Warning
		until   time.Duration
	}{
		{"10m", clock.Side{Main: 5 * time.Minute}, Warning{}, 4 * time.Minute},
		{"10m", clock.Side{Main: time.Minute}, Warning{Low: time.Minute}, 30 * time.Second},
		{"10m", clock.Side{Main: 31 * time.Second}, Warning{Low: time.Minute}, time.Second},
		{"10m", clock.Side{Main: 9 * time.Second}, Warning{Low: 10 * time.Second}, 9 * time.Second},
		{"90s", clock.Side{Main: 40 * time.Second}, Warning{}, 10 * time.Second},
		{"10m+5/3m", clock.Side{Periods: 5, Period: 3 * time.Minute}, Warning{Turns: 5, Of: 3 * time.Minute}, 2 * time.Minute},
		{"10m+5/3m", clock.Side{Periods: 4, Period: 40 * time.Second}, Warning{Turns: 4, Low: time.Minute}, 10 * time.Second},
		{"10s", clock.Side{Main: 5 * time.Second}, Warning{}, clock.Never},
	} {
		k, err := clock.Parse(c.control)
		if err != nil {
			t.Fatal(err)
		}
		if got, until := Warn(k, c.side); got != c.want || until != c.until {
			t.Errorf("%s with %v left: %+v for %v, want %+v for %v", c.control, c.side.Main, got, until, c.want, c.until)
		}
	}
}

// A clock that runs is kept for good every second, and asks to be looked at in time.
func TestKeep(t *testing.T) {
	control, err := clock.Parse("10m")
	if err != nil {
		t.Fatal(err)
	}
	k := clock.New(control)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var m Machine
	if out := m.Step(now, &k, board.Black, true); !out.Changed || out.Keep || !m.Next().Equal(now.Add(time.Second)) {
		t.Errorf("%+v, next %v", out, m.Next())
	}
	now = m.Next()
	if out := m.Step(now, &k, board.Black, true); out.Changed || !out.Keep {
		t.Errorf("%+v", out)
	}
	if out := m.Step(now, &k, board.Empty, false); !out.Changed || out.Keep || !m.Next().IsZero() {
		t.Errorf("%+v, next %v", out, m.Next())
	}
}
