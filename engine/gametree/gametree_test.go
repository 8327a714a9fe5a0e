package gametree

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

func open(t testing.TB, text string) (*View, *sgf.Tree) {
	t.Helper()
	games, err := sgf.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(games[0])
	if err != nil {
		t.Fatal(err)
	}
	return v, games[0]
}

// words writes nodes, one a line.
func words(v *View) string {
	var b strings.Builder
	for i := range v.Nodes {
		n := &v.Nodes[i]
		fmt.Fprintf(&b, "%d<%d", i, n.Parent)
		if len(n.Set) > 0 {
			fmt.Fprintf(&b, " set %v", n.Set)
		}
		if n.Color != board.Empty {
			fmt.Fprintf(&b, " %s %v", n.Color, n.Points)
		}
		if len(n.Lifted) > 0 {
			fmt.Fprintf(&b, " lifts %v", n.Lifted)
		}
		fmt.Fprintf(&b, "; %s %d\n", n.ToMove, n.Due)
	}
	return b.String()
}

func at(t testing.TB, name string) board.Point {
	t.Helper()
	p, err := (board.Size{Cols: 19, Rows: 19}).Parse(name, board.Algebraic)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNodes(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"go with a capture, a pass and a variation", "(;GM[1]SZ[5];B[ba];W[aa];B[ab](;W[];B[tt])(;W[cc]))",
			"0<-1; black 1\n1<0 black [B5]; white 1\n2<1 white [A5]; black 1\n3<2 black [A4] lifts [A5]; white 1\n4<3 white []; black 1\n5<4 black []; white 1\n6<3 white [C3]; black 1\n"},
		{"handicap", "(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])", "0<-1 set [{C7 black} {G3 black}]; white 1\n1<0 white [E5]; black 1\n"},
		{"connect6, NCTU", "(;GM[511]SZ[19];B[JJ];W[KK];W[JK];B[AA][BB])",
			"0<-1; black 1\n1<0 black [J10]; white 2\n2<1 white [K11]; white 1\n3<2 white [J11]; black 2\n4<3 black [A1 B2]; white 2\n"},
		{"a pass, NCTU", "(;GM[511]SZ[19];B[JJ];W[pass];B[KK][LL])", "0<-1; black 1\n1<0 black [J10]; white 2\n2<1 white []; black 2\n3<2 black [K11 L12]; white 2\n"},
		{"a pass, with numbers", "(;GM[4]SZ[19];B[j10];W[PASS];B[h9])", "0<-1; black 1\n1<0 black [J10]; white 1\n2<1 white []; black 1\n3<2 black [H9]; white 1\n"},
		{"connect6, Little Golem", "(;GM[511]SZ[19];B[J10];W[K11J11])", "0<-1; black 1\n1<0 black [J10]; white 2\n2<1 white [K11 J11]; black 2\n"},
		{"gomoku to its end", "(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])",
			"0<-1; black 1\n1<0 black [A15]; white 1\n2<1 white [A14]; black 1\n3<2 black [B15]; white 1\n4<3 white [B14]; black 1\n5<4 black [C15]; white 1\n" +
				"6<5 white [C14]; black 1\n7<6 black [D15]; white 1\n8<7 white [D14]; black 1\n9<8 black [E15]; empty 0\n"},
		{"set up in the middle", "(;GM[1]SZ[5];B[aa];AE[aa]AW[bb]PL[W])", "0<-1; black 1\n1<0 black [A5]; white 1\n2<1 set [{B4 white} {A5 empty}]; white 1\n"},
		{"another game", "(;GM[2]SZ[8];B[aa];W[bb])", "0<-1; black 1\n1<0 black [A8]; white 1\n2<1 white [B7]; black 1\n"},
	} {
		v, _ := open(t, tt.text)
		if got := words(v); got != tt.want || len(v.Problems) > 0 {
			t.Errorf("%s:\n%s%v", tt.name, got, v.Problems)
		}
	}
}

