package replay

import (
	"fmt"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	control "stonehand/engine/clock"
	"stonehand/engine/opening"
)

// linkNote is a [api.LinkOrder] as recordings have it: what a remote opponent, or a
// program that plays against the people, has had the table do. It has neither names
// nor what was only said.
type linkNote struct {
	Begin    *beginNote      `json:"begin,omitempty"`
	Play     *playNote       `json:"play,omitempty"`
	Choose   *chooseNote     `json:"choose,omitempty"`
	Undo     *int            `json:"undo,omitempty"`
	Unchosen bool            `json:"unchosen,omitempty"`
	Standing bool            `json:"standing,omitempty"`
	End      *endNote        `json:"end,omitempty"`
	Stand    *api.LinkStand  `json:"stand,omitempty"`
	Free     bool            `json:"free,omitempty"`
	Guest    *api.GuestOrder `json:"guest,omitempty"`
}

type beginNote struct {
	Game      string     `json:"game"`
	Opening   string     `json:"opening"`
	Elsewhere string     `json:"elsewhere"`
	Human     api.Colors `json:"human"`
	Clock     string     `json:"clock"`
	Guest     bool       `json:"guest,omitempty"`
}

type playNote struct {
	Before int           `json:"before"`
	Color  string        `json:"color"`
	Points []string      `json:"points"`
	Left   *control.Side `json:"left,omitempty"` // times in nanoseconds
	Down   bool          `json:"down,omitempty"`
}

type chooseNote struct {
	Before int           `json:"before"`
	Choice string        `json:"choice"`
	Left   *control.Side `json:"left,omitempty"`
}

type endNote struct {
	Loser  string `json:"loser"`
	OnTime bool   `json:"on_time,omitempty"`
}

// noteOf returns what is to be noted of an order; ok is false for one that changes
// nothing at the board.
func noteOf(o *api.LinkOrder) (n linkNote, ok bool) {
	n = linkNote{Undo: o.Undo, Unchosen: o.Unchosen, Standing: o.Standing, Free: o.Free}
	switch {
	case o.Begin != nil:
		g := o.Begin
		n.Begin = &beginNote{Game: g.Rules, Opening: g.Opening.String(), Elsewhere: g.Elsewhere.String(), Human: g.Human, Clock: g.Clock.String(), Guest: g.Guest}
		if n.Begin.Human == nil {
			n.Begin.Human = api.Colors{}
		}
	case o.Play != nil:
		p := o.Play
		n.Play = &playNote{Before: p.Before, Color: p.Color.String(), Points: []string{}, Left: p.Left, Down: p.Down}
		for _, q := range p.Points {
			n.Play.Points = append(n.Play.Points, q.String())
		}
	case o.Choose != nil:
		n.Choose = &chooseNote{Before: o.Choose.Before, Choice: string(o.Choose.Choice), Left: o.Choose.Left}
	case o.End != nil:
		n.End = &endNote{Loser: o.End.Loser.String(), OnTime: o.End.OnTime}
	case o.Stand != nil:
		s := *o.Stand
		s.Name = ""
		n.Stand = &s
	case o.Guest != nil:
		g := *o.Guest
		g.Name = ""
		n.Guest = &g
	default:
		return n, o.Undo != nil || o.Free
	}
	return n, true
}

// parseLink reads the order of a note. The error says what cannot be.
func parseLink(text string) (*api.LinkOrder, error) {
	n, err := decode[linkNote](keyLink, text)
	if err != nil {
		return nil, err
	}
	if s := n.Stand; s != nil && (s.Asked < 0 || s.Asking < 0 || s.Ended < -1) {
		return nil, fmt.Errorf("the link cannot stand as %.80q says: turns are not counted below 0", text)
	}
	o := &api.LinkOrder{Undo: n.Undo, Unchosen: n.Unchosen, Standing: n.Standing, Stand: n.Stand, Free: n.Free, Guest: n.Guest}
	if b := n.Begin; b != nil {
		g := &api.LinkGame{Rules: b.Game, Human: b.Human, Guest: b.Guest}
		if g.Opening, err = opening.Parse(b.Opening); err != nil {
			return nil, err
		}
		if g.Clock, err = control.Parse(b.Clock); err != nil {
			return nil, err
		}
		g.Elsewhere, _ = board.ParseColor(b.Elsewhere)
		o.Begin = g
	}
	if p := n.Play; p != nil {
		t := &api.LinkTurn{Before: p.Before, Left: p.Left, Down: p.Down}
		t.Color, _ = board.ParseColor(p.Color)
		for _, name := range p.Points {
			q, err := largest.Parse(name, board.Algebraic)
			if err != nil {
				return nil, err
			}
			t.Points = append(t.Points, q)
		}
		o.Play = t
	}
	if c := n.Choose; c != nil {
		o.Choose = &api.LinkChoice{Before: c.Before, Choice: opening.Choice(c.Choice), Left: c.Left}
	}
	if e := n.End; e != nil {
		o.End = &api.LinkEnd{OnTime: e.OnTime}
		o.End.Loser, _ = board.ParseColor(e.Loser)
	}
	return o, nil
}
