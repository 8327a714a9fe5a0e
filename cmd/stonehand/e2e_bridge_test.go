package main_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// bridged is a daemon with a simulated board, people at it who play what they are
// told, and a brain that is that board.
type bridged struct {
	*cupBrain
	table tableClient
	turns chan []string // the people's next ones
	after atomic.Int32  // how many turns have to be on record before them
	asked []string      // what was lit for the program's stones; guarded by mu
	mu    sync.Mutex
}

// bridgeTo starts people at a daemon's board, and a front end's bridge to them.
func bridgeTo(t *testing.T, p *process, args ...string) *bridged {
	t.Helper()
	return bridgeWith(t, p, false, args...)
}

// bridgeWith is bridgeTo a board that may have an arm.
func bridgeWith(t *testing.T, p *process, arm bool, args ...string) *bridged {
	t.Helper()
	b := peopleAt(t, p, arm)
	brain, err := startBrain("bridge", append([]string{"stonehand", "console", "bridge", "--board", p.Base}, args...), t.Output(), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(brain.Kill)
	b.cupBrain = brain
	return b
}

// peopleAt starts people at a daemon's board, without a front end.
func peopleAt(t *testing.T, p *process, arm bool) *bridged {
	t.Helper()
	b := &bridged{table: p.tableClient, turns: make(chan []string, 100)}
	stop := make(chan struct{})
	var people sync.WaitGroup
	people.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
			s, err := b.table.State()
			if err != nil {
				continue // it is being started again
			}
			b.mu.Lock()
			for _, w := range s.Wanted {
				if !slices.Contains(b.asked, w.String()) {
					b.asked = append(b.asked, w.String())
				}
			}
			b.mu.Unlock()
			if s.Go != nil && len(s.Go.Captured) > 0 {
				_ = b.table.Lift(api.Stone{Point: s.Go.Captured[0]})
				continue
			}
			if s.Phase == api.PhaseChoose {
				select {
				case turn := <-b.turns:
					_, _ = b.table.Command(map[string]any{"do": "choose", "answer": turn[0]})
				default:
				}
				continue
			}
			if arm && s.Phase == api.PhasePlace {
				continue // it puts them down
			}
			_, _ = b.table.Act(s, func(s *api.Snapshot, _ int) []string {
				if s.Remote == nil || len(s.Moves) < int(b.after.Load()) {
					return nil
				}
				select {
				case turn := <-b.turns:
					return turn
				default:
					return nil
				}
			})
		}
	})
	t.Cleanup(func() {
		close(stop)
		people.Wait()
	})
	return b
}

// says checks an answer.
func (b *bridged) says(t *testing.T, want string, lines ...string) {
	t.Helper()
	got, err := b.Ask(lines...)
	if err != nil || !strings.HasPrefix(got, want) {
		t.Fatalf("%q is answered %q, %v; want %s", lines, got, err, want)
	}
}

// moves are the turns on the daemon's record.
func (b *bridged) moves(t *testing.T) string {
	t.Helper()
	s, err := b.table.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range s.Moves {
		slices.SortFunc(turn, func(a, b board.Point) int { return strings.Compare(a.String(), b.String()) }) // people may put either stone down first
	}
	return fmt.Sprint(s.Moves)
}

// on15 is a simulated board of 15x15.
var on15 = strings.NewReplacer("[game]\n", "[game]\nrules = \"gomoku\"\n", "[board]\n", "[board]\ncols = 15\nrows = 15\n").Replace(fast)

