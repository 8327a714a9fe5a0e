package console

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// TestWholeGames plays a front end's games, with both colours and in both
// dialects, against an opponent that plays legal turns at random. Another
// record of the game holds every answer to the rules.
func TestWholeGames(t *testing.T) {
	for _, dialect := range []string{"moves", "stones", "lone stones"} {
		for _, machine := range []board.Color{board.Black, board.White} {
			t.Run(fmt.Sprintf("%s/%v", dialect, machine), func(t *testing.T) {
				c := &Connect6{Player: realEngine(t, time.Now), Nodes: 200, Time: time.Hour}
				p := seat{t: t, front: begin(t, t.Context(), c), game: game.New(game.Connect6()), rand: rand.New(rand.NewPCG(1, uint64(machine)))}
				p.play(dialect, machine)
				if got := p.game.Result(); got.Winner != machine {
					t.Errorf("the machine lost to random turns: %+v", got)
				}
				p.front.send("quit")
				p.front.leave()
			})
		}
	}
}

// seat is a front end with an opponent.
type seat struct {
	t     *testing.T
	front *frontEnd
	game  *game.Game
	rand  *rand.Rand
}

func (p *seat) play(dialect string, machine board.Color) {
	p.t.Helper()
	f := p.front
	if dialect == "moves" {
		if got := f.ask("name?"); got != "name Stonehand" {
			p.t.Fatalf("name? is answered %q", got)
		}
	} else if got := f.ask("name"); got != "name Stonehand" {
		p.t.Fatalf("name is answered %q", got)
	}
	if dialect == "moves" {
		f.send("new " + machine.String())
	} else {
		f.send("new xxx")
	}
	for !p.game.Result().Over {
		color, n := p.game.Due()
		if color == machine {
			if dialect != "moves" {
				f.send("next")
			}
			p.take(f.receive())
			continue
		}
		turn := p.random(color, n)
		switch {
		case dialect == "moves":
			f.send("move " + joined(turn.Points, false))
		case dialect == "stones":
			f.send(color.String() + " " + joined(turn.Points, true))
		default:
			for _, point := range turn.Points {
				one := joined([]board.Point{point}, true)
				f.send(color.String() + " " + one + one)
			}
		}
	}
	if got, want := f.ask("next"), "end "+p.game.Result().Winner.String(); got != want {
		p.t.Errorf("after the end, next is answered %q, want %q", got, want)
	}
	if dialect == "moves" {
		if got, want := f.ask("move AAAB"), "end "+p.game.Result().Winner.String(); got != want {
			p.t.Errorf("after the end, move is answered %q, want %q", got, want)
		}
	}
}

// take plays the machine's answer.
func (p *seat) take(answer string) {
	p.t.Helper()
	text, ok := strings.CutPrefix(answer, "move ")
	if !ok {
		p.t.Fatalf("answered %q", answer)
	}
	var points []board.Point
	for ; text != ""; text = text[2:] {
		if text == "@@" {
			break
		}
		point, err := p.game.Size().Parse(text[:2], board.Pair)
		if err != nil {
			p.t.Fatalf("answered %q: %v", answer, err)
		}
		points = append(points, point)
	}
	color, _ := p.game.Due()
	if err := p.game.Play(game.Turn{Color: color, Points: points}); err != nil {
		p.t.Fatalf("answered %q, which is not legal: %v", answer, err)
	}
}

// random plays a random legal turn.
func (p *seat) random(color board.Color, n int) game.Turn {
	p.t.Helper()
	turn := game.Turn{Color: color}
	for len(turn.Points) < n {
		point := p.game.Size().Point(p.rand.IntN(p.game.Size().Count()))
		if p.game.At(point) == board.Empty && !slices.Contains(turn.Points, point) {
			turn.Points = append(turn.Points, point)
		}
	}
	if err := p.game.Play(turn); err != nil {
		p.t.Fatal(err)
	}
	return turn
}

// TestStatelessGame plays both sides of a whole game with "go" alone.
func TestStatelessGame(t *testing.T) {
	c := &Connect6{Player: realEngine(t, time.Now), Nodes: 50}
	f := begin(t, t.Context(), c)
	g := game.New(game.Connect6())
	line := "go 60000"
	for !g.Result().Over {
		answer := f.ask(line)
		words := strings.Fields(answer)
		if len(words) < 2 || words[0] != "move" {
			t.Fatalf("%q is answered %q", line, answer)
		}
		color, _ := g.Due()
		turn := game.Turn{Color: color}
		for _, w := range words[1:] {
			point, err := g.Size().Parse(w, board.Algebraic)
			if err != nil {
				t.Fatalf("%q is answered %q: %v", line, answer, err)
			}
			turn.Points = append(turn.Points, point)
			line += " " + w
		}
		if err := g.Play(turn); err != nil {
			t.Fatalf("%q is answered %q, which is not legal: %v", line, answer, err)
		}
	}
	want := "end draw"
	if w := g.Result().Winner; w != board.Empty {
		want = "end " + w.String()
	}
	if got := f.ask(line); got != want {
		t.Errorf("after the end, go is answered %q, want %q", got, want)
	}
	f.send("quit")
	f.leave()
}

// TestAnyPositionIsAnswered sets stones up in numbers that no game has, from a
// few to all but a few, and asks the real engine for a turn.
func TestAnyPositionIsAnswered(t *testing.T) {
	f := begin(t, t.Context(), &Connect6{Player: realEngine(t, time.Now), Nodes: 30, Time: time.Hour})
	r := rand.New(rand.NewPCG(3, 5))
	answered := 0
	for _, stones := range []int{1, 2, 3, 5, 8, 30, 100, 200, 357, 358, 359, 360, 361} {
		for _, blackShare := range []float64{0, 0.3, 0.5, 0.5, 0.6} {
			f.send("new white")
			g := newRecord()
			for _, i := range r.Perm(rules.Board.Count()) {
				p, color := rules.Board.Point(i), board.White
				if r.Float64() < blackShare {
					color = board.Black
				}
				if g.board.Count < stones && !g.wins(color, []board.Point{p}) {
					g.add(color, []board.Point{p})
					f.send(color.String() + " " + joined([]board.Point{p}, false))
				}
			}
			color, n := g.due()
			answer := f.ask("next")
			if color == board.Empty {
				if answer != "end draw" {
					t.Errorf("a full board is answered %q", answer)
				}
				continue
			}
			points, err := parsePoints(strings.Fields(answer)[1:])
			if err == nil {
				err = g.play(points)
			}
			if err != nil {
				t.Errorf("with %d stones, %v to place %d: answered %q: %v\n%s", g.board.Count, color, n, answer, err, &g)
			}
			answered++
		}
	}
	if answered < 50 {
		t.Errorf("only %d positions were asked about", answered)
	}
	f.send("quit")
	f.leave()
}
