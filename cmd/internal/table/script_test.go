package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/datadriven"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/table/advice"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// The scenarios in testdata are scripts: blocks divided by blank lines, each
// some commands, a line of dashes, and how the table stands after them.
// testdata/README explains the commands. With -rewrite the answers are written again.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for i, file := range files {
		if testing.Short() && i%8 != 0 { // as with the race detector, which makes them ten times slower
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{}
				defer s.leave()
				datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) (refusals string) {
					s.t = t
					for _, words := range commands(d) {
						refusal, err := s.do(words)
						if err != nil {
							d.Fatalf(t, "%s: %v", strings.Join(words, " "), err)
						}
						refusals += refusal
					}
					return refusals + s.stands()
				})
			})
		})
	}
}

// commands returns the words of a block's commands.
func commands(d *datadriven.TestData) (list [][]string) {
	first := d.Cmd
	for _, a := range d.CmdArgs {
		first += " " + a.String()
	}
	for l := range strings.Lines(first + "\n" + d.Input) {
		if words := strings.Fields(l); len(words) > 0 && !strings.HasPrefix(l, "#") {
			list = append(list, words)
		}
	}
	return list
}

// script is a table at a simulated board whose machine plays what it is told.
type script struct {
	rig
	config func(*Config)
	stays  error // why the computer does not shut down; nil: it does
	kept   *calib.Calibration
	full   bool // the storage
	lamps  string
}

// KeepCalibration implements [Calibrations].
func (s *script) KeepCalibration(c *calib.Calibration) error {
	if s.full {
		return errors.New("the storage is full")
	}
	s.kept = c
	return nil
}

// ForgetCalibration implements [Calibrations].
func (s *script) ForgetCalibration() error {
	s.kept = nil
	return nil
}

// sweep shows a stone to every point but those that are named, eight at a time.
func (s *script) sweep(but []string) {
	size := s.table.core.match.Game.Size()
	put := map[int]bool{}
	flush := func() {
		s.pass(time.Second)
		for p := range put {
			if err := s.board.Lift(p); err != nil {
				s.t.Fatal(err)
			}
		}
		s.pass(500 * time.Millisecond)
		clear(put)
	}
	for p := range size.Count() {
		if slices.Contains(but, size.Point(p).String()) {
			continue
		}
		if err := s.board.Put(p, hw.Black); err != nil {
			s.t.Fatal(err)
		}
		if put[p] = true; len(put) == 8 {
			flush()
		}
	}
	flush()
}

// wiring is what the buttons of the scripts do.
var wiring = []api.Wiring{
	{Name: "back", Press: api.DoUndo}, {Name: "pause", Press: api.DoPause, Hold: api.DoNewGame}, {Name: "resign", Press: api.DoResign},
	{Name: "new", Press: api.DoNewGame}, {Name: "off", Hold: api.DoShutdown}, {Name: "off2", Press: api.DoShutdown}, {Name: "now", Press: api.DoMoveNow},
	{Name: "up", Press: api.ButtonLevelUp}, {Name: "down", Press: api.ButtonLevelDown}, {Name: "level", Press: api.ButtonLevel}, {Name: "menu", Press: api.ButtonMenu}, {Name: "who", Press: api.DoSeats},
	{Name: "calibrate", Press: api.DoCalibrate}, {Name: "hint", Press: api.DoHint}, {Name: "show", Press: api.ButtonShow},
	{Name: "black", Press: api.ButtonTurnBlack}, {Name: "white", Press: api.ButtonTurnWhite}, {Name: "turn", Press: api.ButtonTurn},
	{Name: "take-white", Press: api.ButtonWhite}, {Name: "take-black", Press: api.ButtonBlack}, {Name: "put-two", Press: api.ButtonTwo},
}

func (s *script) leave() {
	if s.stop != nil {
		s.stop()
	}
	s.stop = nil
}