// A move onto a stone is played all the same, and told of.
func TestStrangeMoves(t *testing.T) {
	v, _ := open(t, "(;GM[1]SZ[5];B[aa];W[aa];AB[ab][ba])")
	if got := v.Stones(2); got[at(t, "A5")] != board.White || len(v.Problems) != 1 || !strings.Contains(v.Problems[0].Error(), "a stone stands already; it is played all the same") {
		t.Errorf("%v", v.Problems)
	}
	if got := v.Stones(3); got[at(t, "A5")] != board.Empty { // set up without a liberty
		t.Error("a chain stands without a liberty")
	}
	games, err := sgf.Read([]byte("(;GM[1]SZ[50])"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(games[0]); err == nil {
		t.Error("a board of 50x50 is shown")
	}
}

func TestRules(t *testing.T) {
	const ko = "(;GM[1]SZ[5]RU[%s];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])" // White has taken at B4
	for _, tt := range []struct {
		text  string
		after int
		edit  Edit
		want  error
	}{
		{fmt.Sprintf(ko, "Chinese"), 8, Edit{Do: Play, Point: at(t, "C4")}, weiqi.ErrKo},
		{fmt.Sprintf(ko, "Chinese"), 8, Edit{Do: Play, Point: at(t, "B4")}, ErrOccupied},
		{fmt.Sprintf(ko, "Chinese"), 8, Edit{Do: Play, Point: at(t, "E5")}, nil},
		{fmt.Sprintf(ko, "Chinese"), 8, Edit{Do: Pass, Point: board.Nowhere}, nil},
		{"(;GM[1]SZ[5]AB[ba][ab]PL[W])", 0, Edit{Do: Play, Point: at(t, "A5")}, weiqi.ErrSuicide},
		{"(;GM[1]SZ[5])", 0, Edit{Do: Play, Point: at(t, "F1")}, ErrOff},
		{"(;GM[511]SZ[19])", 0, Edit{Do: Pass}, ErrPass},
		{"(;GM[511]SZ[19]AB[AA][BA][CA][DA][EA]PL[B];B[FA])", 1, Edit{Do: Play, Point: at(t, "A9")}, ErrOver},
		{"(;GM[4]SZ[15]RU[renju]AB[aa][ba][ca][da][fa]PL[B])", 0, Edit{Do: Play, Point: at(t, "E15")}, new(game.FoulError)},
		{"(;GM[4]SZ[7:2]RU[renju]AB[ab][bb][cb][eb][fb][gb][ba][da][fa]AW[aa][ca][ea]PL[W];W[ga])", 1, Edit{Do: Play, Point: at(t, "D1")}, ErrOver},
		{"(;GM[4]SZ[15]AB[aa][ba][ca][da][fa]PL[B])", 0, Edit{Do: Play, Point: at(t, "E15")}, nil},
	} {
		v, _ := open(t, tt.text)
		n := len(v.Nodes)
		tt.edit.Node = tt.after
		err := v.Apply(tt.edit)
		foul := new(game.FoulError)
		if _, ok := tt.want.(*game.FoulError); ok && errors.As(err, &foul) {
			continue
		}
		if !errors.Is(err, tt.want) || (err == nil) != (len(v.Nodes) == n+1) {
			t.Errorf("%s, %+v: %v", tt.text, tt.edit, err)
		}
	}
}

// Superko forbids a board of before, and simple ko does not.
func TestSuperko(t *testing.T) {
	for rules, want := range map[string]error{"Chinese": weiqi.ErrSuperko, "Japanese": nil} {
		// A lone stone is captured and captures back after two passes: the same board again.
		v, _ := open(t, fmt.Sprintf("(;GM[1]SZ[5]RU[%s];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[])", rules))
		if err := v.Apply(Edit{Do: Play, Node: 10, Point: at(t, "C4")}); !errors.Is(err, want) {
			t.Errorf("%s: %v", rules, err)
		}
	}
}

func TestEditsKeepTheRest(t *testing.T) {
	const text = "(;GM[1]SZ[5] XX[ours]\n;B[aa] C [old] ;W[bb](;B[cc]TR[aa])(;B[dd]))\n"
	v, tree := open(t, text)
	for _, e := range []Edit{
		{Do: Play, Node: 1, Point: at(t, "E1")},
		{Do: Comment, Node: 5, Text: `a ] \ b: c`},
		{Do: Mark, Node: 3, Marks: sgf.Marks{Squares: []board.Point{at(t, "B4")}, Labels: []sgf.Label{{At: at(t, "A1"), Text: "x:y"}}}},
		{Do: Comment, Node: 1},
		{Do: Delete, Node: 4},
		{Do: Promote, Node: 5},
	} {
		if err := v.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	want := "(;GM[1]SZ[5] XX[ours]\n;B[aa]\n(;W[ee]C[a \\] \\\\ b\\: c])\n(;W[bb]\n(;B[cc]SQ[bb]LB[ae:x\\:y])))\n"
	if got := string(sgf.Write([]*sgf.Tree{tree})); got != want {
		t.Errorf("%q", got)
	}
	again, _ := open(t, string(sgf.Write([]*sgf.Tree{tree})))
	if len(again.Nodes) != 5 || again.Nodes[2].Comment != `a ] \ b: c` {
		t.Errorf("%s", words(again))
	}
	for _, e := range []Edit{{Do: Delete, Node: 4}, {Do: Delete}, {Do: "jump"}, {Do: Comment, Node: 99}, {Do: Comment, Text: strings.Repeat("x", MaxText+1)},
		{Do: Mark, Marks: sgf.Marks{Circles: []board.Point{at(t, "S19")}}}, {Do: Mark, Marks: sgf.Marks{Labels: []sgf.Label{{Text: ""}}}}} {
		if err := v.Apply(e); err == nil {
			t.Errorf("%+v is taken", e)
		}
	}
}

// Marks are written as the record writes its points.
func TestMarksInOtherNotations(t *testing.T) {
	v, tree := open(t, "(;GM[511]SZ[19];B[JJ]TR[AA])")
	if got := v.Nodes[1].Marks.Triangles; len(got) != 1 || got[0] != at(t, "A1") {
		t.Errorf("%v", got)
	}
	if err := v.Apply(Edit{Do: Mark, Node: 1, Marks: sgf.Marks{Crosses: []board.Point{at(t, "S19")}}}); err != nil {
		t.Fatal(err)
	}
	if got := string(sgf.Write([]*sgf.Tree{tree})); got != "(;GM[511]SZ[19];B[JJ]MA[SS])\n" {
		t.Errorf("%q", got)
	}
}

// Marks change nothing else of a node, however the record writes its points.
func TestMarksLeaveMovesAsTheyAre(t *testing.T) {
	for _, text := range []string{
		"(;GM[511]SZ[19];B[j10];W[k11l12]%s)\n", "(;GM[511]SZ[19];B[j10];W[k11][l12]%s)\n", "(;GM[511]SZ[19];B[JJ@@];W[KKLL]%s)\n", "(;GM[511]SZ[19];B[jj];W[kk][ll]%s)\n",
		"(;GM[4]SZ[19];B[j10];W[pass]C[see D4]%s;B[h9])\n", "(;GM[511]SZ[19];B[JJ];W[pass]%s;B[KK])\n", "(;GM[511]SZ[19];B[j10];AB[k11:l12]AE[j10]PL[W]%s)\n",
		"(;GM[511]SZ[19];B[j10];W[resign]AR[A1:B2]%s)\n", "(;GM[1]SZ[19];B[aa];W[tt]%s)\n",
	} {
		plain := strings.Replace(text, "%s", "", 1)
		v, tree := open(t, plain)
		for _, m := range []sgf.Marks{{Crosses: []board.Point{at(t, "S19")}}, {Labels: []sgf.Label{{At: at(t, "A1"), Text: "a:b"}}}, {Squares: []board.Point{at(t, "A1"), at(t, "B1")}}, {}} {
			if err := v.Apply(Edit{Do: Mark, Node: 2, Marks: m}); err != nil {
				t.Fatal(err)
			}
			got := string(sgf.Write([]*sgf.Tree{tree}))
			before, after, _ := strings.Cut(text, "%s")
			if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) {
				t.Errorf("%s with %+v is %s", plain, m, got)
			}
			if w, _ := open(t, got); words(w) != words(v) || fmt.Sprint(w.Nodes[2].Marks) != fmt.Sprint(v.Nodes[2].Marks) {
				t.Errorf("%s comes back as\n%s%+v", got, words(w), w.Nodes[2].Marks)
			}
		}
		if got := string(sgf.Write([]*sgf.Tree{tree})); got != plain {
			t.Errorf("%s without its marks again is %s", plain, got)
		}
	}
}

// What edits make of a game is what is read from the file that they write.
func TestEditsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom([]string{"(;GM[1]SZ[5])", "(;GM[1]SZ[5];B[aa];W[bb](;B[cc];W[dd])(;B[ee]))", "(;GM[511]SZ[6];B[CC])", "(;GM[4]SZ[7]RU[renju];B[dd])"}).Draw(rt, "text")
		games, err := sgf.Read([]byte(text))
		if err != nil {
			rt.Fatal(err)
		}
		v, err := New(games[0])
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 40).Draw(rt, "edits") {
			e := Edit{
				Do:    rapid.SampledFrom([]string{Play, Play, Play, Play, Pass, Comment, Delete, Promote}).Draw(rt, "do"),
				Node:  rapid.IntRange(0, len(v.Nodes)-1).Draw(rt, "node"),
				Point: v.Info.Size.Point(rapid.IntRange(0, v.Info.Size.Count()-1).Draw(rt, "point")),
				Text:  rapid.StringN(0, 5, -1).Draw(rt, "text"),
			}
			_ = v.Apply(e)
		}
		left := 0
		for i := range v.Nodes {
			if v.Nodes[i].tree != nil {
				left++
			}
		}
		data := sgf.Write(games)
		again, err := sgf.Read(data)
		if err != nil {
			rt.Fatalf("%s: %v", data, err)
		}
		w, err := New(again[0])
		if err != nil {
			rt.Fatal(err)
		}
		if len(w.Nodes) != left || len(w.Problems) > 0 {
			rt.Fatalf("%d nodes of %d come back: %s %v", len(w.Nodes), left, data, w.Problems)
		}
		for i, j := 0, 0; i < len(v.Nodes); i++ { // the same positions, in whatever order
			if v.Nodes[i].tree == nil {
				continue
			}
			want := v.Stones(i)
			for j = range w.Nodes {
				if w.Stones(j) == want {
					break
				}
			}
			if w.Stones(j) != want {
				rt.Fatalf("the position of node %d does not come back: %s", i, data)
			}
		}
	})
}

