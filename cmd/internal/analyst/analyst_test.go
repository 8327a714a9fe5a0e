package analyst

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/web"
	"stonehand/engine/sgf"
)

// careless is a game in which White answers half of a threat in turn 6, and
// Black does not see it in turn 7.
const careless = `(;FF[4]GM[511]SZ[19]PB[Ann]PW[Bob]ENDED[2026-01-02T15:31:00Z];B[JJ];W[MN];W[NM];B[HJ];B[IJ];W[OO];W[NO]
;B[KJ];B[AS]C[Hm.];W[LJ];W[SS];B[AR];B[AQ])`

func TestAnalystJudgesAGame(t *testing.T) {
	var told []int
	a, err := Analyst{16, &players.Pause{}, func() {}, func() {}, "1"}.Analyze(t.Context(), []byte(careless), 50*time.Millisecond, func(s web.Step) {
		if s.All != 8 || s.Waiting {
			t.Errorf("told of %+v", s)
		}
		told = append(told, s.Done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(told, want) {
		t.Errorf("progress: %v", told)
	}
	if len(a.Turns) != 7 {
		t.Fatalf("%d turns", len(a.Turns))
	}
	six, seven := a.Turns[5], a.Turns[6]
	if six.Color != "white" || six.Black != 1 || six.After.Chance != 0 || six.After.Win != -1 {
		t.Errorf("turn 6: %+v", six)
	}
	if seven.Color != "black" || seven.Turn != 7 || seven.Missed != 1 || seven.Before.Win != 1 || seven.Black == 1 ||
		!slices.Equal(seven.Played, []string{"A17", "A18"}) || !slices.Equal(seven.Line[0], []string{"F10", "G10"}) {
		t.Errorf("turn 7: %+v", seven)
	}
	for language, text := range a.SGF {
		rec, err := sgf.ReadAny([]byte(text))
		if err != nil || len(rec.Turns) != 7 || rec.Black != "Ann" {
			t.Errorf("the record in %q: %v", language, err)
		}
	}
	if len(a.SGF) != 2 || a.SGF["en"] == a.SGF["zh"] {
		t.Errorf("the record is annotated in %d languages", len(a.SGF))
	}
}

func TestAnalystStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p players.Pause
		p.Hold() // the machine thinks, for ever
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		begun := time.Now()
		var told []web.Step
		if _, err := (Analyst{16, &p, func() {}, func() {}, "1"}).Analyze(ctx, []byte(careless), time.Minute, func(s web.Step) { told = append(told, s) }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("called off: %v", err)
		}
		if took := time.Since(begun); took != time.Hour {
			t.Errorf("came back after %v, not 1h", took)
		}
		if want := []web.Step{{Waiting: true}, {}}; !slices.Equal(told, want) {
			t.Errorf("told of %+v, want %+v", told, want)
		}
	})
	if _, err := (Analyst{16, &players.Pause{}, func() {}, func() {}, "1"}).Analyze(t.Context(), []byte("(;GM[1])"), time.Second, nil); err == nil {
		t.Error("a game of Go was judged")
	}
}