// begin runs a table with its settings as words: "human=both", "level=3".
func (s *script) begin(words []string) error {
	s.leave()
	command := map[string]any{"do": api.DoNewGame}
	calibrates := false
	settings := sim.Settings{Board: hw.Geometry{Cols: 19, Rows: 19, Colors: true}}
	lever := false
	var hints advice.Hinter
	advised := false
	var games []game.Rules
	for _, w := range words {
		switch w {
		case "occupancy":
			settings.Board.Colors = false
			continue
		case "lever":
			lever = true
			continue
		case "fields":
			settings.Fields = true
			continue
		case "fives":
			settings.Board = hw.Geometry{Cols: 15, Rows: 15, Colors: settings.Board.Colors}
			games = []game.Rules{game.Freestyle(), game.Renju()}
			continue
		case "hints":
			hints = &study.Hints{Player: func() (player.Player, error) { return adviser{}, nil }}
			continue
		case "advisers":
			advised = true
			hints = &study.Hints{Player: func() (player.Player, error) { return adviser{}, nil }, Ask: program}
			continue
		case "calibrates":
			calibrates, s.kept = true, nil
			continue
		}
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "go":
			var size board.Size
			if err := size.UnmarshalText([]byte(value)); err != nil {
				return err
			}
			settings.Board = hw.Geometry{Cols: size.Cols, Rows: size.Rows, Colors: settings.Board.Colors}
			games = []game.Rules{game.Weiqi{Board: size}}
			command["size"] = size
		case "terms":
			command[name] = strings.ReplaceAll(value, "_", " ")
		case "rotate":
			degrees, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			settings.Sensors.Quarters = degrees / 90
		case "lights":
			s.lamps = value
		case "lamps":
			settings.Lamps.Mirror = value == "mirror"
		case "dead", "weak":
			p, err := (board.Size{Cols: 19, Rows: 19}).Parse(value, board.Algebraic)
			if err != nil {
				return err
			}
			if at := p.Y()*19 + p.X(); name == "weak" {
				settings.Weak = append(settings.Weak, at)
			} else {
				settings.Stuck = map[int]hw.State{at: hw.Empty}
			}
		default:
			command[name] = value
		}
	}
	if level, ok := command["level"].(string); ok {
		command["level"] = json.RawMessage(level)
	}
	text, err := json.Marshal(command)
	if err != nil {
		return err
	}
	c, err := api.ParseCommand(text)
	if err != nil {
		return err
	}
	for _, w := range wiring {
		settings.Buttons = append(settings.Buttons, w.Name)
	}
	s.config = func(cfg *Config) {
		cfg.Games, cfg.Hints = games, hints
		if advised {
			cfg.Adviser, cfg.Candidates = "stub", true
			cfg.Programs = []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"connect6"}}, {Name: "five", Shown: "Five", Games: []string{"gomoku"}}, {Name: "lame", Shown: "Lame", Games: []string{"connect6"}}}
		}
		cfg.Buttons, cfg.Wiring, cfg.Lever = cfg.Sensor.(*sim.Board), wiring, lever
		cfg.Shutdown = func(context.Context) error { return s.stays }
		if calibrates {
			cfg.Calibrations, cfg.Calibration, cfg.LampsID = s, s.kept, s.lamps
		}
	}
	s.rig = *newRig(s.t, settings, nil, s.config)
	s.rig.do(c)
	s.pass(time.Second)
	return nil
}

