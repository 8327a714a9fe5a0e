package table

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// live lets anything happen at a table: commands, stones put down rightly and
// wrongly, waiting.
func live(p *person, steps int) {
	r, rng := p.rig, p.rng
	humans := []api.Colors{nil, {}, {board.Black}, {board.White}, {board.Black, board.White}}
	for range steps {
		s := r.table.Snapshot()
		switch n := rng.IntN(20); {
		case n == 0:
			level := 1 + rng.IntN(10)
			_, _ = r.table.Do(r.t.Context(), api.Command{Do: api.DoNewGame, Human: humans[rng.IntN(len(humans))], Level: &level})
		case n == 1:
			level := 1 + rng.IntN(10)
			_, _ = r.table.Do(r.t.Context(), api.Command{Do: api.DoSeats, Human: humans[rng.IntN(len(humans))], Level: &level})
		case n < 7:
			do := []string{api.DoUndo, api.DoUndo, api.DoPause, api.DoResume, api.DoMoveNow, api.DoResign, "nonsense"}[rng.IntN(7)]
			_, _ = r.table.Do(r.t.Context(), api.Command{Do: do})
		case n < 8:
			p.slip()
		case n < 9:
			p.pass(time.Duration(rng.IntN(3000)) * time.Millisecond)
		case n < 13:
			if err := p.obeyLights(); err != nil {
				r.t.Error(err)
			}
			p.long()
		case s.Phase == api.PhaseClear:
			r.board.Clear()
			p.long()
		case s.Phase == api.PhaseHuman && s.Due > 0:
			c, _ := board.ParseColor(s.ToMove.String())
			for range s.Due {
				p.put(p.point(), c)
			}
			p.long()
		default:
			p.long()
		}
	}
}

// still makes a snapshot comparable with that of another run.
func still(s *api.Snapshot) api.Snapshot {
	c := *s
	c.Version = 0
	if q := c.Question; q != nil {
		again := *q
		again.ID = 0
		c.Question = &again
	}
	return c
}

// messy is still without what depends on the order in which stones came, and on
// what lay in the way as a menu was opened: nobody can know who was not there.
func messy(s *api.Snapshot) api.Snapshot {
	c := still(s)
	c.Marks, c.Guide, c.Message, c.Said, c.Partial = nil, nil, "", nil, nil
	if q := c.Question; q != nil && q.Kind == string(referee.AskMenu) {
		q.Text = ""
		q.Options = slices.Clone(q.Options)
		for i := range q.Options {
			q.Options[i].Point = nil
		}
	}
	return c
}

// Whatever has happened, a table that is restored from the journal and finds
// the board as it was is in the same state: same snapshot, same lights.
func TestRestoreGivesTheStateBack(t *testing.T) {
	unraced(t)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(0, 40).Draw(rt, "steps")
		var diff string
		synctest.Test(t, func(t *testing.T) {
			config := func(c *Config) { c.Games = []game.Rules{small} }
			r := newRig(t, smallBoard, nil, config)
			defer func() { r.stop() }()
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				return random(q, rand.New(rand.NewPCG(seed, uint64(len(q.Turns))))), nil
			})
			p := &person{rig: r, rules: small, warmUp: 100, rng: rand.New(rand.NewPCG(seed, 2))}
			r.pass(time.Second)
			live(p, steps)
			r.pass(2 * time.Minute) // whatever was to be thought or asked has been, and a menu is closed
			before := messy(r.table.Snapshot())
			again(r, r.journal.all(), config)
			if diff = cmp.Diff(before, messy(r.table.Snapshot())); diff != "" {
				return
			}

			// With the board in order there is nothing that could differ. After a
			// rotation only the last game is there.
			if err := p.obeyLights(); err != nil {
				t.Error(err)
			}
			r.pass(time.Minute)
			before, lights := still(r.table.Snapshot()), r.board.Lights()
			entries := r.journal.all()
			for i, e := range slices.Backward(entries) {
				if e.Kind == api.KindNewGame {
					entries = entries[i:]
					break
				}
			}
			again(r, entries, config)
			diff = cmp.Diff(before, still(r.table.Snapshot())) + cmp.Diff(lights, r.board.Lights())
			if last := r.journal.all(); last[len(last)-1].Seq != entries[len(entries)-1].Seq {
				diff += "the journal grew by doing nothing"
			}
		})
		if diff != "" {
			rt.Fatal(diff)
		}
	})
}

