package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
)

// tick is how often the loop turns when nothing happens, so that its progress
// can be watched.
const tick = 500 * time.Millisecond

// Progress implements [Board]. The time that it returns stays as long ago as it
// is when the computer's clock is set.
func (t *Table) Progress() time.Time { return t.born.Add(time.Duration(t.progress.Load())) }

// Run plays until ctx ends, and then returns nil; it can be called once. It
// returns an error when the sensor gives up.
func (t *Table) Run(ctx context.Context) error {
	if t.running.Swap(true) {
		return errors.New("table: Run was called a second time")
	}
	ctx, cancel := context.WithCancel(ctx)
	var sensing sync.WaitGroup
	room := 8
	if _, ok := t.cfg.Timekeeper.(*computerTime); !ok {
		room = 0 // whoever keeps another time wants to know when a reading has been taken
	}
	readings := make(chan hw.Reading, room)
	gaveUp := make(chan error, 1)
	defer func() {
		cancel()
		sensing.Wait()
		t.errands.Wait()
		if t.search.running {
			<-t.answers
		}
		t.lastChance()
		t.closeSubscribers()
		close(t.stopped)
	}()

	if !t.match.begun() {
		told := t.recovery
		if e := t.doNewGame(Command{Human: t.cfg.Human}); e != nil {
			return fmt.Errorf("table: the first game cannot begin: %w", e)
		}
		t.recovery = told
	} else if t.match.game.Result().Over {
		// The program may have been killed before the archive had it.
		t.unkept = append(t.unkept, t.match.finished(t.player))
		t.keep()
	}

	t.recovery.began = t.now()
	t.alone = true
	sensing.Go(func() {
		if err := t.cfg.Sensor.Sense(ctx, readings); err != nil {
			gaveUp <- err
		}
	})

	presses := make(chan hw.Button, 8)
	if t.cfg.Buttons != nil {
		sensing.Go(func() {
			if err := t.cfg.Buttons.Press(ctx, presses); err != nil {
				t.log.Error("the buttons do not work; everything else does", "err", err)
			}
		})
	}

	troubles := make(chan hw.Fault, 1)
	if t.cfg.Voice != nil {
		sensing.Go(func() {
			if err := t.cfg.Voice.Speak(ctx, troubles); err != nil {
				t.log.Error("the voice does not work; everything else does", "err", err)
			}
		})
	}

	if k := t.arm.keeper; k != nil {
		sensing.Go(func() {
			if err := k.Keep(ctx, t.arm.news); err != nil {
				t.log.Error("the arm does not work; everything else does", "err", err)
			}
		})
	}

	dimmed := make(chan hw.Fault, 1)
	if l, ok := t.cfg.Lamps.(Lighter); ok {
		sensing.Go(func() {
			if err := l.Light(ctx, dimmed); err != nil {
				t.log.Error("the lights do not work; everything else does", "err", err)
			}
		})
	}

	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer t.cfg.Timekeeper.Stop()
	for {
		t.progress.Store(int64(time.Since(t.born)))
		due := t.cfg.Timekeeper.Wait(t.next())
		var asked request
		var refusal *CommandError
		select {
		case <-ctx.Done():
			return nil
		case err := <-gaveUp:
			return fmt.Errorf("table: the board cannot be read any more: %w", err)
		case r := <-readings:
			t.read(r)
		case asked = <-t.requests:
			refusal = t.obeyed(asked.command)
		case a := <-t.answers:
			t.answered(a)
		case th := <-t.thoughts:
			t.thought(th)
		case f := <-t.cfg.Faults:
			t.read(hw.Reading{Fault: &f})
		case h := <-t.cfg.Heat:
			t.heated(h)
		case b := <-presses:
			t.button(b)
		case f := <-troubles:
			t.speech.fault, t.changed = f.Text, true
		case f := <-dimmed:
			t.faults.lights, t.changed = f.Text, true
		case err := <-t.leaving.failed:
			t.stays(err)
		case p := <-t.arm.placed:
			t.letGo(p)
		case n := <-t.arm.news:
			t.armTold(n)
		case err := <-t.arm.ended:
			t.rested(err)
		case <-due:
		case <-ticker.C:
			t.housekeep()
		}
		t.now()
		t.retry()
		t.tend()
		t.judge()
		t.hearLever()
		t.suspect()
		t.holdUntil = t.held()
		t.watchAway()
		t.invite()
		t.remember()
		t.keepTime()
		t.reach(ctx)
		t.think(ctx)
		t.speak(t.tell())
		t.leave(ctx)
		if asked.reply != nil {
			r := reply{snapshot: t.Snapshot()}
			if refusal != nil {
				r = reply{err: refusal}
			}
			asked.reply <- r
		}
	}
}

// next returns when the loop has something to do even if nothing happens; zero
// if never.
func (t *Table) next() time.Time {
	next := t.unsaved.retryAt
	if at := t.arm.again; t.cfg.Arm != nil && t.match.decision != nil && at.After(t.last) && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if at := t.arm.startled.Add(armCalm); t.arm.keeper != nil && at.After(t.last) && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if at := t.arm.since.Add(armStuck); t.arm.held && t.arm.running && at.After(t.last) && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if t.underway() {
		if at := t.calib.session.Next(); !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	if at := t.doubt.due; !at.IsZero() && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if at := t.link.ask(t.cfg.Patience); !at.IsZero() && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if at := t.timeDue; !at.IsZero() && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if at := t.speech.next; !at.IsZero() && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if h := t.holdUntil; !h.IsZero() && (next.IsZero() || h.Before(next)) {
		next = h
	}
	if v := t.sensed.view.Next; t.sensed.live() && !v.IsZero() && (next.IsZero() || v.Before(next)) {
		next = v
	}
	return next
}

// housekeep does what is not urgent.
func (t *Table) housekeep() {
	if len(t.unkept) > 0 {
		t.keep()
	}
	t.settleLoss(nil)
	t.lookAtFolder()
	if t.faults.device != "" && t.now().Sub(t.faults.deviceAt) > faultShown {
		t.faults.device, t.changed = "", true
	}
	if at := t.faults.remade; !at.IsZero() && t.now().Sub(at) > lossShown {
		t.faults.remade, t.changed = time.Time{}, true
	}
	if t.notice != (inLanguages{}) && !t.now().Before(t.noticeUntil) {
		t.notice, t.changed = inLanguages{}, true
	}
	if l := &t.leaving; l.on && t.now().Sub(l.since) > shutdownTime {
		t.stays(errStaysUp)
	}
}

// thought tells subscribers what the machine thinks, unless it thinks of a
// position that is gone.
func (t *Table) thought(th thought) {
	if th.position != t.match.position || !t.search.running || t.search.ponders {
		return
	}
	if th.Line == nil {
		th.Line = [][]string{}
	}
	t.publish(Update{Thought: &th.Thought})
}

// color returns the side to move, Empty when the game is over.
func (t *Table) color() board.Color {
	c, _ := t.match.game.Due()
	return c
}
