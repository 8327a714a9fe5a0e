// Package remote is the protocol by which two tables play one game: a pure state
// machine without input or output, and without a clock. What arrives goes in as
// a [Message], what people do as calls; what is to be kept and sent comes out.
//
// One end is the host: it puts everything that happens in the game in order, in
// a log of [Event]s. The other end, the guest, has a copy of the log and asks for
// its own events to be put at the log's end. Every event is judged by the rules
// at both ends. An event that is in the host's log is never taken out of it; to
// take back a turn is an event too.
//
// There is one kind of message, and each says all that its sender knows and
// wants: which game, how long its log is and a hash of that, the events that the
// other end lacks, what it proposes, what it asks. So a message that is lost,
// repeated, late or out of order does no harm: the next one that arrives says it
// all again, and one that is older than another is not looked at.
//
//	people, table                             people, table
//	     |  Local, Ask, Answer                     |
//	+----v-----+         Message             +----v-----+
//	|   host   |<--------------------------->|  guest   |
//	|   log    |  length, hash, events, ask  |   log    |
//	+----+-----+                             +----+-----+
//	     v  State, before anything is sent        v
//	    disk                                     disk
//
// State is to be on disk before a message that follows from it is sent: then
// either end may be killed at any moment and goes on with the same game.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// Version of the protocol; ends of different versions do not play.
const Version = 3

// Bounds of what a message may hold.
const (
	// MaxMessage is the longest message, in bytes: a whole game of 19x19 with a
	// clock has less than a quarter of it.
	MaxMessage = 256 << 10
	maxPoints  = 8
	maxEvents  = 4096
	maxText    = 400
)

// Message is all that one end says to the other.
type Message struct {
	V int `json:"v"` // [Version]
	// Boot and Seq say how new a message is: Boot grows each time the sender's
	// program starts (milliseconds since 1970, if its clock is right), and Seq with
	// every message.
	Boot uint64 `json:"boot"`
	Seq  uint64 `json:"seq"`

	Setup *Setup `json:"setup,omitempty"` // the host's always
	Game  string `json:"game,omitempty"`  // the game that everything below is about; "" for none yet

	N      int     `json:"n"`                // length of the sender's log
	Hash   string  `json:"hash,omitempty"`   // of that log
	Seal   string  `json:"seal,omitempty"`   // the host's word that the log is its own
	From   int     `json:"from"`             // Events follow the log's first From events
	Events []Event `json:"events,omitempty"` // as far as N

	Propose *Proposal `json:"propose,omitempty"` // guest: to be event N+1
	Refused *Refusal  `json:"refused,omitempty"` // host: what the guest proposed cannot be
	Ask     *Ask      `json:"ask,omitempty"`     // the sender asks, until it is answered
	No      uint64    `json:"no,omitempty"`      // the Ask with this number is refused

	Over    *Outcome `json:"over,omitempty"`    // host: how the game ended, for a guest that cannot judge
	Step    *Step    `json:"step,omitempty"`    // host: what the game waits for, for the same
	Go      *Go      `json:"go,omitempty"`      // host: how a game of Go stands, for the same
	Name    string   `json:"name,omitempty"`    // who plays there, for people
	Timed   bool     `json:"timed,omitempty"`   // the sender keeps the time of its own side
	Bye     bool     `json:"bye,omitempty"`     // the sender has left for good
	Problem string   `json:"problem,omitempty"` // what keeps the sender from going on, as a sentence
}

// Outcome is how a game ended.
type Outcome struct {
	Winner string `json:"winner"` // "black", "white" or "draw"
	Reason string `json:"reason"` // as in the HTTP contract
}

// Step is what a game waits for that is not over.
type Step struct {
	Guest   string           `json:"guest"`             // the colour that the guest has
	Side    string           `json:"side"`              // the colour of the player who is to act
	Color   string           `json:"color"`             // of the stones that are due
	Due     int              `json:"due"`               // how many; 0 while something is to be chosen
	Player  int              `json:"player,omitempty"`  // of the opening: 1 who began, 2 the other; 0 once the colours alone say who acts
	Choices []opening.Choice `json:"choices,omitempty"` // to choose from
	Allowed []string         `json:"allowed,omitempty"` // where the opening allows the stone that is due; left out: everywhere
}