// do carries out one line of a script and returns what was refused.
func (s *script) do(words []string) (string, error) {
	name, args := words[0], words[1:]
	if s.table == nil && name != "game" {
		return "", fmt.Errorf("the script does not begin with game")
	}
	switch name {
	case "game":
		return "", s.begin(args)
	case "put", "lift":
		for i, p := range args {
			if c, ok := board.ParseColor(args[0]); !ok {
				s.lift(p)
			} else if i > 0 {
				s.put(p, c)
			}
			s.pass(100 * time.Millisecond)
		}
	case "slide":
		return "", s.board.Slide(s.index(args[0]), s.index(args[1]))
	case "clear":
		s.board.Clear()
	case "sweep":
		s.sweep(args)
	case "stick": // POINT STATE
		states := map[string]hw.State{"black": hw.Black, "white": hw.White, "empty": hw.Empty}
		return "", s.board.Stick(s.index(args[0]), states[args[1]])
	case "storage":
		s.full = args[0] == "full"
	case "lights": // of a signal
		return s.lights(args[0]), nil
	case "calibrate":
		c := api.Command{Do: api.DoCalibrate}
		if len(args) > 0 {
			c.Answer = args[0]
		}
		return s.command(c)
	case "wait":
		d, err := time.ParseDuration(args[0])
		if err != nil {
			return "", err
		}
		s.pass(d)
	case "machine":
		if c, ok := strings.CutPrefix(args[0], ":"); ok {
			s.thinker.decide(opening.Choice(c))
			return "", nil
		}
		var turn []board.Point
		for _, p := range args {
			turn = append(turn, s.table.core.match.Game.Size().Point(s.index(p)))
		}
		s.thinker.say(func(q player.Question) ([]board.Point, error) {
			s.thinker.say(nil)
			return turn, nil
		})
	case "thinks":
		d, err := time.ParseDuration(args[0])
		s.thinker.take(d)
		return "", err
	case "obey":
		s.obey()
	case "push":
		for _, name := range args {
			s.push(name, 200*time.Millisecond)
		}
	case "hold":
		d, err := time.ParseDuration(args[1])
		if err != nil {
			return "", err
		}
		s.push(args[0], d)
	case "computer":
		s.stays = nil
		if args[0] == "stays" {
			s.stays = errors.New(strings.Join(args[2:], " "))
		}
	case "unplug":
		s.board.Unplug()
		s.pass(100 * time.Millisecond)
	case "plug":
		s.board.Plug()
		s.pass(time.Second)
	case "rehang": // the lights, otherwise wired in the settings
		s.lamps = args[0]
		again(&s.rig, s.journal.all(), s.config)
	case "restart":
		again(&s.rig, s.journal.all(), s.config)
	case "show":
		return s.command(api.Command{Do: api.DoShow, Answer: args[0]})
	case "answer":
		return s.command(api.Command{Do: api.DoAnswer, Answer: args[0]})
	case "choose":
		return s.command(api.Command{Do: api.DoChoose, Answer: args[0]})
	case "seats":
		text := `{"do":"seats"`
		for _, w := range args {
			field, value, named := strings.Cut(w, "=")
			if !named {
				field, value = "human", w
			}
			if field != "level" {
				value = `"` + value + `"`
			}
			text += `,"` + field + `":` + value
		}
		c, err := api.ParseCommand([]byte(text + "}"))
		if err != nil {
			return "refused:  " + err.Error() + "\n", nil
		}
		return s.command(c)
	case "dead":
		p := s.table.core.match.Game.Size().Point(s.index(args[0]))
		return s.command(api.Command{Do: api.DoDead, Point: &p})
	case "agree":
		c := api.Command{Do: api.DoAgree}
		if len(args) > 0 {
			c.Color, _ = board.ParseColor(args[0])
		}
		return s.command(c)
	default:
		c := api.Command{Do: name}
		if name == api.DoHint && len(args) > 0 {
			c.Adviser = args[0]
		}
		return s.command(c)
	}
	return "", nil
}

// lights says where a person sees a signal.
func (s *script) lights(name string) string {
	signal := map[string]hw.Signal{"bright": hw.PlaceWhite, "pulsing": hw.Confirm, "red": hw.Extra, "dim": hw.LastMove, "green": hw.YourTurn, "captured": hw.Captured, "dead": hw.Dead, "black": hw.BlackArea, "white": hw.WhiteArea, "liberty": hw.Liberty, "candidate": hw.Candidate}[name]
	size := s.table.core.match.Game.Size()
	var points []string
	for p, shown := range s.board.Lights().Points {
		if shown == signal {
			points = append(points, size.Point(p).String())
		}
	}
	if len(points) > 8 {
		points = []string{fmt.Sprintf("%d points", len(points))}
	}
	return fmt.Sprintf("%-9s %s\n", name+":", strings.Join(points, " "))
}

