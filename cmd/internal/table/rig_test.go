package table

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"stonehand/cmd/internal/api"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// journal is a journal in memory that can be told to fail.
type journal struct {
	mu      sync.Mutex
	entries []api.Entry
	broken  error
	watch   func(api.Entry) // sees every entry that is taken
	check   func()          // is called before every entry, nil: nothing is
}

func (j *journal) Append(e api.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.check != nil {
		j.check()
	}
	if j.broken != nil {
		return j.broken
	}
	if j.watch != nil {
		j.watch(e)
	}
	j.entries = append(j.entries, e)
	return nil
}

// see lets watch see every entry that is taken from now on.
func (j *journal) see(watch func(api.Entry)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.watch = watch
}

func (j *journal) fail(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.broken = err
}

func (j *journal) all() []api.Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.entries)
}

// archive is an archive in memory that can be told to fail.
type archive struct {
	mu     sync.Mutex
	games  []api.Finished
	broken error
}

func (a *archive) Keep(f api.Finished) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.broken != nil {
		return a.broken
	}
	a.games = append(a.games, f)
	return nil
}

func (a *archive) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.broken = err
}

func (a *archive) all() []api.Finished {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.games)
}

// firstFree is a trivial thinker that plays by the rules: the free points
// nearest to the lower left corner, after the time it is told to take or when
// it is hurried. It fails the test when it is asked two questions at a time.
type firstFree struct {
	t     *testing.T
	takes time.Duration

	mu     sync.Mutex
	busy   bool
	asked  []player.Question
	answer func(player.Question) ([]board.Point, error) // instead of the free points
	choice opening.Choice                               // instead of the first one
}

func (f *firstFree) Choose(ctx context.Context, q player.Question, report func(player.Info)) (a player.Answer, err error) {
	f.mu.Lock()
	if f.busy {
		f.t.Error("a second question while the first is being thought about")
	}
	f.busy = true
	f.asked = append(f.asked, q)
	answer, takes, choice := f.answer, f.takes, f.choice
	if len(q.Choices) > 0 {
		f.choice = ""
	}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.busy = false
		f.mu.Unlock()
	}()
	for depth := range 3 {
		report(player.Info{Depth: depth + 1})
	}
	select {
	case <-time.After(takes):
	case <-q.Hurry:
	case <-ctx.Done():
		return a, ctx.Err()
	}
	switch {
	case len(q.Choices) > 0:
		a.Choice = cmp.Or(choice, q.Choices[0])
	case answer != nil:
		a.Points, err = answer(q)
	default:
		a.Points = free(q)
	}
	return a, err
}

// take lets it think so long from the next question on.
func (f *firstFree) take(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.takes = d
}

func (f *firstFree) questions() []player.Question {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.asked)
}

func (f *firstFree) say(answer func(player.Question) ([]board.Point, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = answer
}

// decide says what it is to choose next.
func (f *firstFree) decide(c opening.Choice) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.choice = c
}

// openFree is free in a game with an opening.
func openFree(q player.Question, k opening.Kind) []board.Point {
	var on [board.Cells]board.Color
	for _, t := range q.Turns {
		for _, p := range t.Points {
			on[p] = t.Color
		}
	}
	for _, p := range q.Placed {
		on[p] = board.Black
	}
	at := func(p board.Point) board.Color { return on[p] }
	turn := len(q.Turns)
	list := k.Allowed(q.Rules.Size(), turn, at)
	for i := 0; list == nil || len(list) < 2 && i < q.Rules.Size().Count(); i++ {
		if p := q.Rules.Size().Point(i); on[p] == board.Empty {
			list = append(list, p)
		}
	}
	return list[:k.Next(turn, q.Made).Stones-len(q.Placed)]
}

// free returns the turn of firstFree.
func free(q player.Question) []board.Point {
	if r, ok := q.Rules.(game.Gomoku); ok && r.Opening != opening.Free {
		return openFree(q, r.Opening)
	}
	g, err := game.NewFrom(q.Rules, q.Start)
	if err != nil {
		panic(err)
	}
	for _, t := range q.Turns {
		if err := g.Play(t); err != nil {
			panic(err)
		}
	}
	_, due := g.Due()
	var points []board.Point
	for i := 0; len(points) < due-len(q.Placed); i++ {
		if p := g.Size().Point(i); g.At(p) == board.Empty && !slices.Contains(q.Placed, p) {
			points = append(points, p)
		}
	}
	return points
}

