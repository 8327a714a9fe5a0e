package players

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// stub is a program that answers as it is told.
type stub struct {
	choose func(ctx context.Context, q player.Question) (player.Answer, error)
	ended  *atomic.Int32
}

func (s *stub) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	return s.choose(ctx, q)
}

func (s *stub) Close() error { s.Kill(); return nil }
func (s *stub) Kill()        { s.ended.Add(1) }

// quickly is a machine that answers with the first free point.
type quickly struct{}

func (quickly) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	return player.Answer{Points: []board.Point{free(q, 0)}}, nil
}

// free is a free point of a question's board, n on from the first.
func free(q player.Question, n int) board.Point {
	for i := n; ; i++ {
		if p := q.Rules.Size().Point(i % q.Rules.Size().Count()); q.At(p) == board.Empty {
			return p
		}
	}
}

// rosterOf returns a roster of one program, "it", which answers with choose, and counts
// its starts and ends, at a seat and for hints.
func rosterOf(choose func(context.Context, player.Question) (player.Answer, error)) (r *Roster, starts, ends *atomic.Int32) {
	r = NewRoster(quickly{}, []program.Settings{{Name: "it"}}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	starts, ends = new(atomic.Int32), new(atomic.Int32)
	launch := func(context.Context, program.Settings, game.Rules) (program.Program, error) {
		starts.Add(1)
		return &stub{choose, ends}, nil
	}
	r.programs["it"].launch, r.advisers["it"].launch = launch, launch
	return r, starts, ends
}

func puts(g *game.Game) player.Question {
	return player.Question{Position: player.At(g), Player: "it", Limits: limit.Limits{Hard: 2 * time.Second}}
}

var errBroken = errors.New("broken")

// A program that refuses the board is not tried again in that game, whether it says so as it starts or as it
// is asked, and gets another chance in the next one.
func TestAProgramRefusesTheBoard(t *testing.T) {
	refuses := fmt.Errorf("%w: boardsize 9", player.ErrBoard)
	for _, early := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r, starts, _ := rosterOf(func(context.Context, player.Question) (player.Answer, error) { return player.Answer{}, refuses })
			if early {
				r.programs["it"].launch = func(context.Context, program.Settings, game.Rules) (program.Program, error) {
					starts.Add(1)
					return nil, refuses
				}
			}
			for n, rules := range []game.Rules{game.Freestyle(), game.Standard()} {
				r.Seat(rules, []string{"it"})
				for range 3 {
					a, err := r.Choose(t.Context(), puts(game.New(rules)), nil)
					if err != nil || !errors.Is(a.Fault, player.ErrBoard) || len(a.Points) != 1 {
						t.Errorf("the answer is %+v, %v", a, err)
					}
					time.Sleep(time.Minute)
				}
				if int(starts.Load()) != n+1 {
					t.Errorf("it was started %d times in %d games", starts.Load(), n+1)
				}
			}
			r.Close()
		})
	}
}

// A program that fails is started again after 1, 2, 4 and 8 seconds, and given up after
// the fifth failure until another game begins. The machine plays in its place.
func TestProgramsAreStartedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, starts, ends := rosterOf(func(context.Context, player.Question) (player.Answer, error) { return player.Answer{}, errBroken })
		rules := game.Freestyle()
		r.Seat(rules, []string{"it"})
		q := puts(game.New(rules))
		for i := range mostFailures {
			synctest.Wait()
			if int(starts.Load()) != i+1 {
				t.Fatalf("it was started %d times before failure %d", starts.Load(), i+1)
			}
			a, err := r.Choose(t.Context(), q, nil)
			if err != nil || len(a.Points) != 1 || !errors.Is(a.Fault, errBroken) {
				t.Fatalf("the answer is %+v, %v", a, err)
			}
			if gone := errors.Is(a.Fault, player.ErrGone); gone != (i == mostFailures-1) {
				t.Errorf("given up after %d failures: %v", i+1, gone)
			}
			a, err = r.Choose(t.Context(), q, nil)
			if err != nil || len(a.Points) != 1 || a.Fault == nil || errors.Is(a.Fault, errBroken) {
				t.Errorf("while it is away the answer is %+v, %v", a, err)
			}
			time.Sleep(firstPause << i)
		}
		time.Sleep(time.Hour)
		if starts.Load() != mostFailures || ends.Load() != mostFailures {
			t.Errorf("it was started %d times and ended %d times", starts.Load(), ends.Load())
		}
		r.Seat(rules, []string{"it"}) // the next game
		synctest.Wait()
		if starts.Load() != mostFailures+1 {
			t.Error("it is not started for the next game")
		}
		r.Close()
		if ends.Load() != starts.Load() {
			t.Errorf("%d of %d have ended", ends.Load(), starts.Load())
		}
	})
}

