package grbl

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"stonehand/hw"
	"stonehand/hw/serialport"
)

const (
	// Pauses between attempts to reach the controller: the first, doubled up to
	// the last.
	firstPause = 250 * time.Millisecond
	lastPause  = time.Second
	// refusedPause is how long a controller that is set up wrong is left to
	// anyone who sets it right.
	refusedPause = 10 * time.Second
	// parkWithin is how long the end of Keep may take.
	parkWithin = 10 * time.Second
	// startTries is how often a controller that answers is started before its
	// line is opened again.
	startTries = 3
	// resetHeard is within what time a controller greets that has heard a reset.
	resetHeard = 200 * time.Millisecond
	// closeWithin is how long a line may take to close before it is left to that.
	closeWithin = 2 * time.Second
)

// Arm is an arm behind a GRBL controller. It is safe for concurrent use.
type Arm struct {
	o      Options
	macros macros
	dial   serialport.Dial
	jobs   chan *job
	wake   chan struct{} // holds a token when the wish to hold has changed
	fresh  chan struct{} // holds a token when there is news
	run    *hw.Run       // of Keep

	unsaved chan struct{} // holds a token when the memory is to be kept

	saving  chan struct{} // has room for who keeps the memory
	saved   Memory        // as it was kept last
	mu      sync.Mutex
	news    hw.ArmNews
	memory  Memory
	unkept  error // why the memory could not be kept
	lost    bool  // what was kept is gone
	keeping bool  // Keep runs
	word    bool  // a person has said that what the news tell is held may go on
	doubt   bool  // a stone did not come up: home before the next motion
	hold    bool
	giveUp  bool     // the job under way is to end where the arm is held
	grip    hw.State // what the gripper holds
	onto    int      // the point that a stone is being lowered onto or taken off, or -1
	low     bool     // the machine can be lowered onto stones of the board
	bin     bool     // it reaches the bin
	// lifted are the points that the last job took stones off which went into trays.
	lifted map[int]hw.State
}

var (
	_ hw.ArmKeeper = (*Arm)(nil)
	_ hw.Lifter    = (*Arm)(nil)
	_ hw.Mover     = (*Arm)(nil)
)

// job is a call of Place or Lift on its way to Keep.
type job struct {
	ctx    context.Context
	lift   bool
	manual func(*worker) error // in place of stones
	color  hw.State
	points []int
	out    chan<- hw.Placement
	done   chan error
}

// New returns the arm at the end of the line that dial opens. Nothing is opened
// before Keep.
func New(dial serialport.Dial, o Options) (*Arm, error) {
	if dial == nil {
		return nil, errors.New("grbl: an arm needs a line; give it a Dial, as serialport.New returns")
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	m, err := o.Gripper.compile()
	if err != nil {
		return nil, err
	}
	a := &Arm{
		o: o, macros: m, dial: dial,
		jobs:    make(chan *job),
		wake:    make(chan struct{}, 1),
		fresh:   make(chan struct{}, 1),
		unsaved: make(chan struct{}, 1),
		saving:  make(chan struct{}, 1),
		run:     hw.NewRun(),
		memory:  Memory{Stock: Stock{Black: o.Black.Stones, White: o.White.Stones}},
		onto:    -1,
		news:    hw.ArmNews{State: hw.ArmAway, Text: errUnmet.Error(), Why: errUnmet},
	}
	if o.Memory != nil {
		a.memory = *o.Memory
		a.memory.Stock = a.memory.within(o.Black, o.White)
		if a.memory.Moving { // a stone was in its gripper, or was not
			a.memory.close(hw.Black, &o.Black)
			a.memory.close(hw.White, &o.White)
		}
	}
	a.saved = a.memory
	return a, nil
}

// String returns the arm's name.
func (a *Arm) String() string { return a.o.Name }

// Halt parks the arm as far as it can be, ends Keep and waits for its end, some
// ten seconds at most.
func (a *Arm) Halt() error { return a.run.Halt() }

// Hold implements [hw.ArmKeeper].
func (a *Arm) Hold(on bool) {
	a.mu.Lock()
	changed := a.hold != on
	a.hold = on
	a.mu.Unlock()
	if changed {
		hw.Ring(a.wake)
	}
}

// GiveUp implements [hw.ArmKeeper].
func (a *Arm) GiveUp() {
	a.mu.Lock()
	a.giveUp = true
	a.mu.Unlock()
	hw.Ring(a.wake)
}

// givesUp reports whether the job under way is to end where the arm is held.
func (a *Arm) givesUp() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.giveUp
}

func (a *Arm) wish() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hold
}

