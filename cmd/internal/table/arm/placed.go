package arm

import (
	"errors"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
)

// onPlaced takes note of what became of a stone of the arm's.
func (m *Machine) onPlaced(p hw.Placement) {
	if m.task != placing {
		m.onLifted(p)
		return
	}
	point := m.in.Map.Point(p.Point)
	if p.Err == nil {
		m.out.Log.Debug("the arm has put a stone down", "point", point)
		if m.job == m.position {
			m.let[point] = hw.State(m.s.Stones)
		}
	}
	m.blame(p.Err)
	m.tried = true
	if m.job == m.position && tried(p.Err) {
		m.tries[point]++
	}
}

// tried reports whether a stone was tried to be put down: not where the arm could not
// begin, or was held or stopped before it had one.
func tried(err error) bool {
	var e *hw.ArmError
	switch trouble := hw.ArmTroubleOf(err); {
	case err == nil || trouble == hw.ArmDropped:
		return true
	case errors.As(err, &e) && e.Held:
		return false
	default:
		return trouble == hw.ArmFailed
	}
}

// blame notes an error that is a fault of the arm's, and not a hold or a stop.
func (m *Machine) blame(err error) {
	if e, ok := errors.AsType[*hw.ArmError](err); ok && !e.Held && (e.Trouble == hw.ArmFailed || e.Trouble == hw.ArmDropped) {
		m.why = hw.ArmFailing
	}
}

// onDone takes the end of the arm's job.
func (m *Machine) onDone(d *Done) {
	err := d.Err
	for _, p := range d.Placed {
		m.onPlaced(p)
	}
	m.running, m.out.Changed, m.faulty = false, true, false
	m.again = time.Time{}
	if m.job == m.s.Position || m.task != placing {
		m.again = m.at.Add(pause)
	}
	if err == nil && m.tried {
		return
	}
	if !m.tried && m.task != placing && tried(err) {
		for _, p := range m.asked {
			m.lost[p]++
		}
	}
	if !m.tried && m.task == placing && m.job == m.position && tried(err) {
		for _, p := range m.asked {
			m.tries[p]++
		}
	}
	if err == nil {
		return
	}
	m.blame(err)
	m.out.Log.Warn("the arm cannot place or lift the stones", "err", err)
	failed := text.Key(text.ArmFailed)
	if m.task != placing {
		failed = text.ArmLiftFailed
	}
	e, ok := errors.AsType[*hw.ArmError](err)
	if !ok {
		m.faulty, m.again = true, m.at.Add(rest)
		m.notice(text.Tell(failed))
		return
	}
	switch color := board.Color(e.Color); e.Trouble {
	case hw.ArmDropped:
		m.notice(text.Tell(text.ArmDropped, text.Color(color)))
	case hw.ArmEmpty:
		m.empty[color] = true
		m.notice(text.Tell(text.ArmFailed))
	case hw.ArmFull:
		m.full[color] = true
		m.notice(text.Tell(failed))
	case hw.ArmNotReady:
		m.notice(text.Tell(failed))
	}
}

// onNews takes news of the arm.
func (m *Machine) onNews(n hw.ArmNews) {
	before := m.news
	m.news, m.out.Changed = n, true
	m.gripper.take(m.at, &n)
	if n.State != before.State {
		m.out.Log.Debug("arm", "state", n.State, "cause", n.Cause, "text", n.Text)
		if n.State == hw.ArmStopped {
			m.out.Stopped = true
		} else if before.State == hw.ArmStopped { // a person has seen to it
			clear(m.lost)
			m.saidLift = false
		}
	}
	if m.lifts {
		m.full[board.Black], m.full[board.White] = !n.Lifts(hw.Black), !n.Lifts(hw.White)
	}
	for _, tray := range n.Trays {
		color := board.Color(tray.Color)
		m.empty[color] = tray.Left == 0
		if was, known := leftIn(before, tray.Color); known && was > tray.Low && tray.Left <= tray.Low && tray.Left > 0 {
			m.notice(text.Tell(text.ArmLow, text.Stones{N: tray.Left, Color: color}))
		}
	}
}

// leftIn returns what was left of a colour.
func leftIn(n hw.ArmNews, color hw.State) (int, bool) {
	for _, t := range n.Trays {
		if t.Color == color {
			return t.Left, true
		}
	}
	return 0, false
}

// A stone's colour converts to a state of the board's.
var _ = [1]struct{}{}[(hw.State(board.White)-hw.White)+(hw.State(board.Black)-hw.Black)]