// 300 moves are replayed to any point.
func BenchmarkReplay(b *testing.B) {
	size := board.Size{Cols: 19, Rows: 19}
	text := "(;GM[1]SZ[19]"
	for i := range 300 {
		text += fmt.Sprintf(";%c[%s]", "BW"[i%2], size.Name(size.Point(i*7%361), board.SGF))
	}
	games, err := sgf.Read([]byte(text + ")"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		v, err := New(games[0])
		if err != nil {
			b.Fatal(err)
		}
		v.Stones(299)
	}
}

func ExampleView_Apply() {
	games, err := sgf.Read([]byte("(;GM[1]SZ[5];B[ba];W[aa])"))
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := New(games[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	at, _ := v.Info.Size.Parse("A4", board.Algebraic)
	fmt.Println(v.Apply(Edit{Do: Play, Node: 2, Point: at}), v.Nodes[3].Lifted)
	fmt.Println(v.Apply(Edit{Do: Play, Node: 3, Point: at}))
	fmt.Print(string(sgf.Write(games)))
	// Output:
	// <nil> [A5]
	// a stone stands there already
	// (;GM[1]SZ[5];B[ba];W[aa]
	// ;B[ab])
}

func FuzzNew(f *testing.F) {
	f.Add("(;GM[1]SZ[9];B[aa];W[bb](;B[cc]MA[aa])(;B[dd]))")
	f.Add("(;GM[511];B[JJ];W[KK][JK])")
	f.Add("(;GM[4]SZ[15]RU[renju]AB[aa:cc];W[h8])")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := sgf.Read([]byte(text))
		if err != nil {
			return
		}
		v, err := New(games[0])
		if err != nil {
			return
		}
		for i := range min(len(v.Nodes), 20) {
			_ = v.Apply(Edit{Do: Play, Node: i, Point: v.Info.Size.Point(i % v.Info.Size.Count())})
			_ = v.Apply(Edit{Do: Mark, Node: i, Marks: sgf.Marks{Triangles: []board.Point{v.Info.Size.Point(0)}}})
		}
		if again, err := sgf.Read(sgf.Write(games[:1])); err != nil {
			t.Fatal(err)
		} else if _, err := New(again[0]); err != nil {
			t.Fatal(err)
		}
	})
}
