package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
)

// How long things stay in sight.
const (
	freshTime = time.Second      // a change is shown as one
	rateTime  = 2 * time.Second  // frames are counted over this
	jumpTime  = 10 * time.Second // changes of a point are counted over this
	// jumpy is how many changes within jumpTime make a point one that jumps: a
	// stone that is put down makes two or three, a bouncing one some ten.
	jumpy = 12
)

// Sight is what a sensor shows, put together from its readings, for people who
// watch it. It holds raw frames: nothing is settled, so that every flicker is
// seen.
type Sight struct {
	Name   string // of the board
	link   *hw.Link
	fault  *hw.Fault
	points []hw.State
	moved  []time.Time   // when each point last changed; zero: never
	jumps  [][]time.Time // when each point changed within jumpTime
	frames []time.Time   // within rateTime
	drops  int           // links lost
}

// Take takes a reading that came at now, and returns what is new of it, a line
// each: links, faults, points that changed.
func (s *Sight) Take(r hw.Reading, now time.Time) (news []string) {
	switch {
	case r.Link != nil:
		was := s.link
		s.link, s.points, s.frames = r.Link, nil, nil
		if !r.Link.Up {
			if was != nil && was.Up {
				s.drops++
			}
			return []string{"link down: " + r.Link.Reason}
		}
		return []string{"link up: " + describe(r.Link.Board)}
	case r.Fault != nil:
		if r.Fault.Text == "" {
			s.fault = nil
			return []string{"fault cleared"}
		}
		s.fault = r.Fault
		return []string{"fault: " + r.Fault.Text}
	case r.Frame != nil:
		return s.frame(r.Frame, now)
	}
	return nil
}

func (s *Sight) frame(f *hw.Frame, now time.Time) (news []string) {
	s.frames = append(s.frames, now)
	if len(s.points) != len(f.Points) { // the first since the link came up
		s.points = f.Points
		s.moved, s.jumps = make([]time.Time, len(f.Points)), make([][]time.Time, len(f.Points))
		for p, state := range f.Points {
			if state != hw.Empty {
				news = append(news, fmt.Sprintf("%s %s", s.point(p), state))
			}
		}
		return news
	}
	for p, state := range f.Points {
		if state != s.points[p] {
			s.moved[p] = now
			s.jumps[p] = append(s.jumps[p], now)
			news = append(news, fmt.Sprintf("%s %s", s.point(p), state))
		}
	}
	s.points = f.Points
	return news
}

func describe(g hw.Geometry) string {
	what := "tells colours apart"
	if !g.Colors {
		what = "sees stones without their colour"
	}
	return fmt.Sprintf("%d columns, %d rows, %s", g.Cols, g.Rows, what)
}

// point names a point as people do, "J10", or by column and row on a board too
// large for letters.
func (s *Sight) point(p int) string {
	cols, rows := s.link.Board.Cols, s.link.Board.Rows
	if size := (board.Size{Cols: cols, Rows: rows}); size.Valid() {
		return size.Name(size.Point(p), board.Algebraic)
	}
	return fmt.Sprintf("column %d row %d", p%cols+1, p/cols+1)
}

// letters are the states' on a picture.
var letters = [...]string{hw.Empty: ".", hw.Black: "X", hw.White: "O", hw.Stone: "S", hw.Unknown: "?"}

// Picture draws how the board stands at now, as lines. With colour, points that
// changed are inverted too, and faults are red; everything is said without it.
func (s *Sight) Picture(now time.Time, colour bool) []string {
	lines := s.words(now, colour)
	if s.link == nil || !s.link.Up || len(s.points) == 0 {
		return lines
	}
	cols := s.link.Board.Cols
	size := board.Size{Cols: cols, Rows: len(s.points) / cols}
	lines = append(lines, "")
	for row := size.Rows - 1; row >= 0; row-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%3d ", row+1)
		for col := range cols {
			p := row*cols + col
			letter := letters[min(s.points[p], hw.Unknown)]
			switch fresh := !s.moved[p].IsZero() && now.Sub(s.moved[p]) < freshTime; {
			case fresh && colour:
				b.WriteString("\x1b[7m[" + letter + "]\x1b[0m")
			case fresh:
				b.WriteString("[" + letter + "]")
			default:
				b.WriteString(" " + letter + " ")
			}
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	foot := "    "
	for col := range cols {
		label := string(rune('A' + col))
		if !size.Valid() {
			label = fmt.Sprint((col + 1) % 10)
		}
		foot += " " + label + " "
	}
	lines = append(lines, strings.TrimRight(foot, " "), "")
	return append(lines, s.restless(now))
}

// words says in two lines how link, frames, stones and faults are.
func (s *Sight) words(now time.Time, colour bool) []string {
	red := func(text string) string {
		if colour {
			return "\x1b[31m" + text + "\x1b[0m"
		}
		return text
	}
	var first string
	switch {
	case s.link == nil:
		first = s.Name + ": waiting"
	case !s.link.Up:
		first = red(s.Name + ": LINK DOWN: " + s.link.Reason)
	default:
		first = fmt.Sprintf("%s: link up, %s", s.Name, describe(s.link.Board))
	}
	if s.drops > 0 {
		first += fmt.Sprintf("; connection lost %d times", s.drops)
	}
	second := "no frame yet"
	if len(s.points) > 0 {
		var count [hw.Unknown + 1]int
		for _, p := range s.points {
			count[min(p, hw.Unknown)]++
		}
		second = fmt.Sprintf("%.1f frames a second; %d black, %d white", s.rate(now), count[hw.Black], count[hw.White])
		if n := count[hw.Stone]; n > 0 {
			second += fmt.Sprintf(", %d stones", n)
		}
		if n := count[hw.Unknown]; n > 0 {
			second += fmt.Sprintf(", %d unreadable", n)
		}
	}
	third := "no faults"
	if s.fault != nil {
		third = red(fmt.Sprintf("fault %s ago: %s", now.Sub(s.fault.At).Round(time.Second), s.fault.Text))
	}
	return []string{first, second, third}
}

// rate is how many frames a second have come recently.
func (s *Sight) rate(now time.Time) float64 {
	for len(s.frames) > 0 && now.Sub(s.frames[0]) > rateTime {
		s.frames = s.frames[1:]
	}
	return float64(len(s.frames)) / rateTime.Seconds()
}

// restless names the points that jump, most jumps first: a weak magnet, a loose
// contact.
func (s *Sight) restless(now time.Time) string {
	type jumper struct{ point, jumps int }
	var list []jumper
	for p := range s.jumps {
		for len(s.jumps[p]) > 0 && now.Sub(s.jumps[p][0]) > jumpTime {
			s.jumps[p] = s.jumps[p][1:]
		}
		if n := len(s.jumps[p]); n >= jumpy {
			list = append(list, jumper{p, n})
		}
	}
	if len(list) == 0 {
		return "no point jumps"
	}
	slices.SortFunc(list, func(a, b jumper) int { return cmp.Or(b.jumps-a.jumps, a.point-b.point) })
	const most = 8
	var names []string
	for _, j := range list[:min(len(list), most)] {
		names = append(names, fmt.Sprintf("%s %d times", s.point(j.point), j.jumps))
	}
	if len(list) > most {
		names = append(names, fmt.Sprintf("and %d more points", len(list)-most))
	}
	return fmt.Sprintf("jumped within %v: %s", jumpTime, strings.Join(names, ", "))
}