// A turn that a program does not answer ends within its time, on a clock of the game too,
// of which it uses a part only; what proves late is told less time.
func TestTurnsEndInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []time.Duration
		late := 100 * time.Millisecond
		r, _, _ := rosterOf(func(ctx context.Context, q player.Question) (player.Answer, error) {
			told = append(told, q.Limits.Hard)
			select {
			case <-ctx.Done():
				return player.Answer{}, ctx.Err()
			case <-time.After(q.Limits.Hard + late):
				return player.Answer{Points: []board.Point{free(q, 9)}}, nil
			}
		})
		defer r.Close()
		q := puts(game.New(game.Freestyle()))
		for range 3 {
			began := time.Now()
			a, err := r.Choose(t.Context(), q, nil)
			if took := time.Since(began); err != nil || a.Fault != nil || took > q.Limits.Hard {
				t.Errorf("%+v, %v after %v", a, err, took)
			}
		}
		if len(told) != 3 || told[1] != told[0]-late || told[2] > told[1]+late/8 {
			t.Errorf("it was told %v", told)
		}
		late = time.Hour
		began := time.Now()
		a, err := r.Choose(t.Context(), q, nil)
		if took := time.Since(began); err != nil || a.Fault == nil || took > q.Limits.Hard {
			t.Errorf("%+v, %v after %v", a, err, took)
		}
	})
}

// On a clock without extra time a program is asked to the end, and one that hangs uses up no
// more than a part of what is left.
func TestLittleTimeIsLeft(t *testing.T) {
	nine := game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}
	for _, rules := range []game.Rules{nine, game.Freestyle(), game.Connect6()} {
		synctest.Test(t, func(t *testing.T) {
			takes := 20 * time.Millisecond
			r, _, _ := rosterOf(func(ctx context.Context, q player.Question) (player.Answer, error) {
				select {
				case <-ctx.Done():
				case <-time.After(takes):
				}
				return player.Answer{Points: []board.Point{free(q, 9)}}, ctx.Err()
			})
			defer r.Close()
			q := puts(game.New(rules))
			q.Clock = clock.Control{Main: 10 * time.Minute}
			for _, q.Left.Main = range []time.Duration{12 * time.Second, 2 * time.Second, 500 * time.Millisecond} {
				a, err := r.Choose(t.Context(), q, nil)
				if err != nil || a.Fault != nil || len(a.Points) != 1 || a.Points[0] != free(q, 9) {
					t.Errorf("%s with %v left: %+v, %v", rules.Name(), q.Left.Main, a, err)
				}
			}
			takes, q.Left.Main = time.Hour, 12*time.Second
			for n := range 2 * mostFailures {
				began := time.Now()
				a, err := r.Choose(t.Context(), q, nil)
				took := time.Since(began)
				if err != nil || a.Fault == nil || len(a.Points) != 1 || took > q.Left.Main/4 {
					t.Errorf("%s, failure %d with %v left: %+v, %v after %v", rules.Name(), n+1, q.Left.Main, a, err, took)
				}
				q.Left.Main -= took
				time.Sleep(firstPause << mostFailures)
			}
		})
	}
}

// Where no time is left at Go, the stand-in plays all the same: a pass might end the game.
func TestStandInDoesNotPassForTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := simpleGo(ctx, puts(game.New(game.Go()))); err != nil || len(a.Points) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// A search that is called off ends, and the program is there for the next turn without a
// pause: it has not failed.
func TestCalledOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := true
		r, starts, _ := rosterOf(func(ctx context.Context, q player.Question) (player.Answer, error) {
			if hang {
				<-ctx.Done()
				return player.Answer{}, ctx.Err()
			}
			return player.Answer{Points: []board.Point{free(q, 9)}}, nil
		})
		defer r.Close()
		q := puts(game.New(game.Freestyle()))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := r.Choose(ctx, q, nil); err == nil {
			t.Error("a search that was called off has an answer")
		}
		hang = false
		if a, err := r.Choose(t.Context(), q, nil); err != nil || a.Fault != nil || a.Points[0] != free(q, 9) || starts.Load() != 2 {
			t.Errorf("the next turn is %+v, %v after %d starts", a, err, starts.Load())
		}
	})
}

// A program that is hurried has not failed, and one that is still getting ready says that.
func TestWhyAProgramIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _, _ := rosterOf(func(ctx context.Context, q player.Question) (player.Answer, error) {
			<-ctx.Done()
			return player.Answer{}, ctx.Err()
		})
		defer r.Close()
		q := puts(game.New(game.Freestyle()))
		now := make(chan struct{})
		q.Hurry = now
		time.AfterFunc(time.Second, func() { close(now) })
		if a, err := r.Choose(t.Context(), q, nil); err != nil || !errors.Is(a.Fault, player.ErrHurried) || len(a.Points) != 1 {
			t.Errorf("hurried: %+v, %v", a, err)
		}
		synctest.Wait() // it is started again
		it := r.programs["it"]
		it.launch = func(ctx context.Context, _ program.Settings, _ game.Rules) (program.Program, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		q.Rules, q.Hurry = game.Standard(), nil
		if a, err := r.Choose(t.Context(), q, nil); err != nil || !errors.Is(a.Fault, player.ErrNotReady) || len(a.Points) != 1 {
			t.Errorf("getting ready: %+v, %v", a, err)
		}
	})
}

