package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/recording"
)

// patience is how long the table may take for what it is expected to do, in the
// computer's time. It only ends waiting for what does not come.
const patience = 5 * time.Second

// Table is what a recording needs of the table that it is played at.
type Table interface {
	Do(context.Context, api.Command) (*api.Snapshot, error)
	Snapshot() *api.Snapshot
}

// Player is a board made of a recording: the table's sensor, its buttons, its
// player and its time.
type Player struct {
	in    *recording.Decoder
	speed float64
	clock *Clock
	table Table
	head  []recording.Event // read already
	err   error             // what ended the recording, if not its end

	presses chan hw.Button
	turns   chan []board.Point
	choices chan opening.Choice
	over    chan struct{} // closed when everything has been played

	settings *Settings
	book     []game.Rules // what the table plays
	then     []api.Entry  // of the journal, as recorded
	restore  int          // so many of then came before the first reading
	strays   int          // turns of the machine that the table did not ask for
}

// MaxSpeed is how many times as fast a recording can be played.
const MaxSpeed = 1000000

// New reads the beginning of a recording. speed is how fast it is played: 1 as it
// was, 10 ten times as fast, 0 as fast as can be.
func New(r io.Reader, speed float64) (*Player, error) {
	if !(speed >= 0 && speed <= MaxSpeed) {
		return nil, fmt.Errorf("a speed of %v is out of range: use 1 for as it was, up to %d, or 0 for as fast as can be", speed, MaxSpeed)
	}
	p := &Player{
		in: recording.NewDecoder(r), speed: speed, presses: make(chan hw.Button),
		turns: make(chan []board.Point), choices: make(chan opening.Choice), over: make(chan struct{}),
	}
	// Settings and entries that it begins with are needed before the table is made.
	for {
		v, err := p.in.Next()
		if err != nil {
			if len(p.head) == 0 && !errors.Is(err, io.EOF) {
				return nil, err
			}
			p.err = err
			break
		}
		if v.Note == nil {
			p.head = append(p.head, v)
			break
		}
		if err := p.learn(v.Note); err != nil {
			return nil, err
		}
		p.restore = len(p.then)
		if v.Note.Key == keyDo || v.Note.Key == keyLink {
			p.head = append(p.head, v)
			break
		}
	}
	if len(p.head) == 0 {
		return nil, errors.New("the recording has nothing that a board reported")
	}
	p.clock = newClock(p.head[0].At)
	return p, nil
}

// learn takes a note's settings or entry.
func (p *Player) learn(n *recording.Note) error {
	switch n.Key {
	case keySettings:
		s, err := decode[Settings](n.Key, n.Text)
		if err != nil {
			return err
		}
		p.settings = cmp.Or(p.settings, &s)
	case keyEntry:
		e, err := decode[api.Entry](n.Key, n.Text)
		if err != nil {
			return err
		}
		if k := len(p.then); k == 0 || e.Seq > p.then[k-1].Seq { // parts of a ring repeat the game's
			p.then = append(p.then, e)
		}
	}
	return nil
}

// Settings are those that the recording was made with, nil if it does not say.
func (p *Player) Settings() *Settings { return p.settings }

// Clock is the table's time, which passes as the recording goes on.
func (p *Player) Clock() *Clock { return p.clock }

// Begun returns the journal's entries from before the first reading: the game that the
// recording begins in.
func (p *Player) Begun() []api.Entry { return p.then[:p.restore] }

// Decided reports whether the recording says what the machine did. Where it does not,
// people play both colours.
func (p *Player) Decided() bool { return len(p.then) > 0 }

// Join seats the player at the table that has it as its sensor and its player, and plays
// games, the first at the start.
func (p *Player) Join(t Table, games []game.Rules) { p.table, p.book = t, games }

// Over is closed when the recording has been played to its end. The table then
// stands as it stood when the recording ended: no more time passes.
func (p *Player) Over() <-chan struct{} { return p.over }

// Err says why the recording ended before its end, or nil; valid once Over is
// closed. A file that was cut has no error.
func (p *Player) Err() error {
	if errors.Is(p.err, io.EOF) {
		return nil
	}
	return p.err
}

// String names the board.
func (p *Player) String() string { return "recording" }

// Halt implements [hw.Resource]; there is nothing to halt.
func (p *Player) Halt() error { return nil }

