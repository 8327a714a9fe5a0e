package referee

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// The scenarios in testdata are scripts: blocks divided by blank lines, each
// some commands, a line of dashes, and what the referee said. testdata/README
// explains the commands. With -rewrite the answers are written again.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var s *script
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				for k, words := range commands(d) {
					switch {
					case words[0] == "game":
						s = newScript(t)
					case s == nil:
						d.Fatalf(t, "the script does not begin with game")
					}
					if k == 0 || s.fresh {
						s.begin()
					}
					if err := s.do(words); err != nil {
						d.Fatalf(t, "%s: %v", strings.Join(words, " "), err)
					}
				}
				return s.end()
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

// script is a table in small: it plays what the referee says was played, and
// expects the turn that comes next.
type script struct {
	t      *testing.T
	rules  game.Rules
	size   board.Size
	score  bool          // the game is counted
	dead   []board.Point // what counts as dead then
	game   *game.Game
	ref    *Referee
	obs    Observation
	blind  map[board.Point]Sight // what is under points that cannot be read
	tells  bool                  // the board tells colours
	lost   bool                  // the board is not watched
	human  [3]bool
	mend   bool // nothing counts until the board agrees
	paused bool
	lever  bool // people's turns count when they press it
	guest  bool // another table begins the games

	start, now, from time.Time
	fresh            bool
	log              []string
	said             string
}

func newScript(t *testing.T) *script {
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	return &script{t: t, start: start, now: start, from: start, blind: map[board.Point]Sight{}, fresh: true, said: "all is well"}
}

func (s *script) begin() { s.from, s.log, s.fresh = s.now, nil, false }

func (s *script) end() string {
	s.fresh = true
	if len(s.log) == 0 {
		return "nothing\n"
	}
	return strings.Join(s.log, "\n") + "\n"
}

func (s *script) say(format string, args ...any) {
	s.log = append(s.log, fmt.Sprintf("%4.2fs  ", s.now.Sub(s.from).Seconds())+fmt.Sprintf(format, args...))
}

