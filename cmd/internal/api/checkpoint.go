package api

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
)

func pack(s clock.Side) Packed {
	ms := func(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }
	return Packed{ms(s.Main), int64(s.Periods), ms(s.Period)}
}

// seatCodes writes who plays as a number: the machine's level, 0 for a person, -1 for a
// remote opponent, and below that for other programs, whose names it lists.
type seatCodes []string

// of returns the number of a seat.
func (l *seatCodes) of(s record.Seat) int {
	switch {
	case s.Program != "":
		i := slices.Index(*l, s.Program)
		if i < 0 {
			i, *l = len(*l), append(*l, s.Program)
		}
		return -2 - i
	case s.Remote:
		return -1
	case s.Human:
		return 0
	}
	return s.Level
}

// seat reads what [seatCodes.of] writes.
func (l seatCodes) seat(code int) (record.Seat, error) {
	switch i := -2 - code; {
	case code < -1 && i < len(l):
		return record.Seat{Program: l[i]}, nil
	case code == -1:
		return record.Seat{Remote: true}, nil
	case code == 0:
		return record.Seat{Human: true}, nil
	case code < MinLevel || code > MaxLevel:
		return record.Seat{}, fmt.Errorf("nobody plays at level %d", code)
	}
	return record.Seat{Level: code}, nil
}

// checkpoint writes the present state of a game, but for the time on the clock, which
// every entry has.
func (e *Entry) checkpoint(g *record.Game) {
	start := g.Game.Start()
	b := record.Begun{ID: g.ID, Rules: g.Game.Rules().Name(), Opening: g.Game.Opening(), Start: start, Clock: g.Clock.Control(), Seats: g.Seats, Series: g.Series}
	if g.Game.Counts() {
		b.Size, b.Terms = g.Game.Size(), g.Game.Terms()
	}
	e.begins(b)
	e.Version, e.Pressed, e.Question = 0, g.Pressed, g.Dismissed
	s := &State{
		Turns: TurnsOf(g.Game), Timed: g.Timed, Started: g.Started, Ended: g.Ended, Paused: g.Paused,
		Opens: g.Opens, Mend: Phase(g.Mend), Spent: slices.Clone(g.Spent), Decision: slices.Clone(g.Decision), StandIn: g.StandIn, Placed: slices.Clone(g.Placed),
	}
	if g.Game.Counts() {
		s.Dead, s.Resumed = g.Game.Dead(), slices.Clone(g.Game.Resumed())
		for _, c := range []board.Color{board.Black, board.White} {
			if g.Game.Agreed(c) {
				s.Agreed = append(s.Agreed, c)
			}
		}
	}
	if g.Game.Offered() == nil { // else the choice is to come
		s.Offer = slices.Clone(g.Game.Offer())
	}
	var codes seatCodes
	for _, by := range g.By {
		s.By = append(s.By, codes.of(by))
	}
	for _, made := range g.Game.Made() {
		s.Made = append(s.Made, Made(made))
	}
	if !g.Clock.Control().IsZero() {
		for _, k := range g.Marks {
			s.Marks = append(s.Marks, [2]Packed{pack(k[board.Black]), pack(k[board.White])})
		}
	}
	if r := g.Game.Result(); r.Over {
		s.Final = &Final{Black: codes.of(g.Final.Seats[board.Black]), White: codes.of(g.Final.Seats[board.White]), Clock: new(g.Final.Control)}
		for _, left := range g.Final.Left {
			s.Final.Left = append(s.Final.Left, pack(left))
		}
		if ends[r.Reason] != "" {
			s.Reason, s.Winner = r.Reason, r.Winner
		}
	}
	s.Programs = codes
	e.State = s
}

// told makes the game of a checkpoint.
func (e Entry) told(book []game.Rules) (record.Event, error) {
	s := e.State
	if s == nil {
		return nil, errors.New("the checkpoint has no state")
	}
	b, err := e.begun()
	if err != nil {
		return nil, err
	}
	g := record.Game{Book: book}
	begin, err := g.Plan(record.Line{Seq: 1, At: e.At, Event: b})
	if err != nil {
		return nil, err
	}
	g.Apply(begin)
	if err := s.replay(&g); err != nil {
		return nil, err
	}
	if err := s.stand(&g); err != nil {
		return nil, err
	}
	g.Pressed, g.Dismissed = e.Pressed, e.Question
	if c := g.Clock.Control(); e.Left != nil && !c.IsZero() {
		left, err := e.Left.sides(c)
		if err != nil {
			return nil, err
		}
		g.Clock.Set(left[board.Black], left[board.White])
	}
	return record.Told{Game: &g}, nil
}

