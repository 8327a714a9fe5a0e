package dial

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// beat is how often the server of a consumer says that it is there. After two that are
// missing, another consumer is made.
const beat = 5 * time.Second

// Follow hands over what a stream has, as c selects it, and all that comes, each once and in
// order, until it is stopped, whatever becomes of the servers. Its error is that of the first
// consumer.
//
// A cluster that has just lost a server may place a consumer on that one, and then nobody
// answers until it is back. The library would ask for the same consumer forever; after one
// attempt it asks for one of another name, which gets another place.
func Follow(ctx context.Context, js jetstream.JetStream, stream string, c jetstream.OrderedConsumerConfig, take func(jetstream.Msg)) (jetstream.ConsumeContext, error) {
	c.MaxResetAttempts = 1
	q, err := js.OrderedConsumer(ctx, stream, c)
	if err != nil {
		return nil, err
	}
	return q.Consume(take, jetstream.PullHeartbeat(beat))
}
