package hall

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// streamLogouts has every login that was ended before its time. A browser may still show its
// cookie, or somebody may have copied it, and no hall keeps logins.
const streamLogouts = "STONEHAND_LOGOUTS"

func subjectLogout(login string) string { return "stonehand.hall.logout." + login }

// loginOf names a login by its cookie, and does not tell the cookie.
func loginOf(cookie string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(cookie))) }

// logouts are the logins that were ended, made of their stream. It is safe for concurrent use.
type logouts struct {
	mu  sync.Mutex
	all map[string]time.Time // by login: when it ends in any case; guarded by mu
}

func (l *logouts) run(ctx context.Context, follow following) error {
	return follow(ctx, streamLogouts, []string{subjectLogout("*")}, func(m jetstream.Msg) {
		l.note(m.Subject()[len(subjectLogout("")):], time.Now())
	})
}

func (l *logouts) note(login string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]time.Time{}
	}
	maps.DeleteFunc(l.all, func(_ string, until time.Time) bool { return now.After(until) })
	l.all[login] = now.Add(loginTime)
}

func (l *logouts) ended(login string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ended := l.all[login]
	return ended
}

// endLogin ends a login here and at the other halls.
func (h *Hall) endLogin(ctx context.Context, cookie string) {
	login := loginOf(cookie)
	h.logouts.note(login, time.Now())
	if _, err := h.js.Publish(context.WithoutCancel(ctx), h.Keys.inside(subjectLogout(login)), nil); err != nil {
		h.Log.Warn("A logout counts at this hall only, until it starts again.", "err", err)
	}
}
