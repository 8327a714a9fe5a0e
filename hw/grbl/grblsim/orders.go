package grblsim

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"
)

// Orders explains what [Server.Obey] understands.
//
//go:embed orders.txt
var Orders string

// errOrder is what an order that is none leads to.
var errOrder = errors.New(`that is not an order; "help" lists them`)

// Obey carries out an order of a person who rehearses: one of [Orders]. It
// returns what is to be told.
func (s *Server) Obey(line string) (string, error) { return s.obey(line, false) }

// CheckOrder says what is wrong with an order that is for later. What depends on
// how things are then it cannot say.
func CheckOrder(line string) error {
	_, err := new(Server).obey(line, true)
	return err
}

// obey carries an order out, or only looks at it.
func (s *Server) obey(line string, look bool) (string, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", nil
	}
	o := &order{name: words[0], args: words[1:], look: look}
	switch o.name {
	case "help":
		return Orders, nil
	case "state":
		if err := o.check(0); err != nil || look {
			return "", err
		}
		return s.state(), nil
	case "reset":
		return o.do(s, 0, func(m *Machine) error { m.Restart(); return nil })
	case "power":
		on := o.either("on", "off")
		return o.do(s, 1, func(m *Machine) error {
			if on {
				m.PowerOn()
			} else {
				m.PowerOff()
			}
			return nil
		})
	case "unplug", "plug":
		if err := o.check(0); err != nil || look {
			return "", err
		}
		if o.name == "plug" {
			s.Plug()
		} else {
			s.Unplug()
		}
		return "", nil
	case "silence":
		d := o.duration(0, 5*time.Second)
		return o.do(s, 1, func(m *Machine) error { m.Silence(d); return nil })
	case "limit":
		return s.orderLimit(o)
	case "refuse":
		code := o.number(0, errLocked)
		lines := o.number(1, 1)
		return o.do(s, 2, func(m *Machine) error { return m.Refuse(int(code), int(lines)) })
	case "garble":
		n := o.number(0, 5)
		return o.do(s, 1, func(m *Machine) error { m.Garble(int(n)); return nil })
	case "blank":
		return o.do(s, 0, func(m *Machine) error { m.EraseEEPROM(); return nil })
	case "hand":
		in := o.either("in", "out")
		return o.do(s, 1, func(m *Machine) error {
			if in {
				m.OpenDoor()
			} else {
				m.CloseDoor()
			}
			return nil
		})
	case "wait":
		d := o.duration(0, time.Second)
		if err := o.check(1); err != nil || look {
			return "", err
		}
		select {
		case <-time.After(d):
		case <-s.done:
		}
		return "", nil
	case "send":
		text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "send"))
		return o.do(s, len(o.args), func(m *Machine) error { m.Send([]byte(text + "\n")); return nil })
	}
	return s.obeyWorld(o)
}

// obeyWorld carries out an order that is about what is behind the controller.
func (s *Server) obeyWorld(o *order) (string, error) {
	switch o.name {
	case "supply":
		on := o.either("on", "off")
		return o.do(s, 1, func(m *Machine) error { m.World().Supply(on); return nil })
	case "stop":
		press := o.either("press", "release")
		if !press {
			return o.do(s, 1, func(m *Machine) error { m.World().ReleaseStop(); return nil })
		}
		contacts := o.number(1, 2)
		if contacts != 1 && contacts != 2 {
			o.fail("an emergency stop has 1 contact (supply) or 2 (supply and reset input), not %v", contacts)
		}
		return o.do(s, 2, func(m *Machine) error { return m.World().PressStop(int(contacts)) })
	case "slip", "push", "falls", "lose":
		return s.orderAxis(o)
	case "drop":
		mm := o.number(0, 0)
		return o.do(s, 1, func(m *Machine) error {
			if mm <= 0 && m.World().Held() == hw.Empty {
				return errors.New("the gripper holds no stone that could fall; say after how many mm the next one is to")
			}
			m.World().DropAfter(mm)
			return nil
		})
	case "nopick":
		n := o.number(0, 1)
		return o.do(s, 1, func(m *Machine) error { m.World().FailPicks(int(n)); return nil })
	case "empty", "refill":
		black := o.either("black", "white")
		color := hw.White
		if black {
			color = hw.Black
		}
		return o.do(s, 1, func(m *Machine) error {
			if o.name == "empty" {
				m.World().Empty(color)
			} else {
				m.World().Refill(color)
			}
			return nil
		})
	}
	return "", fmt.Errorf("%.40q: %w", o.name, errOrder)
}

func (s *Server) orderLimit(o *order) (string, error) {
	axis := o.axis()
	if len(o.args) > 1 {
		for i, state := range []string{"works", "stuck", "dead"} {
			if o.args[1] == state {
				return o.do(s, 2, func(m *Machine) error { return m.World().BreakLimit(axis, LimitFault(i)) })
			}
		}
	}
	d := o.duration(1, 200*time.Millisecond)
	return o.do(s, 2, func(m *Machine) error { return m.HitLimit(axis, d) })
}

