package bridge

import (
	"context"
	"fmt"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// turnsOf divides the stones of a position into turns, as the rules have them follow
// each other.
func turnsOf(at player.Position) ([]game.Turn, error) {
	var left [3][]board.Point
	for p, c := range at.Stones {
		left[c] = append(left[c], p)
	}
	black, white := len(left[board.Black]), len(left[board.White])
	var list []game.Turn
	for {
		color, due := at.Rules.Due(len(list))
		if n := len(left[color]); n < due {
			if n > 0 || len(left[color.Other()]) > 0 {
				return nil, fmt.Errorf("%d stones of Black and %d of White are on the board after no number of whole turns", black, white)
			}
			if color != at.ToMove {
				return nil, fmt.Errorf("it is %s's turn, and %s was asked for", side(color), side(at.ToMove))
			}
			return list, nil
		}
		list = append(list, game.Turn{Color: color, Points: left[color][:due]})
		left[color] = left[color][due:]
	}
}

// side names a colour at the beginning of a sentence.
func side(c board.Color) string {
	if c == board.Black {
		return "Black"
	}
	return "White"
}

// common returns how many turns, from the first on, are the same in both games.
func common(turns []game.Turn, moves []api.Points) int {
	for i, t := range turns {
		if i >= len(moves) || !same(t.Points, moves[i]) {
			return i
		}
	}
	return len(turns)
}

// same reports whether a turn has these points, in whatever order.
func same(points []board.Point, others []board.Point) bool {
	if len(points) != len(others) {
		return false
	}
	return !slices.ContainsFunc(points, func(p board.Point) bool { return !slices.Contains(others, p) })
}

// swap2 has the people play their part of the opening swap2, in a position with none,
// three or five stones, and waits for it. With none they put down three, whose points
// are the answer; else they choose. The points after [opening.TakeWhite] are White's
// stone, and after [opening.PutTwo] both stones. The error is a sentence without its
// full stop.
func (b *Bridge) swap2(ctx context.Context, q player.Position) (opening.Choice, []board.Point, error) {
	var choice opening.Choice
	var points []board.Point
	s, turns, err := b.open(ctx, q)
	if err == nil {
		id := s.GameID
		err = b.wait(ctx, func(s *api.Snapshot) (done bool, err error) {
			choice, points, done, err = b.chosen(s, id, turns)
			return done, err
		})
	}
	return choice, points, unanswered(ctx, err)
}

// open brings a position of swap2 onto the table.
func (b *Bridge) open(ctx context.Context, q player.Position) (*api.Snapshot, []game.Turn, error) {
	turns := q.Turns
	s, err := b.state(ctx)
	if err != nil {
		return nil, nil, err
	}
	name, kind := q.Rules.Name(), opening.Swap2
	if err := played(s, name); err != nil {
		return nil, nil, err
	}
	if !slices.Contains(s.Openings[name], kind) {
		return nil, nil, fmt.Errorf("%s does not begin with %s on this board", name, kind)
	}
	// With three stones the program began, else the people did: White is the other's.
	guest := board.White
	if len(turns) == opening.AfterThree {
		guest = board.Black
	}
	began := s.GameID == b.game && !b.fresh && s.Remote != nil && s.Remote.Guest && s.Opening.Kind == kind && s.Opening.Black == int(opening.First)
	if len(turns) != opening.AfterFive || !began || len(s.Moves) != opening.AfterThree || len(s.Opening.Made) > 0 || common(turns, s.Moves) < opening.AfterThree {
		if s, err = b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestBegin, Game: name, Color: guest, Opening: kind, Size: q.Rules.Size(), Name: b.Name, Replace: b.Replace}); err != nil {
			return nil, nil, err
		}
	}
	if err := b.seated(s, q); err != nil {
		return nil, nil, err
	}
	for i := len(s.Moves); i < len(turns); i++ {
		if i == opening.AfterThree {
			if _, err = b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestChoose, Choice: opening.PutTwo}); err != nil {
				return nil, nil, err
			}
		}
		o := api.GuestOrder{Do: api.GuestPlay, Before: i, Color: turns[i].Color, Points: turns[i].Points, Down: i < len(turns)-1}
		if s, err = b.Daemon.Guest(ctx, o); err != nil {
			return nil, nil, err
		}
	}
	return s, turns, nil
}

// chosen finds in a state what the people have done in the opening after turns.
func (b *Bridge) chosen(s *api.Snapshot, id string, turns []game.Turn) (choice opening.Choice, points []board.Point, done bool, err error) {
	n := len(turns)
	due := opening.AfterThree // stones that they put down
	if n > 0 {
		i := slices.IndexFunc(s.Opening.Made, func(m api.Made) bool { return m.After == n })
		if i >= 0 {
			choice = s.Opening.Made[i].Choice
		}
		due = map[opening.Choice]int{opening.TakeBlack: 0, opening.TakeWhite: 1, opening.PutTwo: 2, "": 1}[choice]
	}
	if s.GameID == id && common(turns, s.Moves) == n && len(s.Moves) >= n+due && (n == 0 || choice != "") {
		for _, turn := range s.Moves[n : n+due] {
			p, err := read(s, turn)
			if err != nil {
				return "", nil, false, err
			}
			points = append(points, p...)
		}
		return choice, points, true, nil
	}
	// Why nothing will come, if so: a part of what is due is no answer either.
	people := board.White
	if s.Remote != nil && s.Remote.Color == people {
		people = board.Black
	}
	if _, _, err = b.answer(s, id, turns, people); err == nil {
		err = over(s, people)
	}
	return "", nil, false, err
}

// settle makes the choice of the program in the opening on the table, which follows
// from the colour that it has in the position that it asks about.
func (b *Bridge) settle(ctx context.Context, s *api.Snapshot, q player.Position, turns []game.Turn) (*api.Snapshot, error) {
	e := s.Remote
	if s.GameID != b.game || b.fresh || e == nil || !e.Guest || len(s.Opening.Choices) == 0 || s.Side != e.Color || common(turns, s.Moves) < len(s.Moves) {
		return s, nil
	}
	return b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestChoose, Choice: opening.Choice(q.ToMove.Other().String())})
}
