package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/shutdown"
	"stonehand/engine/board"
	"stonehand/engine/player"
	"stonehand/hw"
)

// goodbyeTime is how long a shutdown waits for the voice to say goodbye.
const goodbyeTime = 8 * time.Second

// Table owns one game at one board. Its methods may be called from anywhere. What
// follows from what happens, its core says; the rest of it is the way in and out.
type Table struct {
	cfg  Config
	log  *slog.Logger
	core core

	requests chan request
	asked    chan error    // what became of asking for a shutdown; has room for one
	stopped  chan struct{} // closed when Run has ended
	running  atomic.Bool
	born     time.Time
	progress atomic.Int64 // nanoseconds since born
	snapshot atomic.Pointer[told]
	sensors  atomic.Pointer[api.Sensors] // nil: nobody has asked for them
	counted  chan counted                // has room: dead stones are looked for once at a time
	advice   adviceAtWork
	invited  chan invited
	tasks    sync.WaitGroup // what was begun and is to end with Run
	arm      armAtWork
	watch    *watch // nil: there is no arm, or it cannot be held
	search   searchAtWork
	readers  subscribers
}

// request is a command on its way to the loop.
type request struct {
	command api.Command
	reply   chan<- reply // has room for the reply
}

type reply struct {
	snapshot *api.Snapshot
	refusal  *api.CommandError
}

// tick is how often the loop turns when nothing happens, so that its progress
// can be watched.
const tick = 500 * time.Millisecond

// Run plays until ctx ends, and then returns nil; it can be called once. It
// returns an error when the sensor gives up. The arm ends first: until it stands still,
// hands at the board are seen and commands are answered.
func (t *Table) Run(ctx context.Context) error {
	if t.running.Swap(true) {
		return errors.New("table: Run was called a second time")
	}
	leave := ctx.Done()
	armed, endArm := context.WithCancel(ctx)
	t.arm.ctx = armed
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var devices sync.WaitGroup
	defer func() {
		endArm()
		cancel()
		devices.Wait()
		t.tasks.Wait()
		if t.search.cancel != nil {
			<-t.search.answers
		}
		t.step(ctx, Input{End: true})
		t.readers.close()
		close(t.stopped)
	}()
	if e := t.step(ctx, Input{Begin: true, Wall: t.cfg.Wall()}); e != nil {
		return fmt.Errorf("table: the first game cannot begin: %w", e)
	}

	room := 8
	if _, ok := t.cfg.Timekeeper.(*computerTime); !ok {
		room = 0 // a caller with its own time wants to know when a reading has been taken
	}
	readings := make(chan hw.Reading, room)
	loops := readings // what the loop takes by itself
	var watched <-chan sensed
	if w := t.watch; w != nil {
		loops, watched = nil, w.sensed
		devices.Go(func() { w.run(ctx, readings, t.arm.news) })
	}
	gaveUp := make(chan error, 1)
	devices.Go(func() {
		err := t.cfg.Sensor.Sense(ctx, readings)
		if err == nil {
			return
		}
		if t.watch != nil {
			hw.Send(ctx, readings, hw.Reading{Link: &hw.Link{Reason: err.Error(), Cause: err}}) // it holds the arm
		}
		gaveUp <- err
	})
	// drive drives a part until ctx ends. The game can do without it.
	drive := func(name string, run func() error) {
		devices.Go(func() {
			if err := run(); err != nil {
				t.log.Error(name+" not work; everything else does", "err", err)
			}
		})
	}
	presses := make(chan hw.Button, 8)
	if b := t.cfg.Buttons; b != nil {
		drive("the buttons do", func() error { return b.Press(ctx, presses) })
	}
	unspoken := make(chan hw.Fault, 1)
	if v := t.cfg.Voice; v != nil {
		drive("the voice does", func() error { return v.Speak(ctx, unspoken) })
	}
	still := make(chan struct{}) // closed when the arm has ended
	if k := t.arm.keeper; k != nil {
		drive("the arm does", func() error {
			defer close(still)
			return k.Keep(armed, t.arm.news)
		})
	} else {
		close(still)
	}
	unlit := make(chan hw.Fault, 1)
	if l, ok := t.cfg.Lamps.(Lighter); ok {
		drive("the lights do", func() error { return l.Light(ctx, unlit) })
	}

	ticker := time.Tick(tick)
	defer t.cfg.Timekeeper.Stop()
	var failed error         // of the sensor
	var over <-chan struct{} // still, when it is waited for
	for {
		t.progress.Store(int64(time.Since(t.born)))
		due := t.cfg.Timekeeper.Wait(t.core.Next())
		var in Input
		var s sensed
		var answer chan<- reply
		select {
		case <-leave:
			leave, over, in.Ending = nil, still, true
		case err := <-gaveUp:
			endArm()
			failed = fmt.Errorf("table: the board cannot be read any more: %w", err)
			leave, over, in.Ending = nil, still, true
		case <-over:
			return failed
		case r := <-loops:
			in.Reading = &r
		case s = <-watched:
			in = s.in
		case r := <-t.requests:
			in.Command, answer = &r.command, r.reply
		case a := <-t.search.answers:
			select {
			case th := <-t.search.thoughts: // the last one, which came before its answer
				t.step(ctx, Input{Thought: &th})
			default:
			}
			t.search.cancel = nil
			in.Answer = &a
		case th := <-t.search.thoughts:
			in.Thought = &th
		case f := <-t.cfg.Faults:
			in.Reading = &hw.Reading{Fault: &f}
		case h := <-t.cfg.Heat:
			in.Heat = &h
		case b := <-presses:
			in.Button = &b
		case f := <-unspoken:
			in.Fault = &partFault{notices.Voice, notices.Fault{Text: f.Text, Cause: f.Cause}}
		case f := <-unlit:
			in.Fault = &partFault{notices.Lights, notices.Fault{Text: f.Text, Cause: f.Cause}}
		case err := <-t.asked:
			in.Asked = &shutdown.Asked{Err: err}
		case c := <-t.counted:
			in.Counted = &c
		case f := <-t.advice.found:
			in.Found = &f
		case i := <-t.invited:
			in.Invited = &i
		case p := <-t.arm.placed:
			in.Placed = &p
		case m := <-t.arm.moved:
			in.Moved = &m
		case err := <-t.arm.ended:
			in.ArmDone = t.arm.done(err)
		case <-due:
		case <-ticker:
			in.Wall = t.cfg.Wall()
			in.Tick = &ticked{Remade: t.cfg.Remade != nil && t.cfg.Remade()}
			if t.cfg.Settings != nil {
				in.Tick.Unset = t.cfg.Settings(in.Tick.Remade)
			}
		}
		if in.Ending && t.arm.keeper == nil {
			return failed
		}
		refusal := t.step(ctx, in)
		if t.watch != nil {
			t.watch.acted(s)
		}
		if answer != nil {
			answer <- reply{t.Snapshot(), refusal}
		}
	}
}

