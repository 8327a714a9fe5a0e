package table

import (
	"context"
	"log/slog"
	"sync"

	"stonehand/cmd/internal/api"
)

// backlog is how many updates a subscriber may be behind before it is dropped:
// enough for a burst, far less than a reader needs who is still there.
const backlog = 64

// subscribers are the readers of updates.
type subscribers struct {
	log *slog.Logger

	mu     sync.Mutex                      // guards what follows
	list   map[chan api.Update]func() bool // ends the watch over a reader's context
	closed bool                            // no more of them
}

// add adds a reader until ctx ends; it gets what first returns before anything that
// is published later.
func (s *subscribers) add(ctx context.Context, first func() api.Update) <-chan api.Update {
	updates := make(chan api.Update, backlog)
	s.mu.Lock()
	defer s.mu.Unlock()
	updates <- first()
	if s.closed {
		close(updates)
		return updates
	}
	s.list[updates] = context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(updates)
	})
	return updates
}

// drop ends a subscription, if it has not ended; s.mu is held.
func (s *subscribers) drop(updates chan api.Update) {
	if stop, ok := s.list[updates]; ok {
		delete(s.list, updates)
		stop()
		close(updates)
	}
}

// publish tells every reader, and drops those who have fallen behind.
func (s *subscribers) publish(u api.Update) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for updates := range s.list {
		select {
		case updates <- u:
		default:
			s.log.Warn("a subscriber fell behind and was dropped")
			s.drop(updates)
		}
	}
}

// close ends all subscriptions, for good.
func (s *subscribers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for updates := range s.list {
		s.drop(updates)
	}
}
