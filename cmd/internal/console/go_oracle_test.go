package console

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

var (
	oraclePositions = flag.Int("positions", 300, "how many positions TestOracle compares")
	oracleSeed      = flag.Uint64("oracleseed", 1, "what TestOracle plays its games by")
)

// engine is a program that speaks GTP.
type engine struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

// startEngine starts a program of a Debian package, which may lie where only games do.
func startEngine(t *testing.T, name string, args ...string) *engine {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if path, err = exec.LookPath("/usr/games/" + name); err != nil {
			t.Skipf("%s is not installed; install it with: apt-get install %s", name, name)
		}
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &engine{t, in, bufio.NewReader(out)}
}

// ask sends commands and returns the answers, "=" or "?" first.
func (e *engine) ask(commands ...string) (answers []string) {
	e.t.Helper()
	if _, err := io.WriteString(e.in, strings.Join(commands, "\n")+"\n"); err != nil {
		e.t.Fatalf("%q: %v", commands, err)
	}
	for range commands {
		var said []string
		for {
			l, err := e.out.ReadString('\n')
			if err != nil {
				e.t.Fatalf("%q: %v", commands, err)
			}
			if l = strings.TrimSpace(l); l != "" {
				said = append(said, l)
			} else if len(said) > 0 {
				break
			}
		}
		answers = append(answers, strings.Join(said, "\n"))
	}
	return answers
}

// referee is our side of the comparison.
type referee struct {
	*gtpSession
	said bytes.Buffer
}

func newReferee(t testing.TB, rules weiqi.Rules) *referee {
	t.Helper()
	r := &referee{}
	r.gtpSession = &gtpSession{GTP: &GTP{Games: []game.Rules{game.Connect6()}, Go: &rules}, conversation: conversation{out: &r.said}}
	if err := r.playGo(rules, board.Size{Cols: 19, Rows: 19}); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *referee) ask(t testing.TB, command string) string {
	r.said.Reset()
	r.obey(t.Context(), line{text: command})
	return strings.TrimSpace(r.said.String())
}

// compared are what is asked after every move.
var compared = []string{
	"list_stones black", "list_stones white", "captures black", "captures white", "all_legal black", "all_legal white",
}

// words are an answer's words in an order that is the same for both programs.
func words(answer string) string {
	list := strings.Fields(answer)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// wild chooses moves by chance, so that games have many captures and kos and end with
// nothing left to play but eyes.
type wild struct{ *rand.Rand }

// move is what c plays; Nowhere when there is nothing but eyes to fill.
func (r wild) move(g *weiqi.Game, c board.Color) board.Point {
	b := g.Board()
	var list, biting []board.Point
	for i := range b.Size().Count() {
		p := b.Size().Point(i)
		if g.Check(c, p) != nil || eye(b, c, p) {
			continue
		}
		list = append(list, p)
		if len(b.Captures(c, p, nil)) > 0 {
			biting = append(biting, p)
		}
	}
	switch {
	case len(biting) > 0 && r.IntN(3) == 0:
		return biting[r.IntN(len(biting))]
	case len(list) > 0:
		return list[r.IntN(len(list))]
	}
	return board.Nowhere
}

// eye reports whether p is an eye of c that its neighbours do not lose.
func eye(b *weiqi.Board, c board.Color, p board.Point) bool {
	for _, q := range b.Around(p, nil) {
		if b.At(q) != c {
			return false
		}
	}
	corners, enemies := 0, 0
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		if x, y := p.X()+d[0], p.Y()+d[1]; x >= 0 && y >= 0 && x < b.Size().Cols && y < b.Size().Rows {
			corners++
			if b.At(board.At(x, y)) == c.Other() {
				enemies++
			}
		}
	}
	return enemies == 0 || corners == 4 && enemies == 1
}

// gnugo are the flags of GNU Go.
var gnugo = []string{"--mode", "gtp", "--chinese-rules", "--level", "0"}

// TestOracle holds the referee of Go against GNU Go: after every move of games by chance,
// on boards of many sizes, stones, prisoners and the legality of every point for both
// sides; at the end of those in which all chains live and nothing is left to play, the
// score by area, and by territory and prisoners.
func TestOracle(t *testing.T) {
	// GNU Go 3.8 overlooks repetitions once a stone has taken its own life, so suicide and
	// superko are not compared together; engine/weiqi holds them against drawn boards.
	kinds := []struct {
		flags []string
		rules weiqi.Rules
	}{
		{[]string{"--simple-ko", "--forbid-suicide"}, weiqi.Rules{}},
		{[]string{"--simple-ko", "--allow-all-suicide"}, weiqi.Rules{Suicide: true}},
		{[]string{"--positional-superko", "--forbid-suicide"}, weiqi.Rules{Ko: weiqi.Positional}},
		{[]string{"--situational-superko", "--forbid-suicide"}, weiqi.Rules{Ko: weiqi.Situational}},
	}
	sizes := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19}
	positions, scores := 0, 0
	each := *oraclePositions / len(kinds)
	for i, k := range kinds {
		r := wild{rand.New(rand.NewPCG(*oracleSeed, uint64(i)))}
		them := startEngine(t, "gnugo", append(slices.Clip(gnugo), k.flags...)...)
		us := newReferee(t, k.rules)
		for n := 0; n < each; {
			komi := float64(r.IntN(31)-15) / 2
			side := sizes[r.IntN(len(sizes))]
			if r.IntN(2) == 0 {
				side = 2 + r.IntN(4) // where boards repeat
			}
			for _, command := range []string{fmt.Sprint("boardsize ", side), "clear_board", fmt.Sprint("komi ", komi)} {
				if a, b := us.ask(t, command), them.ask(command)[0]; a != "=" || b != "=" {
					t.Fatalf("%s: %q and %q", command, a, b)
				}
			}
			n += r.game(t, us, them, 60+side*side, &scores)
		}
		positions += each
	}
	t.Logf("%d positions and %d scores, no difference", positions, scores)
	if scores == 0 {
		t.Error("no score was compared")
	}
}