// scattered answers with points far apart from each other, which lead nowhere.
func scattered(q player.Question) ([]board.Point, error) {
	n := len(q.Turns)
	return []board.Point{board.At(n, 0), board.At(n, 16)}, nil
}

// small is a game that is over soon, and smallBoard its board.
var (
	small      = game.Connect{Title: "small", Board: board.Size{Cols: 5, Rows: 5}, Row: 4, Each: 2, First: 1}
	smallBoard = sim.Settings{Board: hw.Geometry{Cols: 5, Rows: 5, Colors: true}}
)

// rig is a table at a simulated board, in a synctest bubble.
type rig struct {
	t       *testing.T
	board   *sim.Board
	table   *Table
	journal *journal
	archive *archive
	thinker *firstFree
	loss    api.Loss // what the next table is told of its journal
	aside   string   // and where what was damaged is kept
	stop    func()   // ends Run and waits for it
}

// newRig makes a table and runs it. edit may change its configuration.
func newRig(t *testing.T, settings sim.Settings, history []api.Entry, edit func(*Config)) *rig {
	t.Helper()
	b, err := sim.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, board: b, journal: &journal{entries: slices.Clone(history)}, archive: &archive{}, thinker: &firstFree{t: t, takes: time.Second}}
	r.start(history, edit)
	return r
}

// start runs a new table with the rig's parts.
func (r *rig) start(history []api.Entry, edit func(*Config)) {
	r.t.Helper()
	c := Config{Sensor: r.board, Prober: r.board, Lamps: r.board, Player: r.thinker, Journal: r.journal, Archive: r.archive,
		Logger: slog.New(slog.NewTextHandler(r.t.Output(), nil))}
	for _, f := range r.archive.all() {
		c.After = max(c.After, api.NumberOf(f.ID))
	}
	if edit != nil {
		edit(&c)
	}
	table, err := New(c)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := table.Restore(history); err != nil {
		r.t.Fatal(err)
	}
	table.Recovered(r.loss, r.aside)
	told := 0
	r.journal.check = func() {
		if told++; told > 40 && told%16 != 0 {
			return // it takes as long as the rest of a test
		}
		if d := difference(&table.core.match); d != "" {
			r.t.Errorf("a checkpoint would not tell the state as it is: %s", d)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- table.Run(ctx) }()
	r.table = table
	r.stop = func() {
		cancel()
		if err := <-done; err != nil {
			r.t.Errorf("Run: %v", err)
		}
	}
}

// put puts a stone on a point.
func (r *rig) put(name string, c board.Color) {
	r.t.Helper()
	if err := r.board.Put(r.index(name), hw.State(c)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) lift(name string) {
	r.t.Helper()
	if err := r.board.Lift(r.index(name)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) index(name string) int {
	r.t.Helper()
	s := r.table.core.match.Game.Size()
	p, err := s.Parse(name, board.Algebraic)
	if err != nil {
		r.t.Fatal(err)
	}
	return s.Index(p)
}

// pass lets time pass.
func (r *rig) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// do gives a command that is to be carried out.
func (r *rig) do(c api.Command) *api.Snapshot {
	r.t.Helper()
	s, err := r.table.Do(context.Background(), c)
	if err != nil {
		r.t.Fatalf("%s: %v", c.Do, err)
	}
	return s
}

// refused gives a command that is to be refused with a code.
func (r *rig) refused(c api.Command, code string) {
	r.t.Helper()
	_, err := r.table.Do(context.Background(), c)
	var e *api.CommandError
	if !errors.As(err, &e) || e.Code != code || e.Text == "" {
		r.t.Fatalf("%s: got %v, want a refusal with code %s", c.Do, err, code)
	}
}

// phase fails the test unless the table is in a phase.
func (r *rig) phase(want api.Phase) *api.Snapshot {
	r.t.Helper()
	s := r.table.Snapshot()
	if s.Phase != want {
		r.t.Fatalf("phase %q (%s), want %q", s.Phase, s.Message, want)
	}
	return s
}

// obey puts the machine's wanted stones down.
func (r *rig) obey() {
	r.t.Helper()
	s := r.phase(api.PhasePlace)
	c, _ := board.ParseColor(s.ToMove.String())
	for _, name := range s.Wanted {
		r.put(name.String(), c)
	}
	r.pass(time.Second)
}
