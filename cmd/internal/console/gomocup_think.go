package console

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
)

// Bits of INFO rule, as Gomocup has them.
const (
	ruleExact      = 1
	ruleContinuous = 2
	ruleRenju      = 4
	ruleCaro       = 8
)

// yixinRenju is what Yixin's interface means by Renju.
const yixinRenju = 2

// rules are what the manager has set. Yixin counts its rules, and Gomocup adds
// bits; a yx command tells which it is.
func (s *brain) rules() game.Gomoku {
	r := game.Freestyle()
	switch {
	case s.yixin && s.rule == yixinRenju, s.rule&ruleRenju != 0:
		r = game.Renju()
	case s.rule&ruleExact != 0:
		r = game.Standard()
	}
	r.Board = s.size
	return r
}

// mostTime is the longest time that is told apart from any time, ms.
const mostTime = 1<<31 - 1

// info takes a setting. What is not known is passed over, as the protocol asks.
func (s *brain) info(said string) {
	key, value, _ := strings.Cut(said, " ")
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64) // int has 32 bits on a small computer
	switch name := strings.ToLower(key); {
	case name == "time_left" && err != nil, slices.Contains([]string{"timeout_turn", "timeout_match", "rule"}, name) && (err != nil || n < 0):
		s.say("ERROR INFO %s needs a number that is not negative", text.Clip(key))
	case name == "timeout_turn":
		s.turnTime = time.Duration(min(n, mostTime)) * time.Millisecond
	case name == "timeout_match":
		if s.match = n > 0; s.match && s.timeLeft == 0 {
			s.timeLeft = time.Duration(min(n, mostTime)) * time.Millisecond
		}
	case name == "time_left":
		// Without a match time the manager sends the largest number that it has.
		s.timeLeft = time.Duration(min(max(n, 0), mostTime)) * time.Millisecond
		s.match = n < mostTime
	case name == "rule":
		s.rule = int(min(n, 1<<16))
		s.shortcomings(s.rule)
		s.prepare()
	case name == "max_memory":
		if err == nil && n > 0 && n < leastMemory {
			s.say("MESSAGE at least %d bytes of memory are needed", leastMemory)
		}
	case name == "evaluate":
		if at, err := s.point(value); err == nil && s.size != (board.Size{}) {
			s.evaluate(at)
		}
	}
}

// leastMemory is what the program holds in a game, bytes, with something to spare.
const leastMemory = 40 << 20

// shortcomings says what of a rule is not known here.
func (s *brain) shortcomings(rule int) {
	switch {
	case s.yixin: // counts its rules, and has none of these
	case rule&ruleCaro != 0:
		s.say("MESSAGE the rule caro is not supported; rows that are blocked at both ends win here, too")
	case rule&ruleContinuous != 0:
		s.say("MESSAGE a game that goes on after a row is not supported; for Renju the rule is 4, but 2 from Yixin's interface")
	}
}

// evaluate says what a stone on a point would make for either side.
func (s *brain) evaluate(at board.Point) {
	q := s.question()
	p := five.NewPosition(s.size, s.rules().Wins)
	for at, c := range q.Stones {
		p.Put(at, c)
	}
	if p.At(at) != board.Empty {
		s.say("MESSAGE %s holds a stone", s.name(at))
		return
	}
	s.say("MESSAGE %s makes %v for Black and %v for White", s.name(at), p.Kind(at, board.Black), p.Kind(at, board.White))
}

// question is the position, with the manager's side to move.
func (s *brain) question() player.Question {
	own, theirs := 0, 0
	for _, st := range s.stones {
		switch {
		case st.row:
		case st.own:
			own++
		default:
			theirs++
		}
	}
	mine := board.Black
	switch {
	case theirs == own || own == theirs+1:
	case theirs == own+1:
		mine = board.White
	default: // not a game in order; the side that is named first began
		if !s.stones[0].own {
			mine = board.White
		}
	}
	q := player.Question{Position: player.Position{Rules: s.rules(), ToMove: mine, Due: 1}, Limits: s.limits()}
	for _, st := range s.stones {
		c := mine
		if !st.own {
			c = mine.Other()
		}
		if st.row {
			c = patchwork(st.at)
		}
		q.Turns = append(q.Turns, game.Turn{Color: c, Points: []board.Point{st.at}})
	}
	return q
}

