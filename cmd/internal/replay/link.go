package replay

import (
	"fmt"

	"stonehand/cmd/internal/api"
)

// noteOf returns what recordings have of an order: what a remote opponent, or a
// program that plays against the people, has had the table do, without names and
// without what was only said. ok is false for an order that changes nothing at the
// board.
func noteOf(o *api.LinkOrder) (n api.LinkOrder, ok bool) {
	n = *o
	switch {
	case o.Begin != nil && o.Begin.Human == nil:
		g := *o.Begin
		g.Human = api.Colors{}
		n.Begin = &g
	case o.Stand != nil:
		s := *o.Stand
		s.Name = ""
		n.Stand = &s
	case o.Guest != nil:
		g := *o.Guest
		g.Name = ""
		n.Guest = &g
	}
	return n, n != api.LinkOrder{Say: o.Say}
}

// parseLink reads the order of a note. The error says what cannot be.
func parseLink(text string) (*api.LinkOrder, error) {
	o, err := decode[api.LinkOrder](keyLink, text)
	if err != nil {
		return nil, err
	}
	if s := o.Stand; s != nil && (s.Asked < 0 || s.Asking < 0 || s.Ended < -1) {
		return nil, fmt.Errorf("the link cannot stand as %.80q says: turns are not counted below 0", text)
	}
	return &o, nil
}
