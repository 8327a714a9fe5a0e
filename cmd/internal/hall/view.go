package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/fleet"
	"stonehand/hw"
)

// Table is what a hall knows of a table at one moment.
type Table struct {
	State  *fleet.State  `json:"state"`  // nil: nothing is known yet
	Health *fleet.Health `json:"health"` // the same
	// SilentMS is how long the hall has heard nothing from the table.
	SilentMS int64 `json:"silent_ms"`
	// StateMS is how old the state is: its clock has run on since.
	StateMS int64 `json:"state_ms"`
	// Twins says that two tables run under this name, as with a copied SD card.
	Twins bool `json:"twins"`
	heard time.Time
	shown time.Time // the state
	boots boots
}

// boots notices two programs that report under one name: a program that ended never comes
// back, so they take turns.
type boots struct {
	now    string
	before string    // the one that the present one followed
	turned time.Time // when one came back
	sure   time.Time // when one came back soon after the other had
}

// turnTime is within how long two programs have taken turns again: each reports its health
// every 30 seconds.
const turnTime = 3 * time.Minute

// heard takes a message of a program.
func (b *boots) heard(boot string, at time.Time) {
	if boot == b.now || boot == "" {
		return
	}
	if boot == b.before {
		if at.Sub(b.turned) < turnTime {
			b.sure = at
		}
		b.turned = at
	}
	b.before, b.now = b.now, boot
}

// view is all tables as they are now, made of the stream of states. It is safe for
// concurrent use.
type view struct {
	mu     sync.Mutex // guards what follows
	tables map[string]Table
	seen   map[*follower]bool
}

// follower is somebody who looks at the page: the tables that have changed since they
// were told last. A slow one misses what lies between, and no table.
type follower struct {
	changed map[string]bool // guarded by the view's mu
	bell    chan struct{}
}

func newView() *view { return &view{tables: map[string]Table{}, seen: map[*follower]bool{}} }

// run follows the stream until ctx ends; told hears of games that begin, end or go on.
func (v *view) run(ctx context.Context, follow following, k *Keys, told func()) error {
	return follow(ctx, fleet.StreamState, []string{fleet.Subject("*", "*", fleet.PartState), fleet.Subject("*", "*", fleet.PartHealth)}, func(m jetstream.Msg) {
		if name, part, ok := k.sender(m.Subject()); ok {
			if len(m.Data()) == 0 {
				v.remove(name)
			} else if v.take(name, part, m, time.Now()) {
				told()
			}
		}
	})
}

// askAgain is how long servers that do not answer are left alone.
const askAgain = time.Second

// following is [Hall.follow].
type following func(ctx context.Context, stream string, subjects []string, take func(jetstream.Msg)) error

// follow hands over the last message of every subject, and then all that come, until ctx
// ends.
func (h *Hall) follow(ctx context.Context, stream string, subjects []string, take func(jetstream.Msg)) error {
	using, err := h.consume(ctx, stream, jetstream.OrderedConsumerConfig{FilterSubjects: subjects, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy}, take)
	if err != nil {
		return fmt.Errorf("stream %s: %w", stream, err)
	}
	<-ctx.Done()
	using.Stop()
	<-using.Closed()
	return nil
}

// consume is [dial.Follow], tried again where the servers do not answer, as a cluster does
// not that has just lost one of them.
func (h *Hall) consume(ctx context.Context, stream string, c jetstream.OrderedConsumerConfig, take func(jetstream.Msg)) (jetstream.ConsumeContext, error) {
	for {
		using, err := dial.Follow(ctx, h.js, stream, c, take)
		if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, nats.ErrNoResponders) {
			return using, err
		}
		h.Log.Warn("The servers do not answer; they are asked again.", "stream", stream, "err", err)
		if !hw.Sleep(ctx, askAgain) {
			return nil, ctx.Err()
		}
	}
}

// take notes what a table says. Words from before its last start, older versions of a state,
// and what no table can show are left out. It reports whether a game began, ended or goes on.
func (v *view) take(name, part string, m jetstream.Msg, now time.Time) (turn bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	t := v.tables[name]
	// The clock may be set at any time. From now on only the time that passes counts, and nothing
	// was heard in the future.
	at := now
	if d, err := m.Metadata(); err == nil {
		at = now.Add(min(0, d.Timestamp.Sub(now)))
	}
	switch part {
	case fleet.PartState:
		var s fleet.State
		if json.Unmarshal(m.Data(), &s) != nil || !s.Possible() || t.State != nil && t.State.Boot == s.Boot && t.State.Version > s.Version {
			return false
		}
		t.boots.heard(s.Boot, at)
		turn = t.State == nil || t.State.GameID != s.GameID || t.State.Result != s.Result
		t.State, t.shown = &s, at
	case fleet.PartHealth:
		var h fleet.Health
		if json.Unmarshal(m.Data(), &h) != nil {
			return false
		}
		t.boots.heard(h.Boot, at)
		t.Health = &h
	}
	t.heard = at
	v.tables[name] = t
	v.ring(name)
	return turn
}

// ring tells followers that a table has changed; v.mu is held.
func (v *view) ring(name string) {
	for f := range v.seen {
		f.changed[name] = true
		hw.Ring(f.bell)
	}
}

// at returns a table as it is now.
func (t Table) at(now time.Time) Table {
	t.SilentMS, t.StateMS = max(0, now.Sub(t.heard).Milliseconds()), max(0, now.Sub(t.shown).Milliseconds())
	t.Twins = now.Sub(t.boots.sure) < turnTime
	return t
}

// all returns every table by name.
func (v *view) all(now time.Time) map[string]Table {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := make(map[string]Table, len(v.tables))
	for name, t := range v.tables {
		list[name] = t.at(now)
	}
	return list
}

// twins reports whether two tables run under a name.
func (v *view) twins(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.tables[name].at(time.Now()).Twins
}

// known reports whether a table has ever been heard.
func (v *view) known(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, ok := v.tables[name]
	return ok
}

// join begins to follow; every table counts as changed.
func (v *view) join() *follower {
	f := &follower{changed: map[string]bool{}, bell: make(chan struct{}, 1)}
	f.bell <- struct{}{}
	v.mu.Lock()
	defer v.mu.Unlock()
	for name := range v.tables {
		f.changed[name] = true
	}
	v.seen[f] = true
	return f
}

func (v *view) leave(f *follower) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.seen, f)
}

// news returns what has changed for a follower since the last time, by name; nil is a table
// that was removed.
func (v *view) news(f *follower, now time.Time) (names []string, tables map[string]*Table) {
	v.mu.Lock()
	defer v.mu.Unlock()
	tables = map[string]*Table{}
	for name := range f.changed {
		tables[name] = nil
		if t, ok := v.tables[name]; ok {
			tables[name] = new(t.at(now))
		}
	}
	names = slices.Sorted(maps.Keys(f.changed))
	clear(f.changed)
	return names, tables
}