// game plays one game on both programs and returns how many positions it had.
func (r wild) game(t *testing.T, us *referee, them *engine, most int, scores *int) (positions int) {
	passes := 0
	for us.weiqi.Len() < min(most, 400) && passes < 2 {
		c := us.weiqi.ToMove()
		if r.IntN(12) == 0 {
			c = c.Other()
		}
		p := r.move(us.weiqi, c)
		if passes++; p != board.Nowhere {
			passes = 0
		}
		commands := []string{fmt.Sprintf("play %v %s", c, us.weiqi.Board().Size().Name(p, board.GTP))}
		if us.weiqi.Len() > 0 && r.IntN(20) == 0 {
			commands, passes = []string{"undo"}, 0
		}
		commands = append(commands, compared...)
		answers := them.ask(commands...)
		for i, command := range commands {
			if got := us.ask(t, command); words(got) != words(answers[i]) {
				t.Fatalf("%s\nGNU Go: %s\nhere:   %s\n%s\n%s", command, words(answers[i]), words(got), us.ask(t, "showboard"), us.history())
			}
		}
		positions++
	}
	if !r.settled(us.weiqi) {
		return positions
	}
	*scores++
	r.scored(t, us, us, "--chinese-rules")
	// The same game by territory and prisoners.
	territory := newReferee(t, weiqi.Rules{Suicide: true, Scoring: weiqi.Territory})
	for command := range strings.Lines(us.history()) {
		if a := territory.ask(t, strings.TrimSpace(command)); a != "=" {
			t.Fatalf("%s by territory: %s", command, a)
		}
	}
	*scores++
	r.scored(t, us, territory, "--japanese-rules")
	return positions
}

// scored compares the score of a game that us has played. GNU Go keeps scores from one
// game to the next, so it is asked in a new one.
func (r wild) scored(t *testing.T, us, judge *referee, rules string) {
	t.Helper()
	them := startEngine(t, "gnugo", "--mode", "gtp", "--level", "0", rules, "--allow-all-suicide", "--no-ko")
	them.ask(strings.Split(strings.TrimSpace(us.history()), "\n")...)
	said := them.ask("final_score", "quit")[0]
	if got, want := goResult(t, judge.ask(t, "final_score")), goResult(t, said); got != want {
		t.Fatalf("%s: the score is %v, and %v by GNU Go\n%s\n%s", rules, got, want, us.ask(t, "showboard"), us.history())
	}
}

// settled reports whether neither side has anything left to play, and every chain lives
// whatever is played.
func (r wild) settled(g *weiqi.Game) bool {
	b := g.Board()
	for _, c := range []board.Color{board.Black, board.White} {
		alive, _ := b.PassAlive(c)
		for i := range b.Size().Count() {
			if p := b.Size().Point(i); b.At(p) == c && !alive.Has(p) {
				return false
			}
		}
		if r.move(g, c) != board.Nowhere {
			return false
		}
	}
	return b.Count(board.Black)+b.Count(board.White) > 0
}

// history lists the moves of a game, so that it can be played again.
func (r *referee) history() string {
	var b strings.Builder
	size := r.weiqi.Board().Size()
	fmt.Fprintf(&b, "boardsize %d\nkomi %v\n", size.Cols, r.weiqi.Rules().Komi)
	for i := range r.weiqi.Len() {
		m := r.weiqi.Move(i)
		fmt.Fprintf(&b, "play %v %s\n", m.Color, size.Name(m.Point, board.GTP))
	}
	return b.String()
}

// goResult reads "= B+3.5" as by how many points Black has won.
func goResult(t *testing.T, answer string) float64 {
	t.Helper()
	text := strings.TrimSpace(strings.TrimPrefix(answer, "="))
	if text == "0" {
		return 0
	}
	who, by, ok := strings.Cut(text, "+")
	n, err := strconv.ParseFloat(by, 64)
	if !ok || err != nil || math.IsNaN(n) {
		t.Fatalf("%q is not a score", answer)
	}
	if who == "W" {
		n = -n
	}
	return n
}
