package players

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// beginner is a scripted player who completes rows, blocks and extends, and never
// overlooks anything that this takes. It looks at runs of stones without gaps, or at
// all rows with room.
type beginner struct {
	gaps   bool // sees rows with gaps
	blocks int  // stones of an opponent's row that it blocks; 1: it blocks whatever has most stones, and wins when it can
	rng    *rand.Rand
}

func (b *beginner) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	on := q.Board()
	var a player.Answer
	for due := q.Due; due > 0; due-- {
		at := b.stone(on, q, due)
		on.Stones[at], on.Count = q.ToMove, on.Count+1
		a.Points = append(a.Points, at)
		if q.Rules.Result(on, game.Turn{Color: q.ToMove, Points: []board.Point{at}}).Over {
			break
		}
	}
	return a, nil
}

func (b *beginner) stone(on *game.Board, q player.Question, due int) board.Point {
	row := 5
	if c, ok := q.Rules.(game.Connect); ok {
		row = c.Row
	}
	best, list := -1, []board.Point{}
	for i := range on.Size.Count() {
		at := on.Size.Point(i)
		if on.Stones[at] != board.Empty {
			continue
		}
		if _, err := q.Rules.Judge(on, game.Turn{Color: q.ToMove, Points: []board.Point{at}}); err != nil {
			continue
		}
		mine, theirs := b.most(on, at, q.ToMove, row), b.most(on, at, q.ToMove.Other(), row)
		score := mine * 10
		if theirs >= b.blocks {
			score = 500 + theirs
		}
		if b.blocks == 1 && theirs > 0 {
			score = 500 + 10*theirs + mine
		}
		if mine >= row-due {
			score = 1000 + mine
		}
		if score > best {
			best, list = score, nil
		}
		if score == best {
			list = append(list, at)
		}
	}
	if on.Count == 0 {
		return on.Size.Center()
	}
	return list[b.rng.IntN(len(list))]
}

// most is how many stones of c stand with at in a row that still has room.
func (b *beginner) most(on *game.Board, at board.Point, c board.Color, row int) int {
	look := func(x, y int) board.Color {
		if x < 0 || y < 0 || x >= on.Size.Cols || y >= on.Size.Rows {
			return c.Other()
		}
		return on.Stones[board.At(x, y)]
	}
	most := 0
	for _, d := range board.Directions {
		if b.gaps {
			for k := range row {
				n := 0
				for j := range row {
					switch look(at.X()+(j-k)*d[0], at.Y()+(j-k)*d[1]) {
					case c:
						n++
					case c.Other():
						n = -row
					}
				}
				most = max(most, n)
			}
			continue
		}
		n, room := 0, 1
		for _, s := range []int{1, -1} {
			run := true
			for k := 1; k < row; k++ {
				v := look(at.X()+s*k*d[0], at.Y()+s*k*d[1])
				if v == c.Other() {
					break
				}
				room++
				if run = run && v == c; run {
					n++
				}
			}
		}
		if room >= row {
			most = max(most, n)
		}
	}
	return most
}

// match plays n games in pairs and returns the first player's share of the points.
func match(t testing.TB, rules game.Rules, a, b func(seed uint64) player.Player, n int) float64 {
	points := 0.0
	for i := range n {
		seats := [3]player.Player{board.Black: a(uint64(i)), board.White: b(uint64(i))}
		first := board.Black
		if i%2 == 1 {
			seats[board.Black], seats[board.White], first = seats[board.White], seats[board.Black], board.White
		}
		g := game.New(rules)
		for !g.Result().Over {
			c, _ := g.Due()
			ans, err := seats[c].Choose(context.Background(), player.Question{Position: player.At(g), Limits: limit.Limits{Hard: time.Minute}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(game.Turn{Color: c, Points: ans.Points}); err != nil {
				t.Fatalf("game %d: %v", i, err)
			}
		}
		switch g.Result().Winner {
		case first:
			points++
		case board.Empty:
			points += 0.5
		}
	}
	return points / float64(n)
}

var table = flag.Int("table", 0, "games of each match of TestLevelTable")

// beginners are the scripted players, by name, for rows of five or six.
func beginners(blocks int) map[string]func(seed uint64) player.Player {
	list := map[string]func(uint64) player.Player{}
	for name, gaps := range map[string]bool{"runs": false, "rows": true} {
		list[name] = func(seed uint64) player.Player {
			return &beginner{gaps, blocks, rand.New(rand.NewPCG(seed, 7))}
		}
	}
	return list
}

// atLevel returns the maker of a level's players.
func atLevel(t testing.TB, rules game.Rules, n int) func(seed uint64) player.Player {
	return func(seed uint64) player.Player {
		o := search.DefaultOptions()
		o.TableMB, o.Book = 1, false
		m := NewSteady(o, time.Now)
		m.seed = seed
		return leveled{m, n}
	}
}

// leveled asks for a level.
type leveled struct {
	player.Player
	level int
}

func (l leveled) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	q.Level = l.level
	return l.Player.Choose(ctx, q, report)
}

// Somebody who only completes rows, blocks and extends wins games against the first
// two levels and loses games there, at every game; against the seventh nobody such
// wins.
func TestBeginners(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of games take a while, so -short leaves them out")
	}
	for name, c := range map[string]struct {
		rules  game.Rules
		blocks int
	}{"connect6": {game.Connect6(), 4}, "gomoku": {game.Freestyle(), 4}, "renju": {game.Renju(), 4}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for who, b := range beginners(c.blocks) {
				for level, most := range map[int]float64{1: 0.9, 2: 0.8, 7: 0.1} {
					least := 0.15
					if level == 7 {
						least = 0
					}
					if share := match(t, c.rules, b, atLevel(t, c.rules, level), 40); share < least || share > most {
						t.Errorf("%s against level %d: %.0f %%", who, level, 100*share)
					}
				}
			}
		})
	}
}

// blocker only blocks, and completes rows.
func blocker(seed uint64) player.Player {
	return &beginner{true, 1, rand.New(rand.NewPCG(seed, 7))}
}

// Somebody who only blocks does clearly worse against the second level than against the first.
func TestBlocker(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of games take a while, so -short leaves them out")
	}
	t.Parallel()
	var share [3]float64
	for level := 1; level <= 2; level++ {
		share[level] = 100 * match(t, game.Connect6(), blocker, atLevel(t, game.Connect6(), level), 200)
	}
	if share[1] > 80 || share[2] > share[1]-20 {
		t.Errorf("%.0f %% against level 1, %.0f %% against level 2", share[1], share[2])
	}
}

func TestLevelTable(t *testing.T) {
	if *table == 0 {
		t.Skip("optional: what beginners score against the levels; -table N plays N games of each")
	}
	for _, rules := range []game.Rules{game.Connect6(), game.Freestyle(), game.Renju()} {
		t.Run(rules.Name(), func(t *testing.T) {
			for level := 1; level <= 7; level++ {
				line := fmt.Sprintf("level %d:", level)
				for _, blocks := range []int{3, 4} {
					for who, b := range beginners(blocks) {
						line += fmt.Sprintf(" %s from %d: %.0f %%", who, blocks, 100*match(t, rules, b, atLevel(t, rules, level), *table))
					}
				}
				line += fmt.Sprintf(" blocker: %.0f %%", 100*match(t, rules, blocker, atLevel(t, rules, level), *table))
				t.Log(line)
			}
		})
	}
}