// Hints that are late, or called off because a person moves, cost the same program's seat
// neither a turn nor the time to start.
func TestHintsLeaveTheSeatAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _, _ := rosterOf(func(ctx context.Context, q player.Question) (player.Answer, error) {
			select {
			case <-ctx.Done():
				return player.Answer{}, ctx.Err()
			case <-time.After(3 * time.Second):
				return player.Answer{Points: []board.Point{free(q, 9)}}, nil
			}
		})
		defer r.Close()
		launch, sits := r.programs["it"].launch, 0
		r.programs["it"].launch = func(ctx context.Context, s program.Settings, rules game.Rules) (program.Program, error) {
			sits++
			return launch(ctx, s, rules)
		}
		rules := game.Freestyle()
		r.Seat(rules, []string{"it"})
		q := puts(game.New(rules))
		q.Limits.Hard = 10 * time.Second
		for range mostFailures + 1 {
			if _, err := r.Advise(t.Context(), puts(game.New(rules))); err == nil {
				t.Error("a hint that takes 3 s is there in 2")
			}
			time.Sleep(20 * time.Second)
			ctx, cancel := context.WithCancel(t.Context())
			asked := make(chan error)
			go func() {
				_, err := r.Advise(ctx, puts(game.New(rules)))
				asked <- err
			}()
			synctest.Wait()
			cancel()
			began := time.Now()
			a, err := r.Choose(t.Context(), q, nil)
			if took := time.Since(began); err != nil || a.Fault != nil || a.Points[0] != free(q, 9) || took != 3*time.Second {
				t.Errorf("%+v, %v after %v", a, err, took)
			}
			<-asked
		}
		if sits != 1 {
			t.Errorf("the seat's program was started %d times", sits)
		}
	})
}

// undecided is a program that cannot say which stones are dead.
type undecided struct{ stub }

// Dead implements [player.Counter].
func (*undecided) Dead(context.Context, player.Question) ([]board.Point, error) {
	return nil, program.ErrUnasked
}

// A program that has no words for dead stones goes on running.
func TestProgramThatDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _, ends := rosterOf(nil)
		defer r.Close()
		r.programs["it"].launch = func(context.Context, program.Settings, game.Rules) (program.Program, error) {
			return &undecided{stub{nil, ends}}, nil
		}
		if _, err := r.Dead(t.Context(), puts(game.New(game.Go()))); err == nil || ends.Load() != 0 {
			t.Errorf("%v; it was ended %d times", err, ends.Load())
		}
	})
}

// The steps of an opening are the machine's: the protocols of programs have no words for them.
func TestOpeningsAreTheMachines(t *testing.T) {
	opened := func(r game.Rules, k opening.Kind, turns int, made ...opening.Made) *game.Game {
		r, err := game.Opened(r, k)
		if err != nil {
			t.Fatal(err)
		}
		g := game.New(r)
		for i, name := range []string{"H8", "H9", "H10", "A1"}[:turns] {
			for len(made) > 0 && made[0].After == i {
				if err := g.Choose(made[0].Choice); err != nil {
					t.Fatal(err)
				}
				made = made[1:]
			}
			at, err := r.Size().Parse(name, board.GTP)
			if err != nil {
				t.Fatal(err)
			}
			c, _ := g.Due()
			if err := g.Play(game.Turn{Color: c, Points: []board.Point{at}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range made {
			if err := g.Choose(m.Choice); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	white := opening.Made{After: 3, Choice: opening.TakeWhite}
	for name, c := range map[string]struct {
		*game.Game
		asked bool
	}{
		"free":                    {opened(game.Freestyle(), opening.Free, 0), true},
		"three stones of swap2":   {opened(game.Freestyle(), opening.Swap2, 0), false},
		"two more stones":         {opened(game.Freestyle(), opening.Swap2, 3, opening.Made{After: 3, Choice: opening.PutTwo}), false},
		"a choice":                {opened(game.Freestyle(), opening.Swap2, 3), false},
		"the turn after swap2":    {opened(game.Freestyle(), opening.Swap2, 3, white), true},
		"one of 26 openings":      {opened(game.Renju(), opening.Renju, 1), false},
		"the fourth stone":        {opened(game.Renju(), opening.RIF, 3, white), true},
		"two fifth stones":        {opened(game.Renju(), opening.RIF, 4, white), false},
		"two turns of Connect6's": {opened(game.Connect6(), opening.Swap, 0), false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			r, _, _ := rosterOf(func(_ context.Context, q player.Question) (player.Answer, error) {
				asked = true
				return player.Answer{Points: []board.Point{free(q, 9)}}, nil
			})
			defer r.Close()
			if a, err := r.Choose(t.Context(), puts(c.Game), nil); err != nil || a.Fault != nil || asked != c.asked {
				t.Errorf("asked: %v; %+v, %v", asked, a, err)
			}
			asked = false
			if _, err := r.Advise(t.Context(), puts(c.Game)); asked != c.asked || (err == nil) != c.asked {
				t.Errorf("asked for advice: %v; %v", asked, err)
			}
		})
	}
}
