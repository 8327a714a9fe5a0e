package present

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/puzzle"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// reviewRemark says what to do for the game that is replayed.
func (t *Table) reviewRemark() speech.Remark {
	v, l := t.Review, t.Lang
	if v.Puzzle != nil {
		return t.puzzleRemark()
	}
	said := l.Say(text.ReviewAt, v.At, len(v.Order.Steps)-1)
	if v.Guess && (v.Agreed && v.Reached || v.Wrong) {
		said = l.Say(text.ReviewCount, v.Right, v.Tried)
	}
	tone := speech.Move
	switch {
	case v.Wrong:
		said, tone = l.Join(said, l.Say(text.ReviewWrong)), speech.Trouble
	case len(v.Marks) > 0:
		said = l.Join(said, t.reviewMark(v.Marks[0]))
		if n := len(v.Marks); n > 1 {
			said = l.Join(said, l.Say(text.ThenMore, n-1))
		}
	case !v.Reached: // it settles: what comes next would not count yet
	case v.Next == nil:
		said = l.Join(said, l.Say(text.ReviewOver))
	case v.Guess && v.Next.Color != board.Empty:
		said = l.Join(said, l.Say(text.ReviewGuess, l.Side(v.Next.Color)))
	case v.Step.Color != board.Empty && len(v.Step.Points) == 0:
		said = l.Join(said, l.Say(text.ReviewPass, l.Side(v.Step.Color)))
	case v.Step.Color == board.Empty && len(v.Step.Set) > 0:
		said = l.Join(said, l.Say(text.ReviewSetUp))
	default:
		said = l.Join(said, l.Say(text.ReviewOn))
	}
	return speech.Remark{Text: said, Tone: tone}
}

// puzzleAsks are what puzzles ask for.
var puzzleAsks = map[puzzle.Kind]text.Key{
	puzzle.Complete: text.AskComplete, puzzle.OpenFour: text.AskOpenFour, puzzle.FourThree: text.AskFourThree, puzzle.Threes: text.AskThrees,
	puzzle.DoubleFours: text.AskDouble, puzzle.Forced: text.AskForced, puzzle.Defend: text.AskDefend, puzzle.Foul: text.AskFoul, puzzle.Trap: text.AskTrap,
}

// puzzleRemark says what to do for the puzzle that is posed.
func (t *Table) puzzleRemark() speech.Remark {
	v, l, p := t.Review, t.Lang, t.Review.Puzzle
	said, tone := l.Say(text.PuzzleAt, p.Number, p.Of, p.Grade), speech.Move
	switch {
	case !p.Right:
		said, tone = l.Say(text.PuzzleWrong, l.Side(p.Start.ToMove.Other())), speech.Trouble
	case p.Foul != "":
		said = l.Say(text.PuzzleFoul)
	case v.At > 0 && !p.Solved:
		said = l.Say(text.PuzzleOn)
	}
	switch {
	case len(v.Marks) > 0:
		said = l.Join(said, t.reviewMark(v.Marks[0]))
		if n := len(v.Marks); n > 1 {
			said = l.Join(said, l.Say(text.ThenMore, n-1))
		}
	case !v.Reached || v.Next != nil: // the lights go on
	case !p.Right && p.Kind == puzzle.Foul:
		said = l.Say(text.PuzzleLegal)
	case !p.Right:
		said = l.Say(text.PuzzleAgain)
	case p.Solved:
		said = l.Join(said, l.Say(text.PuzzleSolved))
	default:
		said = l.Join(said, l.Say(puzzleAsks[p.Kind], l.Side(p.Start.ToMove)))
	}
	return speech.Remark{Text: said, Tone: tone}
}

// reviewMark says what to do about a point.
func (t *Table) reviewMark(k referee.Mark) string {
	switch k.Kind {
	case referee.MarkMissing:
		return t.Lang.Say(text.ReviewPut, t.Lang.Color(k.Color), k.Point)
	case referee.MarkWrong:
		return t.Lang.Say(text.Replaced, k.Point, t.Lang.Color(k.Color))
	}
	return t.Lang.Say(text.ReviewLift, k.Point)
}

// paintReview lights what is to be done, and else the turn that is shown.
func (t *Table) paintReview(points []hw.Signal) {
	v := t.Review
	size := v.Order.Size
	if v.Agreed {
		for _, p := range v.Step.Points {
			points[size.Index(p)] = hw.LastMove
		}
	}
	for _, k := range v.Marks {
		s := Signal(k)
		if k.Kind == referee.MarkMissing {
			s = wanted(k.Color)
		}
		points[size.Index(k.Point)] = s
	}
}

// showReview puts the board of the game that is replayed in the place of that of the game
// on record.
func (t *Table) showReview(s *api.Snapshot) {
	v := t.Review
	size := v.Order.Size
	s.Mending = !v.Reached
	s.Cols, s.Rows, s.Record = size.Cols, size.Rows, nil
	s.Review = &api.Review{ID: v.Order.ID, Title: v.Order.Title, Node: v.Step.Node, At: v.At, All: len(v.Order.Steps) - 1, Guess: v.Guess, Right: v.Right, Tried: v.Tried}
	for p := range size.Points {
		if c := v.Stones[p]; c != board.Empty {
			s.Record = append(s.Record, api.Stone{Point: p, Color: c})
		}
		if v.Seen == nil {
			continue
		}
		if o := v.Seen[p]; o == referee.Black || o == referee.White || o == referee.Stone {
			s.Stones = append(s.Stones, api.Seen{Point: p, Color: o})
		}
	}
	for _, k := range v.Marks {
		s.Marks = append(s.Marks, api.Mark{Point: k.Point, Kind: MarkNames[k.Kind], Color: k.Color})
	}
}
