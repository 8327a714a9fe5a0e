package sgf

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// spell writes turns as "J10 I9,I11 ...".
func spell(turns []game.Turn) string {
	var words []string
	for _, t := range turns {
		var points []string
		for _, p := range t.Points {
			points = append(points, p.String())
		}
		words = append(words, strings.Join(points, ","))
	}
	return strings.Join(words, " ")
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDialects(t *testing.T) {
	for _, tt := range []struct {
		file, turns string
		result      game.Result
		black       string
	}{
		{"littlegolem.sgf", "J10 K11,I9 K10,I10 L10,H10 K9,I11 H12,L8 L11,J9 L9,H13 M12,N13 O14,N12 H8,G7 F6,H7 J11,J12", game.Result{}, "ann"},
		{"nctu.sgf", "J10 I9,I11 K11,L12 M13,H8 K10,L10", game.Result{}, ""},
		{"lower.sgf", "J10 K11,I9 A19,S1", game.Result{Over: true, Winner: board.Black, Reason: game.ByResign}, "First"},
		{"contest.txt", "J10 I11,K9 A1,S19", game.Result{Over: true, Winner: board.White}, "石手"},
	} {
		r, err := ReadAny(file(t, tt.file))
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		if got := spell(r.Turns); got != tt.turns {
			t.Errorf("%s: %s, not %s", tt.file, got, tt.turns)
		}
		if d := cmp.Diff(tt.result, r.Result); d != "" {
			t.Errorf("%s: %s", tt.file, d)
		}
		if r.Black != tt.black {
			t.Errorf("%s: Black is %q", tt.file, r.Black)
		}
		again, err := ReadAny(r.SGF())
		if err != nil {
			t.Fatalf("%s: %v", tt.file, err)
		}
		if d := cmp.Diff(r, again, cmpopts.IgnoreTypes(Pos{}), cmpopts.IgnoreFields(Record{}, "Application")); d != "" {
			t.Errorf("%s: %s", tt.file, d)
		}
	}
}

func TestWaysToWriteATurn(t *testing.T) {
	const want = "J10 I9,I11"
	for _, text := range []string{
		";B[j10];W[i9i11]", ";B[J10];W[I9I11]", "(;B[j10];W[i9,i11])", "(;B[j10]W[i9][i11])",
		"(;B[JJ];W[IIIK])", "(;B[JJ@@];W[II];W[IK])", "(;B[JJJJ];W[IIIK])", "(;GM[511]B[jj];W[ik];W[ii])",
		"{[C6][a B][b W][][][];B(J,10);W(I,9);W(I,11)", "\uFEFF {[C6];B(j, 10) ; W(I,9)MARK[2]C[x;y];;W(I,11);}",
	} {
		r, err := ReadAny([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := spell(r.Turns); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestConnect6Problems(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"(;GM[1]SZ[19];B[aa])", "line 1, column 2: this is a record of another game, GM[1]; Connect6 is GM[511]"},
		{"(;SZ[25];B[aa])", "line 1, column 2: the board's size SZ[25] is none that can be played on; a side has 1 to 20 points"},
		{"(;SZ[x])", "line 1, column 2: the board's size SZ[x] is none that can be played on; a side has 1 to 20 points"},
		{"(;B[jj];W[II])", `line 1, column 9: "II" is written in another way than "jj" before; one game keeps to one`},
		{"(;B[jJ])", `line 1, column 3: "jJ" is partly in upper case and partly in lower case, which mean different rows`},
		{"(;B[j10]\n;W[j9l22])", `line 2, column 2: "l22" is off the board: points go from A1 to S19`},
		{"(;B[j10];W[j10])", "line 1, column 10: white plays J10, where a stone stands already"},
		{"(;B[j10];W[i9i9])", "line 1, column 10: white plays I9 twice in one turn"},
		{"(;B[j10];B[j11])", "line 1, column 10: black plays J11, but it is white's turn"},
		{"(;B[j10];W[j11];B[i9])", "line 1, column 17: black plays I9, but white has put down 1 of 2 stones"},
		{"(;W[j10])", "line 1, column 3: white plays J10, but it is black's turn"},
		{"(;B[j10k9])", "line 1, column 3: black plays K9, but it is white's turn"},
		{"(;B[j10];W[])", "line 1, column 10: white passes; in connect6 nobody can"},
		{"(;B[jj];AB[ii])", "line 1, column 9: stones are set up with AB after the first move; only before it they can be read"},
		{"(;AB[jj]PL[X])", "line 1, column 9: PL[X] names no side: B or W is to move"},
		{"(;AB[jj][zz])", `line 1, column 3: "zz" is not a point: write one like "jj"`},
		{"(;AB[jj]AW[J9])", `line 1, column 9: "J9" is written in another way than "jj" before; one game keeps to one`},
		{"(;AB[aa:fa]PL[W])", "line 1, column 2: the game cannot begin from the position that is set up: black has won: the game would be over"},
		{"(;AB[jj]PL[B];W[ii])", "line 1, column 15: white plays I11, but it is black's turn"},
		{"(;B[j10];W[j9j8j7])", `line 1, column 10: "j9j8j7" is not one point or two, written like "J10"`},
		{"(;B[hello])", `line 1, column 3: "hello" is not one point or two, written like "jj"`},
		{"(;B[j10];W[resign];B[a1])", "line 1, column 20: black plays a1 after white resigned"},
		{"{[C7][a B]}", `line 1, column 1: no game is found; an SGF file holds "(;"`},
		{"{[C6][a B;B(J,10)", `line 1, column 6: the file ends, and the "]" for this "[" is missing`},
		{"{[C6];B(J,10);\nW(I,9) nonsense 3;", `line 2, column 1: "W(I,9) nonsense 3" is not a move; one is written like B(J,10)`},
		{"{[C6];B(J,20)}", `line 1, column 7: "J20" is off the board: points go from A1 to S19`},
	} {
		_, err := ReadAny([]byte(tt.text))
		var e *Error
		if !errors.As(err, &e) || err.Error() != tt.want {
			t.Errorf("%s:\n got  %v\n want %s", tt.text, err, tt.want)
		}
	}
}

// six is a game that Black wins with six in a row in its fourth turn, with one
// stone of it to spare.
const six = ";B[j10];W[a1b1];B[k10l10];W[c3d3];B[m10n10];W[a5b5];B[o10"

func TestEnds(t *testing.T) {
	line := game.Result{Over: true, Winner: board.Black, Reason: game.ByLine}
	black := func(reason game.Reason) game.Result {
		return game.Result{Over: true, Winner: board.Black, Reason: reason}
	}
	for _, tt := range []struct {
		text string
		want game.Result
	}{
		{six + "]", line},
		{six + "a19]", line},
		{"(;RE[W+]" + six + "])", line}, // the board is right
		{"(;RE[Black+Resign];B[j10])", black(game.ByResign)},
		{"(;RE[B+T];B[j10])", black(game.ByTime)},
		{"(;RE[B+];B[j10])", black("")},
		{"(;RE[B+3.5];B[j10])", black("")},
		{"(;RE[Draw];B[j10])", game.Result{Over: true}},
		{"(;RE[?];B[j10])", game.Result{}},
		{"(;RE[Void];B[j10])", game.Result{}},
		{";B[j10];W[Resign]", black(game.ByResign)},
	} {
		r, err := ReadAny([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		got := r.Result
		got.Line = nil
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.text, d)
		}
	}
	if _, err := ReadAny([]byte(six + "a19];W[a2]")); err == nil || !strings.Contains(err.Error(), "the game was over before") {
		t.Errorf("a move after the end: %v", err)
	}
}

// TestContestInGB18030 reads what contests really send.
func TestContestInGB18030(t *testing.T) {
	// The first name is one character whose second byte looks like "]".
	text := "{[C6][\x81\x5D B][\xBA\xF3 W][\xBA\xF3\xCA\xD6\xCA\xA4][2024.08.01 09:00 \xD6\xD8\xC7\xEC][2024 CCGC];B(J,10);W(I,11);W(K,9)}\n"
	r, err := ReadAny([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if r.Black != "\x81\x5D" || r.White != "\xBA\xF3" || r.Date != "2024.08.01 09:00" || r.Place != "\xD6\xD8\xC7\xEC" || r.Event != "2024 CCGC" {
		t.Errorf("%q %q %q %q %q", r.Black, r.White, r.Date, r.Place, r.Event)
	}
	if r.Result.Winner != board.White {
		t.Errorf("%+v", r.Result)
	}
	if got := string(r.Contest()); got != text {
		t.Errorf("written as %q", got)
	}
	if got := string(r.SGF()); strings.ToValidUTF8(got, "") != got {
		t.Errorf("not UTF-8: %q", got)
	}
}

func TestContestWithSixFields(t *testing.T) {
	r, err := ReadAny([]byte("{[C6][a B][b W][和棋][2024-08-01][重庆][CCGC]}"))
	if err != nil || r.Date != "2024-08-01" || r.Place != "重庆" || r.Event != "CCGC" || !r.Result.Over || r.Result.Winner != board.Empty {
		t.Errorf("%+v, %v", r, err)
	}
}

// random draws a game of legal turns, its last perhaps incomplete.
func random(t *rapid.T) *Record {
	r := &Record{Size: board.Size{Cols: rapid.IntRange(6, 20).Draw(t, "cols"), Rows: rapid.IntRange(6, 20).Draw(t, "rows")}}
	text := rapid.StringOf(rapid.RuneFrom([]rune("Stone手]\\:[3")))
	r.Black, r.White = text.Draw(t, "black"), text.Draw(t, "white")
	r.Date, r.Event = "2026-03-01", text.Draw(t, "event")
	if rapid.IntRange(0, 3).Draw(t, "set up") == 0 {
		taken := rapid.SliceOfNDistinct(rapid.IntRange(0, r.Size.Count()-1), 1, 12, rapid.ID).Draw(t, "stones that stand")
		slices.Sort(taken)
		for n, i := range taken {
			side := &r.Start.Black
			if n%3 == 0 {
				side = &r.Start.White
			}
			*side = append(*side, r.Size.Point(i))
		}
		r.Start.ToMove = board.Black + board.Color(rapid.IntRange(0, 1).Draw(t, "to move"))
	}
	g, err := newReplay(connect6(r.Size), r.Start)
	if err != nil {
		r.Start = game.Start{}
		g, _ = newReplay(connect6(r.Size), r.Start)
	}
	for range rapid.IntRange(0, 80).Draw(t, "stones") {
		c, _ := g.game.Due()
		p := r.Size.Point(rapid.IntRange(0, r.Size.Count()-1).Draw(t, "point"))
		_ = g.put(c, p) // one that is taken is refused, and the next is tried
	}
	r.Turns, r.Result = g.turns()
	if !r.Result.Over && rapid.Bool().Draw(t, "resigned") {
		r.Result = game.Result{Over: true, Winner: board.White, Reason: game.ByResign}
	}
	return r
}

func TestRecordComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		again, err := ReadAny(r.SGF())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatal(d)
		}
	})
}

func TestWrittenSGF(t *testing.T) {
	r, err := ReadAny([]byte(six + "]"))
	if err != nil {
		t.Fatal(err)
	}
	r.Black, r.White, r.Date, r.Application, r.Rules = "human", "Stonehand level 5", "2026-03-01", "Stonehand:1.0", "connect6"
	want := "(;FF[4]CA[UTF-8]AP[Stonehand:1.0]GM[511]SZ[19]PB[human]PW[Stonehand level 5]DT[2026-03-01]RU[connect6]RE[B+]\n" +
		";B[JJ]\n;W[AA];W[BA]\n;B[KJ];B[LJ]\n;W[CC];W[DC]\n;B[MJ];B[NJ]\n;W[AE];W[BE]\n;B[OJ])\n"
	if got := string(r.SGF()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A game that began from a position set up by hand.
func TestSetUp(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9]AB[aa:bc][ii]AW[dd]AE[ab]PL[W];W[ee];W[ff];B[gg])": "{[I1 A7 B7 B8 A9 B9] [D6] white} E5,F4 G3",
		"(;AB[J10]AW[K9][K11];B[A1];B[A2])":                        "{[J10] [K9 K11] black} A1,A2",
		"(;GM[511];AB[JJ];PL[W];W[II];W[KK];PL[B])":                "{[J10] [] white} I9,K11",
		"(;AB[jj])":             "{[J10] [] white} ",
		"(;AB[jj]AE[jj];B[jj])": "{[] [] empty} J10",
		"(;PL[B];B[jj])":        "{[] [] empty} J10",
	} {
		r, err := ReadAny([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := fmt.Sprint(r.Start, " ", spell(r.Turns)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func FuzzConnect6(f *testing.F) {
	for _, name := range []string{"littlegolem.sgf", "nctu.sgf", "lower.sgf", "contest.txt"} {
		f.Add(file(f, name))
	}
	f.Add([]byte("{[C6][\x81\x5D B][\xBA\xF3 W][\xBA\xF3\xCA\xD6\xCA\xA4][2024.08.01 09:00 x][y];B(J,10);W(I,11)MARK[1]"))
	f.Add([]byte(six + "]"))
	f.Add([]byte("(;SZ[9]AB[aa:bc][ii]AW[dd]AE[ab]PL[W];W[ee];W[ff])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadAny(data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("no place: %#v", err)
			}
			return
		}
		again, err := ReadAny(r.SGF())
		if err != nil {
			t.Fatalf("written as %q: %v", r.SGF(), err)
		}
		if a, b := fmt.Sprint(spell(r.Turns), r.Result, r.Size, r.Start), fmt.Sprint(spell(again.Turns), again.Result, again.Size, again.Start); a != b {
			t.Fatalf("%s came back as %s", a, b)
		}
		if r.Size == (board.Size{Cols: 19, Rows: 19}) && r.Start.IsZero() {
			third, err := ReadContest(r.Contest())
			if err != nil || spell(third.Turns) != spell(r.Turns) {
				t.Fatalf("written as %q: %v", r.Contest(), err)
			}
		}
	})
}
