package console

import (
	"context"
	"errors"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// GoPlayer plays Go for a front end.
type GoPlayer interface {
	// GoMove returns where a side plays next, [board.Nowhere] for a pass, or that it
	// resigns.
	GoMove(ctx context.Context, g *weiqi.Game, c board.Color) (p board.Point, resigns bool, err error)
	// GoDead returns the stones that count as dead after two passes.
	GoDead(ctx context.Context, g *weiqi.Game) (weiqi.Set, error)
}

var errNoCleanup = errors.New("dead stones are agreed on after both sides have passed, and not played out: ask for final_status_list dead")

func goGenmove(s *gtpSession, ctx context.Context, args []string) (string, error) {
	c, err := gtpColor(args)
	if err != nil {
		return "", err
	}
	p, resigns, err := s.GoPlayer.GoMove(ctx, s.weiqi, c)
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
