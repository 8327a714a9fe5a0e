// Package terminal shows a table in a terminal, for play over SSH and without a browser:
// the board in colours or without, the clocks, what is said, and all that a person can
// choose, by keys and by the mouse. It knows the table by its contract alone, so it plays
// at any that it can reach.
package terminal

import (
	"context"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
)

// Table is what the terminal needs of a table. [stonehand/cmd/internal/bridge.Daemon]
// implements it.
type Table interface {
	// Follow tells of everything that happens, the present state first, until ctx ends
	// or the table tells no more, and returns why.
	Follow(ctx context.Context, tell func(api.Update)) error
	// Do gives a command and returns the state after it, or why it was refused.
	Do(ctx context.Context, c api.Command) (*api.Snapshot, error)
	// Put puts a stone on a simulated board, and Lift takes one off.
	Put(ctx context.Context, p board.Point, c board.Color) error
	Lift(ctx context.Context, p board.Point) error
	// Speak says in which language the table is to refuse from now on.
	Speak(l text.Language)
}

// Config is a table, and how to show it.
type Config struct {
	Table    Table
	Screen   tcell.Screen  // not yet initialized
	Language text.Language // to begin with
	ASCII    bool          // draw with ASCII characters, whatever the terminal can show
}

// again is how long to wait before a table that has gone is asked again, and beat how
// often a clock that runs is drawn.
const (
	again = time.Second
	beat  = 250 * time.Millisecond
)

// Run plays until a person quits or ctx ends; the terminal is then as it was. The error
// is of the terminal: a table that goes away is waited for.
func Run(ctx context.Context, c Config) error {
	if err := c.Screen.Init(); err != nil {
		return err
	}
	defer c.Screen.Fini()
	c.Screen.EnableMouse(tcell.MouseButtonEvents)
	c.Screen.SetTitle("Stonehand")
	m := &model{lang: c.Language, ascii: c.ASCII || !strings.EqualFold(c.Screen.CharacterSet(), "UTF-8")}
	if m.ascii {
		m.lang = text.English
	}
	ctx, cancel := context.WithCancel(ctx)
	w := work{table: c.Table, updates: make(chan api.Update), lost: make(chan struct{}), tasks: make(chan task, 16), results: make(chan error)}
	followed, worked := make(chan struct{}), make(chan struct{})
	go func() { defer close(followed); w.follow(ctx) }()
	go func() { defer close(worked); w.run(ctx) }()
	defer func() { cancel(); <-followed; <-worked }()
	return loop(ctx, c.Screen, m, &w)
}

// loop takes what happens, one thing after the other, and draws.
func loop(ctx context.Context, screen tcell.Screen, m *model, w *work) error {
	tick := time.Tick(beat)
	for !m.quit {
		m.draw(screen, time.Now())
		screen.Show()
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-screen.EventQ():
			if !ok {
				return nil
			}
			if k, ok := e.(*tcell.EventKey); ok && k.Key() == tcell.KeyCtrlL {
				screen.Sync()
			}
			if _, ok := e.(*tcell.EventResize); ok {
				screen.Sync()
			}
			if do := m.handle(e); do != nil {
				w.table.Speak(m.lang)
				if !hw.Offer(w.tasks, do) {
					m.note = m.lang.Say(text.NotNow)
				}
			}
		case u := <-w.updates:
			m.told(u, time.Now())
		case <-w.lost:
			m.away = true
		case err := <-w.results:
			m.done(err)
		case <-tick:
		}
	}
	return nil
}

// work is what is done beside the drawing.
type work struct {
	table   Table
	updates chan api.Update
	lost    chan struct{} // the table tells no more
	tasks   chan task
	results chan error
}

// follow passes on what the table tells, and asks again when it has gone.
func (w *work) follow(ctx context.Context) {
	for ctx.Err() == nil {
		_ = w.table.Follow(ctx, func(u api.Update) { hw.Send(ctx, w.updates, u) })
		hw.Send(ctx, w.lost, struct{}{})
		hw.Sleep(ctx, again)
	}
}

// run carries tasks out, one after the other.
func (w *work) run(ctx context.Context) {
	for {
		select {
		case do := <-w.tasks:
			hw.Send(ctx, w.results, do(ctx, w.table))
		case <-ctx.Done():
			return
		}
	}
}