// again stops the table, and starts another from the entries, which come back
// through JSON as from a disk.
func again(r *rig, entries []api.Entry, config func(*Config)) {
	r.t.Helper()
	r.stop()
	text, err := json.Marshal(entries)
	if err != nil {
		r.t.Fatal(err)
	}
	entries = nil
	if err := json.Unmarshal(text, &entries); err != nil {
		r.t.Fatal(err)
	}
	r.board.Show(hw.Picture{})
	r.start(entries, config)
	r.pass(time.Minute)
}

// Killed at any moment: whatever part of the journal was written, it can be
// restored.
func TestRestoreFromAnyPrefix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, smallBoard, nil, func(c *Config) { c.Games = []game.Rules{small} })
		r.pass(time.Second)
		live(&person{rig: r, rules: small, warmUp: 100, rng: rand.New(rand.NewPCG(7, 7))}, 100)
		r.stop()
		entries := r.journal.all()
		if len(entries) < 30 {
			t.Fatalf("only %d entries", len(entries))
		}
		for n := range entries {
			table, err := New(Config{Sensor: r.board, Player: r.thinker, Journal: &journal{}, Games: []game.Rules{small}})
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Restore(entries[:n]); err != nil {
				t.Fatalf("the first %d entries: %v", n, err)
			}
			if table.core.match.Seq != uint64(n) {
				t.Fatalf("after %d entries: %d", n, table.core.match.Seq)
			}
		}
	})
}

func TestRestoreRefusesInSentences(t *testing.T) {
	begin := api.Entry{Seq: 1, Kind: api.KindNewGame, Game: "small", ID: "a", Human: []board.Color{board.Black}, Level: 5, Time: 1000}
	for _, c := range []struct {
		name    string
		entries []api.Entry
		says    string
	}{
		{"a gap", []api.Entry{begin, {Seq: 3, Kind: api.KindPause}}, "entry 3 follows entry 1"},
		{"twice", []api.Entry{begin, {Seq: 2, Kind: api.KindPause}, {Seq: 2, Kind: api.KindPause}}, "entry 2 follows entry 2"},
		{"no game", []api.Entry{{Seq: 1, Kind: api.KindPause}}, "no game has begun"},
		{"not from the start", []api.Entry{{Seq: 5, Kind: api.KindPause}}, "entry 5 follows entry 0"},
		{"unknown kind", []api.Entry{begin, {Seq: 2, Kind: "dance"}}, "entry 2 (dance): this kind of entry is not known"},
		{"unknown game", []api.Entry{{Seq: 1, Kind: api.KindNewGame, Game: "chess", ID: "a", Level: 1, Time: 1000}}, `"chess" is not known`},
		{"no id", []api.Entry{{Seq: 1, Kind: api.KindNewGame, Game: "small", Level: 1, Time: 1000}}, "no id"},
		{"colour", []api.Entry{{Seq: 1, Kind: api.KindNewGame, Game: "small", ID: "a", Human: []board.Color{board.Empty}, Level: 1, Time: 1000}}, "a colour that is none"},
		{"level", []api.Entry{{Seq: 1, Kind: api.KindNewGame, Game: "small", ID: "a", Level: 17, Time: 1000}}, "level 17"},
		{"time", []api.Entry{{Seq: 1, Kind: api.KindNewGame, Game: "small", ID: "a", Level: 1, Time: 1 << 62}}, "out of range"},
		{"point", []api.Entry{begin, {Seq: 2, Kind: api.KindTurn, Color: board.Black, Turn: apitest.Points("T20")}}, "T20 is off the board"},
		{"too many", []api.Entry{begin, {Seq: 2, Kind: api.KindTurn, Color: board.Black, Turn: apitest.Points("A1", "A2")}}, "takes 1, not 2"},
		{"other side", []api.Entry{begin, {Seq: 2, Kind: api.KindDecision, Color: board.White, Turn: apitest.Points("A1")}}, "black is to move"},
		{"no side", []api.Entry{begin, {Seq: 2, Kind: api.KindTurn, Turn: apitest.Points("A1")}}, "names no colour"},
		{"undo", []api.Entry{begin, {Seq: 2, Kind: api.KindUndo, Back: 1}}, "1 turns are to be taken back, but 0 were played"},
		{"negative undo", []api.Entry{begin, {Seq: 2, Kind: api.KindUndo, Back: -1}}, "-1 turns"},
		{"empty undo", []api.Entry{begin, {Seq: 2, Kind: api.KindUndo}}, "0 turns"},
		{"resign", []api.Entry{begin, {Seq: 2, Kind: api.KindResign}}, "names no colour"},
		{"seats without a level", []api.Entry{begin, {Seq: 2, Kind: api.KindSeats, Time: 1000}}, "level 0"},
		{"seats for nobody", []api.Entry{begin, {Seq: 2, Kind: api.KindSeats, Human: []board.Color{board.Empty}, Level: 1, Time: 1000}}, "a colour that is none"},
		{"seats with too much", []api.Entry{begin, {Seq: 2, Kind: api.KindSeats, Level: 1, Time: 1000, Turn: apitest.Points("A1", "A2")}}, "2 stones stand of a turn that takes 1"},
		{"seats with a stone off the board", []api.Entry{begin, {Seq: 2, Kind: api.KindSeats, Level: 1, Time: 1000, Turn: apitest.Points("F6")}}, "F6 is off the board"},
		{"resign twice", []api.Entry{begin, {Seq: 2, Kind: api.KindResign, Color: board.Black}, {Seq: 3, Kind: api.KindResign, Color: board.Black}}, "over"},
	} {
		table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Games: []game.Rules{small}})
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Restore(c.entries); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}