// push pushes a button and lets it go after d.
func (s *script) push(name string, d time.Duration) {
	for _, down := range []bool{true, false} {
		if err := s.board.Push(name, down); err != nil {
			s.t.Fatal(err)
		}
		s.pass(d)
	}
}

// command gives a command and returns the refusal as a line.
func (s *script) command(c api.Command) (string, error) {
	_, err := s.table.Do(s.t.Context(), c)
	s.pass(10 * time.Millisecond)
	if e, ok := err.(*api.CommandError); ok {
		return "refused:  " + e.Text + "\n", nil
	}
	return "", err
}

// sideLeft writes what a side has left.
func sideLeft(c api.Clock, s api.ClockSide) string {
	left := (time.Duration(s.LeftMS) * time.Millisecond).String()
	switch {
	case s.Overtime && c.Canadian:
		return fmt.Sprintf("%s for %d turns", left, s.Periods)
	case c.Canadian:
		return fmt.Sprintf("%s and overtime", left)
	case s.Overtime:
		return fmt.Sprintf("%s of one of %d periods", left, s.Periods)
	case c.PeriodMS > 0:
		return fmt.Sprintf("%s and %d periods", left, s.Periods)
	}
	return left
}

// word writes a colour as the contract does, "" for none.
func word(c board.Color) string { return apitest.As[string](c) }

// stands writes how the table stands.
func (s *script) stands() string {
	state := s.table.Snapshot()
	var b strings.Builder
	say := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-9s %s\n", name+":", value)
		}
	}
	say("phase", string(state.Phase))
	say("says", state.Message)
	if o := state.Opening; o.Kind != opening.Free {
		say("opening", strings.TrimSpace(o.Code+" "+o.Name))
		say("acts", word(state.Side))
		say("choose", strings.Join(apitest.As[[]string](o.Choices), " "))
		say("people", strings.Join(apitest.Names(state.Human), " and "))
	}
	say("fault", state.Fault)
	say("turn", strings.Join(apitest.Names(state.Partial), " "))
	say("lit", strings.Join(apitest.Names(state.Wanted), " "))
	say("wrong", strings.Join(apitest.Names(state.Guide), " "))
	if n := len(state.Moves); n > 0 {
		say("played", fmt.Sprintf("%d turns, the last %s", n, cmp.Or(strings.Join(slices.Sorted(slices.Values(apitest.Names(state.Moves[n-1]))), " "), "a pass")))
	}
	if g := state.Go; g != nil {
		say("lift", strings.Join(apitest.Names(g.Captured), " "))
		say("taken", strings.TrimSuffix(fmt.Sprintf("black %g, white %g", g.Prisoners.Black, g.Prisoners.White), "black 0, white 0"))
		say("liberties", strings.Join(apitest.Names(g.Liberties), " "))
		say("dead", strings.Join(apitest.Names(g.Dead), " "))
		say("score", g.Score)
		say("agreed", strings.Join(apitest.Names(g.Agreed), " "))
	}
	if c := state.Clock; c.Control.String() != "none" {
		say("clock", fmt.Sprintf("black %s, white %s; %s", sideLeft(c, c.Black), sideLeft(c, c.White), cmp.Or(word(c.Running), "nobody")+"'s time runs"))
	}
	if c := state.Calibration; c != nil {
		say("masked", strings.Join(apitest.Names(c.Masked), " "))
		if c.Sensors != "as numbered" || c.Lamps != "as numbered" {
			say("lie", "sensors "+c.Sensors+", lamps "+c.Lamps)
		}
	}
	if games := s.archive.all(); state.Phase == api.PhaseOver && len(games) > 0 {
		last := games[len(games)-1]
		say("players", last.Black+" against "+last.White)
	}
	return b.String()
}
