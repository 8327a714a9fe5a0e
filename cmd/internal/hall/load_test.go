package hall

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
)

var (
	publishers = flag.Int("publishers", 40, "tables that TestLoad simulates")
	facts      = flag.Int("facts", 3, "facts of each of them")
)

// TestLoad lets many tables tell their facts at the same time, each behind its last one as
// tables do, and writes down how long the hall took for each. All facts have to be there
// in the end, and once. Connections are pipes within the process: one over the network
// would take two files of one process.
func TestLoad(t *testing.T) {
	p := newPlace(t)
	begun := time.Now()
	all := make([]*nats.Conn, *publishers)
	gate := make(chan struct{}, 64) // connections that are being made
	var dialing sync.WaitGroup
	for n := range all {
		dialing.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			name := fmt.Sprintf("t%d", n)
			publish, subscribe := fleet.Permissions(name, p.keys.subjects(name))
			token, seed, err := p.keys.user(p.keys.account, name, publish, subscribe, nil)
			connect := func() (err error) {
				all[n], err = nats.Connect("", nats.InProcessServer(p.srv), nats.UserJWTAndSeed(token, string(seed)), nats.CustomInboxPrefix("_INBOX."+name), nats.Timeout(patience))
				return err
			}
			if err == nil {
				// A server that has had no answer for two seconds, on a busy machine, pings first, which
				// the client takes for a fault; so it calls again, as a table does.
				for err = connect(); err != nil && time.Since(begun) < patience; {
					err = connect()
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	dialing.Wait()
	if t.Failed() {
		return
	}
	t.Logf("%d tables were connected after %v", len(all), time.Since(begun).Round(time.Millisecond))
	var mu sync.Mutex
	var took []time.Duration
	var telling sync.WaitGroup
	begun = time.Now()
	for n, nc := range all {
		telling.Go(func() {
			defer nc.Close()
			list, err := report(t.Context(), nc, fmt.Sprintf("t%d", n), p.keys, *facts)
			if err != nil {
				t.Errorf("table %d: %v", n, err)
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, list...)
		})
	}
	telling.Wait()
	spent := time.Since(begun)
	slices.Sort(took)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(time.Millisecond)
	}
	t.Logf("%d facts in %v: %.0f each second; median %v, 99 %% %v, longest %v; %d MiB in use with the tables", len(took), spent.Round(time.Millisecond), float64(len(took))/spent.Seconds(), at(0.5), at(0.99), at(1), m.Sys>>20)
	stream, err := p.js.Stream(t.Context(), fleet.StreamFacts)
	if err != nil {
		t.Fatal(err)
	}
	// One more is the hall's own.
	if have, want := stream.CachedInfo().State.Msgs, uint64(*publishers**facts+1); have != want {
		t.Errorf("the hall has %d messages, not %d", have, want)
	}
}

// report publishes facts, each behind the last one, and returns how long each took.
func report(ctx context.Context, nc *nats.Conn, name string, k *Keys, n int) (took []time.Duration, err error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*patience)
	defer cancel()
	behind := uint64(0)
	for i := range n {
		f := fleet.Fact{Origin: fleet.Origin{Table: name, Line: 1, Place: api.Place{Seq: uint64(i + 1)}}, Entry: api.Entry{Seq: uint64(i + 1), Kind: api.KindTurn}}
		data, err := json.Marshal(f)
		if err != nil {
			return took, err
		}
		begun := time.Now()
		ack, err := js.Publish(ctx, k.subjects(name)[fleet.PartJournal], data, jetstream.WithExpectLastSequencePerSubject(behind), jetstream.WithMsgID(fmt.Sprint(name, "/", i)))
		if err != nil {
			return took, err
		}
		behind, took = ack.Sequence, append(took, time.Since(begun))
	}
	return took, nil
}
