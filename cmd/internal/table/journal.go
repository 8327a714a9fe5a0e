package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// checkpointEvery is how many entries follow an entry that has the whole state
// before the next one does. So many bound what a journal holds of one game, and
// what a recording begins with: 128 entries of some 200 bytes, and one that grows
// with the game to some 30 KB.
const checkpointEvery = 128

// plan returns what an entry of the journal does to a game.
func plan(m *record.Game, e api.Entry) (record.Applied, error) {
	a, err := m.Plan(e.Line(m))
	if err != nil {
		err = fmt.Errorf("entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	return a, err
}

// commit makes an event a fact: first in the journal, then in the match; one of a
// demonstration only there. If the
// journal fails, the fact stands all the same, and is saved when that works
// again. The clock shows what it does, unless the mark says something else. An error
// means that the event does not fit, and that nothing has changed.
func (t *core) commit(e record.Event, mark record.Mark) error {
	end, _ := e.(record.Ended)
	if c := t.match.Clock.Fallen(t.now); c != board.Empty && end.Reason != game.ByTime {
		t.fall(c) // before whatever comes too late
	}
	b, begins := e.(record.Begun)
	if begins && t.match.Opens != t.cfg.Opening && !b.Lasts(t.match.Rules(b.Rules, b.Size)) {
		b.Opens = new(t.match.Opens) // a restart begins with this entry
		e = b
	}
	last := t.match.Seq
	if begins {
		t.match.Seq = max(last, t.cfg.After)
	}
	l := record.Line{Seq: t.match.Seq + 1, At: t.now.Round(0).UTC(), Mark: mark, Event: e}
	if !begins && l.Left == nil {
		l.Left = record.Sides(&t.match.Clock, t.now)
	}
	entry := api.EntryOf(l)
	fact, err := t.match.Plan(l)
	if err != nil {
		t.match.Seq = last
		return fmt.Errorf("entry %d (%s): %w", entry.Seq, entry.Kind, err)
	}
	if t.aside != nil { // a demonstration is on no record
		t.match.Apply(fact)
		t.changed = true
		return nil
	}
	if begins && t.match.UnderWay() {
		// First, so that it is not lost if the program ends between the two.
		t.archive(t.finished(t.match.Unfinished(l.At), true))
		t.tallyGame(l.At)
	}
	t.write(entry)
	t.clockwork.Saved(t.now)
	t.settleLoss(e)
	wasOver := t.match.Game.Result().Over
	t.match.Apply(fact)
	t.changed = true
	if begins {
		t.opened = time.Time{}
		t.attract.Unask(t.now)
	}
	_, turn := e.(record.Played)
	if turn && t.opened.IsZero() && len(t.match.Game.Turns()) == 1 {
		t.opened = l.At
	}
	_, back := e.(record.TakenBack)
	notice, _ := t.notices.Notice()
	if _, ofTurn := notice.(turnWords); begins || back || turn && ofTurn {
		t.tellFor(notices.In{Undone: true})
	}
	if t.match.Game.Result().Over && !wasOver {
		t.archive(t.finished(&t.match, false))
		t.tallyGame(l.At)
	}
	if t.match.Seq-t.match.Whole >= checkpointEvery {
		t.checkpoint()
	}
	return nil
}

// turnWords are that a turn is not complete, or a pass, as a notice that ends when the next
// turn is played.
type turnWords struct{ text.Words }

// checkpoint notes the whole state, so that the journal before it is not needed any
// more. It changes nothing.
func (t *core) checkpoint() {
	m := &t.match
	l := record.Line{Seq: m.Seq + 1, At: t.now.Round(0).UTC(), Mark: record.Mark{Left: record.Sides(&m.Clock, t.now)}, Event: record.Told{Game: m}}
	fact, err := m.Plan(l)
	if err != nil {
		t.log.Error("the state cannot be noted", "err", err)
		m.Whole = m.Seq // not with every entry
		return
	}
	t.write(api.EntryOf(l))
	m.Apply(fact)
}

// player names those who played a colour, for the archive.
func (t *core) player(seats []record.Seat) string {
	var names []string
	for _, s := range seats {
		switch {
		case s.Human:
			names = append(names, t.lang.Say(text.PlayerHuman))
		case s.Remote:
			names = append(names, t.lang.Say(text.PlayerRemote))
		case s.Program != "":
			names = append(names, t.programName(s.Program))
		default:
			names = append(names, t.lang.Say(text.PlayerMachine, s.Level))
		}
	}
	return strings.Join(names, t.lang.Say(text.Comma))
}

// programName is what people call another program.
func (t *core) programName(name string) string {
	for _, p := range t.cfg.Programs {
		if p.Name == name {
			return cmp.Or(p.Shown, name)
		}
	}
	return name
}

// finished returns the game for the archive; it must be over, or unfinished.
func (t *core) finished(m *record.Game, unfinished bool) api.Finished {
	return api.Finished{
		ID: m.ID, Started: m.Started, Ended: m.Ended, Game: m.Game.Clone(), Unfinished: unfinished,
		Black: t.player(m.Players(board.Black)), White: t.player(m.Players(board.White)),
		Clock: m.Final.Control, Left: slices.Clone(m.Final.Left),
	}
}

// fall ends the game, because a side has no time left.
func (t *core) fall(c board.Color) {
	if err := t.commit(record.Ended{Reason: game.ByTime, Loser: c}, record.Mark{}); err != nil {
		t.log.Error("a flag has fallen in a game that cannot end so", "err", err)
		return
	}
	t.log.Info("out of time", "color", c)
}

// save commits an event that somebody asked for.
func (t *core) save(e record.Event) *api.CommandError { return t.saveMarked(e, record.Mark{}) }

// saveMarked is save, with what the clock shows.
func (t *core) saveMarked(e record.Event, mark record.Mark) *api.CommandError {
	if err := t.commit(e, mark); err != nil {
		t.log.Error("a command could not be carried out", "err", err)
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}
