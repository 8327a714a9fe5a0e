package table

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/sim"
)

var visitorHours = flag.Int("visitorhours", 2, "for how many hours strangers come to an exhibit, in its own time")

// pokes are the buttons that strangers poke at.
var pokes = []string{
	api.DoUndo, api.DoMoveNow, api.DoPause, api.DoSeats, api.DoNewGame, api.DoResign, api.ButtonMenu, api.ButtonLevel, api.ButtonLevelUp,
	api.ButtonLevelDown, api.ButtonMute, api.ButtonPIN, api.DoRules, api.ButtonTurn, api.ButtonBlack, api.ButtonTwo, api.DoShutdown,
}

// strangers come to an exhibit, one after the other, and know nothing of it.
type strangers struct {
	*rig
	rng *rand.Rand
	log []string // what the last of them did
}

func (s *strangers) did(format string, args ...any) {
	s.log = append(s.log, time.Now().Format("15:04:05 ")+fmt.Sprintf(format, args...))
	s.log = s.log[max(0, len(s.log)-40):]
}

// fails ends the test with what led there.
func (s *strangers) fails(format string, args ...any) {
	s.t.Helper()
	for _, line := range s.log {
		s.t.Log(line)
	}
	now := s.table.Snapshot()
	s.t.Fatalf("%s: phase %s, attract %+v: %s", fmt.Sprintf(format, args...), now.Phase, now.Attract, now.Message)
}

// point is a point of the game as the board's own number.
func (s *strangers) point(p board.Point) int {
	in := s.table.core.sensed.Map(s.size())
	return in.Index(p)
}

func (s *strangers) size() board.Size {
	now := s.table.Snapshot()
	return board.Size{Cols: now.Cols, Rows: now.Rows}
}

// stands are the board's numbers on which stones lie.
func (s *strangers) stands() (list []int) {
	for i, c := range s.board.Stones() {
		if c != hw.Empty {
			list = append(list, i)
		}
	}
	return list
}

// settle does what the table asks until a turn can be played.
func (s *strangers) settle() {
	s.t.Helper()
	for range 120 {
		now := s.table.Snapshot()
		s.did("%s: %s", now.Phase, now.Message)
		q := now.Question
		switch {
		case now.Phase == api.PhaseHuman && q == nil && len(now.Marks) == 0, now.Phase == api.PhaseCount && q == nil:
			return
		case q != nil && q.Kind != "menu" && q.Options[0].Point != nil, now.Phase == api.PhasePaused && q != nil && q.Options[0].Point != nil,
			now.Phase == api.PhaseChoose && q != nil:
			at := s.point(*q.Options[0].Point)
			color := hw.Black
			if q.Options[0].Color == board.White {
				color = hw.White
			}
			if s.board.Put(at, color) == nil {
				s.pass(3 * time.Second)
				_ = s.board.Lift(at)
			}
		case now.Phase == api.PhasePlace && len(now.Wanted) > 0 && len(now.Marks) == 0:
			for _, p := range now.Wanted {
				_ = s.board.Put(s.point(p), hw.State(now.ToMove))
			}
		case now.Phase != api.PhaseThinking && len(s.stands()) > 0:
			s.board.Clear()
		case now.Phase == api.PhaseAttract: // touches the board
			_ = s.board.Put(s.rng.IntN(361), hw.Black)
		}
		s.pass(3 * time.Second)
	}
	s.fails("a visitor cannot play")
}

// plays plays so many turns, or until the game is over.
func (s *strangers) plays(turns int) {
	for range turns {
		s.settle()
		now := s.table.Snapshot()
		if now.Phase != api.PhaseHuman {
			return
		}
		was := len(now.Moves)
		for n := 0; n < now.Due; {
			p := s.size().Point(s.rng.IntN(s.size().Count()))
			if now.Calibration != nil && slices.Contains(now.Calibration.Masked, p) {
				continue // a stranger had the board ignore it
			}
			if s.table.core.match.Game.At(p) == board.Empty && (len(now.Opening.Allowed) == 0 || s.rng.IntN(50) == 0) && s.board.Put(s.point(p), hw.State(now.ToMove)) == nil {
				n++
			} else if len(now.Opening.Allowed) > 0 {
				if p := now.Opening.Allowed[s.rng.IntN(len(now.Opening.Allowed))]; s.board.Put(s.point(p), hw.State(now.ToMove)) == nil {
					n++
				}
			}
		}
		s.pass(4 * time.Second)
		now = s.table.Snapshot()
		s.did("played turn %d: %s, %s", was+1, now.Phase, now.Message)
		if len(now.Moves) <= was && now.Phase == api.PhaseHuman && len(now.Marks) == 0 && now.Question == nil {
			s.fails("a turn does not count")
		}
		if now.Phase == api.PhaseOver {
			return
		}
	}
}