// What is wrong with an earlier game does not matter, and after an entry that
// does not fit the game goes on from the one before.
func TestRestoreGoesOnFromWhatFits(t *testing.T) {
	begin := api.Entry{Seq: 7, Kind: api.KindNewGame, Game: "small", ID: "b", Human: []board.Color{board.Black}, Level: 5, Time: 1000}
	entries := []api.Entry{
		{Seq: 5, Kind: api.KindNewGame, Game: "of another version", ID: "a"}, {Seq: 6, Kind: "dance"},
		begin, {Seq: 8, Kind: api.KindMended}, {Seq: 9, Kind: api.KindTurn, Color: board.Black, Turn: apitest.Points("C3")},
	}
	restore := func(entries []api.Entry) (*Table, error) {
		table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Games: []game.Rules{small}})
		if err != nil {
			t.Fatal(err)
		}
		return table, table.Restore(entries)
	}
	table, err := restore(entries)
	if s := table.Snapshot(); err != nil || s.GameID != "b" || len(s.Moves) != 1 {
		t.Errorf("%v: %+v", err, s)
	}
	table, err = restore(append(entries, api.Entry{Seq: 10, Kind: api.KindTurn, Color: board.White, Turn: apitest.Points("C3", "C4")}))
	if s := table.Snapshot(); err == nil || s.GameID != "b" || len(s.Moves) != 1 || table.core.match.Seq != 9 {
		t.Errorf("%v: %+v after %d", err, s, table.core.match.Seq)
	}
	table, err = restore(entries[:1])
	if err == nil || table.core.match.Begun() || table.core.match.Seq != 4 {
		t.Errorf("%v, after %d", err, table.core.match.Seq)
	}
}

// No entry that a journal may hold, however it came there, does harm.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(`[{"seq":1,"kind":"new-game","game":"small","id":"a","level":5,"time_ms":1000},{"seq":2,"kind":"turn","color":"black","turn":["A1"]},{"seq":3,"kind":"undo","back":1}]`))
	f.Add([]byte(`[{"seq":1,"kind":"new-game","game":"small","id":"a","human":["black"],"level":5,"time_ms":1000},{"seq":2,"kind":"seats","level":3,"time_ms":20,"turn":["A1"]},{"seq":3,"kind":"seats","human":["black","white"],"level":3,"time_ms":20}]`))
	f.Add([]byte(`[{"seq":18446744073709551615,"kind":"new-game","game":"small","id":"a","level":5,"time_ms":1000},{"seq":0,"kind":"pause"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var entries []api.Entry
		if json.Unmarshal(data, &entries) != nil {
			return
		}
		table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Games: []game.Rules{small}})
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Restore(entries); err != nil && len(err.Error()) < 20 {
			t.Fatal(err)
		}
		if s := table.Snapshot(); s == nil || s.Cols != 5 {
			t.Fatalf("%+v", s)
		}
	})
}
