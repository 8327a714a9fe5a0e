package hall

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/farm"
)

const (
	createConsumer = "$JS.API.CONSUMER.CREATE."
	// guarded is where requests of workers and laboratories for consumers arrive.
	guarded = "farm.consumer."
	// guardTime is how long the server has for a consumer.
	guardTime = 10 * time.Second
	// mostIdle is how long a consumer of results stays that nobody asks.
	mostIdle = time.Hour
	// mostGuarded is how many consumers are made at a time.
	mostGuarded = 16
)

// Guard makes consumers for workers and laboratories until ctx ends. A push consumer delivers
// to any subject, with the rights of the server, so they get pull consumers only. Those of jobs
// last longer than the credentials of who made them and keep others from the same jobs, so
// workers get the usual ones only. Of several halls, one answers.
func Guard(ctx context.Context, nc *nats.Conn, log *slog.Logger) error {
	var making errgroup.Group
	making.SetLimit(mostGuarded)
	sub, err := nc.QueueSubscribe(guarded+">", "halls", func(m *nats.Msg) {
		making.Go(func() error {
			if err := m.Respond(consumer(ctx, nc, m)); err != nil && ctx.Err() == nil {
				log.Warn("A request for a consumer is not answered.", "err", err)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	sub.Unsubscribe()
	return making.Wait()
}

// consumer returns the server's answer to a request for a consumer.
func consumer(ctx context.Context, nc *nats.Conn, m *nats.Msg) []byte {
	var r server.CreateConsumerRequest
	err := json.Unmarshal(m.Data, &r)
	switch c := r.Config; {
	case err != nil:
		return refusal(http.StatusBadRequest, "the request for a consumer is not valid JSON")
	case c.DeliverSubject != "" || c.Direct || c.Sourcing:
		return refusal(http.StatusForbidden, "a consumer here waits to be asked; it cannot have a subject to deliver to")
	}
	// The server could read what was sent in another way, so it gets what was checked. Readers of
	// results go with who reads.
	r.Config.InactiveThreshold = min(r.Config.InactiveThreshold, mostIdle)
	var checked any = r
	switch {
	case strings.HasPrefix(m.Subject, guarded+farm.StreamJobs+"."):
		queue, ok := farm.QueueNamed(r.Config.Durable)
		if !ok {
			return refusal(http.StatusForbidden, "a consumer of jobs is called after their priority and the signature of the worker's engine")
		}
		checked = map[string]any{"stream_name": r.Stream, "config": queue}
	case r.Config.Durable != "":
		return refusal(http.StatusForbidden, "a consumer of results does not last; it cannot be durable")
	}
	data, err := json.Marshal(checked)
	if err != nil {
		return refusal(http.StatusBadRequest, "the request for a consumer cannot be passed on")
	}
	ctx, cancel := context.WithTimeout(ctx, guardTime)
	defer cancel()
	answer, err := nc.RequestWithContext(ctx, createConsumer+strings.TrimPrefix(m.Subject, guarded), data)
	if err != nil {
		return refusal(http.StatusServiceUnavailable, "the server does not answer a request for a consumer")
	}
	return answer.Data
}

func refusal(code int, why string) []byte {
	data, err := json.Marshal(server.JSApiConsumerCreateResponse{ApiResponse: server.ApiResponse{
		Type: server.JSApiConsumerCreateResponseType, Error: &server.ApiError{Code: code, Description: why},
	}})
	if err != nil {
		panic(err) // it has only such members as can be written
	}
	return data
}