// step lets the core take an input, and carries out what follows, all at one moment.
// It returns the refusal of a command.
func (t *Table) step(ctx context.Context, in Input) *api.CommandError {
	now := t.cfg.Timekeeper.Now()
	for {
		e := t.core.Step(now, in)
		t.perform(ctx, &e)
		if !e.saves() {
			return e.Refusal
		}
		in = Input{Saved: t.store(&e)}
	}
}

// perform carries out everything but what is to be saved.
func (t *Table) perform(ctx context.Context, e *Effects) {
	for _, l := range e.Log {
		t.log.Log(ctx, l.Level, l.Text, l.Args...)
	}
	for _, o := range e.Arm {
		if o.Hold != nil {
			t.watch.hold(*o.Hold)
			continue
		}
		t.arm.order(o)
	}
	if e.Lamps != nil {
		t.cfg.Lamps.Show(*e.Lamps)
	}
	if e.State != nil {
		t.snapshot.Store(e.State)
		t.readers.publish(api.Update{State: e.State.state})
	}
	if e.Fault != "" {
		t.readers.publish(api.Update{Fault: e.Fault})
	}
	if e.Thought != nil {
		t.readers.publish(api.Update{Thought: e.Thought})
	}
	for _, c := range e.Tally {
		if err := t.cfg.Tally.Add(c); err != nil {
			t.log.Warn("a visit was not counted", "err", err)
		}
	}
	for _, o := range e.Voice {
		o.give(t.cfg.Voice)
	}
	if e.Place != nil {
		t.arm.place(&t.tasks, *e.Place)
	}
	if e.Move != nil {
		t.arm.move(&t.tasks, *e.Move)
	}
	if p, ok := t.cfg.Player.(player.Seater); ok && e.Seated != nil {
		p.Seat(e.Seated.rules, slices.DeleteFunc(e.Seated.programs[:], func(name string) bool { return name == "" }))
	}
	for _, o := range e.Search {
		t.search.order(ctx, o)
	}
	if c := e.Count; c != nil {
		t.tasks.Go(func() {
			hw.Send(ctx, t.counted, c.count(ctx, t.cfg.Player))
		})
	}
	for _, o := range e.Advice {
		t.advice.order(ctx, &t.tasks, o)
	}
	if o := e.Invite; o != nil {
		t.tasks.Go(func() { t.invite(ctx, o.leave) })
	}
	for _, w := range e.Wishes {
		t.cfg.Wish(w)
	}
	if e.Probe != nil {
		t.cfg.Prober.Probe(*e.Probe)
	}
	if e.Sensors != nil {
		t.sensors.Store(e.Sensors)
	}
	if e.KeepHours != nil && t.cfg.KeepHours != nil {
		t.cfg.KeepHours(*e.KeepHours)
	}
	if e.KeepOpen != nil && t.cfg.KeepOpen != nil {
		t.cfg.KeepOpen(*e.KeepOpen)
	}
	if e.Known != nil && t.watch != nil {
		t.watch.know(e.Known.calibration)
	}
	if e.Levels != nil {
		t.cfg.Prober.SetLevels(*e.Levels)
	}
	if e.KeepLanguage != nil && t.cfg.KeepLanguage != nil {
		t.cfg.KeepLanguage(*e.KeepLanguage)
	}
	if e.KeepVolume != nil {
		t.cfg.KeepVolume(*e.KeepVolume)
	}
	if d, ok := t.cfg.Lamps.(hw.Dimmer); ok && e.Dim != nil {
		d.Dim(*e.Dim)
	}
	if e.KeepHelping != nil {
		t.cfg.KeepHelping(*e.KeepHelping)
	}
	if e.KeepArm {
		t.cfg.KeepArm()
	}
	if e.Shutdown {
		t.askShutdown(ctx)
	}
}