// Refill implements [hw.ArmKeeper].
func (a *Arm) Refill() {
	a.note(func(m *Memory) { m.Stock = Stock{Black: a.o.Black.Stones, White: a.o.White.Stones} })
}

// News returns how the arm stands.
func (a *Arm) News() hw.ArmNews {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.news
	n.Onto, n.Unkept = a.onto, a.unkept
	for _, color := range []hw.State{hw.Black, hw.White} {
		left, unsure, _ := a.memory.of(color)
		if tray := a.o.tray(color); tray.Stones > 0 {
			t := hw.ArmTray{Color: color, Left: *left, Full: tray.Stones, Low: tray.Low, Unsure: *unsure}
			if a.low {
				t.Room = a.memory.room(color, tray)
			}
			n.Trays = append(n.Trays, t)
		}
	}
	n.Bin = a.low && a.bin
	return n
}

// tell makes a state the present one.
func (a *Arm) tell(s hw.ArmState, why error) { a.inform(hw.ArmNews{State: s}, why) }

// inform makes a state, why it is so, its cause and whether that is pressed the
// present ones.
func (a *Arm) inform(n hw.ArmNews, why error) {
	if n.Why = why; why != nil {
		n.Text = why.Error()
	}
	a.mu.Lock()
	was := a.news
	changed := was.State != n.State || was.Text != n.Text || was.Cause != n.Cause || was.Pressed != n.Pressed
	if changed {
		n.At = time.Now()
		a.news, a.word = n, false // a person's word is about what he was told
	}
	a.mu.Unlock()
	if changed {
		a.o.Log.Debug("arm", "state", n.State, "cause", n.Cause, "text", n.Text)
		hw.Ring(a.fresh)
	}
}

// lowers tells which point a stone is being lowered onto or taken off, -1 for none.
func (a *Arm) lowers(onto int) {
	a.mu.Lock()
	changed := a.onto != onto
	a.onto = onto
	a.mu.Unlock()
	if changed {
		hw.Ring(a.fresh)
	}
}

// deliver brings news to out until ctx ends.
func (a *Arm) deliver(ctx context.Context, out chan<- hw.ArmNews) {
	for hw.Send(ctx, out, a.News()) {
		select {
		case <-a.fresh:
		case <-ctx.Done():
			return
		}
	}
}

// Why an arm takes no job that has not said so itself.
var (
	errUnmet   = hw.Errorf("the arm has not been reached yet")
	errUnready = hw.Errorf("the arm is not ready")
)

// Keep implements [hw.ArmKeeper].
func (a *Arm) Keep(ctx context.Context, out chan<- hw.ArmNews) error {
	end, err := a.run.Begin(errors.New("grbl: the arm is being kept already; end the first Keep before the next"))
	if end == nil {
		return err
	}
	defer end()

	ctx, cancel := a.run.Until(ctx)
	var all sync.WaitGroup
	// While the arm parks, the news are still of use: where it lets a stone go, for one.
	lasting, over := context.WithCancel(context.WithoutCancel(ctx))
	a.keeps(true)
	all.Go(func() { a.deliver(lasting, out) })
	all.Go(func() { a.saver(lasting) })
	defer func() {
		cancel()
		over()
		all.Wait()
		a.keeps(false)
		a.tell(hw.ArmAway, hw.Errorf("the arm is not in use"))
	}()

	pause, told := firstPause, ""
	for {
		reached, err := a.session(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if reached {
			pause, told = firstPause, ""
		}
		state, rest := hw.ArmAway, pause
		if severityOf(err) == refused {
			state, rest = hw.ArmRefused, refusedPause
		} else {
			pause = min(2*pause, lastPause)
		}
		if text := err.Error(); text != told {
			told = text
			a.o.Log.Warn("the arm cannot be used", "reason", text)
		}
		a.tell(state, err)
		if !hw.Sleep(ctx, rest) {
			return nil
		}
	}
}

// session opens the line and serves it until it ends, and says why. reached says
// that the arm could be used in between.
func (a *Arm) session(ctx context.Context) (reached bool, err error) {
	if a.o.Fit == nil {
		return false, &fault{severity: refused, error: hw.Errorf("the arm does not know where the board is; run \"stonehand arm calibrate\"")}
	}
	// Nothing of the controller's is waited for longer than this once ctx ends.
	stop := make(chan struct{})
	ended := make(chan struct{})
	defer close(ended)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-time.After(parkWithin):
			close(stop)
		case <-ended:
		}
	})()
	t, err := a.open(ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		if !t.pump.Close(closeWithin) {
			a.o.Log.Warn("the arm's line does not close; leaving it")
		}
	}()
	t.wish, t.wake, t.stop, t.word, t.barred = a.wish, a.wake, stop, a.said, a.barred
	if a.Memory().Moving { // and nobody here has ended it
		a.stop(hw.ArmCut)
	}
	for {
		c, err := a.start(t, func() error { return a.await(ctx, t) })
		if err != nil {
			return reached, err
		}
		if !reached {
			a.o.Log.Info("arm reached", "firmware", c.flavor, "version", c.version, "build", c.build)
		}
		reached = true
		a.surveys(c)
		a.tell(hw.ArmUnhomed, nil)
		err = a.serve(ctx, t, c)
		a.drop()
		switch f, ok := errors.AsType[*fault](err); {
		case ok && f.why != "":
			a.stop(f.why)
		case t.stranger: // a reset ends that hold, and nobody has let it go
			a.stop(t.holder())
		}
		if err == nil {
			return reached, nil
		}
		severity := severityOf(err)
		if severity == stopped || severity == upset && ctx.Err() != nil {
			a.abandon(t)
			return reached, err
		}
		if severity != upset {
			return reached, err
		}
		a.o.Log.Warn("the arm has to home again", "reason", err)
	}
}

