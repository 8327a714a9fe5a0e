package table

import (
	"context"
	"os"
	"regexp"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Renju on a board of 19x19 is played in its middle: stones, lights and masked
// points are where the board has them, what lies beyond is no part of it, and the
// next game of Connect6 takes the whole board again.
func TestGameInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nineteen := board.Size{Cols: 19, Rows: 19}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Games, c.Human = []game.Rules{game.Renju(), game.Connect6()}, api.Colors{board.White}
			c.Masked = []board.Point{board.At(0, 0), board.At(2, 3)} // by the board's names: beyond, and A2 of the game
		})
		defer r.stop()
		put := func(x, y int, s hw.State) {
			t.Helper()
			if err := r.board.Put(nineteen.Index(board.At(x, y)), s); err != nil {
				t.Fatal(err)
			}
		}
		r.thinker.say(func(player.Question) ([]board.Point, error) { return []board.Point{board.At(7, 7)}, nil })
		r.pass(3 * time.Second)
		s := r.phase(api.PhasePlace)
		if s.Cols != 15 || s.Board != (api.Area{Cols: 19, Rows: 19, Left: 2, Bottom: 2}) || len(s.Wanted) != 1 || s.Wanted[0].String() != "H8" {
			t.Fatalf("%+v wants %v", s.Board, s.Wanted)
		}
		lit := r.board.Lights().Points
		if lit[nineteen.Index(board.At(9, 9))] != hw.PlaceBlack || lit[nineteen.Index(board.At(1, 1))] != hw.LastMove || lit[nineteen.Index(board.At(17, 17))] != hw.LastMove {
			t.Error("the lights are not where the game is")
		}
		put(0, 5, hw.White) // beyond the game
		put(9, 9, hw.Black)
		r.pass(2 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 1 || len(s.Marks) != 0 {
			t.Errorf("%d turns, marks %v", len(s.Moves), s.Marks)
		}
		put(2, 2, hw.White) // A1 of the game
		r.pass(2 * time.Second)
		if s := r.table.Snapshot(); len(s.Moves) != 2 || s.Moves[1][0].String() != "A1" {
			t.Errorf("turns %v", s.Moves)
		}
		r.do(api.Command{Do: api.DoNewGame, Game: "connect6", Human: api.Colors{board.Black, board.White}})
		r.pass(2 * time.Second)
		s = r.phase(api.PhaseClear)
		if s.Cols != 19 || s.Board != (api.Area{Cols: 19, Rows: 19}) || len(s.Stones) != 3 {
			t.Errorf("%+v, stones %v", s.Board, s.Stones)
		}
	})
}

// onCard returns how far from the middle column of a game the card has the lights of a row, by
// their letters.
func onCard(letters string, cols int) (list []int) {
	first, last, middle, part := int(letters[0]), int(letters[len(letters)-1]), 'J', 1
	if int(letters[1])-first == 2 && last-first+1 > cols-2 { // side by side
		if part = 2; !strings.Contains(letters, "J") {
			middle = 'K'
		}
	}
	for _, c := range letters {
		list = append(list, int(c-middle)/part)
	}
	return list
}