// replay plays a checkpoint's turns and choices on a new game, and ends it.
func (s *State) replay(g *record.Game) error {
	offer, err := record.On(g.Game.Size(), s.Offer)
	if err != nil || len(offer) != 0 && len(offer) != 2 {
		return fmt.Errorf("%d stones were offered: %w", len(offer), err)
	}
	if len(s.By) != len(s.Turns) {
		return fmt.Errorf("%d turns were played by %d players", len(s.Turns), len(s.By))
	}
	made, resumed := s.Made, s.Resumed
	for i := 0; ; i++ {
		for len(made) > 0 && made[0].After == i {
			if err := g.Game.Choose(made[0].Choice); err != nil {
				return err
			}
			made = made[1:]
		}
		for len(resumed) > 0 && resumed[0] == i {
			if err := g.Game.PlayOn(); err != nil {
				return err
			}
			resumed = resumed[1:]
		}
		if i == len(s.Turns) {
			break
		}
		turn, err := record.On(g.Game.Size(), s.Turns[i])
		if err != nil {
			return err
		}
		if len(offer) > 0 && len(made) > 0 && made[0].After == i+1 && made[0].Choice == opening.Choice(s.Offer[0].String()) {
			turn = offer
		}
		c, _ := g.Game.Due()
		if err := g.Game.Play(game.Turn{Color: c, Points: turn}); err != nil {
			return err
		}
		by, err := seatCodes(s.Programs).seat(s.By[i])
		if err != nil {
			return err
		}
		g.By = append(g.By, by)
	}
	if len(made) > 0 {
		return fmt.Errorf("a choice after turn %d is out of order", made[0].After)
	}
	if len(resumed) > 0 {
		return fmt.Errorf("counting was broken off after turn %d, out of order", resumed[0])
	}
	if err := s.count(g); err != nil || s.Reason == "" {
		return err
	}
	if ends[s.Reason] == "" {
		return fmt.Errorf("a game cannot be ended by %q", s.Reason)
	}
	g.Game.End(game.Result{Winner: s.Winner, Reason: s.Reason})
	return nil
}

// count makes dead what counts as dead, and agrees to it.
func (s *State) count(g *record.Game) error {
	if len(s.Dead)+len(s.Agreed) == 0 {
		return nil
	}
	dead, err := record.On(g.Game.Size(), s.Dead)
	if err == nil {
		err = g.Game.Propose(dead)
	}
	for _, c := range s.Agreed {
		if err == nil {
			err = g.Game.Agree(c)
		}
	}
	return err
}

// stand sets what a checkpoint says beside the game itself.
func (s *State) stand(g *record.Game) (err error) {
	for _, l := range []struct {
		to   *[]board.Point
		from []board.Point
	}{{&g.Spent, s.Spent}, {&g.Decision, s.Decision}, {&g.Placed, s.Placed}} {
		if *l.to, err = record.On(g.Game.Size(), l.from); err != nil {
			return err
		}
	}
	g.StandIn = s.StandIn
	if c, _ := g.Game.Due(); len(g.Decision) > 0 {
		if err := g.Game.Check(game.Turn{Color: c, Points: g.Decision}); err != nil {
			return err
		}
	} else {
		g.Begin(g.Placed)
	}
	if s.Mend != "" && s.Mend != PhaseClear && s.Mend != PhaseRepair {
		return fmt.Errorf("the board cannot be mended by %q", s.Mend)
	}
	g.Started, g.Ended, g.Paused, g.Mend, g.Opens = s.Started, s.Ended, s.Paused, record.Mend(s.Mend), s.Opens
	if err := s.marks(g); err != nil {
		return err
	}
	if g.Game.Result().Over != (s.Final != nil) {
		return fmt.Errorf("the game is over, and how it ended is not told, or the other way round")
	}
	if s.Final == nil {
		return nil
	}
	if g.Final.Seats[board.Black], err = seatCodes(s.Programs).seat(s.Final.Black); err != nil {
		return err
	}
	if g.Final.Seats[board.White], err = seatCodes(s.Programs).seat(s.Final.White); err != nil {
		return err
	}
	if s.Final.Clock != nil {
		g.Final.Control = *s.Final.Clock
	}
	g.Final.Left, err = sides(g.Final.Control, s.Final.Left)
	return err
}

// marks sets what the clock showed at each position.
func (s *State) marks(g *record.Game) error {
	n := len(g.Game.Turns()) + 1
	c := g.Clock.Control()
	switch {
	case c.IsZero() && len(s.Marks) != 0, !c.IsZero() && len(s.Marks) != n:
		return fmt.Errorf("the clock was noted %d times in %d positions", len(s.Marks), n)
	case s.Timed < 0 || s.Timed >= n:
		return fmt.Errorf("%d turns of %d were played before this clock", s.Timed, n-1)
	}
	g.Timed, g.Marks = s.Timed, make([][3]clock.Side, n)
	for i, mark := range s.Marks {
		both, err := sides(c, mark[:])
		if err != nil {
			return err
		}
		g.Marks[i] = [3]clock.Side{board.Black: both[0], board.White: both[1]}
	}
	return nil
}

// sides reads what sides have left on clocks of control c.
func sides(c clock.Control, list []Packed) ([]clock.Side, error) {
	var all []clock.Side
	for _, p := range list {
		s, err := SideTime{Main: p[0], Periods: int(p[1]), Period: p[2]}.Side(c)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
