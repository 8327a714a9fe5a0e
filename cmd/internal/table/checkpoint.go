package table

import (
	"fmt"
	"slices"
	"stonehand/cmd/internal/api"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// checkpointEvery is how many entries follow an entry that has the whole state
// before the next one does. So many bound what a journal holds of one game, and
// what a recording begins with: 128 entries of some 200 bytes, and one that grows
// with the game to some 30 KB.
const checkpointEvery = 128

func pack(s clock.Side) api.Packed {
	ms := func(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }
	return api.Packed{ms(s.Main), int64(s.Periods), ms(s.Period)}
}

// code writes who plays as a number: the machine's level, 0 for a person, -1 for a
// player at another table.
func (s seat) code() int {
	switch {
	case s.away:
		return -1
	case s.human:
		return 0
	}
	return s.level
}

// seatOf reads what [seat.code] writes.
func seatOf(code int) (seat, error) {
	switch {
	case code == -1:
		return seat{away: true}, nil
	case code == 0:
		return seat{human: true}, nil
	case code < api.MinLevel || code > api.MaxLevel:
		return seat{}, fmt.Errorf("nobody plays at level %d", code)
	}
	return seat{level: code}, nil
}

// checkpoint returns the entry from which [match.rebuild] makes the present state,
// but for the time on the clock, which every entry has.
func (m *match) checkpoint() api.Entry {
	g := m.game
	e := api.Entry{
		Kind: api.KindCheckpoint, Game: g.Rules().Name(), ID: m.id, Human: m.colors(), Level: m.level, Time: m.budget.Milliseconds(),
		Clock: new(m.clock.Control()), Elsewhere: m.elsewhere, Guest: m.guest, Pressed: m.pressed, Question: m.dismissed,
		Opening: m.opening(),
	}
	if s := g.Start(); !s.IsZero() {
		e.Black, e.White, e.Color = slices.Clone(s.Black), slices.Clone(s.White), s.ToMove
	}
	s := &api.State{
		Turns: m.turns(), Offer: slices.Clone(m.offered()), Timed: m.timed, Started: m.started, Ended: m.ended, Paused: m.paused,
		Opens: m.opens, Mend: m.mend, Spent: slices.Clone(m.spentStones), Decision: slices.Clone(m.decision), Placed: slices.Clone(m.placed),
	}
	for _, by := range m.by {
		s.By = append(s.By, by.code())
	}
	for _, made := range g.Made() {
		s.Made = append(s.Made, api.Made{After: made.After, Choice: made.Choice})
	}
	if !m.clock.Control().IsZero() {
		for _, k := range m.marks {
			s.Marks = append(s.Marks, [2]api.Packed{pack(k[board.Black]), pack(k[board.White])})
		}
	}
	if r := g.Result(); r.Over {
		s.Final = &api.Final{Black: m.final.seats[board.Black].code(), White: m.final.seats[board.White].code(), Clock: new(m.final.control)}
		for _, left := range m.final.left {
			s.Final.Left = append(s.Final.Left, pack(left))
		}
		if slices.Contains(ended, r.Reason) {
			s.Reason, s.Winner = r.Reason, r.Winner
		}
	}
	e.State = s
	return e
}

// ended are the reasons that no rules know.
var ended = []game.Reason{game.ByResign, game.ByTime, game.ByAbandoned}

// opening is how the game began, by the rules that it is played by; it has none
// where a position was set up.
func (m *match) opening() opening.Kind {
	if g, ok := m.game.Rules().(game.Gomoku); ok {
		return g.Opening
	}
	return opening.Free
}

// offered are the two fifth stones of which one was chosen.
func (m *match) offered() []board.Point {
	if m.game.Offered() != nil {
		return nil // the choice is to come
	}
	return m.game.Offer()
}

// rebuild serves KindCheckpoint where the game has not been followed so far.
func (m *match) rebuild(e api.Entry) (func(), error) {
	s := e.State
	if s == nil {
		return nil, fmt.Errorf("the checkpoint has no state")
	}
	begins := e
	begins.Kind = api.KindNewGame
	if len(e.Black)+len(e.White) > 0 {
		begins.Kind = api.KindSetUp
	}
	n := match{games: m.games, position: m.position + 1}
	begin, err := n.newGame(begins)
	if err != nil {
		return nil, err
	}
	begin()
	if err := n.replay(s); err != nil {
		return nil, err
	}
	if err := n.stand(s); err != nil {
		return nil, err
	}
	n.pressed, n.dismissed = e.Pressed, e.Question
	set, err := n.setTimes(e)
	if err != nil {
		return nil, err
	}
	set()
	return func() { *m = n }, nil
}

// replay plays a checkpoint's turns and choices on a new game, and ends it.
func (m *match) replay(s *api.State) error {
	offer, err := points(m.game.Size(), s.Offer)
	if err != nil || len(offer) != 0 && len(offer) != 2 {
		return fmt.Errorf("%d stones were offered: %w", len(offer), err)
	}
	if len(s.By) != len(s.Turns) {
		return fmt.Errorf("%d turns were played by %d players", len(s.Turns), len(s.By))
	}
	made := s.Made
	for i := 0; ; i++ {
		for len(made) > 0 && made[0].After == i {
			if err := m.game.Choose(made[0].Choice); err != nil {
				return err
			}
			made = made[1:]
		}
		if i == len(s.Turns) {
			break
		}
		turn, err := points(m.game.Size(), s.Turns[i])
		if err != nil {
			return err
		}
		if len(offer) > 0 && len(made) > 0 && made[0].After == i+1 && made[0].Choice == opening.Choice(s.Offer[0].String()) {
			turn = offer
		}
		c, _ := m.game.Due()
		if err := m.game.Play(game.Turn{Color: c, Points: turn}); err != nil {
			return err
		}
		by, err := seatOf(s.By[i])
		if err != nil {
			return err
		}
		m.by = append(m.by, by)
	}
	if len(made) > 0 {
		return fmt.Errorf("a choice after turn %d is out of order", made[0].After)
	}
	if s.Reason == "" {
		return nil
	}
	if !slices.Contains(ended, s.Reason) {
		return fmt.Errorf("a game cannot be ended by %q", s.Reason)
	}
	m.game.End(game.Result{Winner: s.Winner, Reason: s.Reason})
	return nil
}

// stand sets what a checkpoint says beside the game itself.
func (m *match) stand(s *api.State) (err error) {
	for _, l := range []struct {
		to   *[]board.Point
		from []board.Point
	}{{&m.spentStones, s.Spent}, {&m.decision, s.Decision}, {&m.placed, s.Placed}} {
		if *l.to, err = points(m.game.Size(), l.from); err != nil {
			return err
		}
	}
	if c, _ := m.game.Due(); len(m.decision) > 0 {
		if err := m.game.Check(game.Turn{Color: c, Points: m.decision}); err != nil {
			return err
		}
	}
	if s.Mend != "" && s.Mend != api.PhaseClear && s.Mend != api.PhaseRepair {
		return fmt.Errorf("the board cannot be mended by %q", s.Mend)
	}
	m.started, m.ended, m.paused, m.mend, m.opens = s.Started, s.Ended, s.Paused, s.Mend, s.Opens
	if err := m.setMarks(s); err != nil {
		return err
	}
	if m.game.Result().Over != (s.Final != nil) {
		return fmt.Errorf("the game is over, and how it ended is not told, or the other way round")
	}
	if s.Final == nil {
		return nil
	}
	if m.final.seats[board.Black], err = seatOf(s.Final.Black); err != nil {
		return err
	}
	if m.final.seats[board.White], err = seatOf(s.Final.White); err != nil {
		return err
	}
	if s.Final.Clock != nil {
		m.final.control = *s.Final.Clock
	}
	m.final.left, err = sides(m.final.control, s.Final.Left)
	return err
}

// setMarks sets what the clock showed at each position.
func (m *match) setMarks(s *api.State) error {
	n := len(m.game.Turns()) + 1
	c := m.clock.Control()
	switch {
	case c.IsZero() && len(s.Marks) != 0, !c.IsZero() && len(s.Marks) != n:
		return fmt.Errorf("the clock was noted %d times in %d positions", len(s.Marks), n)
	case s.Timed < 0 || s.Timed >= n:
		return fmt.Errorf("%d turns of %d were played before this clock", s.Timed, n-1)
	}
	m.timed, m.marks = s.Timed, make([][3]clock.Side, n)
	for i, mark := range s.Marks {
		both, err := sides(c, mark[:])
		if err != nil {
			return err
		}
		m.marks[i] = [3]clock.Side{board.Black: both[0], board.White: both[1]}
	}
	return nil
}

// sides reads what sides have left on clocks of control c.
func sides(c clock.Control, list []api.Packed) ([]clock.Side, error) {
	var all []clock.Side
	for _, p := range list {
		s, err := api.SideTime{Main: p[0], Periods: int(p[1]), Period: p[2]}.Side(c)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
