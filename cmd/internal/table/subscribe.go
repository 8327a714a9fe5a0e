package table

import (
	"context"

	"stonehand/cmd/internal/api"
)

// backlog is how many updates a subscriber may be behind before it is dropped:
// enough for a burst, far less than a reader needs who is still there.
const backlog = 64

// subscriber is one reader of updates.
type subscriber struct {
	updates chan api.Update
	stop    func() bool // ends the watch over its context
}

// Subscribe implements [Board].
func (t *Table) Subscribe(ctx context.Context) <-chan api.Update {
	s := &subscriber{updates: make(chan api.Update, backlog)}
	t.mu.Lock()
	defer t.mu.Unlock()
	s.updates <- api.Update{State: t.Snapshot()}
	if t.closed {
		close(s.updates)
		return s.updates
	}
	t.subscribers[s] = struct{}{}
	s.stop = context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.drop(s)
	})
	return s.updates
}

// drop ends a subscription, if it has not ended; t.mu is held.
func (t *Table) drop(s *subscriber) {
	if _, ok := t.subscribers[s]; ok {
		delete(t.subscribers, s)
		s.stop()
		close(s.updates)
	}
}

// publish tells every subscriber, and drops those who have fallen behind.
func (t *Table) publish(u api.Update) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s := range t.subscribers {
		select {
		case s.updates <- u:
		default:
			t.log.Warn("a subscriber fell behind and was dropped")
			t.drop(s)
		}
	}
}

// closeSubscribers ends all subscriptions, for good.
func (t *Table) closeSubscribers() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for s := range t.subscribers {
		t.drop(s)
	}
}
