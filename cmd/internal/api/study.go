package api

import (
	"stonehand/engine/board"
)

// What the lights show of a game of Go while a person is to move: the command [DoShow].
const (
	ShowOff       = "off"
	ShowTerritory = "area"  // whose every point is, by the model of forces
	ShowMap       = "map"   // where each side has influence, by the model of influence
	ShowMoves     = "moves" // known next moves: joseki and shapes
)

// Shows lists what the lights can show.
var Shows = []string{ShowOff, ShowTerritory, ShowMap, ShowMoves}

// Hint is a turn that was asked for with [DoHint]. It is there until the position changes.
type Hint struct {
	Why    string `json:"why"`    // one of the Hint constants
	Points Points `json:"points"` // where to play; none before it is found, for a pass and for a choice
	Line   Points `json:"line"`   // in Go, the line that proves it, beginning with the move; no passes
	// Said is the hint as a sentence, by language: "en" and "zh".
	Said map[string]string `json:"said"`
	// Candidates are the turns that the adviser likes best, the best first, where it tells
	// several.
	Candidates List[Candidate] `json:"candidates,omitempty"`
}

// AdviserMachine has the machine give hints, no matter whom the settings name.
const AdviserMachine = "machine"

// Why a hint is one.
const (
	HintSought  = "sought"  // it is being looked for
	HintSave    = "save"    // it saves a chain
	HintCapture = "capture" // it takes one
	HintKill    = "kill"    // it kills one that is enclosed
	HintJoseki  = "joseki"
	HintWorth   = "worth"  // nothing moves the balance of influence more
	HintPass    = "pass"   // no point is worth a move
	HintWin     = "win"    // it wins by force
	HintLost    = "lost"   // the other side wins by force, whatever is played
	HintSearch  = "search" // the search prefers it
	HintChoice  = "choice" // of an opening
	HintNone    = "none"   // none was found
)

// StudyOrder is a position of Go that is to be studied: the body of POST /api/study.
type StudyOrder struct {
	Size   board.Size  `json:"size"`    // "19x19"
	Stones string      `json:"stones"`  // on every point, row by row from A1: "b", "w" or "."
	ToMove board.Color `json:"to_move"` // "black", "white"
	// Ko is a point that the side to move may not play, because it would take back a ko.
	Ko *board.Point `json:"ko,omitempty"`
	// Rules are the terms of a game, or a rule set of [weiqi.Presets] alone. With them Start is
	// the board, as Stones is, before Moves, "bD4 wQ16 b", where a colour alone is a pass.
	// They say which boards may not be repeated. Moves that do not lead to Stones by the
	// rules say nothing.
	Rules string `json:"rules,omitempty"`
	Start string `json:"start,omitempty"` // "": empty, but for handicap stones on the star points
	Moves string `json:"moves,omitempty"`
}

// Study is what is known of a position of Go.
type Study struct {
	Map    Influence `json:"map"`    // by the model of influence
	Forces Influence `json:"forces"` // by the model of forces, which decides territory
	// Worth says of each point, row by row from A1, by how much a move there changes the
	// balance of the map in favour of the side to move; null where it may not play.
	Worth List[*int]  `json:"worth"`
	Moves List[Known] `json:"moves"` // joseki first, then shapes, then what was played in the collection
	Games int         `json:"games"` // of Go in the collection whose moves are counted
	// Counting says that the games of the collection are being counted: ask again.
	Counting bool `json:"counting"`
}

// Influence is what one of the two models says; above 0 is Black's, below 0 White's.
type Influence struct {
	Points  List[int] `json:"points"`  // of each point, row by row from A1
	Balance int       `json:"balance"` // their sum
	Owner   string    `json:"owner"`   // whose every point counts as: "b", "w" or "." for nobody's
	Area    Two       `json:"area"`    // how many those are
}

// Known is a move that is known by name or from the collection.
type Known struct {
	Point  *board.Point      `json:"point"`  // null: the side may play elsewhere
	Kind   string            `json:"kind"`   // "joseki", "shape", "played"
	Name   map[string]string `json:"name"`   // by language, "en" and "zh"; empty for a move without one
	Joseki int               `json:"joseki"` // sequences of the book that begin so
	Board  Games             `json:"board"`  // of the collection, in which it was played in this position
	Corner Games             `json:"corner"` // in which it was played in this corner, whatever the rest of the board was
}

// Games are games of a collection.
type Games struct {
	Played int `json:"played"`
	Won    int `json:"won"` // of these, by the side that made the move
}
