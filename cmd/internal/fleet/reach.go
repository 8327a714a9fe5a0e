package fleet

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/dial"
)

// join prepares a table's connection to its hall, and finds the table's subjects.
func join(table string, s dial.Servers) (opts []nats.Option, at Subjects, err error) {
	opts, own, err := s.Options()
	switch {
	case s.Credentials == "":
		at = SubjectsOf(table, func(string) string { return OpenWord })
	case err == nil && own.Name != table:
		err = fmt.Errorf("%s is for the table %q", s.Credentials, own.Name)
	case err == nil:
		at, err = subjectsIn(table, own.Subjects)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the hall cannot be joined: %w; \"stonehand-hall table %s\" makes credentials", err, table)
	}
	return append(opts, nats.Name("table "+table), nats.CustomInboxPrefix("_INBOX."+table)), at, nil
}

// Reach tries whether a table can reach its hall, and says why not.
func Reach(ctx context.Context, table string, s dial.Servers) error {
	s.What, s.Log = "hall", slog.New(slog.DiscardHandler)
	opts, _, err := join(table, s)
	if err != nil {
		return err
	}
	nc, err := nats.Connect(s.URL, append(opts, nats.NoReconnect())...)
	if err != nil {
		return dial.Why(err)
	}
	defer nc.Close()
	return nc.FlushWithContext(ctx)
}
