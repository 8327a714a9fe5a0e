package referee

import (
	"errors"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// QuestionKind is what a question is about.
type QuestionKind string

// The kinds of questions.
const (
	// AskNewGame: the board is bare. A new game? Answers: yes, no.
	AskNewGame QuestionKind = "new-game"
	// AskSetUp: the board shows a position that is not the game's. Play on from
	// it, and who is to move? Answers: black, white, no.
	AskSetUp QuestionKind = "set-up"
	// AskUnseen: the turn lacks stones, and there are empty points that the
	// board cannot read. Does a stone stand on one of them? Answers: the points,
	// no.
	AskUnseen QuestionKind = "unseen"
	// AskTurns: on a board that cannot tell colours stand the stones of two
	// turns. Were they played in the order in which they came? Answers: yes, no.
	AskTurns QuestionKind = "turns"
	// AskCapture: on a board that cannot tell colours one stone went as another came.
	// Was it captured, and not pushed there? Answers: yes, no.
	AskCapture QuestionKind = "capture"
	// AskColors: on a board that cannot tell colours stones of both colours were
	// lifted and put back. Are they right? Answer: yes.
	AskColors QuestionKind = "colours"
	// AskChoice: the game waits for a choice. Answers: those of [Ask.Choose].
	AskChoice QuestionKind = "choice"
	// AskMenu: people want something else than to play. What? Answers: those of
	// [Ask.Menu] after Path, and no.
	AskMenu QuestionKind = "menu"
)

// Answer is one answer to a question: a word, or the name of a point.
type Answer string

// The answers that are words.
const (
	Yes        Answer = "yes"
	No         Answer = "no"
	BlackMoves Answer = "black"
	WhiteMoves Answer = "white"
)

// Option is an answer that a question has, and how to give it on the board.
type Option struct {
	Answer Answer
	// Point is where a stone that stands for the answer time gives this answer;
	// Nowhere if the board cannot give it. Such a stone is no part of the game.
	Point board.Point
	// Stone is the colour that the stone must have, Empty if any will do.
	Stone board.Color
	Set   bool // AskMenu: it is so already
}

// Question is something that people are asked. It can be answered from the
// board, or by [Referee.Answer] from anywhere else, and goes away by itself
// when its reason does. It is immutable.
type Question struct {
	Serial  uint64 // different for every question
	Kind    QuestionKind
	Options []Option
	About   []Mark      // AskUnseen, AskColors, AskChoice, AskCapture: the points it is about
	Turns   []game.Turn // AskTurns: the two turns; AskCapture: the one
	Path    []Answer    // AskMenu: what has been chosen so far
}

// answeredBy reports whether s on p is a stone that answers the question.
func (q *Question) answeredBy(p board.Point, s Sight) bool {
	return q != nil && s != Empty && s != Unknown &&
		slices.ContainsFunc(q.Options, func(o Option) bool { return o.takes(p, s) })
}

func (o *Option) takes(p board.Point, s Sight) bool {
	return o.Point == p && (o.Stone == board.Empty || s.may(o.Stone))
}

func (q *Question) same(o *Question) bool {
	return q.Kind == o.Kind && slices.Equal(q.Options, o.Options) && slices.Equal(q.About, o.About) && slices.Equal(q.Path, o.Path)
}

// asking is the referee's memory of its questions.
type asking struct {
	question  *Question
	questions uint64       // asked so far
	wondering bool         // there is still reason for the question
	dismissed QuestionKind // answered with no; not asked again while its reason lasts
	standing  bool         // there is still reason for the dismissed one
	chosen    *Option      // the answer, not yet acted on
	answers   struct {     // the stone on the point of an answer
		point board.Point
		sight Sight
		since time.Time
	}
}

// Errors of [Referee.Answer].
var (
	ErrNoQuestion = errors.New("this is not being asked now")
	ErrNoAnswer   = errors.New("the question does not have this answer")
)

// Answer answers the question of that serial, or, if serial is 0, whatever is
// being asked. What comes of it is said by the next Step or Tick, which is due
// at once.
func (r *Referee) Answer(serial uint64, a Answer) error {
	q, chosen := r.question, &r.chosen
	if r.menu.open {
		q, chosen = r.menu.query, &r.menu.chosen
	}
	if q == nil || serial != 0 && serial != q.Serial {
		return ErrNoQuestion
	}
	i := slices.IndexFunc(q.Options, func(o Option) bool { return o.Answer == a })
	if i < 0 {
		return ErrNoAnswer
	}
	*chosen, r.fresh = &q.Options[i], true
	return nil
}

// Dismissed returns the kind of question that was answered with no and is not
// asked again while there is reason for it; "" if there is none.
func (r *Referee) Dismissed() QuestionKind { return r.dismissed }

// Dismiss brings back what Dismissed returned, before the next Step: a question
// of that kind is taken to be answered with no if there is reason for it then.
func (r *Referee) Dismiss(k QuestionKind) { r.dismissed = k }

// wonder says that there is reason for a question, and that it is to be asked
// when the time from has come. Of several the first is asked.
func (r *Referee) wonder(now, from time.Time, kind QuestionKind, build func() *Question) {
	if kind == r.dismissed {
		r.standing = true
		return
	}
	if r.ask.Quiet || r.menu.open || r.wondering || !r.passed(now, from) {
		return
	}
	q := build()
	if q == nil {
		return
	}
	r.wondering = true
	q.Kind = kind
	if r.question != nil && q.same(r.question) {
		return
	}
	r.questions++
	q.Serial = r.questions
	r.question, r.chosen = q, nil
	r.fresh = true
}

// settleQuestion ends a look: a question without reason is dropped, and one
// that has its answer is acted on.
func (r *Referee) settleQuestion(now time.Time) Event {
	if !r.standing {
		r.dismissed = ""
	}
	if !r.wondering {
		if r.question != nil {
			r.question, r.chosen, r.fresh = nil, nil, true
		}
		return nil
	}
	if r.done {
		return nil // what happened before is not on record yet
	}
	if r.chosen == nil {
		r.hear(now)
	}
	if r.chosen == nil {
		return nil
	}
	q, a := r.question, r.chosen.Answer
	r.chosen = nil
	r.spendAnswer(q)
	if a == No {
		r.dismissed, r.question, r.fresh = q.Kind, nil, true
		return nil
	}
	switch q.Kind {
	case AskNewGame:
		return NewGame{}
	case AskSetUp:
		color := board.Black
		if a == WhiteMoves {
			color = board.White
		}
		if s, ok := r.position(color); ok {
			return SetUp{s}
		}
	case AskUnseen:
		c, _ := r.game.Due()
		for _, m := range q.About {
			if m.Point.String() == string(a) {
				r.believed[m.Point] = c
			}
		}
		r.fresh = true
	case AskChoice:
		return Decided{a}
	case AskTurns, AskCapture:
		return Played{q.Turns[0]}
	case AskColors:
		clear(r.unsure)
		r.fresh = true
	}
	return nil
}

// hear looks for a stone on the point of an answer.
func (r *Referee) hear(now time.Time) {
	h := &r.answers
	for i, o := range r.question.Options {
		if o.Point == board.Nowhere {
			continue
		}
		s := r.raw[o.Point]
		if s == Empty || s == Unknown || !o.takes(o.Point, s) {
			continue
		}
		if h.point != o.Point || h.sight != s {
			h.point, h.sight, h.since = o.Point, s, now
		}
		if r.passed(now, h.since.Add(r.set.Answer)) {
			r.chosen = &r.question.Options[i]
		}
		return
	}
	h.point, h.sight = board.Nowhere, Empty
}

// answerPoints returns points where stones may give answers: empty on the board and on
// record, and not asked for; corners first. There may be fewer than n.
func (r *Referee) answerPoints(n int) []board.Point {
	size := r.game.Size()
	last := board.At(size.Cols-1, size.Rows-1)
	list := slices.AppendSeq([]board.Point{board.At(0, 0), board.At(last.X(), 0), board.At(0, last.Y()), last}, size.Points)
	var points []board.Point
	for _, p := range list {
		if len(points) == n {
			break
		}
		if r.game.At(p) == board.Empty && r.cells[p].sight == Empty && !slices.Contains(r.ask.Points, p) && !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return points
}

// option returns an option that a stone on the board can give, if there is a
// point for it.
func (r *Referee) option(a Answer, at []board.Point, i int, stone board.Color) Option {
	if i >= len(at) {
		return Option{Answer: a, Point: board.Nowhere}
	}
	return Option{Answer: a, Point: at[i], Stone: stone}
}