// patchwork gives the stones of a finished row colours of which no three stand side
// by side in a line: together they are a wall to both sides.
func patchwork(at board.Point) board.Color {
	if (at.X()+2*at.Y())%4 < 2 {
		return board.Black
	}
	return board.White
}

// What a move's time has to leave for the way to the manager, and what a move
// takes that is to be instant.
const (
	wayTime     = 60 * time.Millisecond
	instantTime = 20 * time.Millisecond
	leastTime   = time.Millisecond // a time of 0 would be no bound
	// A move takes a share of the time that is left for the match, and at most
	// another.
	softShare = 25
	hardShare = 8
)

// limits plan the time of a move.
func (s *brain) limits() limit.Limits {
	hard := s.turnTime
	hard = cmp.Or(hard, 2*instantTime)
	soft := hard * 7 / 10
	if s.match {
		hard = min(hard, s.timeLeft/hardShare)
		soft = min(soft, s.timeLeft/softShare)
	}
	hard -= min(wayTime+hard/50, hard/2)
	return limit.Limits{Nodes: s.Nodes, Hard: max(hard, leastTime), Soft: max(min(soft, hard), leastTime)}
}

// move thinks, and answers with a stone of its own, or says why not.
func (s *brain) move(ctx context.Context) bool {
	if len(s.stones) == s.size.Count() {
		s.say("ERROR the board is full")
		return true
	}
	a, ok := s.think(ctx, s.question())
	if !ok {
		return false
	}
	at := board.Nowhere
	if len(a.Points) > 0 {
		at = a.Points[0]
	} else {
		// The protocol knows no pass, and the manager judges what this is.
		at = s.anyFree()
		s.say("MESSAGE every free point is forbidden to Black")
	}
	s.stones = append(s.stones, stone{at: at, own: true})
	s.sayPoint(at)
	return true
}

func (s *brain) anyFree() board.Point {
	taken := map[board.Point]bool{}
	for _, st := range s.stones {
		taken[st.at] = true
	}
	for at := range s.size.Points {
		if !taken[at] {
			return at
		}
	}
	return board.Nowhere
}

// mostAhead is how many lines are read while the player thinks; further ones wait
// where they come from.
const mostAhead = 1024

// aloneTime is how long a search goes on after the input has ended: nobody is left
// who could stop it, but a script may still read its answer.
const aloneTime = 30 * time.Second

// think asks the player, and meanwhile reads the lines that come. ok is false when nothing
// is to be answered any more.
func (s *brain) think(ctx context.Context, q player.Question) (a player.Answer, ok bool) {
	asked, hurry, stop, cancel := stoppable(ctx, s.Player)
	defer cancel()
	q.Hurry = hurry
	begun := s.Now()
	var err error
	finished := make(chan struct{})
	var report func(player.Info)
	thoughts := make(chan string, 1)
	if s.Thoughts {
		report = func(i player.Info) { hw.Send(asked, thoughts, s.thought(i)) }
	}
	go func() {
		defer close(finished)
		a, err = s.Player.Choose(asked, q, report)
	}()
	if slices.ContainsFunc(s.ahead, line.stops) {
		stop()
	}
	lines := s.lines
	for {
		if len(s.ahead) >= mostAhead {
			lines = nil
		}
		select {
		case <-finished:
			select {
			case m := <-thoughts:
				s.say("MESSAGE %s", m)
			default:
			}
			if s.match {
				s.timeLeft = max(s.timeLeft-s.Now().Sub(begun), 0)
			}
			if err != nil && ctx.Err() == nil {
				s.say("ERROR %v", err)
			}
			return a, err == nil && ctx.Err() == nil
		case m := <-s.Messages:
			s.say("MESSAGE %s", m)
		case m := <-thoughts:
			s.say("MESSAGE %s", m)
		case l, more := <-lines:
			if !more {
				lines = nil
				defer time.AfterFunc(aloneTime, stop).Stop()
				continue
			}
			if s.ahead = append(s.ahead, l); l.stops() {
				stop()
			}
		}
	}
}

