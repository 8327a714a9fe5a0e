package hw

import "time"

// Signal is one meaning that a light can carry. The numbers are the wire's
// (firmware-protocol) and never change.
type Signal uint8

// The signals. They differ by rhythm as well as by colour, so that a
// colour-blind person can tell them apart.
const (
	Off          Signal = 0
	PlaceBlack   Signal = 1  // put a black stone here: steady until it is there
	PlaceWhite   Signal = 2  // put a white stone here: steady until it is there
	Accepted     Signal = 3  // a stone was accepted: one blink
	Thinking     Signal = 4  // the machine is thinking: slow breathing
	MissingBlack Signal = 5  // a black stone belongs here: pulsing
	MissingWhite Signal = 6  // a white stone belongs here: pulsing
	Extra        Signal = 7  // this stone does not belong here: fast
	WrongColor   Signal = 8  // a stone of the other colour belongs here: alternating
	Refused      Signal = 9  // not allowed: twice, then a pause
	Winning      Signal = 10 // part of the winning line: a chase
	LastMove     Signal = 11 // the last turn's stones: dim, steady
	LinkLost     Signal = 12 // host and board have lost each other: edge pattern
	YourTurn     Signal = 13 // edge: a person is to move; point: a stone may go here
	Paused       Signal = 14 // edge: the game is paused
	Confirm      Signal = 15 // a question is being asked here
	Captured     Signal = 16 // a captured stone: take it off: pulsing
	BlackArea    Signal = 17 // this point counts for Black: dim, steady
	WhiteArea    Signal = 18 // this point counts for White: dim, steady
	Dead         Signal = 19 // this stone counts as dead: slow breathing
	Candidate    Signal = 20 // a move worth looking at: slow breathing
	Liberty      Signal = 21 // a liberty of the chain that was touched: steady
	signals      Signal = 22
)

// older has, for the signals from Captured on, which came to the wire with version 1.3,
// the ones that a board before that shows in their place.
var older = [signals - Captured]Signal{Extra, PlaceBlack, PlaceWhite, Confirm, YourTurn, YourTurn}

// Older returns the signal that shows s on a board that knows only those before
// Captured: s itself where it is one of them.
func (s Signal) Older() Signal {
	if s < Captured || !s.Valid() {
		return s
	}
	return older[s-Captured]
}

// Valid reports whether s is one of the signals.
func (s Signal) Valid() bool { return s < signals }

// Rhythm is how a light changes in time.
type Rhythm uint8

// The rhythms.
const (
	Dark Rhythm = iota
	Steady
	Once      // on for half a period, then off for good
	Breathe   // brightness up and down over a period
	Pulse     // short on, longer off
	Fast      // on and off evenly
	Alternate // Color and Alt evenly
	Twice     // two short blinks, then a pause
	Chase     // on for a part of the period that depends on the point
)

// RGB is a light's colour, 0-255 a channel, before gamma and current limits.
type RGB struct{ R, G, B uint8 }

// Look is how a signal is shown.
type Look struct {
	Color, Alt RGB // Alt serves Alternate only
	Rhythm     Rhythm
	Period     time.Duration
}

// looks avoids pairs that red-green blindness confuses: warnings differ from
// invitations in rhythm, and blue and amber carry the main contrast.
var looks = [signals]Look{
	Off:          {},
	PlaceBlack:   {Color: RGB{0, 80, 255}, Rhythm: Steady},
	PlaceWhite:   {Color: RGB{255, 220, 160}, Rhythm: Steady},
	Accepted:     {Color: RGB{0, 255, 80}, Rhythm: Once, Period: 600 * time.Millisecond},
	Thinking:     {Color: RGB{80, 80, 255}, Rhythm: Breathe, Period: 3 * time.Second},
	MissingBlack: {Color: RGB{0, 80, 255}, Rhythm: Pulse, Period: 1200 * time.Millisecond},
	MissingWhite: {Color: RGB{255, 220, 160}, Rhythm: Pulse, Period: 1200 * time.Millisecond},
	Extra:        {Color: RGB{255, 0, 0}, Rhythm: Fast, Period: 250 * time.Millisecond},
	WrongColor:   {Color: RGB{255, 0, 0}, Alt: RGB{255, 220, 160}, Rhythm: Alternate, Period: 800 * time.Millisecond},
	Refused:      {Color: RGB{255, 0, 0}, Rhythm: Twice, Period: 1500 * time.Millisecond},
	Winning:      {Color: RGB{0, 255, 80}, Rhythm: Chase, Period: 1200 * time.Millisecond},
	LastMove:     {Color: RGB{40, 40, 40}, Rhythm: Steady},
	LinkLost:     {Color: RGB{255, 120, 0}, Rhythm: Twice, Period: 2 * time.Second},
	YourTurn:     {Color: RGB{0, 120, 40}, Rhythm: Steady},
	Paused:       {Color: RGB{255, 120, 0}, Rhythm: Breathe, Period: 4 * time.Second},
	Confirm:      {Color: RGB{255, 0, 255}, Rhythm: Pulse, Period: 800 * time.Millisecond},
	Captured:     {Color: RGB{255, 120, 0}, Rhythm: Pulse, Period: 600 * time.Millisecond},
	BlackArea:    {Color: RGB{0, 24, 80}, Rhythm: Steady},
	WhiteArea:    {Color: RGB{70, 60, 44}, Rhythm: Steady},
	Dead:         {Color: RGB{255, 0, 255}, Rhythm: Breathe, Period: 2 * time.Second},
	Candidate:    {Color: RGB{0, 255, 80}, Rhythm: Breathe, Period: 2 * time.Second},
	Liberty:      {Color: RGB{0, 160, 160}, Rhythm: Steady},
}

// Look returns how s is shown; an unknown signal is dark.
func (s Signal) Look() Look {
	if !s.Valid() {
		return Look{}
	}
	return looks[s]
}
