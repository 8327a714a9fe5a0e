package console

import (
	"context"
	"errors"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/weiqi"
)

// GoPlayer plays Go for a front end.
type GoPlayer interface {
	// GoMove returns where a side plays next, [board.Nowhere] for a pass, or that it
	// resigns. Of the front end's clock it is told how it gives time, zero for none,
	// and what the sides have left, by colour; nil: the front end has not said it.
	GoMove(ctx context.Context, g *weiqi.Game, c board.Color, k clock.Control, left [3]*clock.Side) (p board.Point, resigns bool, err error)
	// GoDead returns the stones that count as dead after two passes.
	GoDead(ctx context.Context, g *weiqi.Game) (weiqi.Set, error)
	// GoChanged is told of every position that the front end makes, before it is
	// answered.
	GoChanged(ctx context.Context, g *weiqi.Game)
}

// goClock puts the front end's clock into the words of package clock. A time for one stone
// is a period of byo-yomi; for several it is Canadian overtime.
func (k *gtpClock) goClock() (control clock.Control, left [3]*clock.Side) {
	if k.byo > 0 && k.stones == 0 {
		return control, left // by which the protocol says that there is no limit
	}
	control.Main = k.main
	if k.byo > 0 {
		control.Periods = min(k.stones, clock.MostPeriods)
		control.Period = (k.byo * time.Duration(control.Periods) / time.Duration(k.stones)).Round(time.Millisecond)
		control.Canadian = k.stones > 1
	}
	if control.IsZero() || control.Check() != nil {
		return clock.Control{}, left
	}
	for c, side := range k.sides {
		if !side.known {
			continue
		}
		has, told := control.Start(), max(side.left, time.Second) // in whole seconds
		if has.Main = min(has.Main, told); side.stones > 0 {
			has = control.Within(told)
			if control.Canadian {
				has.Periods = min(side.stones, control.Periods)
			}
		}
		if control.Fits(has) == nil {
			left[c] = &has
		}
	}
	return control, left
}

var errNoCleanup = errors.New("dead stones are agreed on after both sides have passed, and not played out: ask for final_status_list dead")

func goGenmove(s *gtpSession, ctx context.Context, c board.Color, _ []string) (string, error) {
	control, left := s.clock.goClock()
	for i := range s.clock.sides {
		s.clock.sides[i].known = false // it was left at this move, and not at the next
	}
	p, resigns, err := s.GoPlayer.GoMove(ctx, s.weiqi, c, control, left)
	if err != nil {
		return "", err
	}
	if resigns {
		return "resign", nil
	}
	if _, err := s.weiqi.Play(c, p); err != nil {
		return "", err
	}
	if p == board.Nowhere {
		return "pass", nil
	}
	return s.weiqi.Board().Size().Name(p, board.GTP), nil
}

func goCleanup(*gtpSession, context.Context, []string) (string, error) { return "", errNoCleanup }

// goDead are the dead stones: as the player has them once both sides have passed, else
// as this program proposes them.
func (s *gtpSession) goDead(ctx context.Context) (weiqi.Set, error) {
	if s.GoPlayer != nil && s.weiqi.Passes() >= 2 {
		return s.GoPlayer.GoDead(ctx, s.weiqi)
	}
	return s.judge.of(s.weiqi.Board()), nil
}
