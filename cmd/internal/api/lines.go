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

// formatVersion is the highest version of entries that is understood.
const formatVersion = programVersion

// openingVersion is that of games with an opening.
const openingVersion = 2

// exchangeVersion is that of games with an opening and a remote opponent: what is
// chosen may give them the other colour.
const exchangeVersion = 3

// goVersion is that of games of Go.
const goVersion = 4

// programVersion is that of games in which other programs play.
const programVersion = 5

// version returns the lowest version of the format in which a game can be followed.
func version(k opening.Kind, s record.Seats, size board.Size) int {
	switch {
	case s.Programs != [3]string{}:
		return programVersion
	case size != board.Size{}:
		return goVersion
	case k == opening.Free:
		return 0
	case s.Remote != board.Empty:
		return exchangeVersion
	}
	return openingVersion
}

// EntryOf writes a line of the record as the journal has it. Of [record.Told] it writes
// the game as it is.
func EntryOf(l record.Line) Entry {
	e := Entry{Seq: l.Seq, At: l.At, Pressed: l.Pressed}
	if l.Left != nil {
		e.Left = &Times{Black: timeOf(l.Left[board.Black]), White: timeOf(l.Left[board.White])}
	}
	switch v := l.Event.(type) {
	case record.Begun:
		e.Kind = KindNewGame
		if !v.Start.IsZero() {
			e.Kind = KindSetUp
		}
		e.begins(v)
	case record.Seated:
		e.Kind, e.Clock, e.Turn = KindSeats, v.Clock, slices.Clone(v.Placed)
		e.seats(v.Seats)
	case record.Decided:
		e.Kind, e.Color, e.Turn, e.StandIn = KindDecision, v.Color, slices.Clone(v.Points), v.StandIn
	case record.Played:
		e.Kind, e.Color, e.Turn, e.StandIn = KindTurn, v.Color, slices.Clone(v.Points), v.StandIn
	case record.Chosen:
		e.Kind, e.Color, e.Choice = KindChoice, v.By, v.Choice
	case record.TakenBack:
		e.Kind, e.Back, e.Unchosen = KindUndo, v.Turns, v.Unchosen
	case record.Ended:
		e.Kind, e.Color = ends[v.Reason], v.Loser
	case record.Proposed:
		e.Kind, e.Turn = KindPropose, slices.Clone(v.Points)
	case record.Toggled:
		e.Kind, e.Turn = KindDead, Points{v.Point}
	case record.Agreed:
		e.Kind, e.Color, e.Turn = KindAgree, v.By, slices.Clone(v.Dead)
	case record.Resumed:
		e.Kind = KindPlayOn
	case record.Paused:
		e.Kind = KindResume
		if v.On {
			e.Kind = KindPause
		}
	case record.Mended:
		e.Kind = KindMended
	case record.Dismissed:
		e.Kind, e.Question = KindDismiss, v.Question
	case record.Spent:
		e.Kind, e.Turn = KindSpent, slices.Clone(v.Points)
	case record.Ticked:
		e.Kind = KindClock
	case record.Told:
		e.Kind = KindCheckpoint
		e.checkpoint(v.Game)
	}
	return e
}

// ends are the kinds of entries that end a game otherwise than by its rules.
var ends = map[game.Reason]Kind{game.ByResign: KindResign, game.ByTime: KindFlag, game.ByAbandoned: KindAbandon}

func (e *Entry) begins(b record.Begun) {
	e.Game, e.ID, e.Clock, e.Opening, e.Version = b.Rules, b.ID, new(b.Clock), b.Opening, version(b.Opening, b.Seats, b.Size)
	e.Size, e.Terms, e.Opens = b.Size, b.Terms, b.Opens
	if s := b.Series; s.Games > 0 {
		e.Series = &Series{Games: s.Games, Seed: s.Seed, Halves: slices.Clone(s.Halves), Helped: s.Helped}
	}
	e.Black, e.White, e.Color = slices.Clone(b.Start.Black), slices.Clone(b.Start.White), b.Start.ToMove
	e.seats(b.Seats)
}

func (e *Entry) seats(s record.Seats) {
	e.Human, e.Level, e.Time, e.Remote, e.Guest = s.Colors(), s.Level, s.Budget.Milliseconds(), s.Remote, s.Guest
	e.Programs = SidesOf(s.Programs)
}

// Line reads an entry that follows in a game. What cannot be read is
// [record.Unread], which no game takes.
func (e Entry) Line(g *record.Game) record.Line {
	l := record.Line{Seq: e.Seq, At: e.At, Mark: record.Mark{Pressed: e.Pressed}}
	var err error
	switch {
	case e.Unread != nil:
		err = fmt.Errorf("%w: %w", e.Unread, record.ErrNewer)
	case e.Begins():
		l.Event, err = e.begun()
	case e.Kind == KindCheckpoint && (!g.Begun() || e.ID != g.ID):
		l.Event, err = e.told(g.Book)
	default:
		if c := g.Clock.Control(); e.Left != nil && !c.IsZero() {
			l.Left, err = e.Left.sides(c)
		}
		if err == nil {
			l.Event, err = e.event(g)
		}
	}
	if err != nil {
		l.Event = record.Unread{Err: err}
	}
	return l
}

