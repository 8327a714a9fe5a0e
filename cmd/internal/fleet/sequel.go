package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/dial"
)

// Log is a list of numbered entries on disk, such as the journal.
type Log interface {
	// Since returns up to most entries after a place. known is false when the log
	// reaches back to the place and has something else there.
	Since(after api.Place, most int) (entries []api.Kept, known bool, err error)
	// Forget says that the entries up to seq are not needed here any more.
	Forget(seq uint64) error
}

const (
	// ackTime is how long the server has for an answer.
	ackTime = 10 * time.Second
	// batch is how many entries are read from a log at once.
	batch = 256
	// mostLines is how many new lines one process begins: a journal goes back once, if
	// ever. Two tables under one name would begin a new line in turn.
	mostLines = 3
)

var errTwo = errors.New("another table publishes under this name: give each table a name and a credentials file of its own")

// link is a connection to a hall.
type link struct {
	nc *nats.Conn
	js jetstream.JetStream
}

// stored is a message that a stream has.
type stored struct {
	seq  uint64 // in the stream; 0: there is none
	id   string // under which it was published
	data []byte
}

// last returns the last message of a subject that a stream has.
func (l link) last(ctx context.Context, stream, subject string) (stored, error) {
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	m, err := l.nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+stream+"."+subject, nil)
	if err != nil {
		return stored{}, fmt.Errorf("the hall does not say what it has of %s: %w", subject, err)
	}
	switch status := m.Header.Get("Status"); status {
	case "":
	case "404":
		return stored{}, nil
	default:
		return stored{}, fmt.Errorf("the hall does not say what it has of %s: %s %s", subject, status, m.Header.Get("Description"))
	}
	seq, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if err != nil {
		return stored{}, fmt.Errorf("the hall's answer about %s has no number: %w", subject, err)
	}
	return stored{seq, m.Header.Get(jetstream.MsgIDHeader), m.Data}, nil
}

// hall returns the id of the hall.
func (l link) hall(ctx context.Context) (string, error) {
	m, err := l.last(ctx, StreamFacts, SubjectHall)
	if err != nil {
		return "", err
	}
	var h Hall
	if err := json.Unmarshal(m.data, &h); m.seq == 0 || err != nil || h.ID == "" {
		return "", errors.New("the hall is not ready: it has not said which it is")
	}
	return h.ID, nil
}

// errBehind says that the stream's last message of a subject is another one.
var errBehind = errors.New("the hall has another last message")

// errTooLong says that a message has more bytes than the hall's servers take.
var errTooLong = errors.New("the message to the hall is too long")

// put publishes a message behind that with the number after, and returns its number.
func (l link) put(ctx context.Context, subject, id string, body any, after uint64) (uint64, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return 0, fmt.Errorf("%s cannot be written as JSON: %w", id, err)
	}
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	ack, err := l.js.Publish(ctx, subject, data, jetstream.WithMsgID(id), jetstream.WithExpectLastSequencePerSubject(after))
	switch {
	case err == nil:
		return ack.Sequence, nil
	case dial.RefusedAsLater(err):
		return 0, errBehind
	case errors.Is(err, nats.ErrMaxPayload):
		return 0, fmt.Errorf("%w: %d bytes, and it can have %d", errTooLong, len(data), l.nc.MaxPayload())
	}
	return 0, fmt.Errorf("the hall does not take %s: %w", id, err)
}

// sequel publishes a log, each entry once. It is not safe for concurrent use.
type sequel struct {
	table, part string
	subject     string // where it is published
	log         Log
	// wrap makes the message of an entry; nil for one that is not told.
	wrap func(o Origin, text []byte) (any, error)

	at     Origin    // of the last entry that the hall has
	read   api.Place // how far the log was read: what follows at and is not told
	behind uint64    // its number in the stream
	sure   bool      // at and behind are so, as far as is known
	lines  int       // begun by this process
	back   bool      // the hall had lost what it had taken before
}

// resume finds out how far the hall is. kept is the position on disk, which counts
// where the hall has nothing.
func (s *sequel) resume(ctx context.Context, l link, kept Origin) error {
	m, err := l.last(ctx, StreamFacts, s.subject)
	if err != nil {
		return err
	}
	had := kept
	if s.at.after(had) {
		had = s.at
	}
	s.at, s.behind = kept, m.seq
	if m.seq != 0 {
		s.at = Origin{}
		if err := json.Unmarshal(m.data, &s.at); err != nil {
			return fmt.Errorf("the last fact that the hall has cannot be read: %w", err)
		}
	}
	// Without a fault, as most tables are, there is none to lose. A table without a journal
	// tells too little to know.
	gone := had.after(s.at) || m.seq == 0 && had.Seq > 0
	s.back = s.back || gone && (had.Seq > 0 || s.part == PartJournal)
	s.at.Table, s.at.Line, s.read, s.sure = s.table, max(s.at.Line, 1), s.at.Place, true
	return nil
}

// after reports whether a fact comes after another one of the same log.
func (o Origin) after(p Origin) bool {
	return o.Line > p.Line || o.Line == p.Line && o.Seq > p.Seq
}

// drain publishes what the hall lacks, and returns how much that was.
func (s *sequel) drain(ctx context.Context, l link, kept Origin) (n int, err error) {
	for ctx.Err() == nil {
		if !s.sure {
			if err := s.resume(ctx, l, kept); err != nil {
				return n, err
			}
		}
		entries, known, err := s.log.Since(s.read, batch)
		if err != nil {
			return n, err
		}
		if !known {
			if s.lines++; s.lines > mostLines {
				s.sure = false
				return n, errTwo
			}
			s.at.Line, s.at.Place, s.read = s.at.Line+1, api.Place{}, api.Place{}
		}
		if len(entries) == 0 {
			return n, nil
		}
		sent, err := s.send(ctx, l, entries)
		n += sent
		if errors.Is(err, errBehind) {
			s.sure = false // what was sent last has arrived after all, or another table is at it
			continue
		}
		if err != nil {
			s.sure = false
			return n, err
		}
		if err := s.log.Forget(s.at.Seq); err != nil {
			return n, err
		}
	}
	return n, ctx.Err()
}

// send publishes entries one after the other.
func (s *sequel) send(ctx context.Context, l link, entries []api.Kept) (n int, err error) {
	for _, e := range entries {
		o := Origin{Table: s.table, Line: s.at.Line, Place: e.Place}
		body, err := s.wrap(o, e.Text)
		if err != nil {
			return n, fmt.Errorf("entry %d cannot be published: %w", e.Seq, err)
		}
		if body == nil {
			s.read = e.Place
			continue
		}
		id := fmt.Sprintf("%s/%s/%d/%d/%08x", s.table, s.part, o.Line, o.Seq, o.Sum)
		seq, err := l.put(ctx, s.subject, id, body, s.behind)
		if err != nil {
			return n, err
		}
		s.at, s.behind, s.read = o, seq, e.Place
		n++
	}
	return n, nil
}

// factOf makes the message of a journal's entry. A clock that runs is kept every second, and told
// with the entry that follows.
func factOf(o Origin, text []byte) (any, error) {
	f := Fact{Origin: o}
	err := json.Unmarshal(text, &f.Entry)
	if err != nil || f.Entry.Kind == api.KindClock {
		return nil, err
	}
	return f, nil
}
