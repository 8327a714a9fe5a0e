package doctor

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/hw"
)

func TestSight(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := &Sight{Name: "board"}
	points := func(set map[int]hw.State) []hw.State {
		p := make([]hw.State, 9)
		for i, state := range set {
			p[i] = state
		}
		return p
	}
	take := func(r hw.Reading, want ...string) {
		t.Helper()
		now = now.Add(20 * time.Millisecond)
		if got := s.Take(r, now); !slices.Equal(got, want) {
			t.Errorf("news %q, want %q", got, want)
		}
	}
	if got := s.Picture(now, false); got[0] != "board: waiting" {
		t.Errorf("%q", got)
	}
	take(hw.Reading{Link: &hw.Link{Reason: "no cable"}}, "link down: no cable")
	if got := s.Picture(now, false); got[0] != "board: LINK DOWN: no cable" {
		t.Errorf("%q", got)
	}
	take(hw.Reading{Link: &hw.Link{Up: true, Board: hw.Geometry{Cols: 3, Rows: 3, Colors: true}}}, "link up: 3 columns, 3 rows, tells colours apart")
	take(hw.Reading{Frame: &hw.Frame{Points: points(map[int]hw.State{4: hw.Black, 0: hw.Unknown})}}, "A1 unknown", "B2 black")
	now = now.Add(time.Minute)
	take(hw.Reading{Frame: &hw.Frame{Points: points(map[int]hw.State{4: hw.Black, 0: hw.Unknown})}})
	take(hw.Reading{Frame: &hw.Frame{Points: points(map[int]hw.State{4: hw.Black, 0: hw.Unknown, 8: hw.White})}}, "C3 white")
	take(hw.Reading{Fault: &hw.Fault{At: now, Text: "the chain is broken"}}, "fault: the chain is broken")
	want := strings.Split(`board: link up, 3 columns, 3 rows, tells colours apart
1.0 frames a second; 1 black, 1 white, 1 unreadable
fault 0s ago: the chain is broken

  3  .  . [O]
  2  .  X  .
  1  ?  .  .
     A  B  C

no point jumps`, "\n")
	if got := s.Picture(now, false); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := strings.Join(s.Picture(now, true), "\n"); !strings.Contains(got, "\x1b[7m[O]\x1b[0m") || !strings.Contains(got, "\x1b[31mfault") {
		t.Errorf("in colour:\n%s", got)
	}

	for i := range 24 {
		state := hw.State(i % 2)
		take(hw.Reading{Frame: &hw.Frame{Points: points(map[int]hw.State{4: hw.Black, 0: hw.Unknown, 8: hw.White, 1: state})}},
			map[bool][]string{true: nil, false: {"B1 " + state.String()}}[i == 0]...)
	}
	if got := s.Picture(now, false); got[len(got)-1] != "jumped within 10s: B1 23 times" {
		t.Errorf("%q", got[len(got)-1])
	}
	take(hw.Reading{Link: &hw.Link{Reason: "gone"}}, "link down: gone")
	if got := s.Picture(now, false); got[0] != "board: LINK DOWN: gone; connection lost 1 times" || len(got) != 3 {
		t.Errorf("%q", got)
	}
}