// stops reports whether a line ends a search that is under way. It is obeyed after
// that, when its turn comes.
func (l line) stops() bool {
	word, _ := command(l.text)
	return word == "YXSTOP" || word == "END" || l.err != nil
}

// The opening swap2: the first player puts down two black stones and a white one;
// the second takes White and moves, takes Black, or puts down one more of each and
// leaves the choice of colours to the first.

// swap2 answers SWAP2BOARD, which is followed by the stones so far: none, three
// or five, black and white by turns.
func (s *brain) swap2(ctx context.Context) {
	texts, ok := s.list(ctx)
	if !ok {
		return
	}
	s.stones, s.opened = nil, false
	for _, text := range texts {
		if !s.add(text, false) {
			s.stones = nil
			return
		}
	}
	if n := len(s.stones); n != 0 && n != opening.AfterThree && n != opening.AfterFive {
		s.stones = nil
		s.say("ERROR swap2 has 0, 3 or 5 stones, not %d", n)
		return
	}
	a, ok := s.think(ctx, s.opening())
	switch {
	case !ok:
		return
	case a.Choice == opening.TakeBlack:
		s.own(func(i int) bool { return i%2 == 0 })
		s.say("SWAP")
		return
	case a.Choice == opening.TakeWhite:
		s.own(func(i int) bool { return i%2 == 1 })
		if len(a.Points) == 0 {
			s.move(ctx)
			return
		}
	case len(a.Points) == 0:
		s.say("ERROR there is no room for three stones")
		return
	default:
		s.opened = true
	}
	var words []string
	for _, at := range a.Points {
		s.stones = append(s.stones, stone{at: at, own: a.Choice == opening.TakeWhite})
		words = append(words, s.name(at))
	}
	s.say("%s", strings.Join(words, " "))
}

// opening is the question what is to be done in swap2 with the stones so far.
func (s *brain) opening() player.Question {
	rules := s.rules()
	rules.Opening = opening.Swap2
	q := player.Question{Position: player.Position{Rules: rules, ToMove: board.White}, Limits: s.limits()}
	for i, st := range s.stones {
		q.Turns = append(q.Turns, game.Turn{Color: [2]board.Color{board.Black, board.White}[i%2], Points: []board.Point{st.at}})
	}
	if len(s.stones) == opening.AfterFive {
		q.Made = []opening.Made{{After: opening.AfterThree, Choice: opening.PutTwo}}
	}
	if q.Choices = rules.Opening.Next(len(s.stones), q.Made).Choices; q.Choices == nil {
		q.ToMove, q.Due = board.Black, opening.AfterThree
	}
	return q
}

// own says whose the stones are.
func (s *brain) own(own func(i int) bool) {
	for i := range s.stones {
		s.stones[i].own = own(i)
	}
}

// thought writes what a search thinks as other programs do: depth, value, nodes, time in
// milliseconds, and the expected line.
func (s *brain) thought(i player.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "depth %d ev %d n %d tm %d", i.Depth, i.Score, i.Nodes, i.Elapsed.Milliseconds())
	if i.Win != 0 {
		fmt.Fprintf(&b, " win %d", i.Win)
	}
	b.WriteString(" pv")
	for _, turn := range i.Line {
		for _, p := range turn {
			b.WriteByte(' ')
			b.WriteString(s.name(p))
		}
	}
	return b.String()
}
