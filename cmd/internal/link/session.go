// Package link joins a table to another one, or to a browser, over WebSocket: it
// carries the messages of package remote, keeps what is to outlive the program in
// a file, and brings the table to what both ends have agreed on.
//
// The session is one goroutine. It looks at the table's snapshot and at the protocol's
// view, and does the next thing that makes them agree: propose the turn that was
// played here, ask the board for the one that was played there, take back what
// was agreed to be taken back. It remembers how many events the table has
// followed, so that after a restart it goes on where it was.
//
// Who may connect is decided by a handshake in which both ends prove that they
// know the invitation's code, without sending it; every message after that carries
// a code of its own (HMAC-SHA-256) that nobody else can make. What is played can
// be read on the way. A browser, which a plain http page denies the means to
// prove anything, sends the code itself: see docs/network.md.
package link

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/hw"
)

// openTime is how long an invitation stays open that nobody accepts.
const openTime = 24 * time.Hour

// Config is what a session is made of.
type Config struct {
	Dir  string      // where the file is kept; it exists
	Book remote.Book // what can be played
	Name string      // who plays here, for remote opponents; may be empty
	Port string      // of a table whose address names none
	Log  *slog.Logger
	// Client makes the connections of a guest; nil: the usual one.
	Client *http.Client
}

// Session is where a table and others meet. Its methods may be called from anywhere.
type Session struct {
	cfg    Config
	log    *slog.Logger
	wishes chan api.Wish
	asks   chan request
	lines  chan line
	done   chan struct{} // closed when Run has ended

	parting bool           // a host is being told that its guest has left
	guests  sync.WaitGroup // connections that guests have made
	doorway doorway        // those of them that have not proved themselves

	mu     sync.Mutex // guards what follows
	ended  bool       // no more guests
	status remote.Status
	codes  []string // that a guest may know

	// The loop's own.

	table    api.Board
	kept     kept
	peer     *remote.Peer // nil without a session
	conn     *conn        // nil without a link
	sent     time.Time
	hurry    bool // turns count without their stones
	lost     bool // what was played here could not be passed on, and is to be taken back
	says     says // what people here say of a game that is counted
	refusal  refusal
	trouble  error     // what keeps the link from standing
	unsaved  error     // why the file cannot be kept
	lacking  bool      // people here were told so
	failed   time.Time // when saving failed
	dialing  context.CancelFunc
	told     api.LinkStand
	toldGame string // the game it was told of
	joined   chan error
	workers  sync.WaitGroup
}

var _ remote.Session = (*Session)(nil)

// request is something that people ask of the session.
type request struct {
	do    func() error
	reply chan error
}

// line is something that a connection has brought.
type line struct {
	conn    *conn
	message *remote.Message
	up      bool   // the connection has just been made, by code for guest
	code    string // up: as the host
	guest   string // also of what comes of dialing
	err     error  // the connection has ended, or could not be made
	parted  string // by the invitation's code: that host was told that its guest has left, or err says why not
	reply   chan error
}

// New returns a session with what its file has; a file that cannot be used is said and
// left as it is until something is to be kept.
func New(c Config) (*Session, error) {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	d := &Session{cfg: c, log: c.Log, wishes: make(chan api.Wish, 16), asks: make(chan request), lines: make(chan line), done: make(chan struct{})}
	k, err := load(c.Dir)
	if err != nil {
		d.log.Error("what was kept of games with remote opponents cannot be used", "err", err)
	}
	d.kept = k
	if s := d.kept.Session; s != nil {
		if err := d.open(); err != nil {
			d.log.Error("the game with the remote opponent cannot go on", "err", err)
			d.kept.Session = nil
		}
	}
	d.publish()
	return d, nil
}

// open makes the protocol's end of the session.
func (d *Session) open() error {
	s := d.kept.Session
	p, err := remote.New(s.State, uint64(time.Now().UnixMilli()), remote.Options{Book: d.cfg.Book, Name: d.cfg.Name, Timed: true, Left: d.left})
	if err != nil {
		return err
	}
	d.peer = p
	return nil
}

// Wish takes what people at the table want; it does not wait.
func (d *Session) Wish(w api.Wish) {
	hw.Offer(d.wishes, w) // dropped where there is no room: nobody wants so much in so short a time
}

// Status implements [remote.Session].
func (d *Session) Status() remote.Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// Locked reports whether strangers who reach the page are to be kept from the game:
// a remote opponent plays, or is invited to.
func (d *Session) Locked() bool {
	s := d.Status()
	return s.Session || s.Open != nil
}

