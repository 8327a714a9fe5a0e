package table

import (
	"context"

	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
)

// GuestOrder is what a program that plays a colour against the people at the table
// says: the body of POST /api/guest. It decides by itself when games begin and
// turns are taken back, as whoever drives an engine does.
type GuestOrder struct {
	Do   string `json:"do"`             // one of the Guest constants
	Game string `json:"game,omitempty"` // begin: the game's name
	// Opening, of begin, is how the game begins, as [opening.Parse] reads it; "" for freely.
	Opening string   `json:"opening,omitempty"`
	Choice  string   `json:"choice,omitempty"`  // choose: one of the opening's choices
	GameID  string   `json:"game_id,omitempty"` // stand: the game that it began
	Color   string   `json:"color,omitempty"`   // begin: its colour; play: whose turn it is
	Name    string   `json:"name,omitempty"`    // begin, stand: who it is, for people
	Before  int      `json:"before,omitempty"`  // play: turns before this one
	Points  []string `json:"points,omitempty"`  // play
	// Down, of play, says that the turn counts without being asked for at the board:
	// it belongs to a position that the program begins with.
	Down  bool `json:"down,omitempty"`
	Turns int  `json:"turns,omitempty"` // undo: how many; 0 withdraws the one that is being asked for
	// Replace, of begin, says that the game may take the place of one that people are
	// playing. That one is archived as unfinished.
	Replace bool `json:"replace,omitempty"`
}

// What a guest may do.
const (
	GuestBegin = "begin" // begin a game, in place of the present one if that is the guest's, over, or without a turn, or with Replace
	GuestStand = "stand" // say again who plays, after the program at the board was started anew
	GuestPlay  = "play"
	GuestUndo  = "undo"
	// GuestChoose makes the opening's choice that the guest is to make.
	GuestChoose = "choose"
	GuestLeave  = "leave" // people here play both sides
)

// Guest gives the table a guest's order.
func Guest(ctx context.Context, t Board, o GuestOrder) (*Snapshot, error) {
	return t.Do(ctx, Command{Do: DoLink, Link: &LinkOrder{Guest: &o}})
}

// guestSays does what a guest says.
func (t *core) guestSays(o *GuestOrder) *CommandError {
	m := &t.match
	here := m.elsewhere != board.Empty
	switch {
	case here && !m.guest:
		return t.refuse("not-now", text.GuestBusy)
	case !here && o.Do != GuestBegin, o.Do == GuestStand && o.GameID != m.id:
		return t.refuse("not-now", text.GuestGone)
	}
	color, known := board.ParseColor(o.Color)
	if !known && (o.Do == GuestBegin || o.Do == GuestPlay) {
		return bad("\"color\" is to be \"black\" or \"white\", not %q.", clip([]byte(o.Color)))
	}
	switch o.Do {
	case GuestBegin:
		if !here && !o.Replace && m.underWay() {
			return t.refuse("game-running", text.GuestReplaces)
		}
		opens, err := opening.Parse(o.Opening)
		if err != nil {
			return bad("\"opening\": %v.", err)
		}
		if refusal := t.linkSays(&LinkOrder{Begin: &LinkGame{
			Rules: o.Game, Opening: opens, Elsewhere: color, Human: Colors{color.Other()}, Clock: clock.Control{}, Guest: true,
		}}); refusal != nil {
			return refusal
		}
		return t.linkSays(guestStands(o))
	case GuestStand:
		return t.linkSays(guestStands(o))
	case GuestPlay:
		turn, err := points(m.game.Size(), o.Points)
		if err != nil {
			return bad("\"points\": %v.", err)
		}
		return t.linkSays(&LinkOrder{Play: &LinkTurn{Before: o.Before, Color: color, Points: turn, Down: o.Down}})
	case GuestChoose:
		if t.status().Actor != status.Remote {
			return t.refuse("not-now", text.NotNow)
		}
		return t.linkSays(&LinkOrder{Choose: &LinkChoice{Before: len(m.game.Turns()), Choice: opening.Choice(o.Choice)}})
	case GuestUndo:
		if o.Turns == 0 && m.decision == nil {
			return nil
		}
		return t.linkSays(&LinkOrder{Undo: &o.Turns})
	case GuestLeave:
		return t.linkSays(&LinkOrder{Free: true})
	}
	return bad("\"do\" is to be begin, stand, play, choose, undo or leave, not %q.", clip([]byte(o.Do)))
}

func guestStands(o *GuestOrder) *LinkOrder {
	const most = 40
	name := []rune(o.Name)
	return &LinkOrder{Stand: &LinkStand{Up: true, Name: string(name[:min(len(name), most)])}}
}

// freeGuest lets people here begin another game, or seat others, without asking the
// program that plays against them.
func (t *core) freeGuest(e *Entry, c Command) {
	if !t.match.guest || e.Kind != KindNewGame && c.Human == nil {
		return
	}
	e.Elsewhere = ""
	if c.Human == nil {
		e.Human = []string{board.Black.String(), board.White.String()}
	}
	t.link = elsewhere{}
}
