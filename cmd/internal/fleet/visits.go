package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
)

// Tally has what an exhibit counted.
type Tally interface {
	// Counts returns it added up by hours, the earliest first.
	Counts() ([]api.Count, error)
}

// visitsPause is the time between two looks at the counts: reading four years of them
// takes a small computer a moment.
const visitsPause = 10 * time.Minute

// counter publishes what an exhibit counted. The file at path says which hall has all
// hours before which.
type counter struct {
	table   string
	subject string // where hours are published, under their names
	tally   Tally
	path    string
	kept    counted
	sent    map[string][]byte // by [Visits.Name]: what the hall has, since this program started
}

type counted struct {
	Hall string    `json:"hall"`
	From time.Time `json:"from"` // the last hour that the hall has; it may not be over
}

// drain publishes the hours that a hall lacks.
func (c *counter) drain(ctx context.Context, l link, hall string) error {
	if c.sent == nil {
		data, err := os.ReadFile(c.path)
		if err == nil {
			err = json.Unmarshal(data, &c.kept)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.kept = counted{} // the hall takes every hour again
		}
	}
	if c.sent == nil || c.kept.Hall != hall {
		c.sent = map[string][]byte{}
	}
	if c.kept.Hall != hall {
		c.kept = counted{Hall: hall}
	}
	list, err := c.tally.Counts()
	if err != nil {
		return fmt.Errorf("the counts of visitors cannot be told to the hall: %w", err)
	}
	from := c.kept.From
	for i, j := 0, 0; i < len(list); i = j {
		for j = i + 1; j < len(list) && list[j].Hour.Equal(list[i].Hour); j++ {
		}
		v := Visits{Table: c.table, Hour: list[i].Hour, Counts: list[i:j]}
		if v.Hour.Before(from) {
			continue
		}
		if err := c.publish(ctx, l, v); err != nil {
			return err
		}
		c.kept.From = v.Hour
	}
	if c.kept.From.Equal(from) {
		return nil
	}
	data, err := json.Marshal(c.kept)
	if err == nil {
		err = renameio.WriteFile(c.path, data, 0o640, renameio.WithTempDir(filepath.Dir(c.path)))
	}
	return err
}

func (c *counter) publish(ctx context.Context, l link, v Visits) error {
	data, err := json.Marshal(v)
	if err != nil || bytes.Equal(c.sent[v.Name()], data) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	if _, err := l.js.Publish(ctx, c.subject+"."+v.Name(), data); err != nil {
		return fmt.Errorf("the hall does not take the counts of visitors: %w", err)
	}
	c.sent[v.Name()] = data
	return nil
}

// count tells the hall what was counted, after each connection and now and then.
func (p *Publisher) count(ctx context.Context, l link) {
	tick := time.NewTicker(p.VisitsPause)
	defer tick.Stop()
	for told := ""; ; {
		if l.nc.IsConnected() {
			hall, err := l.hall(ctx)
			if err == nil {
				err = p.counter.drain(ctx, l, hall)
			}
			if err != nil && ctx.Err() == nil && err.Error() != told {
				told = err.Error()
				p.Log.Warn("The hall is not told of the visitors yet; it is tried again.", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-p.counted:
		case <-tick.C:
		}
	}
}
