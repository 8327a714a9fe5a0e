package referee

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// The board of a script, the time on it, and what the referee is told.

func (s *script) under(p board.Point) Sight {
	if look, ok := s.blind[p]; ok {
		return look
	}
	return s.obs[p]
}

func (s *script) set(p board.Point, look Sight) {
	if _, ok := s.blind[p]; ok {
		s.blind[p] = look
		return
	}
	s.obs[p] = look
}

func (s *script) touch(names []string, f func(board.Point) error) error {
	list, err := s.points(names)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := f(p); err != nil {
			return err
		}
	}
	s.step()
	return nil
}

// wait lets time pass, and lets the referee look whenever it asked to.
func (s *script) wait(d time.Duration) {
	until := s.now.Add(d)
	for {
		next := s.ref.view.Next
		if s.lost || next.IsZero() || next.After(until) {
			break
		}
		s.now = next
		s.step()
	}
	s.now = until
	s.step()
}

func (s *script) step() {
	if s.lost {
		return
	}
	for {
		e, v := s.ref.Step(s.now, &s.obs)
		if e == nil {
			if s.ref.Ended() == EndedShort {
				s.say("pressed, and the turn is not complete")
			}
			if said := describe(v); said != s.said {
				s.said = said
				s.say("%s", said)
			}
			return
		}
		switch e := e.(type) {
		case Agreed:
			if s.mend && !s.paused {
				s.mend = false
				s.say("the board agrees with the game")
			}
			if c, _ := s.game.Due(); !s.human[c] || s.paused || s.score {
				return
			}
		case TakenBack:
			for range e.Turns {
				last := s.game.Turns()[len(s.game.Turns())-1]
				s.game.Undo()
				s.say("%v takes back %s", last.Color, list(last.Points))
			}
			s.mend = true
		case NewGame:
			s.say("a new game begins")
			s.game, s.mend = game.New(s.rules), !e.Begun
		case Touched:
			s.say("touched: %v", e.Point)
			continue
		case Toggled:
			s.toggle(e.Point)
			s.say("toggled: %v; dead: %s", e.Point, list(s.dead))
		case SetUp:
			g, err := game.NewFrom(s.rules, e.Start)
			if err != nil {
				s.t.Fatalf("the referee gave a position that cannot be played on from: %v", err)
			}
			s.say("the game goes on from black %s, white %s, with %v to move", list(e.Start.Black), list(e.Start.White), e.Start.ToMove)
			s.game, s.mend = g, true
		case Chosen:
			var words []string
			for _, a := range e.Answers {
				words = append(words, string(a))
			}
			s.say("they choose: %s", strings.Join(words, ", "))
			if e.Answers[0] == "pause" || e.Answers[0] == "resume" {
				s.paused = e.Answers[0] == "pause"
			}
		case Played:
			if err := s.game.Play(e.Turn); err != nil {
				s.t.Fatalf("the referee gave a turn that cannot be played: %v", err)
			}
			end := ""
			if r := s.game.Result(); r.Over {
				end = ", and the game is over"
				if r.Winner != board.Empty {
					end = ", and " + r.Winner.String() + " wins"
				}
			}
			if taken := s.game.Captured(len(s.game.Turns()) - 1); len(taken) > 0 {
				end = " and captures " + list(taken) + end
			}
			s.say("%v played %s%s", e.Turn.Color, list(e.Turn.Points), end)
		}
		s.expect()
	}
}

func (s *script) expect() {
	s.ask(Ask{Task: Watch})
	if c, _ := s.game.Due(); s.human[c] && !s.mend && !s.paused && !s.score {
		s.ask(Ask{Task: Play})
	}
}

// toggle makes the chain of a stone dead or living.
func (s *script) toggle(p board.Point) {
	chain, _ := s.ref.chain(p)
	alive := !slices.Contains(s.dead, p)
	s.dead = without(s.dead, chain)
	if alive {
		s.dead = append(s.dead, chain...)
	}
}

// menu is a menu such as a table would have.
func (s *script) menu() []Choice {
	sure := []Choice{{Answer: Yes}}
	levels := make([]Choice, 10)
	for i := range levels {
		levels[i] = Choice{Answer: Answer(fmt.Sprint(i + 1)), Set: i == 4}
	}
	all := []Choice{{}, {Answer: "new game", Then: sure}, {Answer: "level", Then: levels}, {Answer: "pause", Then: sure}, {Answer: "resign", Then: sure}}
	if len(s.game.Turns()) > 0 {
		all[0] = Choice{Answer: "take back", Then: sure}
	}
	if s.paused {
		all[3].Answer = "resume"
	}
	return all
}

// ask expects a, completed as a table would.
func (s *script) ask(a Ask) {
	c, _ := s.game.Next()
	first, _ := s.rules.Due(0)
	a.Scoring, a.Dead = s.score && !s.mend, s.dead
	_, a.Touch = s.rules.(capturing)
	a.Menu, a.Lever = s.menu(), s.lever
	a.Reply, a.Begin, a.Quiet = s.human[c] && a.Task != Watch, s.human[first] && !s.guest, s.paused
	a.NoGame, a.NoSetUp = s.guest, s.guest
	if turns := s.game.Turns(); !s.mend && !s.paused {
		for k := 1; k <= len(turns); k++ {
			if s.human[turns[len(turns)-k].Color] {
				a.Back = append(a.Back, k)
			}
		}
	}
	s.ref.Expect(s.now, s.game, a)
}