// Choose implements [player.Player]: the machine plays and chooses what it did then.
func (p *Player) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	turns, choices := p.turns, p.choices
	if len(q.Choices) > 0 {
		turns = nil
	} else {
		choices = nil
	}
	select {
	case a.Points = <-turns:
	case a.Choice = <-choices:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return a, err
}

// Press implements [hw.Buttons].
func (p *Player) Press(ctx context.Context, out chan<- hw.Button) error {
	for {
		select {
		case b := <-p.presses:
			hw.Send(ctx, out, b)
		case <-ctx.Done():
			return nil
		}
	}
}

// Sense implements [hw.Sensor]: it plays the recording.
func (p *Player) Sense(ctx context.Context, out chan<- hw.Reading) error {
	defer p.clock.release()
	l := &lockstep{clock: p.clock, speed: p.speed, begin: time.Now(), from: p.clock.Now()}
	if l.settle(ctx) != nil {
		return nil
	}
	for {
		v, err := p.next()
		if err != nil {
			p.err = err
			break
		}
		if l.until(ctx, v.At) != nil || p.play(ctx, l, v, out) != nil {
			return nil
		}
	}
	close(p.over)
	p.clock.release()
	<-ctx.Done()
	return nil
}

// next returns the next event.
func (p *Player) next() (recording.Event, error) {
	if len(p.head) > 0 {
		v := p.head[0]
		p.head = p.head[1:]
		return v, nil
	}
	if p.err != nil {
		return recording.Event{}, p.err
	}
	return p.in.Next()
}

// play lets one event happen.
func (p *Player) play(ctx context.Context, l *lockstep, v recording.Event, out chan<- hw.Reading) error {
	switch {
	case v.Button != nil:
		return deliver(ctx, l, p.presses, *v.Button)
	case v.Note == nil:
		return deliver(ctx, l, out, v.Reading)
	}
	known := len(p.then)
	if err := p.learn(v.Note); err != nil {
		return nil // a note that cannot be read is as good as none
	}
	switch {
	case v.Note.Key == keyDo:
		c, err := api.ParseCommand([]byte(v.Note.Text))
		if err != nil || c.Do == api.DoShutdown || c.Do == api.DoLink || c.Do == api.DoHands {
			return nil
		}
		c.Question = 0 // questions are numbered again
		return p.command(ctx, l, c)
	case v.Note.Key == keyLink:
		o, err := parseLink(v.Note.Text)
		if err != nil {
			return nil
		}
		return p.command(ctx, l, api.Command{Do: api.DoLink, Link: o})
	case len(p.then) > known:
		return p.decide(ctx, l, p.then[known])
	}
	return nil
}

// command carries out what somebody asked for then.
func (p *Player) command(ctx context.Context, l *lockstep, c api.Command) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = p.table.Do(ctx, c) // what is refused now was not then; the games will differ
	}()
	return l.during(ctx, done)
}

// decide lets the machine choose what it chose then: a turn, or something in an
// opening. What a remote opponent did comes by itself, in a note of its own.
func (p *Player) decide(ctx context.Context, l *lockstep, e api.Entry) error {
	s := p.table.Snapshot()
	if s.Remote != nil && s.Side == s.Remote.Color {
		return nil
	}
	switch {
	case e.Kind == api.KindChoice && s.Phase == api.PhaseThinking:
		return hand(ctx, p, l, p.choices, opening.Choice(e.Choice))
	case e.Kind != api.KindDecision:
		return nil
	}
	if s.Phase != api.PhaseThinking {
		p.strays++ // the table does not wait for the machine
		return nil
	}
	return hand(ctx, p, l, p.turns, []board.Point(e.Turn))
}

// hand gives the machine its answer, and lets the table take it.
func hand[T any](ctx context.Context, p *Player, l *lockstep, to chan<- T, answer T) error {
	late := time.After(patience)
	before := p.table.Snapshot().Opening.Made
	for sent := false; !sent; {
		select {
		case to <- answer:
			sent = true
		case l.due = <-l.clock.idle:
		case <-late:
			p.strays++
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for {
		select {
		case l.due = <-l.clock.idle:
			// Who has chosen a colour may have to think on.
			if s := p.table.Snapshot(); s.Phase != api.PhaseThinking || len(s.Opening.Made) > len(before) {
				return nil
			}
		case <-late:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
