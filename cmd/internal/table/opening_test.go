package table

import (
	"reflect"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// fresh returns a match that entries can be followed in.
func fresh() *record.Game {
	m := record.New([]game.Rules{game.Freestyle(), game.Renju(), game.Connect6(), game.Fives()}, record.Seats{Level: 5, Budget: time.Second}, clock.Control{})
	return &m
}

// next draws an entry that may follow in the match.
func next(t *rapid.T, m *record.Game) api.Entry {
	e := api.Entry{Seq: m.Seq + 1, At: m.Started.Add(time.Duration(m.Seq) * 10 * time.Second)}
	left := api.EntryOf(record.Line{Mark: record.Mark{Left: record.Sides(&m.Clock, e.At)}, Event: record.Ticked{}}).Left
	if left != nil {
		spent := rapid.Int64Range(0, 3000).Draw(t, "spent")
		side := &left.Black
		if m.Game.Side() == board.White {
			side = &left.White
		}
		side.Main = max(side.Main-spent, 1000)
	}
	e.Left = left
	what := rapid.SampledFrom([]string{"play", "play", "play", "play", "play", "undo", "seats"}).Draw(t, "what")
	n, unchosen, ok := m.Back()
	switch {
	case what == "undo" && ok:
		e.Kind, e.Back, e.Unchosen = api.KindUndo, n, unchosen
	case what == "seats":
		e.Kind, e.Level, e.Time = api.KindSeats, 5, 1000
		e.Human = apitest.As[[]board.Color](rapid.SampledFrom([][]string{{"black"}, {"white"}, {"black", "white"}, {}}).Draw(t, "human"))
	case len(m.Game.Choices()) > 0:
		e.Kind, e.Color = api.KindChoice, m.Game.Side()
		e.Choice = rapid.SampledFrom(m.Game.Choices()).Draw(t, "choice")
	default:
		e.Kind = api.KindTurn
		color, due := m.Game.Due()
		e.Color = color
		list := m.Game.Allowed()
		for i := 0; i < m.Game.Size().Count() && len(list) < 40 && m.Game.Allowed() == nil; i++ {
			if p := m.Game.Size().Point(i); m.Game.At(p) == board.Empty {
				list = append(list, p)
			}
		}
		at := rapid.IntRange(0, len(list)-due).Draw(t, "at")
		e.Turn = list[at : at+due]
	}
	return e
}

// Whatever happens in an opening, the journal leads to the same state again, from its
// beginning and from a checkpoint, and taking everything back to the state in which the game began: each player with
// the colour and the time from before every exchange.
func TestOpeningsReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom(fresh().Book).Draw(t, "rules")
		kind := rapid.SampledFrom(game.Openings(rules)).Draw(t, "opening")
		began := api.Entry{
			Seq: 1, At: time.Unix(1000, 0).UTC(), Kind: api.KindNewGame, Game: rules.Name(), ID: "a", Level: 5, Time: 1000, Clock: apitest.As[*clock.Control]("10m+5s"),
			Human: apitest.As[[]board.Color](rapid.SampledFrom([][]string{{"black"}, {"white"}, {"black", "white"}, {}}).Draw(t, "human")), Opening: kind,
		}
		m := fresh()
		entries := []api.Entry{}
		follow := func(e api.Entry) {
			do, err := plan(m, e)
			if err != nil {
				if e.Kind == api.KindTurn {
					return // it is not allowed there
				}
				t.Fatalf("%+v: %v", e, err)
			}
			m.Apply(do)
			entries = append(entries, e)
			if len(m.By) != len(m.Game.Turns()) || len(m.Marks) != len(m.By)+1 {
				t.Fatalf("%d players and %d times for %d turns", len(m.By), len(m.Marks), len(m.Game.Turns()))
			}
			if d := difference(m); d != "" {
				t.Fatalf("from a checkpoint after %+v: %s", e, d)
			}
		}
		follow(began)
		handed := false
		for range rapid.IntRange(0, 14).Draw(t, "entries") {
			if m.Game.Result().Over {
				break
			}
			e := next(t, m)
			handed = handed || e.Kind == api.KindSeats
			follow(e)
		}
		again := fresh()
		for _, e := range entries {
			do, err := plan(again, e)
			if err != nil {
				t.Fatalf("replayed: %+v: %v", e, err)
			}
			again.Apply(do)
		}
		if !reflect.DeepEqual(m, again) {
			t.Fatalf("replayed to another state:\n%+v\n%+v", m, again)
		}
		turns, made := len(m.Game.Turns()), slices.ContainsFunc(m.Game.Made(), func(c opening.Made) bool { return c.After == 0 })
		if turns > 0 && !made {
			follow(api.Entry{Seq: m.Seq + 1, At: began.At, Kind: api.KindUndo, Back: turns})
		}
		if handed {
			return
		}
		if got := m.Colors(); !slices.Equal(got, append([]board.Color{}, began.Human...)) || m.Game.BlackPlayer() != opening.First {
			t.Fatalf("all taken back, people play %v; they began with %v", got, began.Human)
		}
		if len(m.Game.Made()) != 0 || turns > 0 && m.Marks[0][board.Black] != m.Clock.Side(began.At, board.Black) {
			t.Fatalf("all taken back, %v was chosen, and Black has %v", m.Game.Made(), m.Clock.Side(began.At, board.Black))
		}
	})
}

