package web

import (
	"errors"
	"net/http"

	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Hand is a person's hand over a simulated board. Points are numbered as in
// package hw.
type Hand interface {
	// Put puts a stone, hw.Black or hw.White, on a point, or says why a hand
	// could not: sim.ErrOccupied.
	Put(point int, stone hw.State) error
	// Lift takes the stone off a point, or says why a hand could not:
	// sim.ErrEmpty.
	Lift(point int) error
}

// Pusher is a [Hand] that also pushes the buttons beside the board.
type Pusher interface {
	// Push pushes a button down or lets it go, or says why a hand could not:
	// sim.ErrNoButton.
	Push(name string, down bool) error
}

// pushing is the body of POST /api/sim/push, and the answer to it.
type pushing struct {
	Button string `json:"button"`
	Down   bool   `json:"down"`
}

// simPush answers POST /api/sim/push.
func (s *Server) simPush(r *http.Request) (any, error) {
	var q pushing
	hand, ok := s.Hand.(Pusher)
	if !ok {
		return nil, refusing(http.StatusNotFound, "not-simulated", "This is a real board: push its buttons by hand.")
	}
	err := read(r, &q, `{"button":"1","down":true}`)
	if err == nil {
		if err = hand.Push(q.Button, q.Down); errors.Is(err, sim.ErrNoButton) {
			err = badValue("There is no button %q: the state lists the buttons.", text.Clip(q.Button))
		}
	}
	return q, err
}

// placing is the body of POST /api/sim/put, and the answer to it.
type placing struct {
	Point string `json:"point"`
	Color string `json:"color"`
}

// lifting is the body of POST /api/sim/lift, and the answer to it.
type lifting struct {
	Point string `json:"point"`
}

// simPut answers POST /api/sim/put. The answer comes when the hand has begun;
// the stone is on the board when the state says so.
func (s *Server) simPut(r *http.Request) (any, error) {
	var q placing
	point, err := s.touch(r, &q, &q.Point, `{"point":"J10","color":"black"}`)
	if err == nil {
		c, ok := board.ParseColor(q.Color)
		if !ok {
			err = badValue(`"color" cannot be %q: use "black" or "white".`, text.Clip(q.Color))
		} else {
			q.Color = c.String()
			err = s.handRefusal(q.Point, s.Hand.Put(point, map[board.Color]hw.State{board.Black: hw.Black, board.White: hw.White}[c]))
		}
	}
	return q, err
}

// simLift answers POST /api/sim/lift.
func (s *Server) simLift(r *http.Request) (any, error) {
	var q lifting
	point, err := s.touch(r, &q, &q.Point, `{"point":"J10"}`)
	if err == nil {
		err = s.handRefusal(q.Point, s.Hand.Lift(point))
	}
	return q, err
}

// touch reads the body into q and returns the number of the point it names,
// which it also rewrites in the contract's form.
func (s *Server) touch(r *http.Request, q any, name *string, example string) (int, error) {
	if s.Hand == nil {
		return 0, refusing(http.StatusNotFound, "not-simulated", "This is a real board: place and lift its stones by hand.")
	}
	if err := read(r, q, example); err != nil {
		return 0, err
	}
	now := s.Table.Snapshot()
	size := board.Size{Cols: now.Cols, Rows: now.Rows}
	if !size.Valid() {
		return 0, refusing(http.StatusConflict, "not-now", "The size of the board is not known yet. Try again when it is connected.")
	}
	if *name == "" {
		return 0, badValue(`The member "point" is missing: it names a point, such as %q.`, size.Name(size.Center(), board.Algebraic))
	}
	p, err := size.Parse(*name, board.Algebraic)
	if err != nil {
		return 0, badValue("%v.", err)
	}
	*name = size.Name(p, board.Algebraic)
	in := pointmap.Map{Board: board.Size{Cols: now.Board.Cols, Rows: now.Board.Rows}, Game: size}
	if !in.Fits() {
		in.Board = size // a table that does not say takes the whole board
	}
	return in.Index(p), nil
}

// handRefusal says what the hand could not do on the named point, in the points
// of the contract: the simulated board itself knows numbers only.
func (s *Server) handRefusal(point string, err error) error {
	switch {
	case err == nil:
		return nil
	case s.Table.Snapshot().Helping && (errors.Is(err, sim.ErrThere) || errors.Is(err, sim.ErrEmpty)):
		return nil // the helping hands were quicker
	case errors.Is(err, sim.ErrOccupied):
		return refusing(http.StatusConflict, "hand", "There is a stone on %s already: lift it first.", point)
	case errors.Is(err, sim.ErrEmpty):
		return refusing(http.StatusConflict, "hand", "There is no stone on %s to lift.", point)
	case errors.Is(err, sim.ErrOffBoard):
		return refusing(http.StatusConflict, "hand", "There is no point %s on this board.", point)
	}
	return refusing(http.StatusConflict, "hand", "%v", err)
}