// event reads an entry within a game.
func (e Entry) event(g *record.Game) (record.Event, error) {
	switch e.Kind {
	case KindSeats:
		s, err := e.seated()
		return record.Seated{Seats: s, Clock: e.Clock, Placed: e.Turn}, err
	case KindDecision:
		return record.Decided{Color: e.Color, Points: e.Turn, StandIn: e.StandIn}, nil
	case KindTurn:
		return record.Played{Color: e.Color, Points: e.Turn, StandIn: e.StandIn}, nil
	case KindChoice:
		return record.Chosen{By: e.Color, Choice: e.Choice}, nil
	case KindUndo:
		return record.TakenBack{Turns: e.Back, Unchosen: e.Unchosen}, nil
	case KindResign:
		return record.Ended{Reason: game.ByResign, Loser: e.Color}, nil
	case KindFlag:
		return record.Ended{Reason: game.ByTime, Loser: e.Color}, nil
	case KindAbandon:
		return record.Ended{Reason: game.ByAbandoned}, nil
	case KindPropose:
		return record.Proposed{Points: e.Turn}, nil
	case KindDead:
		if len(e.Turn) != 1 {
			return nil, fmt.Errorf("one stone names a dead chain, not %d", len(e.Turn))
		}
		return record.Toggled{Point: e.Turn[0]}, nil
	case KindAgree:
		return record.Agreed{By: e.Color, Dead: e.Turn}, nil
	case KindPlayOn:
		return record.Resumed{}, nil
	case KindPause, KindResume:
		return record.Paused{On: e.Kind == KindPause}, nil
	case KindMended:
		return record.Mended{}, nil
	case KindDismiss:
		return record.Dismissed{Question: e.Question}, nil
	case KindSpent:
		return record.Spent{Points: e.Turn}, nil
	case KindClock:
		return record.Ticked{}, nil
	case KindCheckpoint:
		return record.Told{Game: g}, nil
	}
	return nil, fmt.Errorf("this kind of entry is not known: %w", record.ErrNewer)
}

// begun reads how a game begins.
func (e Entry) begun() (record.Begun, error) {
	if e.Version > formatVersion {
		return record.Begun{}, fmt.Errorf("the game is written in version %d of the format: %w", e.Version, record.ErrNewer)
	}
	b := record.Begun{ID: e.ID, Rules: e.Game, Size: e.Size, Opening: e.Opening, Opens: e.Opens, Terms: e.Terms}
	if e.Clock != nil {
		b.Clock = *e.Clock
	}
	if s := e.Series; s != nil {
		b.Series = record.Series{Games: s.Games, Seed: s.Seed, Halves: slices.Clone(s.Halves), Helped: s.Helped}
	}
	if e.Kind == KindSetUp || len(e.Black)+len(e.White) > 0 {
		b.Start = game.Start{Black: slices.Clone(e.Black), White: slices.Clone(e.White), ToMove: e.Color}
		if e.Color == board.Empty {
			return b, errors.New("the entry names no colour")
		}
	}
	var err error
	b.Seats, err = e.seated()
	return b, err
}

// seated reads who plays and how.
func (e Entry) seated() (s record.Seats, err error) {
	budget := time.Duration(e.Time) * time.Millisecond
	switch {
	case slices.Contains(e.Human, board.Empty):
		err = errors.New("people play a colour that is none")
	case e.Level < MinLevel || e.Level > MaxLevel:
		err = fmt.Errorf("level %d is out of range %d to %d", e.Level, MinLevel, MaxLevel)
	case e.Time < 0 || e.Time > MaxTime.Milliseconds() || budget < MinTime:
		err = fmt.Errorf("a time of %d ms a turn is out of range %v to %v", e.Time, MinTime, MaxTime)
	}
	return record.Seats{People: record.People(e.Human), Remote: e.Remote, Guest: e.Guest, Level: e.Level, Budget: budget,
		Programs: [3]string{board.Black: e.Programs.Black, board.White: e.Programs.White}}, err
}

// sides reads what the sides have left on clocks of control c.
func (t *Times) sides(c clock.Control) (*[3]clock.Side, error) {
	black, err := t.Black.Side(c)
	if err != nil {
		return nil, err
	}
	white, err := t.White.Side(c)
	return &[3]clock.Side{board.Black: black, board.White: white}, err
}

func timeOf(s clock.Side) SideTime {
	return SideTime{Main: s.Main.Milliseconds(), Periods: s.Periods, Period: s.Period.Milliseconds()}
}

// Names writes points as the contract does.
func Names(points []board.Point) []string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = p.String()
	}
	return list
}

// TurnsOf lists the turns of a game, as in the HTTP contract.
func TurnsOf(g *game.Game) []Points {
	s := make([]Points, 0, len(g.Turns()))
	for _, t := range g.Turns() {
		s = append(s, slices.Clone(t.Points))
	}
	return s
}