// show shows the state as it is before Run.
func (t *Table) show() {
	e := t.core.Show()
	t.perform(context.Background(), &e)
}

// askShutdown asks the computer to shut down, when the voice has said what it has
// begun to say.
func (t *Table) askShutdown(ctx context.Context) {
	t.tasks.Go(func() {
		if v := t.cfg.Voice; v != nil {
			ctx, cancel := context.WithTimeout(ctx, goodbyeTime)
			defer cancel()
			v.Finish(ctx)
		}
		t.asked <- t.cfg.Shutdown(ctx)
	})
}

// inviteTime is how long opening an invitation, or leaving a game, may take.
const inviteTime = 20 * time.Second

// invite opens an invitation, or leaves a remote game, and says what became of it.
func (t *Table) invite(ctx context.Context, leave bool) {
	within, cancel := context.WithTimeout(ctx, inviteTime)
	defer cancel()
	i := invited{left: leave}
	if leave {
		i.err = t.cfg.Leave(within)
	} else {
		i.code, i.err = t.cfg.Invite(within)
	}
	hw.Send(ctx, t.invited, i)
}

// Snapshot implements [Board]. The time on the clock is that of the call.
func (t *Table) Snapshot() *api.Snapshot {
	now := t.snapshot.Load()
	if now.clock.Running() == board.Empty {
		return now.state
	}
	s := *now.state
	s.Clock = present.Clock(&now.clock, t.cfg.Timekeeper.Now())
	return &s
}

// Sensors returns what the sensors showed last while somebody asked for it with
// [api.DoSensors]; nil before that.
func (t *Table) Sensors() *api.Sensors { return t.sensors.Load() }

// store saves what is to be saved, and says what became of it.
func (t *Table) store(e *Effects) *Saved {
	s := &Saved{}
	for _, o := range e.Store {
		switch {
		case o.entry != nil && s.Journal == nil:
			if s.Journal = t.cfg.Journal.Append(*o.entry); s.Journal == nil {
				s.Entries++
			}
		case o.game != nil && s.Archive == nil:
			if t.cfg.Archive != nil {
				s.Archive = t.cfg.Archive.Keep(*o.game)
			}
			if s.Archive == nil {
				s.Games++
			}
		}
	}
	if o := e.Calibration; o != nil {
		s.Calibration = o
		if o.keep != nil {
			s.CalibrationNotChanged = t.cfg.Calibrations.KeepCalibration(o.keep)
		} else {
			s.CalibrationNotChanged = t.cfg.Calibrations.ForgetCalibration()
		}
	}
	return s
}
