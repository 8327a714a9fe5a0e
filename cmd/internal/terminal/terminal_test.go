package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeTable has the state that a test gives it, and notes what it is asked.
type fakeTable struct {
	mu      sync.Mutex
	updates chan api.Update
	asked   []string
	refuse  error
}

func (f *fakeTable) Follow(ctx context.Context, tell func(api.Update)) error {
	for {
		select {
		case u, ok := <-f.updates:
			if !ok {
				return errors.New("gone")
			}
			tell(u)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (f *fakeTable) note(s string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, s)
	return f.refuse
}

func (f *fakeTable) Do(_ context.Context, c api.Command) (*api.Snapshot, error) {
	s, _ := c.MarshalJSON()
	return nil, f.note(string(s))
}

func (f *fakeTable) Put(_ context.Context, p board.Point, c board.Color) error {
	return f.note("put " + c.String() + " " + p.String())
}

func (f *fakeTable) Speak(text.Language) {}

func (f *fakeTable) Lift(_ context.Context, p board.Point) error { return f.note("lift " + p.String()) }

// connect6 is a game with some turns.
func connect6() *api.Snapshot {
	j10, k11, l12 := board.At(9, 9), board.At(10, 10), board.At(11, 11)
	return &api.Snapshot{
		GameID: "g1", Game: "connect6", Games: []string{"connect6", "gomoku", "go"}, GoSizes: []string{"19x19", "9x9"}, Cols: 19, Rows: 19,
		Phase: api.PhaseHuman, ToMove: board.Black, Due: 2, Human: []board.Color{board.Black}, Level: 7, TurnTime: 5, Link: true, Sim: true,
		Openings: map[string][]opening.Kind{"gomoku": {opening.Free, opening.Swap2}},
		Moves:    []api.Points{{j10}, {k11, l12}},
		Stones:   []api.Seen{{Point: j10, Color: referee.Black}, {Point: k11, Color: referee.White}, {Point: l12, Color: referee.White}},
		Said:     map[string]api.Said{"en": {Message: "Black to move: put down two black stones."}, "zh": {Message: "轮到黑方：请落两枚黑子。"}},
	}
}

// rig is a terminal in memory with a table.
type rig struct {
	*testing.T
	term  vt.MockTerm
	table *fakeTable
	m     *model
	tcell.Screen
}

// newRig shows a state in a window.
func newRig(t *testing.T, s *api.Snapshot, width, height int) *rig {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	term := vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)})
	screen, err := tcell.NewTerminfoScreenFromTty(term)
	if err != nil {
		t.Fatal(err)
	}
	if err := screen.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Fini)
	r := &rig{T: t, term: term, table: &fakeTable{}, m: &model{}, Screen: screen}
	r.m.told(api.Update{State: s}, time.Unix(0, 0))
	r.show()
	return r
}

