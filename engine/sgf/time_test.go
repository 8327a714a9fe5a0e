package sgf

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/clock"
)

func TestTiming(t *testing.T) {
	for text, want := range map[string]string{
		"none": "", "10m": "TM[600]", "10m+5s": "TM[600]OT[5 fischer]", "1m30s+0.5s": "TM[90]OT[0.5 fischer]",
		"10m+3x30s": "TM[600]OT[3x30 byo-yomi]", "10m+5/3m": "TM[600]OT[5/180 Canadian]", "3x30s": "TM[0]OT[3x30 byo-yomi]", "20s/turn": "TM[0]OT[1x20 byo-yomi]",
	} {
		c, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSuffix(strings.TrimPrefix(string(Write([]*Tree{{Nodes: []Node{{Properties: Timing(c)}}}})), "(;"), ")\n")
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The time left stands behind the last stone of a turn, for as many of the last
// turns as it is known, and the record is read as without.
func TestTimeLeftIsWritten(t *testing.T) {
	r, err := ReadAny([]byte(six + "]"))
	if err != nil {
		t.Fatal(err)
	}
	const s = time.Second
	r.Left = []clock.Side{
		{Main: 590*s + 780*time.Millisecond, Periods: 3, Period: 30 * s},
		{Periods: 3, Period: 30 * s},
		{Main: s, Periods: 3, Period: 30 * s},
		{Periods: 1, Period: 30 * s},
		{},
	}
	text := string(r.SGF())
	want := ";B[KJ];B[LJ]BL[590.78]\n;W[CC];W[DC]WL[30]OW[3]\n;B[MJ];B[NJ]BL[1]\n;W[AE];W[BE]WL[30]OW[1]\n;B[OJ]BL[0])\n"
	if !strings.HasSuffix(text, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", text, want)
	}
	again, err := ReadAny([]byte(text))
	if err != nil || spell(again.Turns) != spell(r.Turns) || again.Result.Winner != r.Result.Winner {
		t.Errorf("%v: %v", err, again)
	}
}
