package table

import (
	"cmp"
	"math"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// demoBudget is how long the machine thinks at most over a turn of a demonstration.
const demoBudget = 2 * time.Second

// demonstrates reports whether a demonstration by lights has taken the place of what the
// board shows: then nothing on it is judged.
func (t *core) demonstrates() bool { return t.aside != nil && t.attract.Lights() }

// exhibit is a pass: it lets the time of the show go by, and carries a demonstration on.
func (t *core) exhibit() {
	t.stepShow(attract.In{})
	if m := &t.match; t.demonstrates() && m.Decision != nil {
		t.demoTurn(m.Decision)
		t.attract.Played(t.now)
	}
}

// nextScene returns when the show has something to do.
func (t *core) nextScene() time.Time {
	s := t.showState()
	return t.attract.Next(t.now, &s)
}

// stepShow takes what has happened, and does what follows.
func (t *core) stepShow(in attract.In) {
	for range 4 { // one thing may lead to the next
		s := t.showState()
		out := t.attract.Step(t.now, &s, in)
		t.followShow(out)
		if !out.Changed {
			return
		}
		in = attract.In{}
	}
}

// showState is how the table stands for the show.
func (t *core) showState() attract.State {
	st, m := t.status(), &t.match
	kept := m
	if t.aside != nil {
		kept = t.aside
	}
	clocked := m.Clock.Control() != (clock.Control{}) && st.Actor == status.Person && t.ticking() != board.Empty
	s := attract.State{
		Up:       st.Live || t.demonstrates() && t.sensed.Link != nil && t.sensed.Link.Up && t.sensed.Fits(),
		Unread:   !st.Live && t.sensed.Fits(),
		Busy:     st.Leaving || st.Calibrating || st.Linked && !st.Over || st.Thinks() || t.arm.Running() || t.byHand.InUse() || clocked || st.Closed,
		UnderWay: kept.UnderWay() && playedByPeople(kept) || kept.On(),
		Thinks:   st.Actor == status.Person && !st.Mending || st.Paused || st.Counting || kept.On(),
		House:    t.houseGame(kept),
		Alone:    st.InPlay && t.aside == nil && kept.People == [3]bool{} && kept.Remote == board.Empty && !kept.On() && t.cfg.Arm == nil && !t.helping,
		Over:     st.Over || st.Paused,
		Rules:    kept.Game.Rules().Name(),
		Size:     t.size(),
		Led:      st.Reviewing,
		ByArm:    t.arm.Running() && !t.arm.Kept() || t.arm.Kept() && t.now.Sub(t.arm.Startled()) > time.Second,
		Arm:      t.arm.Kept() && t.arm.Clears() && t.arm.News().State.Ready(),
	}
	if s.Led {
		s.UnderWay, s.Thinks = true, true
	}
	return s
}

// houseGame reports whether a game is a new one as the house begins it.
func (t *core) houseGame(m *record.Game) bool {
	c := &t.cfg
	s := record.Seats{People: record.People(t.housePeople()), Level: c.Level, Budget: c.TurnTime}
	return m.Begun() && !m.Game.Result().Over && !m.Paused && len(m.Game.Turns()) == 0 && m.Game.Start().IsZero() &&
		m.Game.Rules() == t.houseRules() && m.Seats == s && m.Clock.Control() == c.Clock
}

// houseRules are what the house's games are played by.
func (t *core) houseRules() game.Rules {
	r := t.cfg.Games[0]
	if w, ok := r.(game.Weiqi); ok {
		w.Terms.Placed = false
		return w
	}
	r, _ = game.Opened(r, t.houseOpening()) // it is among those that they have
	return r
}

// housePeople are the colours that people play in the house's games: both in Go.
func (t *core) housePeople() api.Colors {
	if _, ok := t.cfg.Games[0].(game.Weiqi); ok {
		return api.Colors{board.Black, board.White}
	}
	return append(api.Colors{}, t.cfg.Human...)
}

// followShow carries out what follows from the show.
func (t *core) followShow(out attract.Out) {
	t.changed = t.changed || out.Changed
	if out.Changed {
		t.sensed.Told = 0 // the referee is to expect another thing
	}
	if out.End {
		t.endDemo()
	}
	if out.Unasked { // what was taken off for the lesson is put back first, and no turn is taken back
		t.review.left = t.review.left || t.match.UnderWay() && t.sensed.View.Disturbed
	}
	if out.SetAside {
		t.setAside()
	}
	if out.Ask {
		ask := text.AttractAsk
		if s := t.status(); s.Counting && !s.Reviewing {
			ask = text.AttractCounts
		}
		t.notify(text.Tell(ask, int(attract.AskFor.Seconds())))
	}
	if out.Invite {
		t.notify(text.Tell(text.AttractInvite))
	}
	if out.Begin != nil {
		t.beginDemo(out.Begin, out.Arm)
	}
	if out.Turn != nil {
		t.demoTurn(out.Turn)
	}
	if out.Visit {
		t.log.Info("somebody is at the exhibit")
		t.tally(api.Count{What: "visit"})
	}
}

// houseOpening is how the house begins its games.
func (t *core) houseOpening() opening.Kind {
	if slices.Contains(game.Openings(t.cfg.Games[0]), t.cfg.Opening) {
		return t.cfg.Opening
	}
	return opening.Free
}

// setAside begins a new game as the house has it. One under way is archived as
// unfinished; one with a remote opponent, which is over, is left first.
func (t *core) setAside() {
	c := &t.cfg
	if t.review.machine.Active() {
		t.obey(t.endReview())
	}
	if m := &t.match; m.Remote != board.Empty && !m.Guest {
		if c.Leave != nil { // the link frees the seat, or it would bring the game back
			t.out.Invite, t.houseWaits = &inviteOrder{leave: true}, true
			return
		}
		t.obey(t.linkSays(&api.LinkOrder{Free: true}))
	}
	level, budget, control := c.Level, c.TurnTime, c.Clock
	again := api.Command{Do: api.DoNewGame, Game: c.Games[0].Name(), Human: t.housePeople(), Players: &api.Sides{}, Level: &level, Time: &budget, Clock: &control}
	if w, ok := c.Games[0].(game.Weiqi); ok {
		again.Size, again.Terms = w.Board, &w.Terms
	} else {
		again.Opening = t.houseOpening().String()
	}
	if refusal := t.doNewGame(again); refusal != nil {
		t.log.Error("the house's game cannot begin", "err", refusal)
	}
	t.log.Info("the table is made ready for the next visitors", "id", t.match.ID)
}

// opponentLeft begins the house's game that has waited for that, unless people play
// another meanwhile.
func (t *core) opponentLeft() {
	if m := &t.match; t.houseWaits && t.aside == nil && m.Remote == board.Empty && m.Game.Result().Over {
		t.setAside()
	}
	t.houseWaits = false
}

// beginDemo puts the game on record aside and another in its place, which is on no
// record.
func (t *core) beginDemo(a *attract.Act, byArm bool) {
	if t.aside != nil {
		t.endDemo()
	}
	kept := t.match
	t.aside = &kept
	level := api.MinLevel + 2 + int(kept.Position)%6 // no two games are the same
	t.match = record.New(kept.Book, record.Seats{Level: level, Budget: min(demoBudget, t.cfg.TurnTime)}, clock.Control{})
	t.match.Position = kept.Position
	begun := record.Begun{ID: api.Demonstration, Rules: a.Rules, Seats: t.match.Seats}
	if _, counts := t.match.Rules(a.Rules, a.Size).(game.Weiqi); counts {
		begun.Size, begun.Terms.Capture = a.Size, kept.Game.Terms().Capture // else the usual terms, as its lesson has
	}
	if err := t.commit(begun, record.Mark{}); err != nil {
		t.log.Error("a demonstration cannot begin", "err", err)
	} else if err := t.commit(record.Mended{}, record.Mark{}); err != nil {
		t.log.Error("a demonstration cannot begin", "err", err)
	}
	t.sensed.View = referee.View{}
	t.fit()
}

// endDemo shows the game on record again.
func (t *core) endDemo() {
	if t.aside == nil {
		return
	}
	position, size := t.match.Position+1, t.match.Game.Size()
	t.match, t.aside = *t.aside, nil
	t.match.Position = position // an answer to the demonstration is none to the game
	t.sensed.View, t.sensed.Told, t.changed = referee.View{}, 0, true
	t.fit()
	t.review.left = t.review.left || t.match.UnderWay() && t.attract.Bare(size) // its stones are put back first
	// Of another size it is seen anew; else the referee looks at what has come meanwhile.
	t.unseen = size == t.match.Game.Size() && t.sensed.Live()
}

// demoTurn plays a turn of the demonstration.
func (t *core) demoTurn(points []board.Point) {
	color, _ := t.match.Game.Due()
	if err := t.commit(record.Played{Color: color, Points: points}, record.Mark{}); err != nil {
		t.log.Error("the demonstration cannot go on", "err", err)
	}
}

// doRules shows the rules of the games by lights, once the board is empty.
func (t *core) doRules() *api.CommandError {
	s := t.showState()
	switch {
	case !t.attract.Teaches(s.Rules):
		return t.refuse("not-now", text.RulesNone)
	case !s.Up || t.review.machine.Active() || t.calib.On() || t.byHand.InUse() || t.match.Remote != board.Empty && !t.match.Game.Result().Over:
		return t.refuse("not-now", text.NotNow)
	}
	t.stepShow(attract.In{Lesson: true})
	return nil
}

// unaskRules withdraws rules that were asked for and have not begun, as people turn to
// something else.
func (t *core) unaskRules() { t.followShow(t.attract.Unask(t.now)) }

// stepHours follows the exhibit's timetable.
func (t *core) stepHours(in hours.In) {
	if in.Wall.IsZero() && !in.Open {
		return
	}
	t.wall = cmp.Or(in.Wall, t.wall)
	was := t.hours.Closed()
	out := t.hours.Step(in)
	if out.Changed {
		t.changed, t.sensed.Told = true, 0
	}
	if out.Soon > 0 {
		soon := text.Tell(text.ClosesInOne)
		if n := int(math.Ceil(out.Soon.Minutes())); n > 1 {
			soon = text.Tell(text.ClosesSoon, n)
		}
		t.notify(soon)
	}
	if out.Closed {
		t.log.Info("the exhibit closes", "until", t.hours.Change())
		t.stepShow(attract.In{Touch: true})
		t.unaskRules()
		t.tellFor(notices.In{Notice: text.Tell(text.ClosesNow), Brief: true})
	} else if was && !t.hours.Closed() {
		t.tellFor(notices.In{Undone: true})
	}
	if v := out.Volume; v != nil && t.cfg.Voice != nil && *v != t.voice.volume {
		t.voice.volume, t.changed = *v, true
		if *v > 0 {
			t.voice.loud = *v
		}
		t.out.Voice = append(t.out.Voice, voiceOrder{volume: v})
	}
	t.out.Dim = cmp.Or(out.Brightness, t.out.Dim)
}

// doOpen opens an exhibit that is closed, until it would close next.
func (t *core) doOpen() *api.CommandError {
	switch {
	case !t.cfg.Attract.On:
		return t.refuse("not-now", text.TimetableNone)
	case !t.hours.Closed():
		return t.refuse("not-now", text.NotClosed)
	}
	t.stepHours(hours.In{Open: true})
	t.out.KeepOpen = new(t.hours.Until())
	return nil
}

// whileClosed refuses what nobody plays with while the exhibit is closed.
func (t *core) whileClosed(do string) *api.CommandError {
	switch do {
	case api.DoOpen, api.DoHere, api.DoVolume, api.DoLanguage, api.DoShutdown, api.DoCalibrate, api.DoRefill, api.DoResumeArm, api.DoHands, api.DoLink, api.DoAnswer:
		return nil
	}
	return t.refuseAs("closed", t.present().Closed())
}
