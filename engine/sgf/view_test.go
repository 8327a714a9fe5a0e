package sgf

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

func told(problems []*Error) string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return strings.Join(all, "\n")
}

// A program that breaks lines breaks them in a point as well.
func TestPointsAcrossLines(t *testing.T) {
	p := Property{Name: "AB", Values: []Value{"a\nb", " cc : d\r\nd "}}
	if list, bad := p.Points(board.Size{Cols: 9, Rows: 9}); len(list) != 5 || len(bad) > 0 {
		t.Errorf("%v, %v", list, bad)
	}
}

func TestInfo(t *testing.T) {
	g := read(t, `(;FF[4]GM[1]SZ[13:9]AP[CGoban:3]CA[UTF-8]ST[2]RU[Japanese]KM[6,5]HA[2]TM[1800]OT[5x30 byo-yomi]
PB[Anna: \[a\]]BR[3d]PW[Bo]WR[2k]BT[East]WT[West]GN[Final]EV[Cup]RO[2 (final)]PC[Chongqing]DT[2026-03-01,02]RE[W+12.5]ON[moyo]
AN[Cy]US[Di]SO[book]CP[2026 Ed]GC[A long
game];B[aa]PB[other])`)[0]
	got, problems := g.Info()
	want := Info{
		Game: 1, Format: 4, Size: board.Size{Cols: 13, Rows: 9}, Black: "Anna: [a]", White: "Bo", BlackRank: "3d", WhiteRank: "2k", BlackTeam: "East", WhiteTeam: "West",
		Name: "Final", Event: "Cup", Round: "2 (final)", Place: "Chongqing", Date: "2026-03-01,02", Rules: "Japanese", Opening: "moyo", Comment: "A long\ngame",
		Annotator: "Cy", User: "Di", Source: "book", Copyright: "2026 Ed", Application: "CGoban:3", Handicap: 2, Komi: 6.5, HasKomi: true,
		MainTime: 30 * time.Minute, Overtime: "5x30 byo-yomi", Said: "W+12.5", Result: game.Result{Over: true, Winner: board.White}, Margin: 12.5,
	}
	if d := cmp.Diff(want, got); d != "" || len(problems) > 0 {
		t.Errorf("%s\n%s", d, told(problems))
	}
	for text, want := range map[string]string{
		"(;)":                 "",
		"(;SZ[37])":           "line 1, column 3: the board's size SZ[37] is none that can be played on; a side has 1 to 20 points; the moves are kept, but cannot be played here",
		"(;KM[x]HA[99999])":   "line 1, column 8: HA[99999] is not a number that makes sense; it is passed over\nline 1, column 3: KM[x] is not a number that makes sense; it is passed over",
		"(;TM[NaN]RE[B+NaN])": "line 1, column 3: TM[NaN] is not a number that makes sense; it is passed over",
		"(;KM[]HA[])":         "",
	} {
		i, problems := read(t, text)[0].Info()
		if got := told(problems); got != want {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
		if i.Game != GMGo || i.Komi != 0 || i.Margin != 0 {
			t.Errorf("%s: %+v", text, i)
		}
	}
}

func TestKomi(t *testing.T) {
	for text, want := range map[string]float64{"6.5": 6.5, "-3.5": -3.5, "0": 0, "7": 7, "3.75": 7.5, "2.75": 5.5, "375": 7.5, "325": 6.5, "650": 6.5, "750": 7.5, "0.5": 0.5} {
		if i, _ := read(t, "(;KM["+text+"])")[0].Info(); i.Komi != want || !i.HasKomi {
			t.Errorf("KM[%s] is %v, not %v", text, i.Komi, want)
		}
	}
}

// What a line does to the board, in words.
func TestSteps(t *testing.T) {
	nineteen := board.Size{Cols: 19, Rows: 19}
	for _, tt := range []struct {
		text string
		size board.Size
		want string
	}{
		{"(;AB[aa:bb][sa]AE[aa]PL[W];W[tt];B[];B[pd]KO[]MN[7]BL[59.5]OB[3])", nineteen,
			"set [A19 B19 A18 B18 S19] [] [A19] white; white pass; black pass; black P16 forced 7 59.5s 3"},
		{"(;B[tt];W[aa:])", board.Size{Cols: 20, Rows: 20}, "black T1; empty; line 1, column 9: \"aa:\" is off the board: points go from at to ta; the move is left out"},
		{"(;B[AA];W[ss])", nineteen, "black A19; white S1"},
		{"(;B[aa]B[bb]W[cc])", nineteen, "black A19; line 1, column 8: the node has more than one move; only the first is played; " +
			"line 1, column 13: the node has more than one move; only the first is played"},
		{"(;B[zz];AB[a][bb]PL[x]BL[soon]OW[-1])", nineteen, "empty; set [B18] [] [] empty; " +
			"line 1, column 3: \"zz\" is not a point: write one like \"jj\"; the move is left out; line 1, column 9: AB[a]: \"a\" is not a point: write one like \"jj\"; it is passed over; " +
			"line 1, column 18: PL[x] names no side: B or W is to move; line 1, column 23: BL[soon] is not a time in seconds; it is passed over; " +
			"line 1, column 31: OW[-1] is not a number of moves or periods; it is passed over"},
		{"(;B[aa];AB[aa:bb])", board.Size{}, "empty; empty; line 1, column 3: \"aa\" is a point on a board of unknown size; the move is left out; " +
			"line 1, column 9: AB[aa:bb]: \"aa\" is a point on a board of unknown size; it is passed over"},
		{"(;AW[aa]B[bb])", nineteen, "black B18; line 1, column 2: the node has a move and sets up stones; the stones are set up before the move"},
	} {
		steps, problems := Steps(tt.size, read(t, tt.text)[0].Main())
		var words []string
		for _, s := range steps {
			w := fmt.Sprint(s.Color)
			switch {
			case s.Color != board.Empty && s.Point == board.Nowhere:
				w += " pass"
			case s.Color != board.Empty:
				w += " " + s.Point.String()
			case len(s.Black)+len(s.White) > 0:
				w = fmt.Sprint("set ", s.Black, " ", s.White, " ", s.Cleared, " ", s.ToMove)
			}
			if s.Force {
				w += fmt.Sprint(" forced ", s.Number, " ", s.BlackLeft, " ", s.BlackPeriods)
			}
			words = append(words, w)
		}
		for _, p := range problems {
			words = append(words, p.Error())
		}
		if got := strings.Join(words, "; "); got != tt.want {
			t.Errorf("%s:\n got  %s\n want %s", tt.text, got, tt.want)
		}
	}
}

// Points come back from the fewest rectangles that a simple search finds.
func TestPointsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := board.Size{Cols: rapid.IntRange(1, 20).Draw(t, "cols"), Rows: rapid.IntRange(1, 20).Draw(t, "rows")}
		var want [board.Cells]bool
		var points []board.Point
		for _, i := range rapid.SliceOf(rapid.IntRange(0, size.Count()-1)).Draw(t, "points") {
			points, want[size.Point(i)] = append(points, size.Point(i)), true
		}
		p := Property{Name: "TB", Values: PointValues(size, points)}
		list, problems := p.Points(size)
		var got [board.Cells]bool
		for _, at := range list {
			if got[at] {
				t.Fatalf("%s twice", at)
			}
			got[at] = true
		}
		if got != want || len(problems) > 0 {
			t.Fatalf("%v became %v: %v, %s", points, p.Values, list, told(problems))
		}
	})
	size := board.Size{Cols: 9, Rows: 9}
	var all []board.Point
	for i := range size.Count() {
		all = append(all, size.Point(i))
	}
	if v := PointValues(size, all); len(v) != 1 || v[0] != "aa:ii" {
		t.Errorf("a full board is %v", v)
	}
}

