package calib

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"stonehand/hw"
)

// TestScripts plays the scenarios in testdata, which README there explains. With
// -rewrite the answers are written again.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var s *script
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				first := d.Cmd
				for _, a := range d.CmdArgs {
					first += " " + a.String()
				}
				for line := range strings.Lines(first + "\n" + d.Input) {
					words := strings.Fields(line)
					switch {
					case len(words) == 0 || strings.HasPrefix(line, "#"):
						continue
					case words[0] == "board":
						s = newScript(t, words[1:])
						continue
					case s == nil:
						d.Fatalf(t, "a script begins with board")
					}
					if err := s.do(words); err != nil {
						d.Fatalf(t, "%s: %v", strings.TrimSpace(line), err)
					}
				}
				log := s.log
				s.log, s.from = nil, s.now
				if len(log) == 0 {
					return "nothing"
				}
				return strings.Join(log, "\n")
			})
		})
	}
}

// script is a board, a hand over it, and a session.
type script struct {
	t              *testing.T
	cols, rows     int
	sensors, lamps Orientation
	has            Abilities
	stones         map[int]hw.State // by the board's numbers
	stuck          map[int]hw.State
	weak           map[int]int // sees a stone in one of so many readings
	loose          map[int]bool
	faint          map[int]int // field of a stone there
	session        *Session
	kept           Calibration
	frames         int
	start, now     time.Time
	from           time.Time
	log            []string
	said           string
	shown          uint64
}

// atOnce is how long a script's person takes for one stone.
const atOnce = time.Second

func newScript(t *testing.T, words []string) *script {
	s := &script{
		t: t, cols: 9, rows: 9, has: Abilities{Lights: true},
		stones: map[int]hw.State{}, stuck: map[int]hw.State{}, weak: map[int]int{}, loose: map[int]bool{}, faint: map[int]int{},
		now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
	s.start, s.from = s.now, s.now
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "dark":
			s.has.Lights = false
		case "fields":
			s.has.Fields = true
		case "sensors":
			s.sensors = parse(t, value)
		case "lamps":
			s.lamps = parse(t, value)
		case "stuck", "dead", "weak", "loose", "faint":
			for p := range strings.SplitSeq(value, ",") {
				switch at := s.point(p); name {
				case "stuck":
					s.stuck[at] = hw.Black
				case "dead":
					s.stuck[at] = hw.Empty
				case "weak":
					s.weak[at] = 2
				case "loose":
					s.loose[at] = true
				case "faint":
					s.faint[at] = 25
				}
			}
		default:
			if _, err := fmt.Sscanf(w, "%dx%d", &s.cols, &s.rows); err != nil {
				t.Fatalf("board %q: %v", w, err)
			}
		}
	}
	return s
}

// parse reads "90", "mirror" or "mirror+90".
func parse(t *testing.T, text string) (o Orientation) {
	for w := range strings.SplitSeq(text, "+") {
		if w == "mirror" {
			o.Mirror = true
			continue
		}
		n, err := strconv.Atoi(w)
		if err != nil {
			t.Fatal(err)
		}
		o.Quarters = n / 90
	}
	return o
}

func (s *script) point(name string) int {
	y, err := strconv.Atoi(name[1:])
	if err != nil || y < 1 || y > s.rows || name[0] < 'A' || int(name[0]-'A') >= s.cols {
		s.t.Fatalf("%q is no point", name)
	}
	return (y-1)*s.cols + int(name[0]-'A')
}

func (s *script) name(p int) string { return fmt.Sprintf("%c%d", 'A'+p%s.cols, p/s.cols+1) }

func (s *script) names(points []int) string {
	if len(points) > 8 {
		return fmt.Sprintf("%d points", len(points))
	}
	var names []string
	for _, p := range points {
		names = append(names, s.name(p))
	}
	return strings.Join(names, " ")
}

// frame is a reading of the board by its sensors' numbers.
func (s *script) frame() []hw.State {
	s.frames++
	points := make([]hw.State, s.cols*s.rows)
	for d := range points {
		p := s.sensors.Board(d, s.cols, s.rows)
		points[d] = s.stones[p]
		if n := s.weak[p]; n > 0 && s.frames%n == 0 {
			points[d] = hw.Empty
		}
		if s.faint[p] > 0 {
			points[d] = hw.Empty
		}
		if s.loose[p] && s.frames/50%2 == 1 {
			points[d] = hw.Black
		}
		if state, is := s.stuck[p]; is {
			points[d] = state
		}
	}
	return points
}

// field is what the sensors measure: a stone is 80, beside it 6, and each point
// has a zero of its own.
func (s *script) field() []int8 {
	field := make([]int8, s.cols*s.rows)
	for d := range field {
		p := s.sensors.Board(d, s.cols, s.rows)
		v := p%5 - 2
		for q, state := range s.stones {
			by := 0
			dx, dy := q%s.cols-p%s.cols, q/s.cols-p/s.cols
			switch {
			case q == p && s.faint[p] > 0:
				by = s.faint[p]
			case q == p:
				by = 80
			case dx*dx+dy*dy <= 2:
				by = 6
			}
			if state == hw.White {
				by = -by
			}
			v += by
		}
		field[d] = int8(max(-127, min(127, v)))
	}
	return field
}

