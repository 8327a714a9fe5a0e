package console

import (
	"context"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/gomoku"
)

// Bits of INFO rule, as Gomocup has them.
const (
	ruleExact = 1
	ruleRenju = 4
	ruleCaro  = 8
)

// yixinRenju is what Yixin's interface means by Renju.
const yixinRenju = 2

// rules are what the manager has set. Yixin counts its rules, and Gomocup adds
// bits; a yx command tells which it is.
func (s *brain) rules() five.Rules {
	switch {
	case s.yixin && s.rule == yixinRenju, s.rule&ruleRenju != 0:
		return five.Renju
	case s.rule&ruleExact != 0:
		return five.Standard
	}
	return five.Freestyle
}

// mostTime is the longest time that is told apart from any time, ms.
const mostTime = 1<<31 - 1

// info takes a setting. What is not known is passed over, as the protocol asks.
func (s *brain) info(text string) {
	key, value, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64) // int has 32 bits on a small computer
	wrong := func() { s.say("ERROR INFO %s needs a number that is not negative", clip(key)) }
	switch strings.ToLower(key) {
	case "timeout_turn":
		if err != nil || n < 0 {
			wrong()
			return
		}
		s.turnTime = time.Duration(min(n, mostTime)) * time.Millisecond
	case "timeout_match":
		if err != nil || n < 0 {
			wrong()
			return
		}
		if s.match = n > 0; s.match && s.timeLeft == 0 {
			s.timeLeft = time.Duration(min(n, mostTime)) * time.Millisecond
		}
	case "time_left":
		if err != nil {
			wrong()
			return
		}
		// Without a match time the manager sends the largest number that it has.
		s.timeLeft = time.Duration(min(max(n, 0), mostTime)) * time.Millisecond
		s.match = n < mostTime
	case "rule":
		if err != nil || n < 0 {
			wrong()
			return
		}
		if s.rule = int(n); n&ruleCaro != 0 {
			s.say("MESSAGE the rule caro is not supported; five or more in a row win here")
		}
	case "evaluate":
		if at, err := s.point(value); err == nil && s.size != (board.Size{}) {
			s.evaluate(at)
		}
	}
}

// evaluate says what a stone on a point would make for either side.
func (s *brain) evaluate(at board.Point) {
	q := s.question()
	p := five.NewPosition(q.Size, q.Rules)
	for _, st := range q.Stones {
		p.Put(st.Point, st.Color)
	}
	if p.At(at) != board.Empty {
		s.say("MESSAGE %s holds a stone", s.name(at))
		return
	}
	s.say("MESSAGE %s makes %v for Black and %v for White", s.name(at), p.Kind(at, board.Black), p.Kind(at, board.White))
}

// question is the position, with the manager's side to move.
func (s *brain) question() gomoku.Question {
	own := 0
	for _, st := range s.stones {
		if st.own {
			own++
		}
	}
	mine := board.Black
	switch theirs := len(s.stones) - own; {
	case theirs == own || own == theirs+1:
	case theirs == own+1:
		mine = board.White
	default: // nobody's game; whoever is named first began
		if !s.stones[0].own {
			mine = board.White
		}
	}
	q := gomoku.Question{Size: s.size, Rules: s.rules(), ToMove: mine, Limits: s.limits()}
	for _, st := range s.stones {
		c := mine
		if !st.own {
			c = mine.Other()
		}
		q.Stones = append(q.Stones, gomoku.Stone{Point: st.at, Color: c})
	}
	return q
}

// What a move's time has to leave for the way to the manager, and what a move
// takes that is to be instant.
const (
	wayTime     = 60 * time.Millisecond
	instantTime = 30 * time.Millisecond
	// A move takes a share of the time that is left for the match, and at most
	// another.
	softShare = 25
	hardShare = 8
)

// limits plan the time of a move.
func (s *brain) limits() five.Limits {
	hard := s.turnTime
	soft := hard * 7 / 10
	if s.match {
		hard = min(hard, s.timeLeft/hardShare)
		soft = min(soft, s.timeLeft/softShare)
	}
	hard -= min(wayTime+hard/50, hard/2)
	return five.Limits{Nodes: s.Nodes, Hard: max(hard, instantTime), Soft: max(min(soft, hard), instantTime)}
}

// move thinks, and answers with a stone of its own.
func (s *brain) move(ctx context.Context) {
	if len(s.stones) == s.size.Count() {
		s.say("ERROR the board is full")
		return
	}
	f, ok := s.think(ctx, s.question())
	if !ok {
		return
	}
	at := f.Point
	if at == board.Nowhere {
		// Every point is forbidden to Black: the manager judges that.
		at = s.anyFree()
	}
	s.stones = append(s.stones, stone{at, true})
	s.sayPoint(at)
}

func (s *brain) anyFree() board.Point {
	taken := map[board.Point]bool{}
	for _, st := range s.stones {
		taken[st.at] = true
	}
	for i := range s.size.Count() {
		if at := s.size.Point(i); !taken[at] {
			return at
		}
	}
	return board.Nowhere
}

// think asks the player, and meanwhile reads the line that comes next. ok is false when nothing
// is to be answered any more.
func (s *brain) think(ctx context.Context, q gomoku.Question) (f five.Found, ok bool) {
	thinking, cancel := context.WithCancel(ctx)
	defer cancel()
	begun := s.Now()
	answers := make(chan five.Found, 1)
	go func() { answers <- s.Player.Choose(thinking, q) }()
	lines := s.lines
	if len(s.ahead) > 0 {
		lines = nil // what follows has been read
		if s.ends(s.ahead[0]) {
			cancel()
		}
	}
	for {
		select {
		case f = <-answers:
			if s.match {
				s.timeLeft = max(s.timeLeft-s.Now().Sub(begun), 0)
			}
			return f, ctx.Err() == nil
		case l, more := <-lines:
			lines = nil
			if more {
				s.ahead = append(s.ahead, l)
				if s.ends(l) {
					cancel()
				}
			}
		}
	}
}

// ends reports whether a line that comes next ends a search. It is obeyed after
// that.
func (s *brain) ends(l line) bool {
	word := strings.ToUpper(strings.TrimSpace(l.text))
	return word == "YXSTOP" || word == "END"
}
