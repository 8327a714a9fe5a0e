package matrix

import (
	"slices"

	"stonehand/hw"
)

const (
	// storm is how many inputs may change from one reading to the next without
	// being asked again. Two hands move a few stones in a hundredth of a second
	// at most; interference and a supply that sags change many.
	storm = 6
	// agreeing is how many readings in a row must show much the same before a
	// change of more than storm inputs is believed.
	agreeing = 4
	// bothPlanes is how many points may show both colours: more are no magnets
	// that lie askew but a fault of the wiring.
	bothPlanes = 8
	// uniformGroup is the least number of inputs of a chip whose reading all
	// alike is looked at.
	uniformGroup = 5
	// unlikely is how many inputs of a chip do not read a stone on every place at
	// the first sight of a board, unless they are stuck.
	unlikely = 12
)

var (
	errStorm   = hw.Errorf("the readings of the board change all over from one to the next; check the ground wire, the supply, and that no cable is loose or longer than 30 cm")
	errAllOn   = hw.Errorf("every input reads as if a stone lay there; check the supply of the sensors, the data wire, and whether active should be the other level")
	errAllOff  = hw.Errorf("every input reads empty from one moment to the next; check the data wire and the supply of the sensors, and if both are good, put one stone down to show it")
	errPlanes  = hw.Errorf("many points show both colours at once; check the supply of the sensors and the order of the two planes")
	errNothing = hw.Errorf("no input of the board can be read")
)

// plausible is the plausibility filter: it tells which readings are believed, and makes points of them. It has
// no clock and no device.
type plausible struct {
	places [2][]int // by plane: the point of each input, -1 for none
	planes int
	offset int // of the second plane's inputs
	groups []group
	proven bool

	last    []input // the reading before
	known   []input // what each input was last believed to be; unread: never known
	trial   []input // scratch
	settled bool    // a reading has been believed
	seen    bool    // last is a reading
	quiet   bool    // a reading like last shows nothing new
	agreed  int     // readings in a row that differ little
	stuck   []bool  // by group: it went to all on at one moment

	points []hw.State // as believed last; given out, so never changed
}

func newPlausible(src Source, geo hw.Geometry, points []int) *plausible {
	n := src.inputs()
	b := &plausible{
		planes: 1, groups: src.groups(), proven: src.proven(),
		last: make([]input, n), known: make([]input, n), trial: make([]input, n),
		points: make([]hw.State, geo.Cols*geo.Rows),
	}
	if geo.Colors {
		b.planes = 2
	}
	b.offset = n / b.planes
	for p := range b.planes {
		b.places[p] = points
	}
	for i := range b.known {
		b.known[i] = unread
	}
	for i := range b.points {
		b.points[i] = hw.Unknown
	}
	b.stuck = make([]bool, len(b.groups))
	return b
}

// again begins a new row of readings, after the devices were opened again. What
// the inputs were is kept: a wire that was found dead is not believed next time.
func (b *plausible) again() { b.seen, b.quiet, b.agreed = false, false, 0 }

// take judges one reading. It returns the points that it shows, which are never
// changed afterwards; nil, without an error, if another reading has to confirm
// it; or why it cannot be believed.
func (b *plausible) take(in []input, n *notes) ([]hw.State, error) {
	if b.quiet && slices.Equal(in, b.last) {
		b.agreed++
		return b.points, nil
	}
	b.quiet = false
	first := !b.seen
	b.compare(in)
	t := b.trial
	var ons, readable, changes, wasOn int
	for i, v := range in {
		if v != unread && !b.proven && v != b.last[i] {
			v = b.known[i] // must read the same twice
		}
		t[i] = v
		if v == unread {
			continue
		}
		readable++
		if v == on {
			ons++
		}
		if k := b.known[i]; k != unread {
			if k != v {
				changes++
			}
			if k == on {
				wasOn++
			}
		}
	}
	copy(b.last, in)
	jump := changes > storm
	switch {
	case readable == 0 && (b.proven || !first):
		return nil, errNothing
	case (jump || !b.settled) && ons == readable && ons > uniformGroup:
		return nil, errAllOn
	case jump && ons == 0 && wasOn > 0 && !b.proven:
		return nil, errAllOff
	case jump && b.agreed == 0:
		return nil, errStorm
	case jump && b.agreed < agreeing-1, !b.settled && b.agreed == 0:
		return nil, nil
	}
	b.stick(t, n)
	states, err := b.states(t)
	if err != nil {
		return nil, err
	}
	if ons == 0 && jump {
		n.event(hw.Errorf("%d stones vanished from the board at the same moment; if they still lie there, check the supply of the sensors", wasOn))
	}
	for i, v := range t {
		if v != unread {
			b.known[i] = v
		}
	}
	b.settled, b.quiet = true, slices.Equal(t, in)
	if !slices.Equal(states, b.points) {
		b.points = states
	}
	return b.points, nil
}

// compare counts how many readings in a row differ little.
func (b *plausible) compare(in []input) {
	differ := 0
	for i, v := range in {
		if l := b.last[i]; v != l && v != unread && l != unread {
			differ++
		}
	}
	if b.seen && differ <= storm {
		b.agreed++
	} else {
		b.agreed = 0
	}
	b.seen = true
}

// stick takes away what chips say that went from reading hardly anything to
// reading a stone everywhere: they have lost a wire.
func (b *plausible) stick(t []input, say *notes) {
	for k, g := range b.groups {
		ons, was, known := 0, 0, 0
		for i := g.from; i < g.to; i++ {
			if t[i] == on {
				ons++
			}
			if b.known[i] != unread {
				known++
			}
			if b.known[i] == on {
				was++
			}
		}
		n := g.to - g.from
		switch {
		case n < uniformGroup || ons < n:
			b.stuck[k] = false
		case known == n && 2*was < n, known == 0 && n >= unlikely:
			b.stuck[k] = true
		}
		if !b.stuck[k] {
			continue
		}
		say.part("stuck "+g.name.Error(), hw.Errorf("%v reads as if stones lay on all of its %d places; check its supply and its ground; its points are played without until it reads better", g.name, n))
		for i := g.from; i < g.to; i++ {
			t[i] = unread
		}
	}
}

// states makes points of inputs.
func (b *plausible) states(t []input) ([]hw.State, error) {
	states := make([]hw.State, len(b.points))
	for i := range states {
		states[i] = hw.Unknown // served by no input
	}
	both := 0
	for i, p := range b.places[0] {
		if p < 0 {
			continue
		}
		a := t[i]
		if b.planes == 1 {
			states[p] = [...]hw.State{off: hw.Empty, on: hw.Stone, unread: hw.Unknown}[a]
			continue
		}
		switch w := t[b.offset+i]; {
		case a == unread || w == unread:
			states[p] = hw.Unknown
		case a == on && w == on:
			states[p] = hw.Unknown
			both++
		case a == on:
			states[p] = hw.Black
		case w == on:
			states[p] = hw.White
		default:
			states[p] = hw.Empty
		}
	}
	if both > bothPlanes {
		return nil, errPlanes
	}
	return states, nil
}