// pass lets time pass.
func (s *script) pass(d time.Duration) {
	for end := s.now.Add(d); s.now.Before(end); {
		s.now = s.now.Add(20 * time.Millisecond)
		if s.session == nil {
			continue
		}
		s.session.Frame(s.now, s.frame())
		if s.has.Fields && s.frames%10 == 0 {
			s.session.Field(s.now, s.field())
		}
		if serial := s.session.Serial(); serial != s.shown {
			s.shown = serial
			s.look()
		}
	}
}

// look says what is new.
func (s *script) look() {
	v := s.session.View()
	words := v.Step.String()
	switch v.Step {
	case StepWait:
		return
	case StepClear:
		if v.Stones > 0 {
			words = fmt.Sprintf("take %d stones off", v.Stones)
		} else {
			words = "the board is clear"
		}
	case StepLeft:
		words = "a stone on the left corner"
	case StepRight:
		words = "a stone on the right corner"
	case StepLit:
		words = "a stone on the light at " + s.names(s.lit(hw.PlaceWhite))
	case StepSweep:
		words = "show every point a stone"
	case StepReview:
		words = fmt.Sprintf("%d of %d seen", v.Seen, v.Points)
		for _, o := range v.Options {
			at := "nowhere"
			if o.Point >= 0 {
				at = s.name(o.Point)
			}
			words += fmt.Sprintf("; %s on %s", o.Answer, at)
		}
	case StepKept:
		c := v.Result
		s.kept = *c
		words = fmt.Sprintf("kept: sensors %v, lamps %v", c.Sensors, c.Lamps)
		for name, list := range map[string][]int{"masked": c.Masked} {
			if len(list) > 0 {
				words += fmt.Sprintf("; %s %s", name, s.names(list))
			}
		}
	}
	words += map[Mistake]string{NoCorner: " (that is no corner)", NotTheOther: " (those two do not go together)", NotLit: " (that is not the light)", TooMany: " (one at a time)"}[v.Mistake]
	if words != s.said {
		s.said = words
		s.log = append(s.log, fmt.Sprintf("%.2fs  %s", s.now.Sub(s.from).Seconds(), words))
	}
}

// lit returns the points of the board whose lamps a person sees show a signal.
func (s *script) lit(signal hw.Signal) []int {
	var list []int
	for lamp, shown := range s.session.View().Picture.Points {
		if shown == signal {
			list = append(list, s.lamps.Board(lamp, s.cols, s.rows))
		}
	}
	slices.Sort(list)
	return list
}

func (s *script) do(words []string) error {
	verb, rest := words[0], words[1:]
	switch verb {
	case "begin":
		var err error
		s.said = ""
		s.shown = 0
		s.session, err = Begin(s.now, Board{Cols: s.cols, Rows: s.rows, Colors: true}, s.has, s.kept, len(rest) == 0, Default())
		if err != nil {
			return err
		}
		s.pass(200 * time.Millisecond)
	case "put":
		for _, p := range rest[1:] {
			s.stones[s.point(p)] = map[string]hw.State{"black": hw.Black, "white": hw.White}[rest[0]]
		}
		s.pass(20 * time.Millisecond)
	case "lift":
		for _, p := range rest {
			delete(s.stones, s.point(p))
		}
		s.pass(20 * time.Millisecond)
	case "clear":
		clear(s.stones)
		s.pass(20 * time.Millisecond)
	case "sweep": // a stone on each point in turn, but for those that are named
		for p := range s.cols * s.rows {
			if len(rest) > 1 && slices.Contains(rest, s.name(p)) || s.session.Over() {
				continue
			}
			s.stones[p] = hw.Black
			s.pass(atOnce)
			delete(s.stones, p)
			s.pass(atOnce / 2)
		}
	case "show": // a stone on each of these points in turn
		for _, name := range rest {
			s.stones[s.point(name)] = hw.White
			s.pass(atOnce)
			delete(s.stones, s.point(name))
			s.pass(atOnce / 2)
		}
	case "wait":
		d, err := time.ParseDuration(rest[0])
		if err != nil {
			return err
		}
		s.pass(d)
	case "answer":
		if !s.session.Answer(s.now, Answer(rest[0])) {
			s.log = append(s.log, "no such answer")
		}
		s.look()
	case "lights":
		seen := map[hw.Signal]int{}
		for _, signal := range s.session.View().Picture.Points {
			seen[signal]++
		}
		names := map[hw.Signal]string{
			hw.Extra: "fast red", hw.Confirm: "pulsing", hw.PlaceWhite: "bright", hw.LastMove: "dim", hw.Accepted: "blinked", hw.WrongColor: "alternating",
		}
		for _, signal := range slices.Sorted(maps.Keys(names)) {
			if seen[signal] > 0 {
				s.log = append(s.log, fmt.Sprintf("%s: %s", names[signal], s.names(s.lit(signal))))
			}
		}
	case "findings":
		v := s.session.View()
		s.log = append(s.log, fmt.Sprintf("seen %d of %d; stuck [%s], dead [%s], weak [%s]", v.Seen, v.Points, s.names(v.Stuck), s.names(v.Dead), s.names(v.Weak)))
	case "levels":
		for _, name := range rest {
			l := s.kept.Levels[s.point(name)]
			s.log = append(s.log, fmt.Sprintf("%s: zero %d, stone %d, heat %d", name, l.Zero, l.Stone, s.kept.Quality[s.point(name)]))
		}
	default:
		return fmt.Errorf("no such command")
	}
	return nil
}
