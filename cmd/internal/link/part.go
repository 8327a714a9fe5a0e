package link

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/remote"
)

// A host waits for its guest: so a guest that leaves goes on, in the background,
// until its host has been told. A host that leaves keeps its last word for its guest
// until that comes back.

// parted is a game that was left at this end, the guest's.
type parted struct {
	Code    string `json:"code"`
	Guest   string `json:"guest_id"`
	Address string `json:"address"`
	Boot    uint64 `json:"boot"` // newer than every message before
	// Said is the last message: what it proposes, a resignation say, counts if the
	// host's game stands where this end's did.
	Said  *remote.Message `json:"said,omitempty"`
	Until time.Time       `json:"until"` // it is given up then
	// Refusals counts the answers that there is no such game, by the host, or by another
	// table at its address.
	Refusals int `json:"refusals,omitempty"`

	at time.Time // when the host is told next
}

// departed is a game that was left at this end, the host's.
type departed struct {
	Code  string          `json:"code"`
	Guest string          `json:"guest_id"`
	Said  *remote.Message `json:"said"` // all that the guest may lack, a resignation say
	Until time.Time       `json:"until"`
}

// Times of parting.
const (
	partTime  = 24 * time.Hour  // as long as an invitation is open
	partPause = 3 * time.Second // between attempts
	mostParts = 8
)

// refusalPauses are between attempts to tell a host that answers that there is no such
// game. A table without that game may have got the host's address for a while.
var refusalPauses = []time.Duration{partPause, time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour}

// part leaves the game for good, and tells the other end if it is there.
func (d *Session) part(ctx context.Context) error {
	if d.peer != nil {
		if s, k := d.table.Snapshot(), d.kept.Session; k != nil && s.GameID == k.Table && resigned(s, d.peer.View()) {
			_ = d.peer.Resign() // it could not be while a turn had no answer
		}
		d.peer.Leave()
	}
	if k := d.kept.Session; k != nil && k.State.Host && d.peer != nil {
		d.kept.Departed = append(d.kept.Departed, departed{Code: k.Code, Guest: k.Guest, Said: d.peer.Last(), Until: time.Now().Add(partTime)})
		if n := len(d.kept.Departed) - mostParts; n > 0 {
			d.kept.Departed = d.kept.Departed[n:]
		}
	}
	if k := d.kept.Session; k != nil && !k.State.Host && k.Met {
		p := parted{Code: k.Code, Guest: k.Guest, Address: k.Address, Boot: d.peer.State().Boot + 1, Until: time.Now().Add(partTime), Said: d.peer.Message()}
		d.kept.Parted = append(d.kept.Parted, p)
		if len(d.kept.Parted) > mostParts {
			known := slices.MaxFunc(d.kept.Parted, func(a, b parted) int { return a.Refusals - b.Refusals })
			d.kept.Parted = slices.DeleteFunc(d.kept.Parted, func(p parted) bool { return p.Code == known.Code })
		}
	}
	if d.conn != nil {
		if d.peer != nil {
			d.conn.send(d.peer.Message())
		}
		d.conn.finish()
		d.conn = nil
	}
	d.forget(ctx, 0)
	return d.save()
}

// takeLeave tells a guest that has come back, if that is who it is, that this end has
// left, and how the game stood then.
func (d *Session) takeLeave(ctx context.Context, l line) error {
	i := slices.IndexFunc(d.kept.Departed, func(p departed) bool { return p.Code == l.code && same(p.Guest, l.guest) })
	if i < 0 {
		return errStranger
	}
	if err := welcome(ctx, l.conn); err != nil {
		return err
	}
	d.log.Info("the remote opponent is told that this one has left", "from", l.conn.where)
	l.conn.last = true
	l.conn.send(d.kept.Departed[i].Said)
	return nil
}

// overheard takes what comes from a connection that is not in use any more: a guest
// that says that it has left as well need not be waited for.
func (d *Session) overheard(l line) {
	if l.message == nil || !l.message.Bye || l.conn.code == "" {
		return
	}
	l.conn.end()
	n := len(d.kept.Departed)
	d.kept.Departed = slices.DeleteFunc(d.kept.Departed, func(p departed) bool { return p.Code == l.conn.code })
	if len(d.kept.Departed) < n {
		_ = d.save()
	}
}

// farewell tells the host of a game that was left that its guest will not come back.
func (d *Session) farewell(ctx context.Context) {
	n := len(d.kept.Parted)
	d.kept.Parted = slices.DeleteFunc(d.kept.Parted, func(p parted) bool { return time.Now().After(p.Until) })
	if len(d.kept.Parted) < n {
		_ = d.save()
	}
	if d.parting || len(d.kept.Parted) == 0 {
		return
	}
	p := slices.MinFunc(d.kept.Parted, func(a, b parted) int { return a.at.Compare(b.at) })
	if time.Now().Before(p.at) {
		return
	}
	d.parting = true
	d.workers.Go(func() {
		err := bye(ctx, d.cfg, p)
		d.hand(ctx, line{parted: p.Code, err: err})
	})
}

// partedFrom takes what came of telling the host of an invitation. Meanwhile another
// game may have been left, and this one given up.
func (d *Session) partedFrom(code string, err error) {
	d.parting = false
	i := slices.IndexFunc(d.kept.Parted, func(p parted) bool { return p.Code == code })
	if i < 0 {
		return
	}
	p, unknown := &d.kept.Parted[i], errors.Is(err, errUnknown)
	switch {
	case err == nil, unknown && p.Refusals >= len(refusalPauses):
		d.kept.Parted = slices.Delete(d.kept.Parted, i, i+1)
	case unknown:
		p.at = time.Now().Add(refusalPauses[p.Refusals])
		p.Refusals++
	default:
		p.at = time.Now().Add(partPause)
		return
	}
	_ = d.save()
}

// errUnknown says that the table at a host's address has no such game.
var errUnknown = errors.New("the host says that there is no such game")

// bye tells a host that its guest has left. It returns nil when the host knows: it took
// the code, and does not take it any more.
func bye(ctx context.Context, c Config, p parted) error {
	for said := range 2 {
		conn, err := dial(ctx, c.Client, p.Address, p.Code, p.Guest)
		if refused, ok := errors.AsType[*Refused](err); ok && refused.Code == Closed {
			if said > 0 {
				return nil
			}
			return errUnknown
		}
		if err != nil {
			return err
		}
		err = conn.bye(ctx, p)
		conn.ws.CloseNow()
		if err != nil {
			return err
		}
	}
	return errors.New("the host has not understood that its guest has left")
}

// bye says it on a connection, and waits until the host ends that.
func (c *conn) bye(ctx context.Context, p parted) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	m := remote.Message{V: remote.Version}
	if p.Said != nil {
		m = *p.Said
	}
	m.Boot, m.Seq, m.Bye = p.Boot, 1, true
	data, err := json.Marshal(&m)
	if err != nil {
		return err
	}
	if err := c.ws.Write(ctx, websocket.MessageText, c.seal.wrap(data)); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if _, _, err := c.ws.Read(ctx); err != nil {
			return nil
		}
	}
	return ctx.Err()
}