// publish brings the status to the present.
func (d *Session) publish() {
	var st remote.Status
	var codes []string
	if o := d.kept.Open; o != nil {
		st.Open = &remote.Invitation{Code: o.Code, Guest: o.Guest, Rules: o.Rules, Clock: o.Clock, Opening: cmp.Or(o.Opening, opening.Free.String()), Size: o.Size, Expires: o.Expires}
		if o.Terms != nil {
			st.Open.Terms = *o.Terms
		}
		codes = append(codes, o.Code)
	}
	if s := d.kept.Session; s != nil {
		st.Session, st.Host, st.Address, st.Up, st.Trouble = true, s.State.Host, s.Address, d.conn != nil, nil
		if d.trouble != nil {
			st.Trouble = text.Because(d.trouble)
		}
		if s.State.Host {
			codes = append(codes, s.Code)
		}
	}
	for _, p := range d.kept.Departed {
		codes = append(codes, p.Code)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.status, d.codes = st, codes
}

// Run works at the session of a table until ctx ends, and then returns nil.
func (d *Session) Run(ctx context.Context, t api.Board) error {
	d.table = t
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		d.drop()
		close(d.done)
		d.mu.Lock()
		d.ended = true
		d.mu.Unlock()
		d.workers.Wait()
		d.guests.Wait()
	}()
	ticker := time.Tick(200 * time.Millisecond)
	updates := t.Subscribe(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case u, ok := <-updates:
			if !ok {
				updates = t.Subscribe(ctx)
			} else if u.State == nil {
				continue // a thought
			}
		case w := <-d.wishes:
			d.want(w)
		case r := <-d.asks:
			err := r.do()
			d.publish() // anyone who asked may look at once
			r.reply <- err
		case l := <-d.lines:
			d.take(ctx, l)
		case <-ticker:
			d.expire()
		}
		d.dial(ctx)
		d.farewell(ctx)
		if d.kept.Session != nil {
			d.follow(ctx)
			d.stand(ctx)
		}
		d.keep(ctx)
		d.speak()
		d.publish()
	}
}

// ask has the loop do something.
func (d *Session) ask(ctx context.Context, do func() error) error {
	r := request{do, make(chan error, 1)}
	select {
	case d.asks <- r:
	case <-d.done:
		return api.ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.reply:
		return err
	case <-d.done:
		return api.ErrStopped
	}
}

// Invite implements [remote.Session]: an invitation that was open is closed.
func (d *Session) Invite(ctx context.Context, o remote.Offer) (remote.Invitation, error) {
	var i remote.Invitation
	err := d.ask(ctx, func() error {
		if d.kept.Session != nil {
			return chinese.Of("a remote opponent is playing already. Leave that game first")
		}
		now := d.table.Snapshot()
		rules := cmp.Or(o.Rules, now.Game)
		if !slices.Contains(now.Games, rules) {
			return chinese.Of("%q cannot be played on this board", text.Clip(rules))
		}
		control := now.Clock.Control
		if o.Clock != nil {
			control = *o.Clock
		}
		guest := cmp.Or(o.Guest, board.White)
		opens, err := invitedOpening(now, rules, o.Opening)
		if err != nil {
			return err
		}
		size, terms, err := invitedTerms(now, rules, o)
		if err != nil {
			return err
		}
		d.kept.Open = &open{Code: newCode(), Guest: guest.String(), Rules: rules, Clock: control.String(), Opening: opens.String(), Size: size, Terms: terms, Machine: o.Machine, Expires: time.Now().Add(openTime)}
		k := d.kept.Open
		i = remote.Invitation{Code: k.Code, Guest: k.Guest, Rules: k.Rules, Clock: k.Clock, Opening: k.Opening, Size: k.Size, Expires: k.Expires}
		if terms != nil {
			i.Terms = *terms
		}
		if err := d.save(); err != nil {
			d.kept.Open = nil
			return chinese.Of("the invitation cannot be saved: %w", err)
		}
		return nil
	})
	return i, err
}

// invitedOpening is how a game that somebody is invited to begins: as is asked for,
// else as the one on the table if that is the same game.
func invitedOpening(now *api.Snapshot, rules, asked string) (opening.Kind, error) {
	if asked == "" {
		if rules != now.Game {
			return opening.Free, nil
		}
		asked = now.Opening.Kind.String()
	}
	list := now.Openings[rules]
	k, err := opening.Parse(asked)
	if err != nil || !slices.Contains(list, k) {
		var words []string
		for _, k := range list {
			words = append(words, k.String())
		}
		return "", chinese.Of("%s has no opening %q: it has %s", rules, text.Clip(asked), strings.Join(words, ", "))
	}
	return k, nil
}