func TestMarks(t *testing.T) {
	size := board.Size{Cols: 9, Rows: 9}
	const text = `(;C[x]TR[aa][bb]SQ[cc]CR[dd]MA[ee]SL[ff]LB[gg:A\:1][hh:é]AR[aa:bb]LN[cc:dd]DD[]VW[aa:bb]FG[257:Figure 1]TB[aa:ba]TW[ii]ZZ[mine])`
	g := read(t, text)[0]
	m, problems := g.Nodes[0].Marks(size)
	if len(problems) > 0 || len(m.Labels) != 2 || m.Labels[0] != (Label{board.At(6, 2), "A:1"}) || m.Arrows[0] != (Line{board.At(0, 8), board.At(1, 7)}) ||
		m.Dimmed == nil || len(m.Dimmed) != 0 || len(m.Shown) != 4 || *m.Figure != (Figure{257, "Figure 1"}) || len(m.BlackTerritory) != 2 {
		t.Errorf("%+v\n%s", m, told(problems))
	}
	g.Nodes[0].SetMarks(size, m)
	if got := string(Write([]*Tree{g})); got != text+"\n" {
		t.Errorf("marks that are the same changed the file to %s", got)
	}
	var fresh Node
	fresh.SetMarks(size, m)
	if again, _ := fresh.Marks(size); !cmp.Equal(again, m) {
		t.Errorf("%+v came back as %+v", m, again)
	}
	g.Nodes[0].SetMarks(size, Marks{})
	if got := strings.TrimSpace(string(Write([]*Tree{g}))); got != "(;C[x]ZZ[mine])" {
		t.Errorf("without marks it is %s", got)
	}
	_, problems = read(t, `(;TR[xx]LB[aa][zz:b]AR[aa]FG[x:y])`)[0].Nodes[0].Marks(size)
	if len(problems) != 4 {
		t.Errorf("%s", told(problems))
	}
}

// FuzzViews looks at anything as a game of Go.
func FuzzViews(f *testing.F) {
	f.Add([]byte("(;SZ[9]AB[aa:ii]LB[aa:x]AR[aa:bb]KM[6.5]RE[B+1];B[tt]BL[1];W[])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Format{}.Read(data)
		if err != nil {
			return
		}
		for _, g := range c.Games {
			info, _ := g.Info()
			size := info.Size
			if size == (board.Size{}) {
				size = board.Size{Cols: 19, Rows: 19}
			}
			steps, _ := Steps(size, g.Main())
			for _, s := range steps {
				m, _ := s.Node.Marks(size)
				s.Node.SetMarks(size, m)
				if s.Point != board.Nowhere && !size.Has(s.Point) {
					t.Fatalf("%v", s.Point)
				}
			}
			if again := (Format{}).Write(c); len(again) == 0 {
				t.Fatal("nothing is written")
			}
		}
	})
}
