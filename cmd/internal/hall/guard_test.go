package hall

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/farm"
)

// TestAWorkerLeavesTheQueueToOthers tries, with the credentials of a worker, to take the queue of
// jobs for itself, in ways that outlive these credentials: others could not ask for a
// job any more.
func TestAWorkerLeavesTheQueueToOthers(t *testing.T) {
	p := newPlace(t)
	bad, good, laboratory := p.dial("bad", p.keys.Worker), p.dial("good", p.keys.Worker), p.dial("ann", p.keys.Laboratory)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	const queue = "machines-3-77"
	later := time.Now().Add(100 * 24 * time.Hour)
	for _, c := range []struct {
		name, filter string
		more         map[string]any
	}{
		{"all", "farm.job.>", nil},
		{"all", "farm.job.>", map[string]any{"pause_until": later}},
		{"machines-*", "farm.job.*.machines.>", nil},
		{queue, "farm.job.>", nil},
		{queue, "farm.job.3-77.machines.>", map[string]any{"pause_until": later, "max_ack_pending": 1, "max_deliver": 1, "ack_wait": 100 * time.Hour, "headers_only": true}},
		{queue, "farm.job.3-77.machines.>", map[string]any{"filter_subjects": []string{"farm.job.>"}}},
		{queue, "farm.job.3-77.machines.>", map[string]any{"ack_wait": time.Millisecond}},
	} {
		config := map[string]any{"name": c.name, "durable_name": c.name, "filter_subject": c.filter, "ack_policy": "explicit"}
		for k, v := range c.more {
			config[k] = v
		}
		data, err := json.Marshal(map[string]any{"stream_name": farm.StreamJobs, "config": config})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bad.RequestWithContext(ctx, "$JS.API.CONSUMER.CREATE."+farm.StreamJobs+"."+c.name+"."+c.filter, data); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := p.js.Stream(ctx, farm.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	for c := range stream.ListConsumers(ctx).Info() {
		if c.Name != queue || c.Config.FilterSubject != "farm.job.3-77.machines.>" || len(c.Config.FilterSubjects) > 0 || c.Paused || c.Config.HeadersOnly || c.Config.AckWait != 30*time.Second || c.Config.InactiveThreshold == 0 {
			t.Errorf("there is the queue %+v", c.Config)
		}
	}
	js, err := jetstream.New(good)
	if err != nil {
		t.Fatal(err)
	}
	q, err := js.CreateOrUpdateConsumer(ctx, farm.StreamJobs, farm.Queue("machines", "3-77"))
	if err != nil {
		t.Fatalf("another worker gets no queue: %v", err)
	}
	if _, err := laboratory.RequestWithContext(ctx, "farm.job.3-77.machines.ann.b.1", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	m, err := q.Next(jetstream.FetchContext(ctx))
	if err != nil || string(m.Data()) != "{}" {
		t.Fatalf("another worker gets no job: %v", err)
	}
}

// TestALaboratoryLeavesNothingBehind tries, with the credentials of a laboratory, to make readers
// of results that stay when these credentials are taken back.
func TestALaboratoryLeavesNothingBehind(t *testing.T) {
	p := newPlace(t)
	laboratory := p.dial("ann", p.keys.Laboratory)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for name, more := range map[string]string{"durable": `,"durable_name":"durable"`, "idle": `,"inactive_threshold":360000000000000000`} {
		data := []byte(`{"stream_name":"` + farm.StreamResults + `","config":{"name":"` + name + `","ack_policy":"none","filter_subject":"farm.result.ann.>"` + more + `}}`)
		if _, err := laboratory.RequestWithContext(ctx, "$JS.API.CONSUMER.CREATE."+farm.StreamResults+"."+name+".farm.result.ann.>", data); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := p.js.Stream(ctx, farm.StreamResults)
	if err != nil {
		t.Fatal(err)
	}
	for c := range stream.ListConsumers(ctx).Info() {
		if c.Config.Durable != "" || c.Config.InactiveThreshold <= 0 || c.Config.InactiveThreshold > time.Hour {
			t.Errorf("there is the reader %+v", c.Config)
		}
	}
}
