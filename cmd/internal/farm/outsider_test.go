package farm

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/hw"

	"github.com/nats-io/nats.go/jetstream"
)

// TestOutsiders are programs that take jobs as a worker does and answer as no worker of ours
// would. What comes of the jobs is as without them.
func TestOutsiders(t *testing.T) {
	result := func(body string) []byte {
		data, err := json.Marshal(Result{Body: pack([]byte(body))})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	var tooMuch, most sync.Once // to unpack them takes a while
	var mu sync.Mutex
	var earlier []place
	for name, answer := range map[string]func(x *Worker, p place){
		"nothing that can be read": func(x *Worker, p place) { x.say(p, []byte("{{{")) },
		"null":                     func(x *Worker, p place) { x.say(p, []byte("null")) },
		"no gzip":                  func(x *Worker, p place) { x.say(p, []byte(`{"body":"bm8gZ3ppcA=="}`)) },
		"half a gzip":              func(x *Worker, p place) { x.say(p, []byte(`{"body":"H4sIAAAAAAAA/w=="}`)) },
		"too much": func(x *Worker, p place) {
			body := "7"
			tooMuch.Do(func() { body = strings.Repeat("0", mostBody+1) })
			x.say(p, result(body))
		},
		"as much as the server takes": func(x *Worker, p place) {
			data := []byte("9")
			most.Do(func() { data = []byte(strings.Repeat("9", int(x.NATS.MaxPayload()))) })
			x.say(p, data)
		},
		"other jobs": func(x *Worker, p place) {
			mu.Lock()
			earlier = append(earlier, p)
			all := earlier
			mu.Unlock()
			for _, q := range all {
				x.say(q, result("7"))
			}
		},
		"the same many times": func(x *Worker, p place) {
			for range 20 {
				x.say(p, result("7"))
			}
		},
		"that it ends, again and again": func(x *Worker, p place) {
			for range 20 {
				x.say(p, []byte(`{"back":"ending"}`))
			}
		},
		"that it does not want to":       func(x *Worker, p place) { x.say(p, []byte(`{"back":"not"}`)) },
		"a reason that nobody knows":     func(x *Worker, p place) { x.say(p, []byte(`{"back":"?"}`)) },
		"in a batch that does not exist": func(x *Worker, p place) { x.say(place{p.name, "none", p.id}, result("7")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.prepare()
			x := &Worker{NATS: r.dial(), Name: "outsider", Signature: "1", Lease: 300 * time.Millisecond, Log: quiet}
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			taken := newSignal()
			all.Go(func() { x.misbehave(ctx, t, taken, answer) })
			a := r.asker(func(c *AskerConfig) { c.Patience, c.Share = 100*time.Millisecond, 0.3 })
			done := make(chan error, 1)
			go func() { done <- squares(t.Context(), a, 25) }()
			<-taken.c
			r.work("honest", truth, func(w *Worker) { w.Slots = 4 })
			err := <-done
			cancel()
			all.Wait()
			if err != nil {
				t.Error(err)
			}
			if a.isAside("honest") {
				t.Error("the honest worker is set aside")
			}
		})
	}
}

// say publishes something as the result of a job.
func (w *Worker) say(p place, data []byte) {
	w.NATS.Publish(subjectResult(p, w.Name), data)
	w.NATS.Flush()
}

// misbehave takes jobs and answers them until ctx ends.
func (w *Worker) misbehave(ctx context.Context, t *testing.T, taken *signal, answer func(*Worker, place)) {
	if err := w.open(); err != nil {
		t.Error(err)
		return
	}
	if err := w.join(ctx); err != nil {
		t.Error(err)
		return
	}
	for ctx.Err() == nil {
		for _, q := range w.queues {
			batch, err := q.FetchNoWait(1)
			if err != nil {
				continue
			}
			for m := range batch.Messages() {
				w.answer(m, answer)
				taken.give()
			}
		}
		hw.Sleep(ctx, 5*time.Millisecond)
	}
}

func (w *Worker) answer(m jetstream.Msg, answer func(*Worker, place)) {
	if p, _, ok := placeOf(m.Subject(), 4); ok {
		answer(w, p)
	}
	m.Ack()
}
