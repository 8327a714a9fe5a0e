package link

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/attempts"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/game"
	"stonehand/hw"
)

// ServeHTTP implements [remote.Session]: a guest's link. Nobody who does not know the
// code of an invitation learns anything, or changes anything.
func (d *Session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	if d.ended {
		d.mu.Unlock()
		http.Error(w, "the table closes", http.StatusServiceUnavailable)
		return
	}
	d.guests.Add(1)
	d.mu.Unlock()
	defer d.guests.Done()
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	leave := d.doorway.enter(r.RemoteAddr, cancel)
	defer leave()
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxGreeting)
	go func() {
		select {
		case <-d.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	c, code, guest, err := d.greetGuest(ctx, ws, r.RemoteAddr)
	if err != nil {
		d.log.Warn("a guest was turned away", "from", r.RemoteAddr, "err", err)
		return
	}
	leave() // who knows a code is no stranger
	c.end = cancel
	reply := make(chan error, 1)
	if !d.hand(ctx, line{conn: c, up: true, code: code, guest: guest, reply: reply}) {
		return
	}
	select {
	case err = <-reply:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		// A guest that is told so gives its game up: never because this end just closes.
		answer := closed
		switch {
		case errors.Is(err, errBusy):
			answer = busy
		case !errors.Is(err, errStranger):
			return
		}
		gctx, done := context.WithTimeout(ctx, greetTime)
		defer done()
		_ = say(gctx, ws, answer)
		_ = ws.Close(websocket.StatusPolicyViolation, "")
		return
	}
	serving := ctx
	if c.last { // a guest that hears that leaves; one that does not is not waited for
		var done context.CancelFunc
		serving, done = context.WithTimeout(ctx, greetTime)
		defer done()
	}
	d.serve(serving, c)
}

// closed is what a stranger is told, whatever is wrong.
var closed = greeting{Error: Closed, Text: "There is no such invitation, or somebody else has accepted it."}

// busy is what a guest is told whose game the table cannot begin. The invitation stays open.
var busy = greeting{Error: "busy", Text: "The table cannot begin this game now. Try again later."}

var errBusy = chinese.Of("the table that invited you cannot begin this game now; try again later, or ask its host")

var errClosed = chinese.Of("there is no such invitation, or somebody else has accepted it")

// errStranger says that a guest knows a code that is not, or no longer, its own.
var errStranger = errors.New("the invitation is not this guest's")

// greetGuest lets a guest prove that it knows the code.
func (d *Session) greetGuest(ctx context.Context, ws *websocket.Conn, where string) (c *conn, code, guest string, err error) {
	ctx, cancel := context.WithTimeout(ctx, greetTime)
	defer cancel()
	challenge := newCode()
	if err := say(ctx, ws, greeting{V: remote.Version, Challenge: challenge}); err != nil {
		return nil, "", "", err
	}
	g, err := ask(ctx, ws)
	if err != nil {
		return nil, "", "", err
	}
	d.mu.Lock()
	codes := d.codes
	d.mu.Unlock()
	if code = know(g, challenge, codes...); code == "" {
		hw.Sleep(ctx, 300*time.Millisecond) // who tries codes waits
		_ = say(ctx, ws, closed)
		_ = ws.Close(websocket.StatusPolicyViolation, "")
		return nil, "", "", errors.New("it does not know the code of an invitation")
	}
	c = newConn(ws, where)
	c.code = code
	if g.Code == "" {
		c.seal = keys(code, g, challenge, true)
		c.proof = mac(code, "host", challenge, g.Nonce, g.Guest)
	}
	return c, code, g.Guest, nil
}

// serve lets a connection work until it ends.
func (d *Session) serve(ctx context.Context, c *conn) {
	wctx, stop := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(wctx)
	}()
	err := c.read(ctx, func(m *remote.Message) { d.hand(ctx, line{conn: c, message: m}) })
	stop()
	<-written
	if ctx.Err() != nil {
		err = errEnded
	}
	d.hand(context.WithoutCancel(ctx), line{conn: c, err: err})
}

// hand gives the loop something, and reports whether it took it.
func (d *Session) hand(ctx context.Context, l line) bool {
	select {
	case d.lines <- l:
		return true
	case <-d.done:
	case <-ctx.Done():
	}
	return false
}