// Join implements [remote.Session]. It returns when the host has accepted or refused, or
// when the host could not be reached: that is tried again then.
func (d *Session) Join(ctx context.Context, address, code string) error {
	at, fragment, err := ReadLink(address, d.cfg.Port)
	if err != nil {
		return err
	}
	if code = cmp.Or(code, fragment); !isCode(code) {
		return chinese.Of("the code of the invitation is missing or wrong: it has 22 letters and digits")
	}
	joined := make(chan error, 1)
	err = d.ask(ctx, func() error {
		if s := d.kept.Session; s != nil {
			if s.Code == code && !s.State.Host {
				s.Address = at // the host has moved
				joined <- nil
				return nil
			}
			return chinese.Of("a remote opponent is playing already. Leave that game first")
		}
		d.kept.Session = &accepted{Code: code, Guest: newCode(), Address: at}
		if err := d.open(); err != nil {
			d.kept.Session = nil
			return err
		}
		if err := d.save(); err != nil {
			d.kept.Session, d.peer = nil, nil
			return chinese.Of("the game cannot be saved: %w", err)
		}
		d.joined = joined
		return nil
	})
	if err != nil {
		return err
	}
	select {
	case err := <-joined:
		return err
	case <-d.done:
		return api.ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave implements [remote.Session].
func (d *Session) Leave(ctx context.Context) error {
	return d.ask(ctx, func() error {
		// A table may have a remote opponent of whom the lost file knew.
		e := d.table.Snapshot().Remote
		if d.kept.Session == nil && d.kept.Open == nil && (e == nil || e.Guest) {
			return chinese.Of("there is no remote opponent and no invitation")
		}
		d.kept.Open = nil
		if d.kept.Session != nil {
			d.follow(ctx) // what was done at the table just before
		}
		return d.part(ctx)
	})
}

// left is what a side has on the table's clock once it has done what it is at, with
// what is added when the other player goes on.
func (d *Session) left(c board.Color, pressed bool) *api.SideTime {
	s := d.table.Snapshot()
	control := s.Clock.Control
	if control.IsZero() {
		return nil
	}
	side := sideOf(s, c)
	if pressed {
		side = control.Press(side)
	}
	return remote.LeftOf(side)
}

// save keeps what is to outlive the program.
func (d *Session) save() error {
	if d.peer != nil && d.kept.Session != nil {
		d.kept.Session.State = d.peer.State()
	}
	d.unsaved = d.kept.store(d.cfg.Dir)
	if err := d.unsaved; err != nil {
		if time.Since(d.failed) > time.Minute {
			d.log.Error("the game with the remote opponent cannot be saved; nothing is sent until it can", "err", err)
			d.failed = time.Now()
		}
	}
	return d.unsaved
}

// want does what people here want of the remote opponent.
func (d *Session) want(w api.Wish) {
	if d.peer == nil {
		return
	}
	var err error
	if w.Count != nil {
		d.says.hear(w.Count)
	} else if w.Answer != nil {
		err = d.peer.Answer(*w.Answer)
	} else {
		// The turn of the remote opponent may be agreed on and not be down yet.
		s, v := d.table.Snapshot(), d.peer.View()
		err = d.peer.AskBack(len(v.Turns) - (len(s.Moves) - w.Back))
	}
	if err != nil {
		d.log.Warn("what people want cannot be asked of the remote opponent", "err", err)
	}
}

// speak sends what the other end does not have, and shows that somebody is here.
func (d *Session) speak() {
	p := d.peer
	if p == nil || d.conn == nil || d.unsaved != nil {
		return
	}
	if d.conn.silent() {
		d.trouble = chinese.Of("the other table no longer responds")
		d.drop()
		return
	}
	since := time.Since(d.sent)
	if p.Due() || since > beat || since > again && !p.Settled() {
		d.sent = time.Now()
		d.conn.send(p.Message())
	}
}

// drop ends the connection.
func (d *Session) drop() {
	if d.conn != nil {
		d.conn.end()
		d.conn = nil
	}
	if d.dialing != nil {
		d.dialing()
		d.dialing = nil
	}
}

// expire closes an invitation that is too old, and gives up guests that have not
// come back for so long.
func (d *Session) expire() {
	if o := d.kept.Open; o != nil && time.Now().After(o.Expires) {
		d.kept.Open = nil
		_ = d.save()
	}
	if n := len(d.kept.Departed); n > 0 {
		d.kept.Departed = slices.DeleteFunc(d.kept.Departed, func(p departed) bool { return time.Now().After(p.Until) })
		if len(d.kept.Departed) < n {
			_ = d.save()
		}
	}
}