// TestBridge plays Gomoku through a front end against people at a board: what the
// front end plays is lit for them, what they put down is the answer; turns are taken
// back, games started again, and positions set up.
func TestBridge(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, on15))
	b := bridgeTo(t, p, "--name", "Front end")
	b.says(t, "OK", "START 15", "INFO rule 0", "INFO timeout_turn 1000")
	// The people play White.
	b.turns <- []string{"I9"}
	b.says(t, "8,6", "TURN 7,7")
	b.turns <- []string{"J10"}
	b.says(t, "9,5", "TURN 7,8")
	if got := b.moves(t); got != "[[H8] [I9] [H7] [J10]]" {
		t.Errorf("on record are %s", got)
	}
	if s, err := b.table.State(); err != nil || s.Remote == nil || s.Remote.Name != "Front end" || s.Remote.Color != board.Black || !s.Remote.Guest || s.Game != "gomoku" {
		t.Errorf("%+v, %v", s, err)
	}
	// The last two turns are taken back, and played otherwise.
	b.says(t, "OK", "TAKEBACK 9,5")
	b.says(t, "OK", "TAKEBACK 7,8")
	b.turns <- []string{"K11"}
	b.says(t, "10,4", "TURN 7,9")
	if got := b.moves(t); got != "[[H8] [I9] [H6] [K11]]" {
		t.Errorf("after taking back there are %s", got)
	}
	// People cannot take back what the front end has not.
	if _, err := b.table.Command(map[string]any{"do": "undo"}); err == nil || !strings.Contains(err.Error(), "Take turns back there") {
		t.Errorf("undo at the board: %v", err)
	}
	// A new game, in which the people play Black.
	b.says(t, "OK", "RESTART")
	b.turns <- []string{"G7"}
	b.says(t, "6,8", "BEGIN")
	b.turns <- []string{"G6"}
	b.says(t, "6,9", "TURN 0,0")
	if got := b.moves(t); got != "[[G7] [A15] [G6]]" {
		t.Errorf("the second game has %s", got)
	}
	// A position, which the people set up as the lights show.
	b.after.Store(4) // two turns are on record for a moment, after which they are to move as well
	b.turns <- []string{"O1"}
	b.says(t, "14,14", "BOARD", "7,7,1", "8,8,2", "6,6,1", "8,9,2", "DONE")
	b.after.Store(0)
	if got := b.moves(t); got != "[[H8] [I7] [G9] [I6] [O1]]" {
		t.Errorf("the position is %s", got)
	}
	b.mu.Lock()
	if !slices.Contains(b.asked, "H8") || !slices.Contains(b.asked, "H6") || !slices.Contains(b.asked, "A15") {
		t.Errorf("lit were %v", b.asked)
	}
	b.mu.Unlock()
	b.says(t, "OK", "START 15", "INFO rule 4")
	b.turns <- []string{"H8"}
	b.says(t, "7,7", "BEGIN")
	if s, err := b.table.State(); err != nil || s.Game != "renju" {
		t.Errorf("%+v, %v", s, err)
	}
	// A board of another size is none of this one's.
	b.says(t, "OK", "START 20")
	b.says(t, "ERROR renju has 15x15 points on this board, not 20x20", "TURN 3,3")
	if err := b.Leave(true); err != nil {
		t.Error(err)
	}
	p.Until(t, "the people to play both sides", func(s *api.Snapshot) bool { return s.Remote == nil && len(s.Human) == 2 })
}

// People at a board play swap2 against a front end: they put down the three stones, or
// choose, and the game goes on with the colours that come of it.
func TestBridgeSwap2(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, on15))
	b := bridgeTo(t, p)
	people := func(turns ...string) {
		for _, turn := range turns {
			b.turns <- []string{turn}
		}
	}
	on := func(record, made string) {
		t.Helper()
		s, err := b.table.State()
		if got := b.moves(t); err != nil || got != record || fmt.Sprint(s.Opening.Made) != made {
			t.Errorf("on record are %s, chosen %v; not %s, %s (%v)", got, s.Opening.Made, record, made, err)
		}
	}
	b.says(t, "OK", "START 15", "INFO timeout_turn 1000")
	// The people begin, the front end puts down two more, and they take Black.
	people("H8", "I9", "C3")
	b.says(t, "7,7 8,6 2,12", "SWAP2BOARD", "DONE")
	people("black")
	b.says(t, "SWAP", "SWAP2BOARD", "7,7", "8,6", "2,12", "0,0", "0,2", "DONE")
	people("A5")
	b.says(t, "0,10", "TURN 0,4")
	on("[[H8] [I9] [C3] [A15] [A13] [A11] [A5]]", "[{3 more} {5 black}]")
	// They begin, and the front end takes Black or White.
	for i, next := range [][]string{{"BOARD", "7,7,2", "8,6,1", "2,12,2", "DONE"}, {"BOARD", "7,7,1", "8,6,2", "2,12,1", "0,0,2", "DONE"}} {
		b.says(t, "OK", "RESTART")
		people("H8", "I9", "C3")
		b.says(t, "7,7 8,6 2,12", "SWAP2BOARD", "DONE")
		people("A5")
		b.says(t, "0,10", next...)
		on([]string{"[[H8] [I9] [C3] [A5]]", "[[H8] [I9] [C3] [A15] [A5]]"}[i], []string{"[{3 black}]", "[{3 white}]"}[i])
	}
	// The front end begins, and they take White, Black, or put down two more.
	for _, c := range [][3]string{{"white A5", "0,10", "[{3 white}]"}, {"black", "SWAP", "[{3 black}]"}, {"more A5 B5", "0,10 1,10", "[{3 more}]"}} {
		b.says(t, "OK", "RESTART")
		people(strings.Fields(c[0])...)
		b.says(t, c[1], "SWAP2BOARD", "7,7", "8,6", "2,12", "DONE")
		record := "[[H8] [I9] [C3]"
		for _, point := range strings.Fields(c[0])[1:] {
			record += " [" + point + "]"
		}
		on(record+"]", c[2])
	}
	if err := b.Leave(true); err != nil {
		t.Error(err)
	}
}