// The opening is asked for and refused in words, its points are lit, and a game without one is as it was.
func TestOpeningCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 15, Rows: 15, Colors: true}}, nil, func(c *Config) {
			c.Games, c.Human, c.Opening = []game.Rules{game.Renju(), game.Freestyle()}, api.Colors{board.Black, board.White}, opening.Renju
		})
		defer r.stop()
		r.pass(time.Second)
		s := r.phase(api.PhaseHuman)
		if s.Opening.Kind != "renju" || !slices.Equal(s.Opening.Allowed, apitest.Points("H8")) || r.board.Lights().Points[r.index("H8")] != hw.YourTurn {
			t.Errorf("the configured opening: %+v", s.Opening)
		}
		if got := strings.Join(apitest.Names(s.Openings["gomoku"]), " "); got != "free swap2" {
			t.Errorf("Gomoku begins with %s", got)
		}
		r.refused(api.Command{Do: api.DoChoose, Answer: "black"}, "not-now")
		r.refused(api.Command{Do: api.DoNewGame, Opening: "sakata"}, "bad-value")
		r.refused(api.Command{Do: api.DoNewGame, Game: "gomoku", Opening: "renju"}, "bad-value")
		if s = r.do(api.Command{Do: api.DoNewGame, Game: "gomoku"}); s.Opening.Kind != opening.Free || s.Opening.Player != 0 || s.Side != board.Black {
			t.Errorf("Gomoku has no such opening: %+v", s.Opening)
		}
		if s = r.do(api.Command{Do: api.DoNewGame, Game: "gomoku", Opening: "swap2"}); s.Opening.Kind != "swap2" {
			t.Errorf("swap2: %+v", s.Opening)
		}
		if s = r.do(api.Command{Do: api.DoNewGame}); s.Opening.Kind != "swap2" {
			t.Errorf("the next game: %+v", s.Opening)
		}
		if s = r.do(api.Command{Do: api.DoNewGame, Game: "renju", Opening: "free"}); s.Opening.Kind != opening.Free || r.journal.all()[len(r.journal.all())-1].Version != 0 {
			t.Errorf("free: %+v", s.Opening)
		}
	})
}

// How the next game begins lasts over a game that does not say it, and a restart.
func TestOpeningLasts(t *testing.T) {
	between := map[string]api.Command{
		"go":       {Do: api.DoNewGame, Game: "go"},
		"a remote": {Do: api.DoLink, Link: &api.LinkOrder{Begin: &api.LinkGame{Rules: "gomoku", Remote: board.White, Human: api.Colors{board.Black}}}},
	}
	for name, c := range between {
		for _, kinds := range [][2]opening.Kind{{opening.Free, opening.Swap}, {opening.Swap, opening.Free}, {opening.Swap, opening.Swap}} {
			synctest.Test(t, func(t *testing.T) {
				config := func(c *Config) {
					c.Opening, c.Wish = kinds[0], func(api.Wish) {}
					c.Games = []game.Rules{game.Connect6(), game.Freestyle(), game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}}}
				}
				r := newRig(t, sim.Settings{}, nil, config)
				defer func() { r.stop() }()
				r.pass(time.Second)
				r.do(api.Command{Do: api.DoNewGame, Game: "connect6", Opening: kinds[1].String()})
				r.do(c)
				again(r, r.journal.all(), config)
				if c.Link != nil {
					r.link(api.LinkOrder{Free: true})
				}
				if s := r.do(api.Command{Do: api.DoNewGame, Game: "connect6"}); s.Opening.Kind != kinds[1] {
					t.Errorf("%s game, configured %s: the next game begins %q, want %q", name, kinds[0], s.Opening.Kind, kinds[1])
				}
			})
		}
	}
}

// The menu marks how the next game begins unless people choose otherwise: with a remote
// opponent as the present one did.
func TestMenuMarksTheOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Wish = func(api.Wish) {} })
		defer func() { r.stop() }()
		r.pass(time.Second)
		marks := func(when string, want opening.Kind) {
			t.Helper()
			for _, c := range r.table.core.openingChoices() {
				if k, err := opening.Parse(string(c.Answer)); err != nil || c.Set != (k == want) {
					t.Errorf("%s: %+v, want %s marked (%v)", when, c, want, err)
				}
			}
		}
		marks("at first", opening.Free)
		r.do(api.Command{Do: api.DoNewGame, Opening: "swap"})
		marks("with swap", opening.Swap)
		r.link(api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: board.White, Human: api.Colors{board.Black}}})
		r.pass(time.Second)
		marks("in a remote game without", opening.Free)
		r.link(api.LinkOrder{Free: true})
		r.pass(time.Second)
		marks("after it", opening.Swap)
	})
}
