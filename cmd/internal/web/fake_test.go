package web

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/sim"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(webtest.Main{M: m}) }

var parallel sync.Map // the tests that run at the same time as others

// option is an answer to a question, with what its button says in both languages.
func option(answer, en, zh string) api.Option {
	return api.Option{Answer: answer, Text: en, Said: map[string]string{"en": en, "zh": zh}}
}

// at is the same answer, given by a stone on a point.
func at(point string, o api.Option) api.Option {
	o.Point = new(apitest.At(point))
	return o
}

// browser opens a Chromium in which the test looks at the page, beside other tests. The race
// detector finds nothing in there, and requests come to the server side by side in tests
// without a page as well, so -short leaves it out.
func browser(t *testing.T) *webtest.Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is looked at without the race detector, so -short leaves it out")
	}
	if _, already := parallel.LoadOrStore(t, true); !already {
		t.Parallel() // a browser waits more than it computes
	}
	return webtest.Start(t)
}

var size19 = board.Size{Cols: 19, Rows: 19}

// fakeTable is a table without a game loop: tests set its state, and it hands
// out what it is told as the real one would.
type fakeTable struct {
	mu       sync.Mutex
	now      api.Snapshot
	progress time.Time
	subs     map[chan api.Update]bool
	commands []api.Command
	answer   func(api.Command) error
	pushes   []bool
}

func newFakeTable() *fakeTable {
	return &fakeTable{
		now: api.Snapshot{
			Version: 1, GameID: "g1", Game: "connect6", Cols: 19, Rows: 19, Phase: api.PhaseHuman, ToMove: board.Black, Side: board.Black, Due: 1,
			Human: []board.Color{board.Black}, Level: 5, TurnTime: 5, Message: "Black begins: put one black stone anywhere.", Link: true, Sim: true,
		},
		progress: time.Now(),
		subs:     map[chan api.Update]bool{},
	}
}

// says has a table tell people something in both languages.
func says(n *api.Snapshot, en, zh string) {
	n.Message = en
	n.Said = map[string]api.Said{"en": {Message: en, Fault: n.Fault}, "zh": {Message: zh, Fault: n.Fault}}
}

func (f *fakeTable) Snapshot() *api.Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.now
	return &s
}

func (f *fakeTable) Do(ctx context.Context, c api.Command) (*api.Snapshot, error) {
	f.mu.Lock()
	f.commands = append(f.commands, c)
	answer := f.answer
	f.mu.Unlock()
	if answer != nil {
		if err := answer(c); err != nil {
			return nil, err
		}
	}
	return f.Snapshot(), ctx.Err()
}

func (f *fakeTable) Progress() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.progress
}

func (f *fakeTable) Subscribe(ctx context.Context) <-chan api.Update {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan api.Update, 16)
	s := f.now
	c <- api.Update{State: &s}
	f.subs[c] = true
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.drop(c)
	})
	return c
}

func (f *fakeTable) drop(c chan api.Update) {
	if f.subs[c] {
		delete(f.subs, c)
		close(c)
	}
}

// set changes the state and tells everyone.
func (f *fakeTable) set(change func(*api.Snapshot)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(&f.now)
	f.now.Version++
	s := f.now
	f.tell(api.Update{State: &s})
}

// publish tells everyone u.
func (f *fakeTable) publish(u api.Update) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tell(u)
}

func (f *fakeTable) tell(u api.Update) {
	for c := range f.subs {
		select {
		case c <- u:
		default:
			f.drop(c)
		}
	}
}

func (f *fakeTable) taken() []api.Command {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.commands)
}

// fakeHand moves stones on a fakeTable.
type fakeHand struct{ table *fakeTable }

func (h fakeHand) Put(point int, stone hw.State) error {
	name := size19.Name(size19.Point(point), board.Algebraic)
	var err error
	h.table.set(func(s *api.Snapshot) {
		if slices.Contains(s.Stones, api.Seen{Point: apitest.At(name), Color: referee.Sight(stone)}) {
			err = fmt.Errorf("putting a stone on point %d: %w", point, sim.ErrThere)
			return
		}
		if slices.ContainsFunc(s.Stones, func(t api.Seen) bool { return t.Point.String() == name }) {
			err = fmt.Errorf("putting a stone on point %d: %w", point, sim.ErrOccupied)
			return
		}
		s.Stones = append(slices.Clone(s.Stones), api.Seen{Point: apitest.At(name), Color: referee.Sight(stone)})
	})
	return err
}

func (h fakeHand) Lift(point int) error {
	name := size19.Name(size19.Point(point), board.Algebraic)
	err := fmt.Errorf("lifting from point %d: %w", point, sim.ErrEmpty)
	h.table.set(func(s *api.Snapshot) {
		s.Stones = slices.DeleteFunc(slices.Clone(s.Stones), func(t api.Seen) bool {
			if t.Point.String() == name {
				err = nil
			}
			return t.Point.String() == name
		})
	})
	return err
}

// Push takes note of a push of the button "1", the only one.
func (h fakeHand) Push(name string, down bool) error {
	if name != "1" {
		return fmt.Errorf("pushing %q: %w", name, sim.ErrNoButton)
	}
	h.table.mu.Lock()
	defer h.table.mu.Unlock()
	h.table.pushes = append(h.table.pushes, down)
	return nil
}

// fakeGames is an archive of one game.
type fakeGames struct{ err error }

var oneGame = api.GameInfo{
	ID: "20260102-150405", Game: "connect6", Started: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC),
	Ended: time.Date(2026, 1, 2, 15, 31, 0, 0, time.UTC), Black: "human", White: "Stonehand level 5", Result: "white", Reason: "line", Turns: 24,
}

func (g fakeGames) List() ([]api.GameInfo, error) { return []api.GameInfo{oneGame}, g.err }

func (g fakeGames) SGF(id string) ([]byte, error) {
	if g.err != nil {
		return nil, g.err
	}
	if id != oneGame.ID {
		return nil, fmt.Errorf("game %s: %w", id, fs.ErrNotExist)
	}
	return []byte("(;FF[4]GM[511]SZ[19];B[jj])"), nil
}

// keepTelling publishes an update again and again until stop is called.
func (f *fakeTable) keepTelling(u api.Update) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		again := time.NewTicker(100 * time.Millisecond)
		defer again.Stop()
		for {
			f.publish(u)
			select {
			case <-done:
				return
			case <-again.C:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
