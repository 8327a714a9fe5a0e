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
	o := order{name: words[0], args: words[1:], look: look}
	switch o.name {
	case "help":
		return Orders, nil
	case "state":
		if err := o.most(0); err != nil || look {
			return "", err
		}
		return s.state(), nil
	case "reset":
		return o.do(s, 0, func(m *Machine) error { m.Restart(); return nil })
	case "power":
		on, err := o.either("on", "off")
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error {
			if on {
				m.PowerOn()
			} else {
				m.PowerOff()
			}
			return nil
		})
	case "unplug", "plug":
		if err := o.most(0); err != nil || look {
			return "", err
		}
		if o.name == "plug" {
			s.Plug()
		} else {
			s.Unplug()
		}
		return "", nil
	case "silence":
		d, err := o.duration(0, 5*time.Second)
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error { m.Silence(d); return nil })
	case "limit":
		return s.orderLimit(o)
	case "refuse":
		code, err := o.number(0, errLocked)
		if err != nil {
			return "", err
		}
		lines, err := o.number(1, 1)
		if err != nil {
			return "", err
		}
		return o.do(s, 2, func(m *Machine) error { return m.Refuse(int(code), int(lines)) })
	case "garble":
		n, err := o.number(0, 5)
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error { m.Garble(int(n)); return nil })
	case "blank":
		return o.do(s, 0, func(m *Machine) error { m.EraseEEPROM(); return nil })
	case "hand":
		in, err := o.either("in", "out")
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error {
			if in {
				m.OpenDoor()
			} else {
				m.CloseDoor()
			}
			return nil
		})
	case "wait":
		d, err := o.duration(0, time.Second)
		if err == nil {
			err = o.most(1)
		}
		if err != nil || look {
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
func (s *Server) obeyWorld(o order) (string, error) {
	switch o.name {
	case "supply":
		on, err := o.either("on", "off")
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error { m.World().Supply(on); return nil })
	case "stop":
		press, err := o.either("press", "release")
		if err != nil {
			return "", err
		}
		if !press {
			return o.do(s, 1, func(m *Machine) error { m.World().ReleaseStop(); return nil })
		}
		contacts, err := o.number(1, 2)
		if err == nil && contacts != 1 && contacts != 2 {
			err = fmt.Errorf("an emergency stop has 1 contact (supply) or 2 (supply and reset input), not %v", contacts)
		}
		if err != nil {
			return "", err
		}
		return o.do(s, 2, func(m *Machine) error { return m.World().PressStop(int(contacts)) })
	case "slip", "push", "falls", "lose":
		return s.orderAxis(o)
	case "drop":
		mm, err := o.number(0, 0)
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error {
			if mm <= 0 && m.World().Held() == hw.Empty {
				return errors.New("the gripper holds no stone that could fall; say after how many mm the next one is to")
			}
			m.World().DropAfter(mm)
			return nil
		})
	case "nopick":
		n, err := o.number(0, 1)
		if err != nil {
			return "", err
		}
		return o.do(s, 1, func(m *Machine) error { m.World().FailPicks(int(n)); return nil })
	case "empty", "refill":
		black, err := o.either("black", "white")
		if err != nil {
			return "", err
		}
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

func (s *Server) orderLimit(o order) (string, error) {
	axis, err := o.axis()
	if err != nil {
		return "", err
	}
	if len(o.args) > 1 {
		for i, state := range []string{"works", "stuck", "dead"} {
			if o.args[1] == state {
				return o.do(s, 2, func(m *Machine) error { return m.World().BreakLimit(axis, LimitFault(i)) })
			}
		}
	}
	d, err := o.duration(1, 200*time.Millisecond)
	if err != nil {
		return "", err
	}
	return o.do(s, 2, func(m *Machine) error { return m.HitLimit(axis, d) })
}

// orderAxis carries out an order about an axis that its motor does not move.
func (s *Server) orderAxis(o order) (string, error) {
	axis, err := o.axis()
	if err != nil {
		return "", err
	}
	share := len(o.args) > 1 && strings.HasSuffix(o.args[1], "%")
	if share && o.name == "lose" {
		o.args[1] = strings.TrimSuffix(o.args[1], "%")
	}
	n, err := o.number(1, map[string]float64{"slip": 1, "push": 1, "falls": 3, "lose": 100}[o.name])
	if err != nil {
		return "", err
	}
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
			return "", fmt.Errorf("an axis falls at 0 to 1000 mm/s, not at %v", n)
		}
		return o.do(s, 2, func(m *Machine) error { return m.World().Falls(axis, n) })
	}
	if n < 0 || n > 100 {
		return "", fmt.Errorf("an axis loses 0%% to 100%% of its steps, not %v%%", n)
	}
	d, err := o.duration(2, 0)
	if err != nil {
		return "", err
	}
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
	look bool // it is not to be carried out
}

// do carries an order out that takes at most so many words.
func (o order) do(s *Server, words int, f func(m *Machine) error) (string, error) {
	if err := o.most(words); err != nil || o.look {
		return "", err
	}
	var err error
	s.Do(func(m *Machine) { err = f(m) })
	return "", err
}

func (o order) most(n int) error {
	if len(o.args) > n {
		return fmt.Errorf("%.40q is one word too many for %q", o.args[n], o.name)
	}
	return nil
}

// either reports whether the word is the first of two.
func (o order) either(yes, no string) (bool, error) {
	if len(o.args) == 0 || o.args[0] != yes && o.args[0] != no {
		return false, fmt.Errorf("%q is followed by %q or %q", o.name, yes, no)
	}
	return o.args[0] == yes, nil
}

func (o order) axis() (int, error) {
	if len(o.args) > 0 && len(o.args[0]) == 1 {
		if i := strings.Index(axisNames, strings.ToUpper(o.args[0])); i >= 0 {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is followed by an axis: x, y or z", o.name)
}

func (o order) number(i int, otherwise float64) (float64, error) {
	if i >= len(o.args) {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(o.args[i], 64)
	if err != nil || v != v || v > 1e6 || v < -1e6 {
		return 0, fmt.Errorf("%.40q is not a number that %q can have", o.args[i], o.name)
	}
	return v, nil
}

func (o order) duration(i int, otherwise time.Duration) (time.Duration, error) {
	if i >= len(o.args) {
		return otherwise, nil
	}
	d, err := time.ParseDuration(o.args[i])
	if err != nil || d < 0 || d > time.Hour {
		return 0, fmt.Errorf("%.40q is not a time for %q; write one like 200ms, 5s or 1m, up to 1h", o.args[i], o.name)
	}
	return d, nil
}
