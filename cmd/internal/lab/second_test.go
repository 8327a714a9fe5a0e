package lab

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// thinker thinks as long as it may, and likes positions in which a point is taken.
type thinker struct {
	plays []board.Point
	likes board.Point
	asked int
}

func (p *thinker) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	p.asked++
	if report != nil {
		report(player.Info{Hard: q.Limits.Hard, Source: player.FromSearch})
	}
	select {
	case <-ctx.Done():
		return player.Answer{}, ctx.Err()
	case <-q.Hurry:
	case <-time.After(q.Limits.Hard):
	}
	a := player.Answer{Points: p.plays}
	if q.At(p.likes) == q.ToMove.Other() {
		a.Score = -100 // the opponent of who took it
	}
	return a, nil
}

func TestSecondOpinion(t *testing.T) {
	size := board.Size{Cols: 19, Rows: 19}
	at := func(names ...string) (list []board.Point) {
		for _, n := range names {
			p, err := size.Parse(n, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		return list
	}
	const hard = 10 * time.Second
	own, good, bad := at("A1", "B1"), at("C3", "D4"), at("E5", "F6")
	for name, c := range map[string]struct {
		after  time.Duration // 0: never
		answer any
		hurry  time.Duration // 0: nobody is in a hurry
		level  int
		want   []board.Point
		took   time.Duration // at most
		asked  bool
	}{
		"nothing comes":    {want: own, took: hard, asked: true},
		"a better one":     {after: 4 * time.Second, answer: good, want: good, took: hard, asked: true},
		"a worse one":      {after: 4 * time.Second, answer: bad, want: own, took: hard, asked: true},
		"the same":         {after: 4 * time.Second, answer: []board.Point{own[1], own[0]}, want: own, took: hard, asked: true},
		"too late":         {after: 7 * time.Second, answer: good, want: own, took: hard, asked: true},
		"one stone":        {after: 4 * time.Second, answer: good[:1], want: own, took: hard, asked: true},
		"a point taken":    {after: 4 * time.Second, answer: at("J10", "C3"), want: own, took: hard, asked: true},
		"nonsense":         {after: 4 * time.Second, answer: "nonsense", want: own, took: hard, asked: true},
		"somebody hurries": {after: 4 * time.Second, answer: good, hurry: 2 * time.Second, want: own, took: 2 * time.Second, asked: true},
		"hurries after it": {after: 1 * time.Second, answer: good, hurry: 3 * time.Second, want: own, took: 3 * time.Second, asked: true},
		"a weaker level":   {after: time.Second, answer: good, level: 9, want: own, took: hard},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked atomic.Bool
				var told []Opinion
				s := &Second{Player: &thinker{plays: own, likes: good[0]}, Told: func(o Opinion) { told = append(told, o) }}
				s.Ask = func(ctx context.Context, kind string, args any) ([]byte, error) {
					asked.Store(kind == KindCounsel && args.(Counsel).MS == hard.Milliseconds()/2)
					if c.after > 0 {
						select {
						case <-time.After(c.after):
							return json.Marshal(c.answer)
						case <-ctx.Done():
						}
					}
					<-ctx.Done()
					return nil, ctx.Err()
				}
				g := game.New(game.Connect6())
				if err := g.Play(game.Turn{Color: board.Black, Points: at("J10")}); err != nil {
					t.Fatal(err)
				}
				q := player.Question{Position: player.At(g), Limits: limit.Limits{Hard: hard}, Level: c.level}
				hurry := make(chan struct{})
				q.Hurry = hurry
				if c.hurry > 0 {
					time.AfterFunc(c.hurry, func() { close(hurry) })
				}
				began := time.Now()
				a, err := s.Choose(t.Context(), q, nil)
				if err != nil || !slices.Equal(a.Points, c.want) {
					t.Errorf("played %v, %v; want %v", a.Points, err, c.want)
				}
				if took := time.Since(began); took > c.took {
					t.Errorf("took %v", took)
				}
				synctest.Wait() // nothing is left behind
				if asked.Load() != c.asked || len(told) != map[bool]int{true: 1}[c.asked] {
					t.Errorf("asked elsewhere: %v, told %v", asked.Load(), told)
				}
			})
		})
	}
}

func TestSecondOpinionEndsWithTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := &Second{Player: &thinker{}, Ask: func(ctx context.Context, _ string, _ any) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}
		q := player.Question{Position: player.At(game.New(game.Connect6())), Limits: limit.Limits{Hard: time.Minute}}
		if _, err := s.Choose(ctx, q, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the position is gone: %v", err)
		}
	})
}

func TestCounsel(t *testing.T) {
	c := Counsel{Rules: "connect6", Turns: []game.Turn{{Color: board.Black, Points: []board.Point{board.At(9, 9)}}}, ToMove: board.White, Due: 2, MS: 20}
	if points, err := advise(t.Context(), c); err != nil || len(points) != 2 {
		t.Errorf("advice %v, %v", points, err)
	}
	c.Rules = "renju"
	c.Turns[0].Points[0] = board.At(7, 7)
	c.Due = 1
	if points, err := advise(t.Context(), c); err != nil || len(points) != 1 {
		t.Errorf("advice on Renju %v, %v", points, err)
	}
	for _, wrong := range []Counsel{{}, {Rules: "go"}, {Rules: "renju", MS: 5}, {Rules: "connect6", MS: 5, ToMove: board.Black, Due: 2, Placed: []board.Point{1, 1}}} {
		if points, err := advise(t.Context(), wrong); err == nil {
			t.Errorf("advice %v on %+v", points, wrong)
		}
	}
}
