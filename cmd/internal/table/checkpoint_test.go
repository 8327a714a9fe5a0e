package table

import (
	"encoding/json"
	"reflect"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/weiqi"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// rebuilt returns the match that the present state's checkpoint makes, after a trip
// through JSON.
func rebuilt(m *record.Game) (*record.Game, error) {
	e := api.EntryOf(record.Line{Seq: m.Seq + 1, Mark: record.Mark{Left: record.Sides(&m.Clock, m.Started)}, Event: record.Told{Game: m}})
	text, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	var again api.Entry
	if err := json.Unmarshal(text, &again); err != nil {
		return nil, err
	}
	n := &record.Game{Book: m.Book, Seq: m.Seq}
	fact, err := plan(n, again)
	if err != nil {
		return nil, err
	}
	n.Apply(fact)
	return n, nil
}

// TestLongGame lets people change their minds for so long that checkpoints come. A
// table that has only the last one, and what came after it, is the same.
func TestLongGame(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		control, err := clock.Parse("20m+5s")
		if err != nil {
			t.Fatal(err)
		}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Clock, c.Human = control, api.Colors{board.Black, board.White} })
		r.pass(time.Second)
		for i := range 3 * checkpointEvery {
			switch s := r.table.Snapshot(); {
			case i%40 == 20, s.Phase == api.PhaseOver:
				r.do(api.Command{Do: api.DoUndo})
			case s.Phase == api.PhaseRepair:
				for _, m := range s.Marks {
					r.lift(m.Point.String())
				}
			case i%3 == 0 && s.Phase == api.PhaseHuman:
				c, _ := board.ParseColor(s.ToMove.String())
				for n := 0; n < 361 && s.Due > 0; n++ {
					if p := (n*7 + i*31) % 361; r.board.Stones()[p] == hw.Empty {
						if err := r.board.Put(p, hw.State(c)); err != nil {
							t.Fatal(err)
						}
						s.Due--
					}
				}
			case s.Phase == api.PhasePaused:
				r.do(api.Command{Do: api.DoResume})
			default:
				r.do(api.Command{Do: api.DoPause})
			}
			r.pass(2 * time.Second)
		}
		want := r.table.Snapshot()
		r.stop()
		all := r.journal.all()
		var from []int
		for i, e := range all {
			if e.Kind == api.KindCheckpoint {
				from = append(from, i)
			}
		}
		if len(from) < 2 || len(want.Moves) < 20 {
			t.Fatalf("%d checkpoints in %d entries, %d turns", len(from), len(all), len(want.Moves))
		}
		for _, i := range from {
			again, err := New(Config{Sensor: r.board, Player: r.thinker, Journal: &journal{}})
			if err != nil {
				t.Fatal(err)
			}
			if err := again.Restore(all[i:]); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(&r.table.core.match, &again.core.match, exact...); d != "" {
				t.Errorf("from entry %d: %s", all[i].Seq, d)
			}
		}
	})
}

// FuzzCheckpoint makes sure that no checkpoint, whatever it says, makes more of the
// program than an error, and that what it makes is told by the next one.
func FuzzCheckpoint(f *testing.F) {
	f.Add([]byte(`{"seq":1,"kind":"checkpoint","game":"connect6","id":"a","level":5,"time_ms":5000,"state":{"started":"2026-03-01T12:00:00Z","turns":[["J10"],["A1","A2"]],"by":[0,5],"reason":"resign","winner":"white","final":{"black":0,"white":5}}}`))
	f.Add([]byte(`{"seq":1,"kind":"checkpoint","game":"gomoku","id":"a","level":5,"time_ms":5000,"clock":"10m","opening":"swap2","human":["black","white"],"state":{"started":"2026-03-01T12:00:00Z","turns":[["H8","A1","A2"]],"by":[0],"made":[{"after":1,"choice":"white"}],"marks":[[[1000,0,0],[1000,0,0]],[[1000,0,0],[900,0,0]]],"mend":"repair"}}`))
	f.Add([]byte(`{"seq":1,"kind":"checkpoint","game":"connect6-fives","id":"a","level":5,"time_ms":5000,"opening":"swap","human":["black","white"],"state":{"started":"2026-03-01T12:00:00Z","turns":[["J10"],["A1","A2"]],"by":[0,0],"made":[{"after":2,"choice":"black"}]}}`))
	f.Add([]byte(`{"seq":1,"kind":"checkpoint","game":"renju","id":"a","level":5,"time_ms":5000,"opening":"renju","color":"white","black":["H8"],"state":{"started":"2026-03-01T12:00:00Z","mend":"repair"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e api.Entry
		if json.Unmarshal(text, &e) != nil || e.Kind != api.KindCheckpoint {
			return
		}
		m := record.Game{Book: []game.Rules{game.Connect6(), game.Fives(), game.Freestyle(), game.Renju()}, Seq: e.Seq - 1}
		fact, err := plan(&m, e)
		if err != nil {
			return
		}
		m.Apply(fact)
		if d := difference(&m); d != "" {
			t.Error(d)
		}
	})
}

// exact compares what outlives the program.
var exact = cmp.Options{
	cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b weiqi.Board) bool { return sameBoard(&a, &b) }),
	cmpopts.IgnoreFields(record.Game{}, passing[reflect.TypeFor[record.Game]()]...),
	cmpopts.IgnoreFields(clock.Clock{}, passing[reflect.TypeFor[clock.Clock]()]...),
	cmpopts.IgnoreFields(game.Game{}, passing[reflect.TypeFor[game.Game]()]...),
}

// difference says how a match that was made of a checkpoint differs from the one
// that it is of; "" for not at all.
func difference(m *record.Game) string {
	if !m.Begun() {
		return ""
	}
	n, err := rebuilt(m)
	if err != nil {
		return err.Error()
	}
	was := *m
	if !was.Game.Result().Over {
		was.Final = record.Final{}
	}
	if alike(reflect.ValueOf(&was), reflect.ValueOf(n)) {
		return ""
	}
	return cmp.Diff(&was, n, exact...)
}