// What the card says of lights holds in games that are smaller than the board too.
func TestTheCardIsRightInSmallerGames(t *testing.T) {
	text, err := os.ReadFile("../../../docs/card.md")
	if err != nil {
		t.Fatal(err)
	}
	card, breaks := string(text), strings.NewReplacer("\n  ", " ", "\n", " ")
	for _, says := range []string{
		"Count from the middle column, which is J in the tables.", "in the same order: J is in the middle column, or K in rows without J.",
		"on the light in the middle takes Black, on the one to its left White, and on the one to its right means",
		"请从正中一列数起，这一列就是表中的 J。", "顺序不变：正中是 J，没有 J 的一行正中是 K。", "放在正中执黑，放在左边一处执白，放在右边一处表示再放两枚棋子",
	} {
		if !strings.Contains(breaks.Replace(card), says) {
			t.Errorf("the card does not say %q", says)
		}
	}
	for _, rules := range []game.Rules{game.Renju(), game.Weiqi{Board: board.Size{Cols: 13, Rows: 13}}, game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{Buttons: []string{"menu"}}, nil, func(c *Config) {
				both(c)
				c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "menu", Press: api.ButtonMenu}}
				c.Games = append([]game.Rules{rules}, wholeBook()...)
				c.Calibrations = &script{}
				c.Invite = func(context.Context) (string, error) { return "ABC", nil }
				c.Shutdown = func(context.Context) error { return nil }
			})
			defer r.stop()
			r.pass(time.Second)
			cols := rules.Size().Cols
			// lit leads to a page of the menu, and returns how far from the middle its lights are.
			lit := func(path string) (list []int, says []string) {
				t.Helper()
				if err := r.board.Push("menu", true); err != nil {
					t.Fatal(err)
				}
				r.pass(time.Second)
				if err := r.board.Push("menu", false); err != nil {
					t.Fatal(err)
				}
				for a := range strings.FieldsSeq(path) {
					r.do(api.Command{Do: api.DoAnswer, Answer: a})
				}
				for _, o := range r.table.Snapshot().Question.Options {
					if o.Point != nil {
						list, says = append(list, o.Point.X()-(cols-1)/2), append(says, o.Text)
					}
				}
				r.do(api.Command{Do: api.DoAnswer, Answer: "no"})
				r.pass(time.Second)
				return list, says
			}
			const main = "BDFHJLNPR"
			want := onCard(main, cols)
			list, says := lit("")
			for i, say := range says {
				row := regexp.MustCompile(`\n\| ([A-S]) \| [^|]*\b` + say + `\b`).FindStringSubmatch(card)
				if row == nil || list[i] != want[strings.Index(main, row[1])] {
					t.Errorf("%s on %d columns is %d columns from the middle, and the card has it in %q", say, cols, list[i], row)
				}
			}
			pages := map[string]string{
				"settings": "CEGIKMOQ", "settings game": "FHJLN", "settings game go": "HJL", "settings clock": "CEGIKMOQ",
				"settings time": "EGIKMO", "settings calibrate": "IK",
			}
			_, plays := rules.(game.Weiqi)
			if plays {
				pages["new-game"], pages["show"] = "DFHJLNP", "FHJLN"
			} else {
				pages["new-game"], pages["seats"], pages["level"], pages["settings opening"] = "GIKM", "GIKM", "CDEFGHIJKLMNOPQ", "GIKM"
			}
			for path, letters := range pages {
				want := onCard(letters, cols)
				if path == "settings" {
					want = want[:7] // no arm has stopped
				}
				if path == "settings" && plays {
					want = slices.Delete(want, 1, 2) // no opening
				}
				if path == "show" {
					want = want[1:] // no hint
				}
				if got, _ := lit(path); !slices.Equal(got, want) {
					t.Errorf("%s on %d columns is lit %v columns from the middle, and the card says %v", path, cols, got, want)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			both(c)
			c.Games, c.Opening = append([]game.Rules{game.Freestyle()}, wholeBook()...), opening.Swap2
		})
		defer r.stop()
		r.pass(time.Second)
		nineteen := board.Size{Cols: 19, Rows: 19}
		for i, x := range []int{9, 8, 10} {
			if err := r.board.Put(nineteen.Index(board.At(x, 9)), []hw.State{hw.Black, hw.White, hw.Black}[i]); err != nil {
				t.Fatal(err)
			}
			r.pass(2 * time.Second)
		}
		for i, o := range r.phase(api.PhaseChoose).Question.Options {
			if got, want := o.Point.X()-7, map[string]int{"white": -2, "black": 0, "more": 2}[o.Answer]; got != want {
				t.Errorf("choice %d, %s, is %d columns from the middle, and the card says %d", i, o.Answer, got, want)
			}
		}
	})
}
