package store

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

var evenings = flag.Int("evenings", 10, "how many evenings TestNobodyDisputesTheRecord lasts")

// little is Connect6 on a board on which a game is soon over.
var little = game.Connect{Title: "connect6", Board: board.Size{Cols: 9, Rows: 9}, Row: 6, Each: 2, First: 1}

// evening is a table with its store and board, and the people at it: honest and
// clumsy, and they know the game that they play.
type evening struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	board *sim.Board
	store *Store
	table *table.Table
	full  bool            // the disk takes nothing
	seen  map[string]bool // every position of every game that was on record, by its turns
	stop  func()
}

// look notes what is on record.
func (e *evening) look() *api.Snapshot {
	s := e.table.Snapshot()
	for n := range len(s.Moves) + 1 {
		e.seen[fmt.Sprint(s.GameID, s.Moves[:n])] = true
	}
	return s
}

// Choose plays anywhere.
func (e *evening) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	g, err := game.NewFrom(q.Rules, q.Start)
	if err != nil {
		return player.Answer{}, err
	}
	for _, t := range q.Turns {
		if err := g.Play(t); err != nil {
			return player.Answer{}, err
		}
	}
	if len(q.Choices) > 0 {
		return player.Answer{Choice: q.Choices[0]}, nil
	}
	select {
	case <-time.After(time.Second):
	case <-q.Hurry:
	case <-ctx.Done():
		return player.Answer{}, ctx.Err()
	}
	_, due := g.Due()
	var points []board.Point
	for i := 0; len(points) < due; i++ {
		p := g.Size().Point((i*7 + len(q.Turns)*11) % g.Size().Count())
		if g.At(p) == board.Empty && !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return player.Answer{Points: points}, nil
}

// begin starts the program.
func (e *evening) begin() {
	e.t.Helper()
	s, err := Open(e.dir, quiet)
	if err != nil {
		e.t.Fatal(err)
	}
	s.journal.open = func(path string) (file, error) {
		f, err := openAppend(path)
		if err != nil {
			return nil, err
		}
		no, part := false, 7
		return &failing{f.(*os.File), &e.full, &no, &no, &part}, nil
	}
	tb, err := table.New(table.Config{Sensor: e.board, Lamps: e.board, Player: e, Journal: s, Archive: s,
		Games: []game.Rules{little}, Human: api.Colors{board.Black}})
	if err != nil {
		e.t.Fatal(err)
	}
	if err := tb.Restore(s.Entries); err != nil {
		e.t.Fatalf("what was kept does not fit together: %v", err)
	}
	tb.Recovered(s.Loss, s.Kept)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- tb.Run(ctx) }()
	e.store, e.table = s, tb
	e.stop = func() {
		cancel()
		if err := <-done; err != nil {
			e.t.Error(err)
		}
		s.Close()
	}
}

// fill says whether the disk is full from now on.
func (e *evening) fill(full bool) {
	e.store.journal.mu.Lock()
	defer e.store.journal.mu.Unlock()
	e.full = full
}

func (e *evening) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// onRecord is the game on record, as far as it outlives the program.
func onRecord(s *api.Snapshot) string {
	return fmt.Sprint(s.GameID, s.SetUp, s.First, s.Moves, s.Result, s.Reason, s.Human, s.Level, s.TurnTime, s.Turn, s.Record)
}

// follow does what the lights say.
func (e *evening) follow() {
	for range 200 {
		busy := false
		for i, s := range e.board.Lights().Points {
			there := e.board.Stones()[i]
			var err error
			switch {
			case (s == hw.Extra || s == hw.WrongColor) && there != hw.Empty:
				err = e.board.Lift(i)
			case (s == hw.MissingBlack || s == hw.PlaceBlack) && there == hw.Empty:
				err = e.board.Put(i, hw.Black)
			case (s == hw.MissingWhite || s == hw.PlaceWhite) && there == hw.Empty:
				err = e.board.Put(i, hw.White)
			default:
				continue
			}
			if err != nil {
				e.t.Fatal(err)
			}
			busy = true
			e.pass(200 * time.Millisecond)
		}
		if !busy {
			e.pass(time.Second)
			if l := e.board.Lights(); !slices.ContainsFunc(l.Points, func(s hw.Signal) bool {
				return s == hw.Extra || s == hw.WrongColor || s == hw.MissingBlack || s == hw.MissingWhite || s == hw.PlaceBlack || s == hw.PlaceWhite
			}) {
				return
			}
		}
	}
	e.t.Fatalf("the lights are never satisfied: %s", e.table.Snapshot().Message)
}

// do gives a command; what is refused is refused.
func (e *evening) do(c api.Command) *api.Snapshot {
	s, err := e.table.Do(e.t.Context(), c)
	var refused *api.CommandError
	if err != nil && !errors.As(err, &refused) {
		e.t.Fatal(err)
	}
	return s
}