// open dials, for no longer than ctx lasts.
func (a *Arm) open(ctx context.Context) (*talk, error) {
	type result struct {
		pump *serialport.Pump
		err  error
	}
	opened := make(chan result)
	go func() {
		line, err := a.dial(ctx)
		r := result{err: err}
		if err == nil {
			r.pump = serialport.NewPump(line)
		}
		if !hw.Send(ctx, opened, r) && err == nil {
			r.pump.Close(closeWithin)
		}
	}()
	select {
	case r := <-opened:
		if r.err != nil {
			return nil, &fault{severity: gone, error: r.err}
		}
		return newTalk(r.pump, a.o.Log), nil
	case <-ctx.Done():
		return nil, &fault{severity: stopped, error: hw.Errorf("opening the arm's line was ended")}
	}
}

// abandon resets a controller that there is no more time for: it stops, and lets
// go of what it holds. One that does not answer is reset again for a while, as it may
// not have heard; one whose emergency stop is held is not.
func (a *Arm) abandon(t *talk) {
	never := make(chan struct{})
	t.stop, t.out = never, nil
	now := time.Now()
	end, next, asked := now.Add(silence), now, true
	for ; now.Before(end); now = time.Now() {
		switch {
		case now.Before(next):
		case asked:
			t.send(byteReset)
			asked, next = false, now.Add(resetHeard)
		default:
			t.send(byteStatus)
			asked, next = true, now.Add(resetHeard)
		}
		l, ok, err := t.turn(next)
		switch {
		case err != nil || ok && l.Kind == Report && l.Status.Stop():
			return
		case ok && l.Kind == Banner: // it has been ended by us, in an orderly way
			a.remember(func(m *Memory) { m.Moving = false })
			return
		}
	}
}

// serve carries out jobs until ctx ends, then parks and returns nil; or until a
// fault.
func (a *Arm) serve(ctx context.Context, t *talk, c *controller) error {
	w := &worker{Arm: a, t: t, c: c}
	t.told, t.watched = w.halted, a.o.Watched
	defer func() { t.busy = false }()
	for ctx.Err() == nil {
		j, err := w.wait(ctx)
		if err != nil {
			return err
		}
		if j == nil {
			continue
		}
		do := w.work
		if j.manual != nil {
			do = w.byHand
		}
		err = do(j)
		j.done <- err
		if Lost(err) {
			return err
		}
		if j.manual != nil {
			w.rest()
			continue
		}
		if err := w.park(); err != nil {
			return err
		}
		w.rest()
	}
	return w.leave()
}

// Place implements [hw.Arm]. It returns an [*hw.ArmError] where the arm cannot
// go on.
func (a *Arm) Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error {
	return a.ask(&job{ctx: ctx, color: s, points: points, out: out, done: make(chan error, 1)})
}

// ask has Keep carry out a job.
func (a *Arm) ask(j *job) error {
	for {
		if n := a.News(); !n.State.Ready() {
			return &hw.ArmError{Trouble: hw.ArmNotReady, Color: j.color, Err: cmp.Or(n.Why, errUnready)}
		}
		select {
		case a.jobs <- j:
			return <-j.done
		case <-j.ctx.Done():
			return j.ctx.Err()
		case <-time.After(200 * time.Millisecond): // it may have gone meanwhile
		}
	}
}
