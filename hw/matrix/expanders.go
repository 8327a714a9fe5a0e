package matrix

import "errors"

// Expanders are MCP23017 with one input for each sensor: the first chip serves
// the first 14 places, GPA0-6 and then GPB0-6, and so on. With two planes the
// first half of the chips is Black's and the second White's.
type Expanders struct {
	bus        *I2C
	activeHigh bool
	group      []group
}

var _ Source = (*Expanders)(nil)

// NewExpanders returns the expanders on a bus. A stone reads low unless
// activeHigh.
func NewExpanders(bus *I2C, activeHigh bool) (*Expanders, error) {
	if bus == nil {
		return nil, errors.New("matrix: expanders need a bus")
	}
	if err := bus.check(); err != nil {
		return nil, err
	}
	s := &Expanders{bus: bus, activeHigh: activeHigh}
	for i, at := range bus.Expanders {
		s.group = append(s.group, group{"the expander at " + at.String(), i * ExpanderInputs, (i + 1) * ExpanderInputs})
	}
	return s, nil
}

// String names the bus.
func (s *Expanders) String() string { return s.bus.String() }

func (s *Expanders) open() error     { return s.bus.open() }
func (s *Expanders) close()          { s.bus.close() }
func (s *Expanders) inputs() int     { return len(s.bus.Expanders) * ExpanderInputs }
func (s *Expanders) groups() []group { return s.group }
func (s *Expanders) proven() bool    { return true } // by their marks

func (s *Expanders) scan(in []input, n *notes) error {
	s.bus.begin()
	good, err := s.bus.each(n, func(_ int, e *expander) error { return e.read(s.bus.bus) })
	if err != nil {
		return err
	}
	for i, e := range s.bus.chips {
		for k := range ExpanderInputs {
			v := unread
			if good[i] {
				v = off
				if pin(e.pins, k) == s.activeHigh {
					v = on
				}
			}
			in[i*ExpanderInputs+k] = v
		}
	}
	return nil
}
