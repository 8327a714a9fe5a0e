package replay_test

import (
	"bytes"
	"context"
	"flag"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
	"stonehand/hw/mcu"
	"stonehand/hw/sim"
)

// With -update the recordings in testdata are made again, and beside each the game
// that was truly played, which is what the script of its hand says, and not what the
// table took it for.
var update = flag.Bool("update", false, "write the recordings again")

// stage is a table at a board, with a hand.
type stage struct {
	t     *testing.T
	board *sim.Board // nil: the firmware's
	chip  *avrtest.Board
	table api.Board
	truth replay.Game
}

func number(name string) int {
	size := game.Connect6().Board
	p, err := size.Parse(name, board.Algebraic)
	if err != nil {
		panic(err)
	}
	return size.Index(p)
}

func (s *stage) put(c hw.State, name string) {
	if s.board == nil {
		s.chip.SetPoint(number(name), protocol.State(c))
	} else if err := s.board.Put(number(name), c); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) lift(name string) {
	if s.board == nil {
		s.chip.SetPoint(number(name), protocol.Empty)
	} else if err := s.board.Lift(number(name)); err != nil {
		s.t.Fatal(err)
	}
}

// due is who is to play in truth.
func (s *stage) due() hw.State { return hw.Black + hw.State(len(s.truth.Turns)%2) }

// turn plays a turn as careful people do.
func (s *stage) turn(names ...string) {
	for _, n := range names {
		s.put(s.due(), n)
		time.Sleep(400 * time.Millisecond)
	}
	s.played(names...)
	time.Sleep(1500 * time.Millisecond)
}

// played notes that a turn is truly played.
func (s *stage) played(names ...string) { s.truth.Turns = append(s.truth.Turns, names) }

// scene is one recording.
type scene struct {
	sim   sim.Settings
	human string // who is played by people
	plays func(s *stage)
}

var bouncing = sim.Settings{Noise: sim.Noise{Bounce: 60 * time.Millisecond}, Seed: 7}

