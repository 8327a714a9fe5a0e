package api

import "time"

// GameInfo is what a list of finished games says of one. Game is a name like "connect6";
// a player is "human", or a name like "Stonehand level 5". Result and Reason are empty
// where the file of the game does not say.
type GameInfo struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	Black   string    `json:"black"` // who played
	White   string    `json:"white"`
	Result  string    `json:"result"` // "black", "white", "draw", "void", "unfinished"
	Reason  string    `json:"reason"` // "line", "full", "resign", "time" and others
	Turns   int       `json:"turns"`
}

// GameFile is a finished game's file as its folder shows it.
type GameFile struct {
	ID      string
	Size    int64
	Changed time.Time
}

// born is before any computer's clock that is set.
var born = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// Dated reports whether a time is by a clock that was set. A computer without a clock module does
// not know the time before it has reached the network.
func Dated(t time.Time) bool { return !t.Before(born) }
