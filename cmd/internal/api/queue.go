package api

import "time"

// Queue is who plays next, as in the HTTP contract.
type Queue struct {
	Waiting List[Queued] `json:"waiting"`           // the next first
	Called  *Queued      `json:"called,omitempty"`  // whose turn it is to come to the board
	Playing *Queued      `json:"playing,omitempty"` // who has come
}

// Queued is somebody's place in the queue.
type Queued struct {
	Number int    `json:"number"` // never the same again while the program runs
	Name   string `json:"name"`   // as they say; may be empty
	// Until is how long the place is held for who is called, or has come and not begun;
	// nil where nothing ends it.
	Until *time.Time `json:"until,omitempty"`
}

// QueueOrder is what somebody in the queue says; one field is set.
type QueueOrder struct {
	Join  bool   // they want to play
	Name  string // join: what they are called, "" for nothing
	Here  int    // the person with this number has come
	Leave int    // the person with this number does not want to play any more
}
