package table

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/engine/board"
	"stonehand/engine/record"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Table owns one game at one board. Its methods may be called from anywhere. What
// follows from what happens, its core says; the rest of it is the way in and out.
type Table struct {
	cfg  Config
	log  *slog.Logger
	core core

	requests chan request
	answers  chan answer
	thoughts chan thought
	asked    chan error    // what became of asking for a shutdown; has room for one
	stopped  chan struct{} // closed when Run has ended
	running  atomic.Bool
	born     time.Time
	progress atomic.Int64 // nanoseconds since born
	snapshot atomic.Pointer[told]
	tasks    sync.WaitGroup // what was begun and is to end with Run
	arm      armAtWork
	search   searchAtWork

	mu          sync.Mutex // guards what follows
	subscribers map[*subscriber]struct{}
	closed      bool // no more subscribers
}

// New returns a table that waits to be run. An error says what is missing from
// the configuration or out of range in it.
func New(c Config) (*Table, error) {
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	t := &Table{
		cfg:         c,
		log:         c.Logger,
		core:        newCore(c),
		requests:    make(chan request),
		answers:     make(chan answer, 1),
		thoughts:    make(chan thought, 1),
		asked:       make(chan error, 1),
		stopped:     make(chan struct{}),
		subscribers: map[*subscriber]struct{}{},
		born:        time.Now(),
		arm:         newArmAtWork(c.Arm),
	}
	t.show()
	return t, nil
}

// newCore returns the state of a table that has not run yet.
func newCore(c Config) core {
	_, kept := c.Arm.(hw.ArmKeeper)
	s := referee.Default()
	s.Settle, s.TakeBack, s.Bare, s.SetUp, s.Menu = c.Settle, c.TakeBack, c.Bare, c.SetUp, c.Menu
	t := core{
		cfg:     c,
		lang:    c.Language,
		match:   record.New(c.Games, record.Seats{People: record.People(c.Human), Level: c.Level, Budget: c.TurnTime.Truncate(time.Millisecond)}, c.Clock),
		buttons: buttons.New(c.Wiring, c.HoldTime),
		voice:   voice{volume: c.Volume, loud: cmp.Or(c.Volume, voiceVolume)},
		arm:     arm.New(kept),
		helping: c.Simulated && c.Helping,
		calib:   calibrating{known: c.Calibration, trouble: c.Uncalibrated},
		doubt:   suspicion{point: board.Nowhere, about: board.Nowhere, asked: map[board.Point]time.Time{}},
		changed: true,
	}
	t.match.Opens = c.Opening
	t.sensed.referee = referee.New(s, t.match.Game)
	return t
}