// pokesAt does anything at all, without sense.
func (s *strangers) pokesAt() {
	for range 3 + s.rng.IntN(12) {
		switch s.rng.IntN(8) {
		case 0, 1, 2:
			b := pokes[s.rng.IntN(len(pokes))]
			s.did("pushes %s", b)
			_ = s.board.Push(b, true)
			s.pass([]time.Duration{200 * time.Millisecond, 4 * time.Second}[s.rng.IntN(2)])
			_ = s.board.Push(b, false)
		case 3, 4:
			s.did("puts a stone somewhere")
			_ = s.board.Put(s.rng.IntN(361), hw.State(1+s.rng.IntN(2)))
		case 5:
			if list := s.stands(); len(list) > 0 {
				s.did("takes a stone")
				_ = s.board.Lift(list[s.rng.IntN(len(list))])
			}
		case 6:
			s.did("sweeps the board")
			s.board.Clear()
		case 7:
			level := 1 + s.rng.IntN(10)
			list := []api.Command{
				{Do: api.DoHere}, {Do: api.DoSeats, Human: api.Colors{}}, {Do: api.DoSeats, Level: &level}, {Do: api.DoNewGame, Game: "renju", Opening: "renju"},
				{Do: api.DoNewGame, Game: "go"}, {Do: api.DoNewGame, Human: api.Colors{board.White}}, {Do: api.DoRules}, {Do: api.DoPause}, {Do: api.DoCalibrate},
				{Do: api.DoAnswer, Answer: string(referee.Yes)},
			}
			c := list[s.rng.IntN(len(list))]
			s.did("uses the page: %s %s", c.Do, c.Game)
			_, _ = s.table.Do(s.t.Context(), c)
		}
		s.pass(time.Duration(s.rng.IntN(8000)) * time.Millisecond)
	}
}

// Hours of strangers at an exhibit, who come, play, leave in the middle, sweep the board
// and poke at all buttons: anyone who comes can play, and when nobody is there the show
// comes back, every time.
func TestVisitors(t *testing.T) {
	unraced(t)
	hours := time.Duration(*visitorHours) * time.Hour
	seed := *soakSeed
	visits, shows := 0, 0
	synctest.Test(t, func(t *testing.T) {
		var wiring []api.Wiring
		for _, b := range pokes {
			wiring = append(wiring, api.Wiring{Name: b, Press: b})
		}
		counted := &counts{}
		r := newRig(t, sim.Settings{
			Buttons: pokes, Seed: seed, ScanRate: 20, Noise: sim.Noise{Bounce: 40 * time.Millisecond, FalseRead: 0.002, Leak: 0.002},
		}, nil, func(c *Config) {
			exhibited(c)
			c.Games, c.Calibrations, c.Tally = wholeBook(), &script{}, counted
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), wiring
		})
		defer r.stop()
		s := &strangers{rig: r, rng: rand.New(rand.NewPCG(seed, 18))}
		began := time.Now()
		patience := attract.Default()
		back := patience.Think + attract.AskFor + patience.Keep + patience.Idle + 4*time.Minute // a calibration that was begun ends by itself
		for time.Since(began) < hours {
			visits++
			switch kind := s.rng.IntN(5); kind {
			case 0, 1:
				s.did("a visitor plays")
				s.settle()
				s.plays(1 + s.rng.IntN(8))
			case 2:
				s.did("a visitor plays, and sweeps the board")
				s.settle()
				s.plays(1 + s.rng.IntN(3))
				s.board.Clear()
			default:
				s.did("a visitor pokes at things")
				s.pokesAt()
			}
			if s.rng.IntN(3) == 0 {
				s.pass(time.Duration(s.rng.IntN(120)) * time.Second) // the next one comes soon
				continue
			}
			s.did("everybody leaves")
			begins := time.Now()
			for shown := ""; shown != "lesson" && shown != "demo" && shown != "clear"; {
				s.pass(5 * time.Second)
				now := s.table.Snapshot()
				if shown = now.Attract.Scene; time.Since(begins) > back {
					s.fails("no show comes %v after all have left", back)
				}
			}
			shows++
			if s.rng.IntN(2) == 0 {
				s.board.Clear() // the staff tidies up
			}
			s.pass(time.Duration(s.rng.IntN(300)) * time.Second)
		}
		for _, g := range r.archive.all() {
			if g.ID == api.Demonstration {
				t.Error("a demonstration is in the archive")
			}
		}
		if n := len(counted.of("visit")); n == 0 || n > visits+2*shows { // who tidies up comes too
			t.Errorf("%d visits were counted of %d", n, visits)
		}
	})
	t.Logf("%d visits, %d shows in %v", visits, shows, hours)
}
