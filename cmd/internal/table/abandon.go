package table

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// A player elsewhere may never come back. When the link has been down for as long as
// the table has patience, people are asked whether to end the game; it is then
// abandoned, and nobody has won. The program that carries the link sees that, and
// leaves the other end.

// ask is when people are to be asked whether to end the game; zero for never, or if
// they are asked already.
func (l *elsewhere) ask(patience time.Duration) time.Time {
	if l.cut.IsZero() || l.gone {
		return time.Time{}
	}
	return l.cut.Add(patience)
}

// question is the number of that question; 0 while it is not asked.
func (l *elsewhere) question() uint64 {
	if !l.gone {
		return 0
	}
	return uint64(l.cut.UnixMilli())
}

// patience is the table's, in minutes.
func (t *core) patience() int { return int(t.cfg.Patience.Round(time.Minute).Minutes()) }

// watchAway notes how long the link to a player elsewhere has been down.
func (t *core) watchAway() {
	l, m := &t.link, &t.match
	if m.elsewhere == board.Empty || m.guest || t.status().Over || l.now.Up {
		t.changed = t.changed || l.gone
		l.cut, l.gone = time.Time{}, false
		return
	}
	if l.cut.IsZero() {
		l.cut = t.now
	}
	if at := l.ask(t.cfg.Patience); !at.IsZero() && !t.now.Before(at) {
		l.gone, t.changed = true, true
		t.log.Warn("the player elsewhere has been out of reach for long", "since", l.cut)
	}
}

// goneQuestion is what people are asked when the player elsewhere has been out of
// reach for long, nil before.
func (t *core) goneQuestion() *Inquiry {
	id := t.link.question()
	if id == 0 {
		return nil
	}
	return &Inquiry{ID: id, Kind: "abandon", Path: []string{}, Text: t.lang.Say(text.ElsewhereLong, t.patience()), Options: t.yesNo()}
}

// yesNo are the answers to a question that has no others.
func (t *core) yesNo() []Option {
	return []Option{
		{Answer: string(referee.Yes), Text: t.lang.Say(text.Yes)},
		{Answer: string(referee.No), Text: t.lang.Say(text.No)},
	}
}

// yesOrNo reads such an answer.
func (t *core) yesOrNo(c *Command) (yes bool, refusal *CommandError) {
	switch c.Answer {
	case string(referee.Yes):
		return true, nil
	case string(referee.No):
		return false, nil
	}
	return false, t.refuse("bad-value", text.NoSuchAnswer, api.Clip([]byte(c.Answer)), "yes"+t.lang.Say(text.Comma)+"no")
}

// answerGone ends the game, or has people asked again later. done is false where the
// command answers something else.
func (t *core) answerGone(c *Command, id uint64) (refusal *CommandError, done bool) {
	if c.Question != 0 && c.Question != id {
		return nil, false
	}
	yes, refusal := t.yesOrNo(c)
	switch {
	case refusal != nil:
		return refusal, true
	case yes:
		return t.save(Entry{Kind: KindAbandon}), true
	}
	t.link.cut, t.link.gone, t.changed = t.now, false, true
	return nil, true
}
