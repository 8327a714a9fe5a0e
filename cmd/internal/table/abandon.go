package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/text"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// watchOpponent lets the remote opponent's time pass.
func (t *core) watchOpponent() { t.stepOpponent(opponent.In{}) }

// stepOpponent takes what is new of the remote opponent.
func (t *core) stepOpponent(in opponent.In) {
	in.Patience = t.cfg.Patience
	out := t.opponent.Step(t.now, t.status(), in)
	t.changed = t.changed || out.Changed
	if out.Asked {
		t.sensed.AskAgain() // the referee may expect stones to be lifted
	}
	if out.Gone {
		t.log.Warn("the remote opponent has been out of reach for long", "since", t.now.Add(-t.cfg.Patience))
	}
}

// yesOrNo reads such an answer.
func (t *core) yesOrNo(c *api.Command) (yes bool, refusal *api.CommandError) {
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
func (t *core) answerGone(c *api.Command, id uint64) (refusal *api.CommandError, done bool) {
	if c.Question != 0 && c.Question != id {
		return nil, false
	}
	yes, refusal := t.yesOrNo(c)
	switch {
	case refusal != nil:
		return refusal, true
	case yes:
		return t.save(record.Ended{Reason: game.ByAbandoned}), true
	}
	t.stepOpponent(opponent.In{Wait: true})
	return nil, true
}
