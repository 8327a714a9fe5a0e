package sgf

import (
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// The properties by which a record says how its game was opened. FF[4] has none
// for that but ON, a text; a program that does not know them reads the same moves.
const (
	propOpening = "OPENING" // root: the protocol, by its word
	propChoice  = "CHOICE"  // a move's: what was chosen after it
	propOffer   = "OFFER"   // a move's: the other fifth stone, which was taken away
	propName    = "ON"      // root: which of Renju's 26 openings it is
)

// opens returns the protocol by which the record's game began.
func (r *Record) opens() opening.Kind {
	if g, ok := r.Game.(interface{ Opens() opening.Kind }); ok && r.Start.IsZero() {
		return g.Opens()
	}
	return opening.Free
}

// patternName names the opening, as in "D4 Kagetsu 花月"; "" if it is none of the 26.
func (r *Record) patternName() string {
	if !r.opens().Canonical() || len(r.Turns) < 3 {
		return ""
	}
	var three []board.Point
	for _, t := range r.Turns[:3] {
		three = append(three, t.Points...)
	}
	p, ok := opening.Named(r.Size, three)
	if !ok {
		return ""
	}
	return p.Code + " " + p.Name + " " + p.Chinese
}

// openingOf are the properties of a node that say what followed the turn of that
// number, counted from 1.
func (r *Record) openingOf(turn int, how board.Notation) []Property {
	var list []Property
	for _, m := range r.Made {
		if m.After != turn {
			continue
		}
		word := string(m.Choice)
		if p, err := r.Size.Parse(word, board.Algebraic); err == nil {
			word = r.Size.Name(p, how)
			for _, q := range r.Offer {
				if q != p {
					list = append(list, Property{Name: propOffer, Values: []Value{Value(r.Size.Name(q, how))}})
				}
			}
		}
		list = append(list, Property{Name: propChoice, Values: []Value{Value(word)}})
	}
	return list
}

// beginning reads the root's word for the opening into rules that have it.
func beginning(root Node, rules game.Rules) (game.Rules, error) {
	word := field(root, propOpening)
	if word == "" {
		return rules, nil
	}
	k, err := opening.Parse(word)
	if err != nil {
		return nil, root.errorf("%s", err)
	}
	opened, err := game.Opened(rules, k)
	if err != nil {
		return nil, root.errorf("on %d x %d points, %s", rules.Size().Cols, rules.Size().Rows, err)
	}
	return opened, nil
}

// choose makes the choices that a node says were made after its move.
func (r *replay) choose(m *move, size board.Size, how board.Notation) error {
	for _, word := range m.choices {
		c := opening.Choice(strings.ToLower(word))
		if r.game.Step().Pick {
			p, err := size.Parse(word, how)
			if err != nil {
				return m.errorf("%s", err)
			}
			c = opening.Choice(p.String())
		}
		if err := r.game.Choose(c); err != nil {
			return m.errorf("%s[%s]: %s", propChoice, board.Clip(Value(word)), err)
		}
	}
	return nil
}