var scenes = map[string]scene{
	// Stones that rattle for longer than most.
	"bounce": {sim.Settings{Noise: sim.Noise{Bounce: 250 * time.Millisecond}, Seed: 3}, "both", func(s *stage) {
		s.turn("J10")
		s.turn("J11", "K11")
		s.turn("H9", "I9")
		s.turn("J9", "K9")
	}},
	// A sleeve slides a stone of the game away; it is slid back, and play goes on.
	"slid": {bouncing, "both", func(s *stage) {
		s.turn("J10")
		s.turn("J11", "K11")
		s.board.Slide(number("J10"), number("M13"))
		time.Sleep(3 * time.Second)
		s.board.Slide(number("M13"), number("J10"))
		time.Sleep(3 * time.Second)
		s.turn("H9", "I9")
	}},
	// A stone of the turn is slid to its point instead of being put there.
	"slid-to-play": {bouncing, "both", func(s *stage) {
		s.turn("J10")
		s.put(hw.White, "R10")
		time.Sleep(100 * time.Millisecond)
		s.board.Slide(number("R10"), number("K11"))
		time.Sleep(time.Second)
		s.put(hw.White, "J11")
		s.played("K11", "J11")
		time.Sleep(2 * time.Second)
		s.turn("H9", "I9")
	}},
	// A hand that cannot make up its mind, and one that takes a turn back.
	"hands": {bouncing, "both", func(s *stage) {
		s.turn("J10")
		s.put(hw.White, "A1")
		time.Sleep(300 * time.Millisecond)
		s.lift("A1")
		time.Sleep(900 * time.Millisecond)
		s.put(hw.White, "J11")
		time.Sleep(time.Second)
		s.lift("J11")
		time.Sleep(time.Second)
		s.turn("K11", "I11")
		s.turn("H9", "I9")
		s.lift("H9")
		time.Sleep(200 * time.Millisecond)
		s.lift("I9")
		time.Sleep(7 * time.Second)
		s.truth.Turns, s.truth.Backs = s.truth.Turns[:2], 1
		s.turn("H10", "I10")
	}},
	// A magnet so weak that its stone shows in one scan of three, until it is turned.
	"weak-magnet": {sim.Settings{Seed: 5}, "both", func(s *stage) {
		s.turn("J10")
		s.put(hw.White, "K11")
		time.Sleep(500 * time.Millisecond)
		for i := range 60 {
			if i%3 == 0 {
				s.put(hw.White, "J11")
			} else if i%3 == 1 {
				s.lift("J11")
			}
			time.Sleep(20 * time.Millisecond)
		}
		s.turn("J11")
		s.truth.Turns[1] = []string{"J11", "K11"}
		s.turn("H9", "I9")
	}},
	// Stones that show at their neighbours, and sensors that misread.
	"leaks": {sim.Settings{Noise: sim.Noise{Leak: 0.08, FalseRead: 0.0005, Bounce: 60 * time.Millisecond}, ScanRate: 25, Seed: 11}, "both", func(s *stage) {
		s.turn("J10")
		s.turn("J11", "K11")
		s.turn("H9", "I9")
	}},
	// The cable comes out in the middle of a turn; its second stone is put down before
	// the board is back.
	"unplugged": {bouncing, "both", func(s *stage) {
		s.turn("J10")
		s.put(hw.White, "J11")
		time.Sleep(time.Second)
		s.board.Unplug()
		time.Sleep(2 * time.Second)
		s.put(hw.White, "K11")
		s.played("J11", "K11")
		time.Sleep(time.Second)
		s.board.Plug()
		time.Sleep(3 * time.Second)
		s.turn("H9", "I9")
	}},
	// A board that sees no colours.
	"occupancy": {sim.Settings{Board: hw.Geometry{Cols: 19, Rows: 19}, Noise: bouncing.Noise, Seed: 2}, "both", func(s *stage) {
		s.turn("J10")
		s.turn("J11", "K11")
		s.turn("H9", "I9")
	}},
	// Against the machine, with a take-back from the page and a pause.
	"machine": {bouncing, "black", func(s *stage) {
		do := func(what string) {
			if _, err := s.table.Do(s.t.Context(), api.Command{Do: what}); err != nil {
				s.t.Fatal(err)
			}
		}
		obey := func() {
			for begun := time.Now(); s.table.Snapshot().Phase != api.PhasePlace; time.Sleep(50 * time.Millisecond) {
				if time.Since(begun) > time.Hour {
					s.t.Fatalf("the machine asks for no stones: %+v", s.table.Snapshot())
				}
			}
			s.turn(apitest.Names(s.table.Snapshot().Wanted)...)
		}
		s.turn("J10")
		obey()
		s.turn("H9", "I9")
		obey()
		do(api.DoUndo)
		for _, n := range append(s.truth.Turns[2], s.truth.Turns[3]...) {
			s.lift(n)
			time.Sleep(300 * time.Millisecond)
		}
		s.truth.Turns, s.truth.Backs = s.truth.Turns[:2], 2
		time.Sleep(2 * time.Second)
		do(api.DoPause)
		time.Sleep(5 * time.Second)
		do(api.DoResume)
		s.turn("H10", "I10")
		obey()
		do(api.DoResign)
		s.truth.Result = "black resigned"
	}},
}

// firstFree is a machine that plays the first points that are free.
type firstFree struct{}

func (firstFree) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	time.Sleep(900 * time.Millisecond)
	if len(q.Choices) > 0 {
		return player.Answer{Choice: q.Choices[0]}, nil
	}
	taken := map[board.Point]bool{}
	for _, t := range q.Turns {
		for _, p := range t.Points {
			taken[p] = true
		}
	}
	var turn []board.Point
	size := q.Rules.Size()
	_, due := q.Rules.Due(len(q.Turns))
	for i := 0; len(turn) < due; i++ {
		if p := size.Point(i); !taken[p] {
			turn = append(turn, p)
		}
	}
	return player.Answer{Points: turn}, nil
}