func (s *script) points(names []string) ([]board.Point, error) {
	var list []board.Point
	for _, n := range names {
		p, err := s.size.Parse(n, board.Algebraic)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func (s *script) do(words []string) error {
	verb, rest := words[0], words[1:]
	switch verb {
	case "game":
		return s.doGame(rest)
	case "played":
		return s.doPlayed(rest)
	case "put":
		if len(rest) < 2 {
			return fmt.Errorf("put COLOUR POINT...")
		}
		c, ok := board.ParseColor(rest[0])
		if !ok {
			return fmt.Errorf("no such colour")
		}
		return s.touch(rest[1:], func(p board.Point) error {
			look := sightOf(c)
			if !s.tells {
				look = Stone
			}
			if s.under(p) != Empty {
				return fmt.Errorf("a stone stands on %v", p)
			}
			s.set(p, look)
			return nil
		})
	case "lift":
		return s.touch(rest, func(p board.Point) error {
			if s.under(p) == Empty {
				return fmt.Errorf("no stone stands on %v", p)
			}
			s.set(p, Empty)
			return nil
		})
	case "slide":
		list, err := s.points(rest)
		if err != nil || len(list) != 2 {
			return fmt.Errorf("slide POINT POINT: %v", err)
		}
		look := s.under(list[0])
		s.set(list[0], Empty)
		s.set(list[1], look)
		s.step()
		return nil
	case "clear":
		size := s.size
		for i := range size.Count() {
			s.set(size.Point(i), Empty)
		}
		s.step()
		return nil
	case "mask":
		return s.touch(rest, func(p board.Point) error {
			s.blind[p] = s.obs[p]
			s.obs[p] = Unknown
			return nil
		})
	case "unmask":
		return s.touch(rest, func(p board.Point) error {
			s.obs[p] = s.blind[p]
			delete(s.blind, p)
			return nil
		})
	case "wait":
		d, err := time.ParseDuration(strings.Join(rest, ""))
		if err != nil {
			return err
		}
		s.wait(d)
		return nil
	case "machine":
		list, err := s.points(rest)
		if err != nil {
			return err
		}
		s.ask(Ask{Task: Place, Points: list})
		s.step()
		return nil
	case "undo":
		s.game.Undo()
		s.mend = true
		s.expect()
		s.step()
		return nil
	case "answer":
		if len(rest) != 1 {
			return fmt.Errorf("answer WORD")
		}
		if err := s.ref.Answer(0, Answer(rest[0])); err != nil {
			s.say("refused: %v", err)
		}
		s.step()
		return nil
	case "new-game":
		s.game, s.mend = game.New(s.rules), true
		s.expect()
		s.step()
		return nil
	case "lights":
		_, v := s.ref.Step(s.now, &s.obs)
		s.say("lights: %s", lights(v))
		return nil
	case "score":
		list, err := s.points(rest)
		if err != nil {
			return err
		}
		s.score, s.dead = true, nil
		for _, p := range list {
			s.toggle(p)
		}
		s.expect()
		s.step()
		return nil
	case "play-on":
		s.score = false
		s.expect()
		s.step()
		return nil
	case "restart":
		s.ref = New(Default(), s.game)
		s.expect()
		s.step()
		return nil
	case "pause", "resume":
		s.paused = verb == "pause"
		s.expect()
		s.step()
		return nil
	case "button":
		var path []Answer
		for _, w := range rest {
			path = append(path, Answer(w))
		}
		if !s.ref.Offer(s.now, 15*time.Second, path...) {
			s.say("there is no such choice")
		}
		s.step()
		return nil
	case "press":
		s.ref.End(s.now)
		s.step()
		return nil
	case "lost":
		s.ref.Forget()
		s.lost = true
		return nil
	case "found":
		s.lost = false
		s.step()
		return nil
	}
	return fmt.Errorf("no such command")
}

// doGame: game [COLSxROWS] [go [suicide]] [people black|white|both|none] [occupancy] [lever] [guest]
func (s *script) doGame(words []string) error {
	size, weiqi, suicide := board.Size{Cols: 19, Rows: 19}, false, false
	s.tells, s.lever, s.guest, s.score = true, false, false, false
	s.human = [3]bool{board.Black: true, board.White: true}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "occupancy":
			s.tells = false
		case w == "go":
			weiqi = true
		case w == "suicide":
			suicide = true
		case w == "lever":
			s.lever = true
		case w == "guest":
			s.guest = true
		case w == "people" && i+1 < len(words):
			i++
			s.human = [3]bool{
				board.Black: words[i] == "black" || words[i] == "both",
				board.White: words[i] == "white" || words[i] == "both",
			}
		default:
			if _, err := fmt.Sscanf(w, "%dx%d", &size.Cols, &size.Rows); err != nil {
				return fmt.Errorf("%q: game [COLSxROWS] [people black|white|both|none] [occupancy]", w)
			}
		}
	}
	connect := game.Connect6()
	connect.Board = size
	s.rules, s.size = connect, size
	if weiqi {
		s.rules = capturing{Board: size, Suicide: suicide}
	}
	s.game = game.New(s.rules)
	s.ref = New(Default(), s.game)
	s.expect()
	s.step()
	return nil
}

// doPlayed: played TURN / TURN ...: a game so far, its stones on the board.
func (s *script) doPlayed(words []string) error {
	for _, turn := range strings.Split(strings.Join(words, " "), "/") {
		list, err := s.points(strings.Fields(turn))
		if err != nil {
			return err
		}
		c, _ := s.game.Due()
		if err := s.game.Play(game.Turn{Color: c, Points: list}); err != nil {
			return err
		}
	}
	for i := range s.size.Count() {
		p := s.size.Point(i)
		look := sightOf(s.game.At(p))
		if look != Empty && !s.tells {
			look = Stone
		}
		if look != Empty {
			s.set(p, look)
		}
	}
	s.expect()
	s.step()
	s.wait(10 * time.Second)
	s.begin()
	return nil
}