// take takes what a connection has brought.
func (d *Session) take(ctx context.Context, l line) {
	switch {
	case l.parted != "":
		d.partedFrom(l.parted, l.err)
	case l.up && l.reply != nil:
		l.reply <- d.accept(ctx, l)
	case l.guest != "" && (d.kept.Session == nil || d.kept.Session.Guest != l.guest): // that game has been left
		if l.conn != nil {
			l.conn.end()
		}
	case l.up:
		d.connected(l.conn)
	case l.conn != nil && l.conn != d.conn:
		d.overheard(l) // the connection has been replaced
	case l.message != nil:
		d.heard(ctx, l.message)
	case l.err != nil && l.conn != nil:
		d.log.Info("the link to the remote opponent is cut", "where", l.conn.where, "err", l.err)
		if d.trouble = errEnded; said(l.err) {
			d.trouble = l.err
		}
		d.drop()
	case l.err != nil:
		d.failedToDial(ctx, l.err)
	}
}

// accept lets a guest in who knows a code, if it is the first, or the same again.
func (d *Session) accept(ctx context.Context, l line) error {
	switch s, o := d.kept.Session, d.kept.Open; {
	case s != nil && s.State.Host && s.Code == l.code:
		if !same(s.Guest, l.guest) {
			return errStranger
		}
	case s == nil && o != nil && o.Code == l.code:
		if err := d.admit(ctx, o, l.guest); err != nil {
			return err
		}
	default:
		return d.takeLeave(ctx, l)
	}
	if err := welcome(ctx, l.conn); err != nil {
		return err
	}
	d.log.Info("the remote opponent is connected", "from", l.conn.where)
	d.connected(l.conn)
	return nil
}

// welcome lets a guest know that it is let in, and that this end knows the code.
func welcome(ctx context.Context, c *conn) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return say(ctx, c.ws, greeting{Welcome: true, Proof: c.proof})
}

// admit makes an invitation the guest's: it is used up.
func (d *Session) admit(ctx context.Context, o *open, guest string) error {
	d.kept.Session = &accepted{Code: o.Code, Guest: guest, Machine: o.Machine, State: remote.State{Host: true, Secret: newCode()}}
	d.kept.Open = nil
	err := d.open()
	if err == nil {
		err = d.save()
	}
	if err == nil {
		err = d.begin(ctx, o)
	}
	if err != nil {
		d.log.Error("a game with the guest cannot begin", "err", err)
		d.kept.Session, d.kept.Open, d.peer = nil, o, nil
		_ = d.save()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return errBusy
	}
	return nil
}

// connected takes a connection into use, in place of another.
func (d *Session) connected(c *conn) {
	if d.conn != nil {
		d.conn.end()
	}
	d.conn, d.trouble, d.dialing = c, nil, nil
	d.peer.Silent()
	d.sent = time.Time{}
}

// heard takes a message.
func (d *Session) heard(ctx context.Context, m *remote.Message) {
	if v := d.peer.View(); !d.kept.Session.State.Host && v.Setup != nil && m.Setup != nil && m.Setup.Round > v.Setup.Round {
		d.finish(ctx)
	}
	if err := d.peer.Receive(m); err != nil {
		d.log.Warn("the other end says what cannot be", "err", err)
		d.trouble = chinese.Of("the other table sent something that cannot be right: %w", err)
	}
	if v := d.peer.View(); !d.kept.Session.State.Host && v.Setup == nil && v.Problem != "" && m.Setup != nil {
		d.log.Warn("the invitation's game cannot be played at this table", "why", v.Problem)
		d.met() // so that the host is told that nobody comes
		d.join(chinese.Of("this table cannot play the game of the invitation: %q on %d x %d points, clock %q", text.Clip(m.Setup.Rules), m.Setup.Cols, m.Setup.Rows, text.Clip(m.Setup.Clock)))
		_ = d.part(ctx)
		return
	}
	for _, n := range d.peer.Notices() {
		switch n.Kind {
		case remote.NoticeRefused:
			d.sayHere(ctx, text.RemoteRefuses)
		case remote.NoticeLost:
			if d.says.lost(n) {
				continue
			}
			d.lost = true
			if s := d.table.Snapshot(); n.Lost.Kind == remote.KindResign && s.Reason == string(game.ByResign) {
				_ = d.giveUp(ctx, s, nil) // the game goes on, or has another end
			}
			d.log.Warn("what was played here could not be passed on", "why", n.Text)
			d.sayHere(ctx, text.RemoteLost)
		}
	}
	if d.peer.View().Bye {
		d.finish(ctx)
		d.log.Info("the remote opponent has left")
		c := d.conn
		if c == nil || d.kept.Session.State.Host {
			d.forget(ctx, text.RemoteLeft)
			_ = d.save()
			return
		}
		d.peer.Leave()
		known := d.peer.Message()
		d.conn = nil
		d.forget(ctx, text.RemoteLeft)
		// A host that knows that its guest knows does not tell it again: so that is to be on
		// disk before.
		if d.save() == nil {
			c.send(known)
		}
		c.finish()
	}
}

