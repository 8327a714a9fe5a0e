package table

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/think"
	"stonehand/hw"
)

// New returns a table that waits to be run. An error says what is missing from
// the configuration or out of range in it.
func New(c Config) (*Table, error) {
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	t := &Table{
		cfg:      c,
		log:      c.Logger,
		core:     newCore(c),
		requests: make(chan request),
		asked:    make(chan error, 1),
		counted:  make(chan counted, 1),
		advice:   adviceAtWork{hints: c.Hints, found: make(chan advice.Found, 1)},
		invited:  make(chan invited),
		stopped:  make(chan struct{}),
		born:     time.Now(),
		arm:      newArmAtWork(c.Arm),
		watch:    newWatch(&c),
		search:   searchAtWork{player: c.Player, ponderer: c.Ponderer, answers: make(chan think.Answer, 1), thoughts: make(chan think.Thought, 1)},
		readers:  subscribers{log: c.Logger, list: map[chan api.Update]func() bool{}},
	}
	t.show()
	return t, nil
}

// Recovered says what the journal that Restore was given had lost, and the name
// of the file that keeps it as it was, "" if there is none. It is to be called
// after Restore and before Run. People are told, and asked sooner whether what
// stands on the board is what they want to play on from.
func (t *Table) Recovered(l api.Loss, kept string) {
	r := &t.core.recovery
	if l == api.LossNone || r.loss >= api.LossPart && l == api.LossMended {
		l = r.loss
	}
	r.loss, r.kept, r.doubt = l, filepath.Base(kept), l >= api.LossPart
	if kept == "" {
		r.kept = ""
	}
	t.show()
}

// Restore brings the table to the state in which the journal's entries left
// it: entries are those that were appended, in order. Those before the last one that has the
// whole state are only looked at for games that the archive lacks. It is to be called before
// Run. An error names the entry that does not fit; the table is then as the entries before it left it,
// and goes on from there with that entry's number, and people are told.
func (t *Table) Restore(entries []api.Entry) error {
	if t.running.Load() {
		return fmt.Errorf("table: a running table cannot be restored")
	}
	c := &t.core
	for i, e := range slices.Backward(entries) {
		if e.Whole() && e.Seq > 0 {
			c.archiveMissed(entries[:i+1])
			entries = entries[i:]
			c.match.Seq = e.Seq - 1
			break
		}
	}
	defer func() {
		c.sensed.Spend(c.match.Spent)
		t.show()
	}()
	for _, e := range entries {
		fact, err := plan(&c.match, e)
		if err != nil {
			c.unfit(err)
			return fmt.Errorf("journal: %w", err)
		}
		c.match.Apply(fact)
	}
	return nil
}

// archiveMissed gives the archive the games before the present one that it could not be
// given before the program ended. They have greater numbers than those that it has.
// entries are the journal's, up to the one that the present game is restored from.
func (t *core) archiveMissed(entries []api.Entry) {
	m := t.match
	for _, e := range entries {
		if e.Whole() && e.ID != m.ID {
			switch {
			case !m.Begun():
			case m.Game.Result().Over:
				t.archive(t.finished(&m, false))
			case m.UnderWay():
				t.archive(t.finished(m.Unfinished(e.At), true))
			}
			m = t.match
			m.Seq = e.Seq - 1
		}
		if !m.Begun() && api.NumberOf(e.ID) <= t.cfg.After {
			continue
		}
		// What does not fit is left out: the game is kept up to there.
		if fact, err := plan(&m, e); err == nil {
			m.Apply(fact)
		}
	}
}

// Do implements [Board]. A command given before Run waits for it.
func (t *Table) Do(ctx context.Context, c api.Command) (*api.Snapshot, error) {
	out := make(chan reply, 1)
	if o := c.Arm; c.Do == api.DoArm && o != nil && o.Do == api.ArmStop && t.cfg.ArmMoves && t.watch != nil {
		t.watch.keeper.Stop(hw.ArmOperator) // it does not wait for what the loop waits for
	}
	select {
	case t.requests <- request{c, out}:
	case <-t.stopped:
		return nil, api.ErrStopped
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// The loop answers every request that it takes.
	select {
	case r := <-out:
		if r.refusal != nil {
			return nil, r.refusal
		}
		return r.snapshot, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Progress implements [Board]. The time that it returns stays as long ago as it
// is when the computer's clock is set.
func (t *Table) Progress() time.Time { return t.born.Add(time.Duration(t.progress.Load())) }

// Subscribe implements [Board].
func (t *Table) Subscribe(ctx context.Context) <-chan api.Update {
	return t.readers.add(ctx, func() api.Update { return api.Update{State: t.Snapshot()} })
}
