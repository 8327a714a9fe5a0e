package remote

import (
	"context"
	"net/http"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// Offer is what a table invites a remote opponent to.
type Offer struct {
	Guest board.Color    // the colour that the guest plays
	Rules string         // the game's name; "": the one on the table
	Clock *clock.Control // nil: as on the table
	// Opening is how the game begins, as [opening.Parse] reads it; "": as on the
	// table, if that has the same game.
	Opening string
	// Machine says that nobody here plays the other colour: the machine does.
	Machine bool
}

// Invitation is an open invitation. Anyone who has its code may play, once.
type Invitation struct {
	Code    string    // the secret: 128 random bits
	Guest   string    // "black" or "white"
	Rules   string    // the game's name
	Clock   string    // how the sides are given time
	Opening string    // how the game begins: "free", "swap2"
	Expires time.Time // unless it is used before
}

// Status is how things stand between this table and others.
type Status struct {
	Session bool        // a remote opponent plays, or this table plays at another
	Host    bool        // the invitation was this table's
	Address string      // guest: of the host
	Up      bool        // the link stands
	Open    *Invitation // nil: none is open
	Trouble string      // what keeps the link from standing, as a sentence
}

// Session is how people invite somebody, accept an invitation and leave. Errors
// are sentences without their full stop.
type Session interface {
	// ServeHTTP is where the other end's link arrives.
	http.Handler
	Invite(ctx context.Context, o Offer) (Invitation, error)
	// Join accepts an invitation by its link or by host and code.
	Join(ctx context.Context, address, code string) error
	// Leave ends the game with the remote opponent, and closes an open invitation.
	Leave(ctx context.Context) error
	Status() Status
}