// film plays a scene at a sensor and returns the recording and the truth.
func film(t *testing.T, name string, sc scene, sensor hw.Sensor, s *stage) []byte {
	t.Helper()
	notes, rec := replay.NewNotes(name)
	c := table.Config{
		Sensor: rec.Tap(sensor), Player: firstFree{}, Journal: notes.Journal(&replay.Journal{}), Votes: 3, Window: 5,
		Human:  api.Colors{board.Black, board.White},
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	if sc.human == "black" {
		c.Human = api.Colors{board.Black}
	}
	tab, err := table.New(c)
	if err != nil {
		t.Fatal(err)
	}
	notes.Begin(rerun.Of(c), nil)
	s.t, s.table = t, notes.Board(tab)
	rec.Keep(time.Hour, 1<<20)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- tab.Run(ctx) }()
	time.Sleep(time.Second)
	sc.plays(s)
	time.Sleep(2 * time.Second)
	var out bytes.Buffer
	if err := rec.Kept(&out); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	return out.Bytes()
}

// TestMake makes the recordings again when it is told to, and else makes sure that
// a fresh recording of each scene replays too.
func TestMake(t *testing.T) {
	for name, sc := range scenes {
		t.Run(name, func(t *testing.T) {
			var text []byte
			s := &stage{}
			synctest.Test(t, func(t *testing.T) {
				b, err := sim.New(sc.sim)
				if err != nil {
					t.Fatal(err)
				}
				s.board = b
				text = film(t, name, sc, b, s)
			})
			keep(t, name, text, s.truth)
		})
	}
}

// keep writes a recording and its truth where -update says so, and compares them
// with a replay.
func keep(t *testing.T, name string, text []byte, truth replay.Game) {
	t.Helper()
	for i, turn := range truth.Turns {
		truth.Turns[i] = replay.InOrder(apitest.Points(turn...))
	}
	p, j, last := again(t, text, 0)
	if played, _ := p.Played(j); !replay.Same(played, []replay.Game{truth}) {
		t.Errorf("played\n%s\nthe table says %q\ntruly played was\n%s", written(played), last.Message, truth)
	}
	if !*update {
		return
	}
	for file, content := range map[string]string{".rec": string(text), ".game": truth.String()} {
		if err := os.WriteFile("testdata/"+name+file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMakeFirmware records a game at the board's own firmware, on a simulated chip,
// in the computer's time.
func TestMakeFirmware(t *testing.T) {
	if testing.Short() {
		t.Skip("a game in the computer's time takes a while, so -short leaves it out")
	}
	chip := avrtest.Start(t, avrtest.Options{})
	dial, err := mcu.Serial(chip.Pty(), 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := mcu.New(dial, mcu.Options{Name: "firmware"})
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{chip: chip}
	rattle := func(c hw.State, name string) {
		for i := range 6 {
			if i%2 == 0 {
				s.put(c, name)
			} else {
				s.lift(name)
			}
			time.Sleep(15 * time.Millisecond)
		}
		s.put(c, name)
	}
	text := film(t, "firmware", scene{human: "both", plays: func(s *stage) {
		rattle(hw.Black, "J10")
		s.played("J10")
		time.Sleep(1200 * time.Millisecond)
		rattle(hw.White, "J11")
		rattle(hw.White, "K11")
		s.played("J11", "K11")
		time.Sleep(1200 * time.Millisecond)
		chip.Reset() // somebody presses the reset button
		time.Sleep(time.Second)
		rattle(hw.Black, "H9")
		rattle(hw.Black, "I9")
		s.played("H9", "I9")
		time.Sleep(1200 * time.Millisecond)
	}}, b, s)
	keep(t, "firmware", text, s.truth)
	if !strings.Contains(string(text), "set ") {
		t.Error("nothing was recorded")
	}
}
