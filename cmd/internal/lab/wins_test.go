package lab

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/sgf"
)

// forced is a game that one side won by threats.
const forced = `(;GM[511]RE[B+];B[JJ];W[II];W[IK];B[JK];B[IL];W[KJ];W[JL];B[HI];B[HJ];W[HK];W[KL];B[IH];B[KK]
;W[JG];W[KH];B[IF];B[IJ];W[FG];W[MJ];B[HG];B[LK];W[ML];W[OL];B[LI];B[NL];W[MK];W[MM];B[MI];B[MN]
;W[KM];W[LN];B[GJ];B[MO];W[EJ];W[LL];B[NI];B[OI];W[JI];W[PI];B[NJ];B[NK];W[NH];W[NN];B[LH];B[OK]
;W[KG];W[PL];B[LF];B[LG];W[LE];W[LJ];B[HF];B[KF];W[HE];W[GF];B[JF];B[MF])`

// TestWinsAreCounted looks at a game that was won by force, with all the time a
// search needs and with none.
func TestWinsAreCounted(t *testing.T) {
	rec := read(t, []byte(forced))
	undecided := *rec
	undecided.Result.Winner = 0
	run := func(limit time.Duration) (Wins, string) {
		var out strings.Builder
		s := WinsStudy{Limit: limit, Proof: time.Minute, Last: 4}
		w, err := s.Run(t.Context(), &out, []string{"first", "second"}, []*sgf.Record{rec, &undecided})
		if err != nil {
			t.Fatal(err)
		}
		return w, out.String()
	}
	w, said := run(10 * time.Second)
	if w.Games != 1 || w.Found < 1 || w.Missed != 0 || w.Found > w.Positions || w.Quick > w.Found || said != "" {
		t.Errorf("with ten seconds: %+v, %q", w, said)
	}
	none, said := run(time.Nanosecond)
	if none.Found+none.Missed < w.Found || none.Missed < 1 || !strings.Contains(said, "first: turn ") {
		t.Errorf("with no time: %+v, %q", none, said)
	}
	for _, bad := range []WinsStudy{{}, {Limit: 1, Proof: 1}, {Limit: 1, Last: 1}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
