package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
)

// GTP is the Go Text Protocol, version 2 (G. Farneback, "Specification of the Go
// Text Protocol, version 2, draft 2", 2002). For Connect6, Gomoku and Renju it has
// GoGui's extension for other games than Go, by which that program knows whose
// turn it is and what may be played (GoGui, "GTP Rules"). A stone is a move of its
// own: where a turn takes two, the same side moves twice. Of Go it is the referee: it
// keeps and judges games, and plays none.
type GTP struct {
	Games []game.Rules // that can be played; the first at the start
	// Go are the rules of Go, if it is one of the games; nil: it is not.
	Go     *weiqi.Rules
	GoAt   board.Size    // the board of Go at the start, which then is the game; zero: it is not
	Player player.Player // of all of them
	// GoPlayer plays Go; nil: nobody does, and games of Go are kept and judged only.
	GoPlayer GoPlayer
	// Changed is told of every position that the front end makes, before it is
	// answered; nil: nobody wants to know.
	Changed func(ctx context.Context, at player.Position)
	Nodes   uint64        `flag:"nodes"` // the most positions searched for a turn; 0: any number
	Time    time.Duration `flag:"time"`  // for a turn, until a clock is set; DefaultTime if 0
	// Version is what "version" answers.
	Version string
}

// Run answers the lines of in on out until "quit", the end of in, or the end of
// ctx, and returns nil in these cases. One goroutine may stay blocked in in.Read
// after Run has returned; it ends when that read does.
func (g *GTP) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	if len(g.Games) == 0 {
		return errors.New("console: GTP needs a game")
	}
	s := &gtpSession{GTP: g, rules: g.Games[0], time: g.Time}
	if s.time <= 0 {
		s.time = DefaultTime
	}
	if g.Go != nil && g.GoAt != (board.Size{}) {
		if err := s.playGo(*g.Go, g.GoAt); err != nil {
			return err
		}
	}
	return s.converse(ctx, in, out, s.obey)
}

// gtpSession is one Run.
type gtpSession struct {
	*GTP
	conversation
	rules  game.Rules
	stones []game.Turn // of one stone each
	weiqi  *weiqi.Game // the game, if it is Go
	// terms are the rules and the komi that games of Go begin with, and what a record does
	// not say; a record's own are those of its game alone.
	terms   weiqi.Rules
	judge   judge
	records *joseki.Records // of the last index_games, or nil
	time    time.Duration
	clock   gtpClock
	rest    string        // what follows the command's name, as it was written
	pending []board.Point // chosen, and still to be put down by genmove
	side    board.Color   // whose pending is
	after   int           // how many stones there were before pending
}

// gtpClock is the clock as the front end tells of it. Not every one tells what is left.
type gtpClock struct {
	main, byo time.Duration
	stones    int          // that byo is for
	sides     [3]sideClock // by colour
}

// sideClock is the clock of one side.
type sideClock struct {
	known  bool // the front end has told what is left
	left   time.Duration
	stones int           // that left is for; 0: main time
	spent  time.Duration // on turns since then, or since the game began
}

// gtpChanging are the commands after which the board may be another.
var gtpChanging = map[string]bool{
	"play": true, "undo": true, "clear_board": true, "boardsize": true, "set_game": true,
	"rectangular_boardsize": true, "fixed_handicap": true, "place_free_handicap": true, "set_free_handicap": true,
	"komi": true, "kata-set-rules": true, "loadsgf": true,
}

// errSyntax answers arguments that mean nothing.
var errSyntax = errors.New("syntax error")

// obey carries a line out: [id] command arguments.
func (s *gtpSession) obey(ctx context.Context, l line) {
	if l.long {
		s.answer("", "", fmt.Errorf("the line is longer than %d bytes", maxLine))
		return
	}
	text, _, _ := strings.Cut(strings.Map(gtpVisible, l.text), "#")
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	id := ""
	if _, err := strconv.ParseUint(words[0], 10, 64); err == nil {
		if id = words[0]; len(words) == 1 {
			s.answer(id, "", errSyntax)
			return
		}
		words = words[1:]
	}
	_, s.rest, _ = strings.Cut(text, words[0])
	do, ok := s.commands()[words[0]]
	if !ok {
		err := errors.New("unknown command")
		if s.weiqi != nil && slices.Contains(goRefused, words[0]) {
			err = errNoPlayer
		}
		s.answer(id, "", err)
		return
	}
	said, err := do(s, ctx, words[1:])
	if err == nil && gtpChanging[words[0]] {
		switch {
		case s.weiqi == nil && s.Changed != nil:
			s.Changed(ctx, s.position())
		case s.weiqi != nil && s.GoPlayer != nil:
			s.GoPlayer.GoChanged(ctx, s.weiqi)
		}
	}
	if ctx.Err() == nil {
		s.answer(id, said, err)
	}
}

