package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// counter publishes what an exhibit counted. The file at path lists the hours that a hall
// has: its first line is a [counted], and each of the others an hour, how much was counted
// in it, and the number of the message in the hall's stream.
type counter struct {
	table   string
	subject string // where hours are published, under their names
	tally   Tally
	path    string

	kept counted
	told map[string]int // by [Visits.Name]: how much of it the hall has; nil: not read yet
	at   uint64         // the highest number in the hall's stream
	// restored is how often the hall had lost what it had taken, see [Publisher].
	restored uint64
}

type counted struct {
	Hall string `json:"hall"`
	// From is what older programs wrote, which kept no hours: the hall has all before it.
	From time.Time `json:"from,omitzero"`
}

// drain publishes the hours that a hall lacks. Hours that it has count only if more was
// counted, wherever the clock has been meanwhile.
func (c *counter) drain(ctx context.Context, l link, hall string, restored uint64) error {
	if c.told == nil {
		c.load()
	}
	if c.kept.Hall != hall || c.restored != restored {
		if err := c.forget(hall); err != nil {
			return err
		}
		c.restored = restored
	}
	for {
		err := c.publish(ctx, l)
		if !errors.Is(err, errRestored) {
			return err
		}
		if err := c.forget(hall); err != nil {
			return err
		}
	}
}

func (c *counter) load() {
	c.kept, c.told, c.at = counted{}, map[string]int{}, 0
	data, err := os.ReadFile(c.path)
	first, rest, _ := strings.Cut(string(data), "\n")
	if err != nil || json.Unmarshal([]byte(first), &c.kept) != nil {
		c.kept = counted{} // the hall takes every hour again
		return
	}
	if c.kept.From.After(time.Now()) {
		c.kept.From = time.Time{} // the clock was ahead
	}
	for line := range strings.Lines(rest) {
		var name string
		var n int
		var at uint64
		if _, err := fmt.Sscanf(line, "%s %d %d", &name, &n, &at); err == nil {
			c.told[name], c.at = n, max(c.at, at)
		}
	}
}

// forget has the hall told every hour again.
func (c *counter) forget(hall string) error {
	data, err := json.Marshal(counted{Hall: hall})
	if err == nil {
		err = renameio.WriteFile(c.path, append(data, '\n'), 0o640, renameio.WithTempDir(filepath.Dir(c.path)))
	}
	if err != nil {
		return fmt.Errorf("what visits the hall has cannot be kept: %w", err)
	}
	c.kept, c.told, c.at = counted{Hall: hall}, map[string]int{}, 0
	return nil
}

// errRestored is that the hall's stream has gone back, as after a backup was restored.
var errRestored = errors.New("the hall has lost what it had taken")

// publish brings the hall what it lacks.
func (c *counter) publish(ctx context.Context, l link) error {
	list, err := c.tally.Counts()
	if err != nil {
		return fmt.Errorf("the counts of visitors cannot be told to the hall: %w", err)
	}
	for i, j := 0, 0; i < len(list); i = j {
		n := 0
		for j = i; j < len(list) && list[j].Hour.Equal(list[i].Hour); j++ {
			n += list[j].Count
		}
		v := Visits{Table: c.table, Hour: list[i].Hour, Counts: list[i:j]}
		told, ok := c.told[v.Name()]
		if ok && n <= told || !ok && v.Hour.Before(c.kept.From) {
			continue
		}
		if err := c.send(ctx, l, v, n); err != nil {
			return err
		}
	}
	return nil
}

// send publishes an hour and writes down that the hall has it.
func (c *counter) send(ctx context.Context, l link, v Visits, n int) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	ack, err := l.js.Publish(asking, c.subject+"."+v.Name(), data)
	if err != nil {
		return fmt.Errorf("the hall does not take the counts of visitors: %w", err)
	}
	if ack.Sequence <= c.at {
		return errRestored
	}
	out, err := os.OpenFile(c.path, os.O_WRONLY|os.O_APPEND, 0o640)
	if err == nil {
		// The line begins with its end of line, so that one that a power cut left unfinished
		// spoils no other.
		_, err = fmt.Fprintf(out, "\n%s %d %d", v.Name(), n, ack.Sequence)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return fmt.Errorf("what visits the hall has cannot be kept: %w", err)
	}
	c.told[v.Name()], c.at = n, ack.Sequence
	return nil
}

// count tells the hall what was counted, after each connection and now and then.
func (p *Publisher) count(ctx context.Context, l link) {
	tick := time.Tick(p.VisitsPause)
	for told := ""; ; {
		if l.nc.IsConnected() {
			hall, err := l.hall(ctx)
			if err == nil {
				err = p.counter.drain(ctx, l, hall, p.restored.Load())
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
		case <-tick:
		}
	}
}
