package present

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// attractRemark says what an exhibit shows that nobody is at.
func (t *Table) attractRemark() speech.Remark {
	l := t.Lang
	switch scene := t.Attract.Scene(); {
	case scene == attract.Offer:
		return speech.Remark{Text: t.offer(), Tone: speech.Ask}
	case scene == attract.Clear && t.Status.Live: // between two parts of the show it is not known yet what lies there
		if t.Arm.Lifting() {
			return speech.Remark{Text: l.Say(text.ArmClears), Tone: speech.Quiet}
		}
		return speech.Remark{Text: l.Say(text.AttractClear), Tone: speech.Ask}
	case scene == attract.Lesson:
		say, _, _ := t.Attract.Says()
		if n := t.Game.Terms().Capture; n > 0 && say == text.RulesTerritory {
			return speech.Remark{Text: l.Say(text.FirstToCapture, n), Tone: speech.Quiet}
		}
		return speech.Remark{Text: l.Say(say), Tone: speech.Quiet}
	}
	if t.Game.Result().Over {
		return speech.Remark{Text: l.Join(t.Ending(t.Game.Result()), l.Say(text.AttractDemo)), Tone: speech.Quiet}
	}
	return speech.Remark{Text: l.Say(text.AttractDemo), Tone: speech.Quiet}
}

// offer says what people may go on with.
func (t *Table) offer() string {
	switch l := t.Lang; {
	case t.Review != nil && t.Review.Puzzle != nil:
		return l.Say(text.OfferPuzzle)
	case t.Review != nil:
		return l.Say(text.OfferReplay)
	case t.Status.Counting:
		return l.Say(text.OfferCount)
	default:
		return l.Say(text.AttractOffer, l.Side(t.Game.Side()))
	}
}

// Closed says until when the exhibit is closed.
func (t *Table) Closed() text.Words {
	if t.Opens.IsZero() {
		return text.Tell(text.ClosedForGood)
	}
	return text.Tell(text.ClosedUntil, text.Weekday(t.Opens.Weekday()), t.Opens.Format("2006-01-02 15:04"))
}

// paintAttract lights a demonstration as if its lights were stones, those of the last
// turn pulsing; or what lies on the board to be played on with, or to be taken off. The
// edge invites people.
func (t *Table) paintAttract(p *hw.Picture) {
	size := t.size()
	put := func(s hw.Signal, points []board.Point) {
		for _, q := range points {
			p.Points[size.Index(q)] = s
		}
	}
	p.Edge = hw.YourTurn
	last, _ := t.lastTurn()
	switch {
	case t.Attract.Scene() == attract.Offer:
		if p.Edge = hw.Paused; t.Review != nil {
			t.paintReview(p.Points)
			return
		}
		put(hw.LastMove, last)
		return
	case t.Attract.Scene() == attract.Clear:
		p.Edge = hw.Paused
		for i := range size.Count() {
			if s := t.Seen[size.Point(i)]; s != referee.Empty && s != referee.Unknown {
				p.Points[i] = hw.Captured // take it off
			}
		}
		return
	case !t.Attract.Lights():
		put(hw.LastMove, last)
		put(wanted(t.Status.Stones), t.Status.View.Wanted)
		put(hw.Winning, t.Game.Result().Line)
		return
	}
	for i := range size.Count() {
		if c := t.Game.At(size.Point(i)); c != board.Empty {
			p.Points[i] = wanted(c)
		}
	}
	for _, q := range last {
		if c := t.Game.At(q); c != board.Empty {
			p.Points[size.Index(q)] = Signal(referee.Mark{Kind: referee.MarkMissing, Color: c})
		}
	}
	put(hw.Refused, t.Game.Forbidden())
	put(hw.Winning, t.Game.Result().Line)
}

// attracts is what an exhibit shows; nil for a table that is none.
func (t *Table) attracts() *api.Attract {
	scene := t.Attract.Scene()
	if !t.Attract.On() && scene == attract.Off {
		return nil
	}
	_, step, of := t.Attract.Says()
	a := &api.Attract{Scene: scene.String(), Step: step, Of: of}
	if t.Status.Closed && !t.Opens.IsZero() {
		a.Opens = &t.Opens
	}
	return a
}

// showDemo tells of a demonstration by lights: they are its stones.
func (t *Table) showDemo(s *api.Snapshot) {
	s.Forbidden = t.Game.Forbidden()
	for _, stone := range s.Record {
		s.Stones = append(s.Stones, api.Seen{Point: stone.Point, Color: referee.Sight(stone.Color)})
	}
}