// show draws, and returns what is on the screen.
func (r *rig) show() string {
	r.m.draw(r.Screen, time.Unix(3, 0))
	w, h := r.Size()
	var b strings.Builder
	for y := range h {
		line := ""
		for x := 0; x < w; {
			s, _, wide := r.Get(x, y)
			line += s
			x += max(1, wide)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// keys types: runes, or the names of keys.
func (r *rig) keys(list ...any) []string {
	r.table.asked = nil
	for _, k := range list {
		e := tcell.NewEventKey(tcell.KeyRune, "", 0)
		switch k := k.(type) {
		case string:
			e = tcell.NewEventKey(tcell.KeyRune, k, 0)
		case tcell.Key:
			e = tcell.NewEventKey(k, "", 0)
		}
		r.do(r.m.handle(e))
	}
	return r.table.asked
}

// click clicks at a place.
func (r *rig) click(x, y int) []string {
	r.table.asked = nil
	r.do(r.m.handle(tcell.NewEventMouse(x, y, tcell.Button1, 0)))
	r.do(r.m.handle(tcell.NewEventMouse(x, y, tcell.ButtonNone, 0)))
	return r.table.asked
}

func (r *rig) do(t task) {
	if t != nil {
		r.m.done(t(r.Context(), r.table))
	}
	r.show()
}

func (r *rig) has(wants ...string) {
	r.Helper()
	got := r.show()
	for _, w := range wants {
		if !strings.Contains(got, w) {
			r.Errorf("%q is not on the screen:\n%s", w, got)
		}
	}
}

// TestEverythingFits shows a game in windows of all sizes: the whole board where there is
// room for it, the part around the cursor elsewhere, and what can be chosen in all.
func TestEverythingFits(t *testing.T) {
	for _, c := range []struct {
		width, height int
		has           []string
	}{
		{80, 24, []string{"19 ┌─┬", " 1 └─┴", "A B C D E F G H I J K L M N O P Q R S", "> ● Black: human", "○ White: level 7", "2  K11 L12", "R resign", "Q quit", "Black to move"}},
		{200, 60, []string{"19 ┌─┬", "> ● Black: human", "Q quit"}},
		{46, 30, []string{"19 ┌─┬", "A B C D", "Black to move: put down two", "? keys", "Q quit"}},
		{24, 12, []string{"ABCDEFGHIJKLMNOPQRS", "10 ", "? keys", "Q quit"}},
		{20, 8, []string{"This window is too"}},
		{1, 1, nil},
	} {
		newRig(t, connect6(), c.width, c.height).has(c.has...)
	}
}

// TestCursorIsAlwaysSeen walks over the whole board in a window that shows a part of it.
func TestCursorIsAlwaysSeen(t *testing.T) {
	r := newRig(t, connect6(), 24, 12)
	for i := range 19 * 19 {
		p := board.At(i%19, i/19)
		r.m.cursor = p
		r.show()
		x, y, ok := r.m.frame.at(p)
		if back, in := r.m.frame.point(x, y); !ok || !in || back != p {
			t.Fatalf("%v is drawn at %d,%d (%v), where %v is", p, x, y, ok, back)
		}
	}
}

func TestStonesByKeysAndMouse(t *testing.T) {
	r := newRig(t, connect6(), 80, 24)
	if got := r.keys(tcell.KeyUp, tcell.KeyLeft, tcell.KeyEnter); !slices.Equal(got, []string{"put black I11"}) {
		t.Errorf("arrows and Enter: %v", got)
	}
	if got := r.keys("g", "c", "3", tcell.KeyEnter, " "); !slices.Equal(got, []string{"put black C3"}) {
		t.Errorf("a name and space: %v", got)
	}
	x, y, _ := r.m.frame.at(board.At(9, 9))
	if got := r.click(x, y); !slices.Equal(got, []string{"lift J10"}) {
		t.Errorf("a click on a stone: %v", got)
	}
	x, y, _ = r.m.frame.at(board.At(0, 18))
	if got := r.click(x+1, y); !slices.Equal(got, []string{"put black A19"}) {
		t.Errorf("a click right of a point: %v", got)
	}
	r.table.refuse = errors.New("there is a stone on A19 already\x1b[2J")
	r.click(x, y)
	r.has("there is a stone on A19 already")
}

func TestChoices(t *testing.T) {
	r := newRig(t, connect6(), 80, 24)
	if got := r.keys("u"); !slices.Equal(got, []string{`{"do":"undo"}`}) {
		t.Errorf("take back: %v", got)
	}
	if got := r.keys("r", "n"); got != nil {
		t.Errorf("resigned without being sure: %v", got)
	}
	if got := r.keys("r", "y"); !slices.Equal(got, []string{`{"do":"resign"}`}) {
		t.Errorf("resign: %v", got)
	}
	two := connect6()
	two.Human, two.Side = []board.Color{board.Black, board.White}, board.White
	people := newRig(t, two, 80, 24)
	people.keys("r")
	people.has("Does White resign?")
	next := *two
	next.Side = board.Black
	people.m.told(api.Update{State: &next}, time.Unix(1, 0))
	if got := people.keys("y"); got != nil {
		t.Errorf("Black's turn has come, and White's question gives %v", got)
	}
	people.has("Nobody has resigned.")
	people.keys("r")
	people.has("Does Black resign?")
	later := next
	later.GameID = "g2"
	people.m.told(api.Update{State: &later}, time.Unix(2, 0))
	if got := people.keys("y"); got != nil {
		t.Errorf("in the next game the question gives %v", got)
	}
	if got := people.keys("r", "y"); !slices.Equal(got, []string{`{"do":"resign"}`}) {
		t.Errorf("then: %v", got)
	}
	i := slices.IndexFunc(r.m.choices(), func(c choice) bool { return c.key == "h" })
	h := r.m.frame.hot[i]
	if got := r.click(h.x+1, h.y); !slices.Equal(got, []string{`{"do":"hint"}`}) {
		t.Errorf("a click on %q: %v", r.m.choices()[i].label, got)
	}
	r.keys("l")
	r.has("六子棋", "轮到黑方：请落两枚黑子。", "悔棋")
	r.keys("l", "?")
	r.has("Arrow keys")
	if r.keys(tcell.KeyEscape, "q"); !r.m.quit {
		t.Error("Q does not quit")
	}

	// A paused game is resumed by a key of its own, and asks nothing.
	s := connect6()
	s.Phase, s.Question = api.PhasePaused, &api.Inquiry{ID: 5, Kind: "menu", Path: []string{"resume"}, Options: []api.Option{{Answer: "yes", Text: "Yes"}, {Answer: "no", Text: "Close"}}}
	r = newRig(t, s, 80, 24)
	if got := r.keys("1", "2", "p"); !slices.Equal(got, []string{`{"do":"resume"}`}) {
		t.Errorf("paused: %v", got)
	}
}

// TestNewGame fills in the form: another game has other openings and boards.
func TestNewGame(t *testing.T) {
	r := newRig(t, connect6(), 80, 24)
	r.keys("n")
	r.has("NEW GAME", "< Connect6 >", "people play Black", "thinking time", "ends the current game")
	if got := r.keys(tcell.KeyRight, tcell.KeyDown, tcell.KeyRight, tcell.KeyDown, tcell.KeyDown, tcell.KeyRight, tcell.KeyEnter); !slices.Equal(got,
		[]string{`{"do":"new-game","game":"gomoku","human":"black","level":8,"opening":"swap2","time":5}`}) {
		t.Errorf("Gomoku: %v", got)
	}
	if got := r.keys("n", tcell.KeyLeft, tcell.KeyDown, tcell.KeyRight, tcell.KeyDown, tcell.KeyRight, tcell.KeyEnter); !slices.Equal(got,
		[]string{`{"clock":"30s/turn","do":"new-game","game":"go","size":"9x9"}`}) {
		t.Errorf("Go: %v", got)
	}
	if got := r.keys("w", tcell.KeyLeft, tcell.KeyEnter); !slices.Equal(got, []string{`{"do":"seats","human":"none","level":7,"time":5}`}) {
		t.Errorf("who plays: %v", got)
	}
	if got := r.keys("n", tcell.KeyEscape); got != nil || r.m.form != nil {
		t.Errorf("Escape: %v", got)
	}
}

// TestGo shows captures, the count and the clock, and takes dead stones.
func TestGo(t *testing.T) {
	s := connect6()
	s.Game, s.Cols, s.Rows, s.Human = "go", 9, 9, []board.Color{board.Black, board.White}
	s.Stones = []api.Seen{{Point: board.At(4, 4), Color: referee.Black}}
	s.Moves = []api.Points{{board.At(4, 4)}, {}, {}}
	s.Phase = api.PhaseCount
	s.Clock = api.Clock{Control: clock.Control{Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second}, Running: board.Black, PeriodMS: 30000,
		Black: api.ClockSide{LeftMS: 29000, Periods: 2, Overtime: true}, White: api.ClockSide{LeftMS: 545000, Periods: 3}}
	s.Go = &api.Go{Komi: 7.5, Prisoners: api.Two{Black: 3, White: 1}, Counting: true, Owner: strings.Repeat("b", 81), Score: "B+73.5",
		Points: api.Two{Black: 81, White: 7.5}, Dead: api.Points{board.At(4, 4)}}
	r := newRig(t, s, 80, 24)
	r.has("Go  9×9", "▪─▪", "●✕", "Captured: Black 3, White 1, komi 7.5", "Points: Black 81, White 7.5", "0:26 ×2", "9:05", "A both agree", "O play on", "3  pass")
	s.Clock.Control, s.Clock.PeriodMS, s.Clock.Canadian = clock.Control{Periods: 5, Period: 3 * time.Minute, Canadian: true}, 180000, true
	s.Clock.Black = api.ClockSide{LeftMS: 29000, Periods: 4, Overtime: true}
	newRig(t, s, 80, 24).has("4 stones in 0:26")
	s.Clock.Black.Periods = 1
	newRig(t, s, 80, 24).has("one stone in 0:26")
	if got := r.keys(tcell.KeyEnter); !slices.Equal(got, []string{`{"do":"dead","point":"E5"}`}) {
		t.Errorf("a dead stone: %v", got)
	}
	if got := r.keys("a", "o"); !slices.Equal(got, []string{`{"do":"agree"}`, `{"do":"play-on"}`}) {
		t.Errorf("agree, and play on: %v", got)
	}
}

// TestPlainTerminals tells stones apart by shape where there are no colours, and draws
// with ASCII where there is nothing else.
func TestPlainTerminals(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	r := newRig(t, connect6(), 80, 24)
	r.has("● ·", "○ ·", "· · + ·")
	r.m.ascii = true
	r.has("X .", "O .", ". . + .", "> X Black")
	for i, line := range strings.Split(r.show(), "\n")[:21] {
		if strings.ContainsFunc(line[:min(40, len(line))], func(c rune) bool { return c > 126 }) && i > 0 {
			t.Errorf("not ASCII: %q", line)
		}
	}
}

// TestMarks shows what the table asks for and forbids.
func TestMarks(t *testing.T) {
	s := connect6()
	a, b, c, d := board.At(0, 0), board.At(1, 0), board.At(2, 0), board.At(3, 0)
	s.Wanted, s.Forbidden, s.Marks = api.Points{a}, api.Points{b}, []api.Mark{{Point: c, Kind: "missing", Color: board.White}}
	s.Hint = &api.Hint{Points: api.Points{d}, Said: map[string]string{"en": "Hint: D1."}}
	r := newRig(t, s, 80, 24)
	r.has("◌─✕─!─◆", "Hint: D1.")
	r.m.cursor = c
	if got := r.keys(tcell.KeyEnter); !slices.Equal(got, []string{"put white C1"}) {
		t.Errorf("a missing stone: %v", got)
	}
	s.Sim = false
	r.m.told(api.Update{State: s}, time.Now())
	if got := r.keys(tcell.KeyEnter); got != nil {
		t.Errorf("a hand at a real board: %v", got)
	}
	r.has("real board")
}

// TestOpeningsChoice answers by numbers.
func TestOpeningsChoice(t *testing.T) {
	s := connect6()
	s.Phase, s.Opening.Choices = api.PhaseChoose, []opening.Choice{"black", "white"}
	r := newRig(t, s, 80, 24)
	if got := r.keys("2"); !slices.Equal(got, []string{`{"answer":"white","do":"choose"}`}) {
		t.Errorf("a choice: %v", got)
	}
	s.Phase, s.Question = api.PhaseHuman, &api.Inquiry{ID: 4, Kind: "menu", Options: []api.Option{{Answer: "yes"}, {Answer: "no"}}}
	r.m.told(api.Update{State: s}, time.Now())
	if got := r.keys("1"); !slices.Equal(got, []string{`{"answer":"yes","do":"answer","question":4}`}) {
		t.Errorf("an answer: %v", got)
	}
}

// TestTypingAPoint shows what is typed, in both languages.
func TestTypingAPoint(t *testing.T) {
	for _, l := range []text.Language{text.English, text.Chinese} {
		r := newRig(t, connect6(), 80, 24)
		r.m.lang = l
		r.keys("g", "j", "1")
		if at := r.show(); !strings.Contains(at, "> J1_\n") {
			t.Errorf("%v: %s", l, at)
		}
	}
}

// TestRun plays in a whole terminal: it survives a table that goes away, and leaves the
// terminal as it was.
func TestRun(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	term := vt.NewMockTerm(vt.MockOptSize{X: 80, Y: 24})
	screen, err := tcell.NewTerminfoScreenFromTty(term)
	if err != nil {
		t.Fatal(err)
	}
	table := &fakeTable{updates: make(chan api.Update)}
	done := make(chan error)
	go func() { done <- Run(t.Context(), Config{Table: table, Screen: screen, Language: text.English}) }()
	table.updates <- api.Update{State: connect6()}
	table.updates <- api.Update{Thought: &api.Thought{Depth: 3}}
	term.SetSize(vt.Coord{X: 60, Y: 30})
	term.SendRaw([]byte("\r"))
	close(table.updates)
	term.SendRaw([]byte("q"))
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	term.SendRaw(nil)
}

// FuzzState shows whatever a table could say, and presses keys.
func FuzzState(f *testing.F) {
	for _, s := range []*api.Snapshot{connect6(), {}, {Cols: 9, Rows: 9, Phase: api.PhaseCount, Go: &api.Go{Owner: "bw."}}} {
		text, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, "n\r uhK")
	}
	var r *rig
	f.Fuzz(func(t *testing.T, text []byte, typed string) {
		var s api.Snapshot
		if json.Unmarshal(text, &s) != nil {
			t.Skip()
		}
		if r == nil {
			r = newRig(t, connect6(), 80, 24)
		}
		r.T, r.m = t, &model{}
		r.m.told(api.Update{State: &s}, time.Unix(0, 0))
		r.show()
		for _, c := range typed[:min(20, len(typed))] {
			k := any(string(c))
			if c < ' ' {
				k = tcell.Key(c)
			}
			r.keys(k)
			r.click(int(c)%80, int(c)/3%24)
		}
	})
}