// dial keeps a guest connected.
func (d *Session) dial(ctx context.Context) {
	s := d.kept.Session
	if s == nil || s.State.Host || d.conn != nil || d.dialing != nil {
		return
	}
	dctx, cancel := context.WithCancel(ctx)
	d.dialing = cancel
	address, code, guest := s.Address, s.Code, s.Guest
	pause := time.Duration(0)
	if d.trouble != nil {
		pause = time.Second
	}
	d.workers.Go(func() {
		defer cancel()
		if !hw.Sleep(dctx, pause) {
			return
		}
		c, err := dial(dctx, d.cfg.Client, address, code, guest)
		if err != nil {
			if dctx.Err() == nil {
				d.hand(dctx, line{guest: guest, err: err})
			}
			return
		}
		defer c.ws.CloseNow()
		c.end = cancel
		if d.hand(dctx, line{conn: c, up: true, guest: guest}) {
			d.serve(dctx, c)
		}
	})
}

// failedToDial takes the news that the host was not reached, or does not want.
func (d *Session) failedToDial(ctx context.Context, err error) {
	d.dialing = nil
	s := d.kept.Session
	if s == nil {
		return
	}
	if d.trouble == nil || d.trouble.Error() != err.Error() {
		d.log.Warn("the host is not reached", "err", err)
	}
	d.trouble = err
	// Once it has let this guest in, only the host's own word ends the game, not that of
	// whatever answers there: it may be another table, or one with a wrong setting.
	if _, ok := errors.AsType[*Refused](err); ok && !s.Met {
		d.forget(ctx, 0)
		_ = d.save()
	}
	d.join(err)
}

// join tells who accepted an invitation what came of it.
func (d *Session) join(err error) {
	if d.joined != nil {
		d.publish() // they may look at once
		d.joined <- err
		d.joined = nil
	}
}

// strangers is how many may greet at once. Anyone who comes then takes the place of
// one who has said nothing yet.
const strangers = 8

// doorway holds those who have not proved yet that they know an invitation's code.
// Nobody is turned away: with all places taken, a newcomer takes that of the
// oldest greeting from the address with the most of them. So those who connect
// and stay silent cost one another their places, and not a guest, which greets
// within a round trip.
type doorway struct {
	mu       sync.Mutex
	greeting []*stranger // the oldest first
}

// stranger is one connection whose greeting is not over.
type stranger struct {
	from   netip.Addr
	cancel context.CancelFunc // ends the connection
}

// enter takes a place for a connection from an address. cancel is called when the
// place is lost to another; leave gives it up, and may be called more than once.
func (d *doorway) enter(from string, cancel context.CancelFunc) (leave func()) {
	s := &stranger{from: network(from), cancel: cancel}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.greeting) >= strangers {
		d.displace(s.from)
	}
	d.greeting = append(d.greeting, s)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.remove(s)
	}
}

// displace ends the oldest greeting from where most come from, the newcomer counted.
func (d *doorway) displace(newcomer netip.Addr) {
	count := map[netip.Addr]int{newcomer: 1}
	most := 0
	for _, s := range d.greeting {
		count[s.from]++
		most = max(most, count[s.from])
	}
	for _, s := range d.greeting {
		if count[s.from] == most {
			s.cancel()
			d.remove(s)
			return
		}
	}
}

func (d *doorway) remove(s *stranger) {
	d.greeting = slices.DeleteFunc(d.greeting, func(other *stranger) bool { return other == s })
}

// network is what counts as one address, as [attempts.Network] has it. The zero address
// stands for what cannot be read.
func network(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, _ := netip.ParseAddr(host)
	return attempts.Network(a).Addr()
}
