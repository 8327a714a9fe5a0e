package table

import (
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// A player elsewhere who is out of reach for ten minutes: people are asked whether to
// end the game, again and again, until they do or the link is back.
func TestPlayerElsewhereDoesNotComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := away(t, "none")
		defer func() { r.stop() }()
		down := api.LinkOrder{Stand: &api.LinkStand{Host: true, Timed: true}}
		r.turn(board.Black, "J10")
		r.link(down)
		r.pass(9 * time.Minute)
		if s := r.table.Snapshot(); s.Question != nil || !strings.HasPrefix(s.Message, "The connection to the remote opponent is down") {
			t.Fatalf("%+v %s", s.Question, s.Message)
		}
		asked := func() *api.Inquiry {
			t.Helper()
			s := r.table.Snapshot()
			if s.Question == nil || s.Question.Kind != "abandon" || !strings.Contains(s.Message, "for 10 minutes or more") {
				t.Fatalf("%+v %s", s.Question, s.Message)
			}
			return s.Question
		}
		r.pass(time.Minute + time.Second)
		q := asked()
		r.refused(api.Command{Do: api.DoAnswer, Question: q.ID, Answer: "perhaps"}, "bad-value")
		if s := r.do(api.Command{Do: api.DoAnswer, Question: q.ID, Answer: "no"}); s.Question != nil {
			t.Fatalf("%+v", s.Question)
		}
		r.pass(10*time.Minute + time.Second)
		asked()
		if s := r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true}}); s.Question != nil {
			t.Fatalf("the link is back, and %+v", s.Question)
		}
		r.link(down)
		r.pass(10*time.Minute + time.Second)
		s := r.do(api.Command{Do: api.DoAnswer, Question: asked().ID, Answer: "yes"})
		if s.Phase != api.PhaseOver || s.Result != "void" || s.Reason != "abandoned" || !strings.Contains(s.Message, "nobody wins") {
			t.Fatalf("%s %q %q %s", s.Phase, s.Result, s.Reason, s.Message)
		}
		if games := r.archive.all(); len(games) != 1 || games[0].Game.Result().Winner != board.Empty || games[0].Game.Result().Reason != game.ByAbandoned {
			t.Fatalf("%+v", games)
		}
		r.link(api.LinkOrder{Free: true})
		r.stop()
		r.start(r.journal.all(), nil)
		r.pass(10 * time.Second)
		if s := r.table.Snapshot(); s.Result != "void" || s.Elsewhere != nil {
			t.Errorf("%q %+v", s.Result, s.Elsewhere)
		}
	})
}