// something happens.
func (e *evening) something() {
	rng := e.rng
	s := e.look()
	switch n := rng.IntN(40); {
	case n == 0:
		level := 1 + rng.IntN(10)
		e.do(api.Command{Do: api.DoNewGame, Human: []api.Colors{{board.Black}, {board.White}, {board.Black, board.White}, {}}[rng.IntN(4)], Level: &level})
	case n < 4:
		e.do(api.Command{Do: []string{api.DoUndo, api.DoPause, api.DoResume, api.DoResign, api.DoMoveNow}[rng.IntN(5)]})
	case n == 4:
		e.fill(e.rng.IntN(2) == 0)
	case n == 5:
		e.board.Clear()
		e.pass(time.Duration(rng.IntN(6000)) * time.Millisecond)
	case n == 6:
		e.board.Unplug()
		e.pass(time.Second)
		e.board.Plug()
	case n < 9:
		if i := rng.IntN(little.Board.Count()); e.board.Stones()[i] == hw.Empty {
			_ = e.board.Put(i, hw.State(1+rng.IntN(2)))
		} else {
			_ = e.board.Lift(i)
		}
	case n < 12 && s.Question != nil:
		o := s.Question.Options
		e.do(api.Command{Do: api.DoAnswer, Question: s.Question.ID, Answer: o[rng.IntN(len(o))].Answer})
	case s.Phase == api.PhasePaused:
		e.do(api.Command{Do: api.DoResume})
	case s.Phase == api.PhaseHuman && len(s.Marks) == 0:
		c, _ := board.ParseColor(s.ToMove.String())
		for range s.Due - len(s.Partial) {
			for {
				if i := rng.IntN(little.Board.Count()); e.board.Stones()[i] == hw.Empty {
					_ = e.board.Put(i, hw.State(c))
					break
				}
			}
			e.pass(time.Duration(rng.IntN(1200)) * time.Millisecond)
		}
	case s.Phase == api.PhaseClear:
		e.board.Clear()
	case n < 30:
		e.follow()
	}
	e.pass(time.Duration(rng.IntN(3000)) * time.Millisecond)
}

// spoil damages the journal's files, as a power cut or an old card does; both
// only if it may, and says whether it did so to both.
func (e *evening) spoil() (both bool) {
	rng := e.rng
	names := []string{"journal", "journal.copy"}
	a, err := os.ReadFile(filepath.Join(e.dir, names[0]))
	b, err2 := os.ReadFile(filepath.Join(e.dir, names[1]))
	if errors.Join(err, err2) != nil || len(a) == 0 || !bytes.Equal(a, b) || rng.IntN(3) == 0 {
		return false
	}
	both = rng.IntN(4) == 0
	first := rng.IntN(2)
	for i, name := range names {
		if i != first && !both {
			continue
		}
		data := bytes.Clone(a)
		tail := max(0, len(data)-1-rng.IntN(600))
		switch rng.IntN(6) {
		case 0:
			data = data[:tail]
		case 1:
			data[tail] ^= 1 << rng.IntN(8)
		case 2:
			clear(data[tail:])
		case 3:
			data = append(data, make([]byte, rng.IntN(5000))...)
		case 4:
			data = append(data, data[tail:]...)
		case 5:
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(filepath.Join(e.dir, name), data, 0o640); err != nil {
			e.t.Fatal(err)
		}
	}
	return both
}

// restart ends the program at this very moment and starts it again, and holds
// what is on record then against what was.
func (e *evening) restart() {
	e.t.Helper()
	before := e.look()
	unsaved := strings.Contains(before.Fault, "not being saved")
	e.stop()
	both := e.spoil()
	e.full = false
	e.begin()
	synctest.Wait()
	after := e.table.Snapshot()
	switch {
	case !unsaved && !both:
		if a, b := onRecord(before), onRecord(after); a != b {
			e.t.Fatalf("the record was\n%s\nand after a restart it is\n%s\n%q", a, b, e.store.Warnings)
		}
	case after.GameID == before.GameID && before.GameID != "":
		// Something may be lost, and what is left was so at some time.
		if !e.seen[fmt.Sprint(after.GameID, after.Moves)] {
			e.t.Fatalf("the turns were %v and are %v", before.Moves, after.Moves)
		}
	}
	if e.store.Loss != api.LossNone && after.Fault == "" {
		e.t.Fatalf("a loss is not told: %q", e.store.Warnings)
	}
}

// Whatever people do, whenever the power fails and whatever happens to the
// journal or its copy: the game on record stays the game on record, and when the
// lights are followed to their end it is what stands on the board.
func TestNobodyDisputesTheRecord(t *testing.T) {
	count := *evenings
	if testing.Short() {
		count = min(count, 2)
	}
	restarts, games := 0, 0
	for n := range count {
		synctest.Test(t, func(t *testing.T) {
			b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: 9, Rows: 9, Colors: true}, Seed: uint64(n)})
			if err != nil {
				t.Fatal(err)
			}
			e := &evening{t: t, rng: rand.New(rand.NewPCG(uint64(n), 8)), dir: t.TempDir(), board: b, seen: map[string]bool{}}
			e.begin()
			defer func() { e.stop() }()
			e.pass(2 * time.Second)
			for range 150 {
				e.something()
				if e.rng.IntN(8) == 0 {
					e.restart()
					restarts++
				}
			}
			e.fill(false)
			e.pass(2 * time.Second)
			if s := e.table.Snapshot(); s.Phase == api.PhasePaused {
				e.do(api.Command{Do: api.DoResume})
			}
			for range 5 {
				if e.table.Snapshot().Phase == api.PhaseClear {
					e.board.Clear()
				}
				e.follow()
				e.pass(3 * time.Second)
			}
			s := e.table.Snapshot()
			if s.Result == "" && fmt.Sprint(s.Record) != fmt.Sprint(s.Stones) && len(s.Partial) == 0 {
				t.Fatalf("evening %d: on record %v, on the board %v: %s", n, s.Record, s.Stones, s.Message)
			}
			games += len(e.games())
			e.restart()
		})
		if t.Failed() {
			t.Logf("in evening %d", n)
			return
		}
	}
	t.Logf("%d evenings, %d restarts, %d games finished", count, restarts, games)
}

func (e *evening) games() []api.GameInfo {
	games, err := e.store.List()
	if err != nil {
		e.t.Fatal(err)
	}
	return games
}