// TestBridgeArm has an arm put down what the front end plays.
func TestBridgeArm(t *testing.T) {
	t.Parallel()
	config := strings.Replace(on15, "[sim]\n", "[sim]\nas_real_board = false\nhand = \"5ms\"\n", 1)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, config))
	b := bridgeWith(t, p, true)
	b.says(t, "OK", "START 15")
	for i := range 4 {
		b.turns <- []string{fmt.Sprintf("I%d", 3*i+1)}
		b.says(t, fmt.Sprintf("8,%d", 14-3*i), fmt.Sprintf("TURN 3,%d", 3*i))
	}
	if got := b.moves(t); got != "[[D15] [I1] [D12] [I4] [D9] [I7] [D6] [I10]]" {
		t.Errorf("on record are %s", got)
	}
	if err := b.Leave(true); err != nil {
		t.Error(err)
	}
}

// TestBridgeTroubles: a daemon that is started again, people who resign or begin
// another game, a search that is stopped, no daemon at all.
func TestBridgeTroubles(t *testing.T) {
	t.Parallel()
	data, config := t.TempDir(), daemonConfig(t, strings.Replace(on15, "127.0.0.1:0", webtest.Address(t), 1))
	p := startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	b := bridgeTo(t, p)
	b.says(t, "OK", "START 15")
	b.turns <- []string{"I9"}
	b.says(t, "8,6", "TURN 7,7")
	// Nobody plays, and the front end gives up; then it asks again.
	if _, err := b.Say("TURN 7,8"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 3 })
	b.says(t, "ERROR the people at the board have not played yet", "INFO time_left 1000", "YXSTOP")
	b.turns <- []string{"K11"}
	b.says(t, "10,4", "TURN 7,8")
	// The daemon is killed while the people think.
	if _, err := b.Say("TURN 7,9"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 5 })
	p.Kill()
	p = startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	p.Until(t, "the bridge to be back", func(s *api.Snapshot) bool {
		return s.Remote != nil && s.Remote.Guest && s.Remote.Link == "up"
	})
	b.turns <- []string{"L12"}
	l, err := b.Hear(patience)
	if err != nil || l.Text() != "11,3" {
		t.Fatalf("after the power cut: %v, %v", l, err)
	}
	// The people resign.
	if _, err := b.Say("TURN 0,0"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 7 })
	if _, err := p.Command(map[string]any{"do": "resign"}); err != nil {
		t.Fatal(err)
	}
	if l, err = b.Hear(patience); err != nil || l.Text() != "ERROR White resigns at the board" {
		t.Errorf("%v, %v", l, err)
	}
	// Orders that mean nothing.
	for body, want := range map[string]string{
		`{"do":"dance"}`: "400 bad-value",
		`{"do":"begin","game":"gomoku","color":"red"}`:              "400 bad-json",
		`{"do":"begin","game":"chess","color":"black"}`:             "400 bad-value",
		`{"do":"play","color":"black","before":2,"points":["A1"]}`:  "409 not-now",
		`{"do":"play","color":"black","before":7,"points":["Z99"]}`: "400 bad-json",
		`{"do":"undo","turns":99}`:                                  "409 not-now",
		`{"do":"undo","turns":-1}`:                                  "409 not-now",
		`{"do":"undo","spell":1}`:                                   "400 bad-value",
		`{"do":"play","color":"black","before":7,"points":[]}`:      "409 not-now",
		`{"do":"play","color":"white","before":7,"points":["A1"]}`:  "409 not-now",
	} {
		if _, err := p.Send("POST", "/api/guest", []byte(body)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", body, err, want)
		}
	}
	// The people begin a game of their own while the front end waits.
	b.says(t, "OK", "RESTART")
	if _, err := b.Say("TURN 7,7"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 1 && s.Phase == api.PhaseHuman })
	if _, err := p.Command(map[string]any{"do": "new-game", "human": "both"}); err != nil {
		t.Fatal(err)
	}
	if l, err = b.Hear(patience); err != nil || l.Text() != "ERROR the people at the board have begun another game" {
		t.Errorf("%v, %v", l, err)
	}
	// The front end is killed while it waits: its bridge goes, and says so.
	b.says(t, "OK", "RESTART")
	if _, err := b.Say("TURN 7,7"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 1 && s.Remote != nil })
	if err := b.Leave(false); err != nil {
		t.Error(err)
	}
	p.Until(t, "the people to play both sides", func(s *api.Snapshot) bool { return s.Remote == nil })
	// The computer that both ran on was switched off: the people are not left with a
	// game that nobody plays.
	again := bridgeTo(t, p, "--replace")
	again.says(t, "OK", "START 15")
	if _, err := again.Say("TURN 7,7"); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the turn to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 1 && s.Remote != nil })
	again.Kill()
	p.Kill()
	p = startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link && s.Remote != nil && s.Remote.Link == "down" })
	if s, err := p.Command(map[string]any{"do": "new-game"}); err != nil || s.Remote != nil || len(s.Human) != 2 {
		t.Errorf("a new game of the people's: %+v, %v", s, err)
	}
	if _, err := p.Send("POST", "/api/guest", []byte(`{"do":"undo"}`)); err == nil || !strings.Contains(err.Error(), "No program is playing") {
		t.Errorf("with nobody there: %v", err)
	}
	if out, err := exec.Command("stonehand", "console", "bridge", "--board", "http://me:secret@board").CombinedOutput(); err == nil || strings.Contains(string(out), "secret") {
		t.Errorf("a password in the address: %s, %v", out, err)
	}
	p.Kill()
	again = bridgeTo(t, p, "--replace")
	again.says(t, "OK", "START 15")
	again.says(t, "ERROR the program at the board does not answer at "+p.Base, "BEGIN")
	if err := again.Leave(true); err != nil {
		t.Error(err)
	}
}

// TestBridgeConnect6 plays Connect6 through a front end that speaks the contest
// protocol.
func TestBridgeConnect6(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, fast))
	b := bridgeTo(t, p, "--protocol", "connect6")
	b.turns <- []string{"J10"}
	b.says(t, "move JJ@@", "new black")
	b.turns <- []string{"K11", "L12"}
	b.says(t, "move KKLL", "move IIHH")
	if _, err := b.Say("take back", "take back"); err != nil {
		t.Fatal(err)
	}
	b.turns <- []string{"L8", "K9"}
	b.says(t, "move LHKI", "move IIHG")
	if got := b.moves(t); got != "[[J10] [H7 I9] [K9 L8]]" {
		t.Errorf("on record are %s", got)
	}
	b.turns <- []string{"A1", "B1"}
	b.says(t, "move AABA", "new white", "move JJ@@")
	if _, err := b.Say("quit"); err != nil {
		t.Fatal(err)
	}
	if err := b.Leave(false); err != nil {
		t.Error(err)
	}
	p.Until(t, "the people to play both sides", func(s *api.Snapshot) bool { return s.Remote == nil })
}