// orderAxis carries out an order about an axis that its motor does not move.
func (s *Server) orderAxis(o *order) (string, error) {
	axis := o.axis()
	share := len(o.args) > 1 && strings.HasSuffix(o.args[1], "%")
	if share && o.name == "lose" {
		o.args[1] = strings.TrimSuffix(o.args[1], "%")
	}
	n := o.number(1, map[string]float64{"slip": 1, "push": 1, "falls": 3, "lose": 100}[o.name])
	switch o.name {
	case "slip":
		return o.do(s, 2, func(m *Machine) error { m.World().Slip(axis, n); return nil })
	case "push":
		return o.do(s, 2, func(m *Machine) error {
			if !m.World().Push(axis, n) {
				return errors.New("the motors hold their axes; cut their supply first")
			}
			return nil
		})
	case "falls":
		if n < 0 || n > 1000 {
			o.fail("an axis falls at 0 to 1000 mm/s, not at %v", n)
		}
		return o.do(s, 2, func(m *Machine) error { return m.World().Falls(axis, n) })
	}
	if n < 0 || n > 100 {
		o.fail("an axis loses 0%% to 100%% of its steps, not %v%%", n)
	}
	d := o.duration(2, 0)
	return o.do(s, 3, func(m *Machine) error { return m.World().Lose(axis, n/100, d) })
}

// state tells where everything is.
func (s *Server) state() string {
	var text string
	plugged := s.Plugged()
	s.Do(func(m *Machine) {
		at, truly, w := m.Position(), m.World().Position(), m.World()
		state := m.State()
		switch {
		case !plugged:
			state = "unplugged"
		case !m.Powered():
			state = "off"
		case !m.Homed():
			state += ", not homed"
		}
		switch {
		case w.Stopped():
			state += ", stop pressed"
		case !w.Powered():
			state += ", no supply"
		case m.Powered() && !w.Holding():
			state += ", motors off"
		}
		text = fmt.Sprintf("%s\nbelieves X%.3f Y%.3f Z%.3f, is at X%.3f Y%.3f Z%.3f\nholds %s; trays: %d black, %d white; astray: %d\n",
			state, at[X], at[Y], at[Z], truly[X], truly[Y], truly[Z],
			held(w.Held()), w.Left(hw.Black), w.Left(hw.White), w.Astray())
	})
	return text
}

func held(s hw.State) string {
	if s == hw.Empty {
		return "nothing"
	}
	return s.String()
}

// order is a word and what stands behind it.
type order struct {
	name string
	args []string
	look bool  // it is not to be carried out
	err  error // what is wrong with it, the first that was found
}

// fail notes what is wrong with the order.
func (o *order) fail(format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf(format, args...)
	}
}

// do carries an order out that takes at most so many words.
func (o *order) do(s *Server, words int, f func(m *Machine) error) (string, error) {
	if err := o.check(words); err != nil || o.look {
		return "", err
	}
	var err error
	s.Do(func(m *Machine) { err = f(m) })
	return "", err
}

// check says what is wrong with an order that takes at most so many words.
func (o *order) check(words int) error {
	if len(o.args) > words {
		o.fail("%.40q is one word too many for %q", o.args[words], o.name)
	}
	return o.err
}

// either reports whether the word is the first of two.
func (o *order) either(yes, no string) bool {
	if len(o.args) == 0 || o.args[0] != yes && o.args[0] != no {
		o.fail("%q is followed by %q or %q", o.name, yes, no)
		return false
	}
	return o.args[0] == yes
}

func (o *order) axis() int {
	if len(o.args) > 0 && len(o.args[0]) == 1 {
		if i := strings.Index(axisNames, strings.ToUpper(o.args[0])); i >= 0 {
			return i
		}
	}
	o.fail("%q is followed by an axis: x, y or z", o.name)
	return 0
}

func (o *order) number(i int, otherwise float64) float64 {
	if i >= len(o.args) {
		return otherwise
	}
	v, err := strconv.ParseFloat(o.args[i], 64)
	if err != nil || v != v || v > 1e6 || v < -1e6 {
		o.fail("%.40q is not a number that %q can have", o.args[i], o.name)
	}
	return v
}

func (o *order) duration(i int, otherwise time.Duration) time.Duration {
	if i >= len(o.args) {
		return otherwise
	}
	d, err := time.ParseDuration(o.args[i])
	if err != nil || d < 0 || d > time.Hour {
		o.fail("%.40q is not a time for %q; write one like 200ms, 5s or 1m, up to 1h", o.args[i], o.name)
	}
	return d
}