// gtpVisible leaves out control characters, as the protocol says; a tab is a space.
func gtpVisible(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 0x7f:
		return -1
	}
	return r
}

// answer writes an answer.
func (s *gtpSession) answer(id, said string, err error) {
	mark := "="
	if err != nil {
		mark, said = "?", err.Error()
	}
	if said != "" && !strings.HasPrefix(said, "\n") {
		said = " " + said
	}
	s.say("%s%s%s\n", mark, id, said)
}

// due says who is to move after the stones so far, and how many stones that side
// still puts down, 0 when the game is over.
func (s *gtpSession) due() (board.Color, int) {
	left := len(s.stones)
	for turn := 0; ; turn++ {
		c, n := s.rules.Due(turn)
		if left < n {
			n = min(n-left, s.rules.Size().Count()-len(s.stones))
			if s.result().Over {
				n = 0
			}
			return c, n
		}
		left -= n
	}
}

// position is what the stones so far make.
func (s *gtpSession) position() player.Position {
	at := player.Position{Rules: s.rules, Turns: s.stones}
	at.ToMove, at.Due = s.due()
	return at
}

// board is the board with the stones so far.
func (s *gtpSession) board() *game.Board {
	return player.Position{Rules: s.rules, Turns: s.stones}.Board()
}

// result says how the game stands.
func (s *gtpSession) result() game.Result {
	b := s.board()
	for _, t := range slices.Backward(s.stones) {
		if r := s.rules.Result(b, t); r.Over {
			return r
		}
	}
	c, _ := s.rules.Due(len(s.stones))
	return game.Stuck(s.rules, b, c)
}

// put puts a stone down, or says why it may not lie there.
func (s *gtpSession) put(c board.Color, p board.Point) error {
	b := s.board()
	if b.Stones[p] != board.Empty {
		return errors.New("illegal move: a stone is there already")
	}
	t := game.Turn{Color: c, Points: []board.Point{p}}
	if _, err := s.rules.Judge(b, t); err != nil {
		return fmt.Errorf("illegal move: %w", err)
	}
	s.stones = append(s.stones, t)
	return nil
}

// genmove chooses c's next stone. Of a turn that takes two, the second is ready
// when it is asked for.
func (s *gtpSession) genmove(ctx context.Context, c board.Color) (board.Point, error) {
	if len(s.pending) > 0 && s.side == c && s.after == len(s.stones) {
		if p := s.pending[0]; s.board().Stones[p] == board.Empty {
			s.pending, s.after = s.pending[1:], s.after+1
			return p, nil
		}
	}
	s.pending = nil
	if s.result().Over {
		return board.Nowhere, errors.New("the game is over")
	}
	toMove, due := s.due()
	if toMove != c {
		// Asked out of turn: a whole turn of the middle game.
		for turn := 1; ; turn++ {
			if side, n := s.rules.Due(turn); side == c && (turn > 1 || c == board.White) {
				due = min(n, s.rules.Size().Count()-len(s.stones))
				break
			}
		}
	}
	q := player.Question{Position: s.position(), Limits: s.limits(c)}
	q.ToMove, q.Due = c, due
	a, err := s.Player.Choose(ctx, q, nil)
	if err != nil {
		return board.Nowhere, err
	}
	points := a.Points
	if len(points) == 0 {
		return board.Nowhere, errors.New("there is no point that may be played on")
	}
	s.pending, s.side, s.after = points[1:], c, len(s.stones)+1
	return points[0], nil
}

// Of a main time a turn takes one part of so many, and of byo-yomi a little less
// than all.
const gtpShare = 25

// limits are the bounds of c's turn: of its time a twentieth is left for the way. At
// Gomoku an iteration that is begun late in a turn is seldom completed.
func (s *gtpSession) limits(c board.Color) limit.Limits {
	d := s.budget(c)
	l := limit.Limits{Nodes: s.Nodes, Hard: max(1, d-d/20)}
	l.Soft = l.Hard
	if _, fives := s.rules.(game.Gomoku); fives {
		l.Soft = d * 6 / 10
	}
	return l
}

// budget is the time for c's turn.
func (s *gtpSession) budget(c board.Color) time.Duration {
	k := &s.clock
	left, stones, known := k.main, 0, k.main > 0 || k.byo > 0
	if k.byo > 0 && k.stones == 0 {
		known = false // by which the protocol says that there is no limit
	}
	side := k.sides[c]
	if side.known {
		left, stones, known = side.left, side.stones, true
	}
	if stones == 0 {
		left = max(left-side.spent, 0)
	}
	switch {
	case !known:
		return s.time
	case stones > 0:
		return max(left/time.Duration(stones)*9/10, 10*time.Millisecond)
	case k.byo > 0 && k.stones > 0:
		return max(left/gtpShare, k.byo/time.Duration(k.stones)*8/10)
	}
	return max(left/gtpShare, 10*time.Millisecond)
}
