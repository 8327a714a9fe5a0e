package farm

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/nats-io/nats.go"
)

// Counsel asks the farm questions that are worth nothing later: it waits for no
// connection, and what comes back is for the asker to check.
type Counsel struct {
	NATS      *nats.Conn
	Name      string // as the server knows it
	Signature string
	batch     string
	number    atomic.Int64
}

// NewCounsel returns one who asks.
func NewCounsel(nc *nats.Conn, name, signature string) *Counsel {
	return &Counsel{NATS: nc, Name: name, Signature: signature, batch: rand.Text()}
}

// Ask returns the first result of a job, or an error when ctx ends before.
func (c *Counsel) Ask(ctx context.Context, kind string, args any) ([]byte, error) {
	if !c.NATS.IsConnected() {
		return nil, errors.New("there is no connection to the farm")
	}
	text, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(Job{Kind: kind, Args: text, Not: []string{}})
	if err != nil {
		return nil, err
	}
	p := place{c.Name, c.batch, strconv.FormatInt(c.number.Add(1), 10)}
	sub, err := c.NATS.SubscribeSync(subjectResult(p, "*"))
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	if err := c.NATS.Publish(subjectJob(c.Signature, People, p), data); err != nil {
		return nil, err
	}
	if err := c.NATS.Publish(SubjectRing, nil); err != nil {
		return nil, err
	}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			c.NATS.Publish(subjectCancel(p), nil)
			return nil, err
		}
		var r Result
		if err := json.Unmarshal(m.Data, &r); err != nil || r.Back != "" {
			continue
		}
		if r.Error != "" {
			return nil, fmt.Errorf("the farm has no answer: %s", r.Error)
		}
		return unpack(r.Body)
	}
}