// Proposal is an event that the guest wants in the log.
type Proposal struct {
	ID    uint64 `json:"id"`
	Event Event  `json:"event"`
}

// Refusal says why a proposal cannot be.
type Refusal struct {
	ID  uint64 `json:"id"`
	Why string `json:"why"`          // in English
	Zh  string `json:"zh,omitempty"` // in Chinese; "" if it is not known
}

// AskBack is the only thing that can be asked: to take back turns.
const AskBack = "take-back"

// Ask is a question to the player at the other end. It is about one position, and
// void as soon as anything happens.
type Ask struct {
	ID   uint64 `json:"id"` // grows with every question
	What string `json:"what"`
	Back int    `json:"back"` // how many turns
	At   int    `json:"at"`   // length of the log that it is about
}

// Parse reads a message, and refuses what cannot be one. The error is a sentence
// without its full stop.
func Parse(data []byte) (*Message, error) {
	if len(data) > MaxMessage {
		return nil, fmt.Errorf("a message of %d bytes is longer than any can be", len(data))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	var m Message
	if err := dec.Decode(&m); err != nil {
		return nil, fmt.Errorf("a message is no JSON that can be read: %s", text.Clip(err.Error()))
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("after a message comes something more")
	}
	if m.V != Version {
		return nil, fmt.Errorf("the other end speaks version %d of the protocol and this one %d: both need the same program", m.V, Version)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	m.Name, m.Problem = text.Foreign(m.Name, 40), text.Foreign(m.Problem, maxText)
	if m.Refused != nil {
		m.Refused.Why, m.Refused.Zh = text.Foreign(m.Refused.Why, maxText), text.Foreign(m.Refused.Zh, maxText)
	}
	return &m, nil
}

// check holds a message's numbers against each other.
func (m *Message) check() error {
	switch {
	case m.N < 0 || m.N > maxEvents || m.From < 0 || m.From > m.N:
		return fmt.Errorf("a message has a log of %d events from %d", m.N, m.From)
	case len(m.Events) > 0 && m.From+len(m.Events) != m.N:
		return fmt.Errorf("a message has %d events after %d of %d", len(m.Events), m.From, m.N)
	case m.Game == "" && (m.N > 0 || m.Propose != nil || m.Ask != nil):
		return fmt.Errorf("a message is about no game")
	case len(m.Game) > 100 || len(m.Hash) > 64 || len(m.Seal) > 128:
		return fmt.Errorf("a message has a name or a hash that is too long")
	case m.Setup != nil && m.Setup.Game != m.Game:
		return fmt.Errorf("a message is about two games")
	case m.Ask != nil && (m.Ask.What != AskBack || m.Ask.Back < 1 || m.Ask.Back > maxEvents || m.Ask.ID == 0):
		return fmt.Errorf("a message asks for %q, which is not known", text.Clip(m.Ask.What))
	}
	return nil
}

// Offer is what a table invites a remote opponent to.
type Offer struct {
	Guest board.Color    // the colour that the guest plays
	Rules string         // the game's name; "": the one on the table
	Clock *clock.Control // nil: as on the table
	// Opening is how the game begins, as [opening.Parse] reads it; "": as on the
	// table, if that has the same game.
	Opening string
	Size    board.Size  // of the board, for Go; zero: as on the table
	Terms   *game.Terms // of a game of Go; nil: as on the table
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
	Size    string    // of the board, for Go: "9x9"; "": as on the table
	Terms   string    // of a game of Go, as [game.Terms] reads them; "": as on the table
	Expires time.Time // unless it is used before
}

// Status is how things stand between this table and others.
type Status struct {
	Session bool        // a remote opponent plays, or this table plays at another
	Host    bool        // the invitation was this table's
	Address string      // guest: of the host
	Up      bool        // the link stands
	Open    *Invitation // nil: none is open
	Trouble text.Words  // what keeps the link from standing, as a sentence; nil: nothing
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
