package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/jobs"
)

// TestAWorkerAlone has a lease as long as in a house: every check that waited for another
// worker would take seconds.
func TestAWorkerAlone(t *testing.T) {
	r := newRig(t)
	r.prepare()
	var mu sync.Mutex
	asked := map[string]int{}
	sub, err := r.dial().Subscribe("farm.job.1.*.>", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		asked[strings.Split(m.Subject, ".")[3]]++
	})
	if err != nil {
		t.Fatal(err)
	}
	sub.SetPendingLimits(-1, -1)
	r.work("a", truth, func(w *Worker) { w.Lease = 0 })
	a := r.asker(func(c *AskerConfig) { c.Share = 0.5 })
	if err := squares(t.Context(), a, 300); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if asked[Machines] < 300 || asked[checks] == 0 || asked[checks] > 16 {
		t.Errorf("jobs in the queue: %v; checks are to be done here once nobody else took one", asked)
	}
}

// TestAWorkerIsJoined by one that is to check it then.
func TestAWorkerIsJoined(t *testing.T) {
	r := newRig(t)
	r.prepare()
	r.work("a", truth)
	a := r.asker(func(c *AskerConfig) { c.Share = 1 })
	if err := squares(t.Context(), a, 10); err != nil {
		t.Fatal(err)
	}
	if !a.isSole("a") {
		t.Error("a worker alone is not known to be")
	}
	r.work("b", truth)
	for n := 10; a.isSole("a"); n += 40 {
		if err := squares(t.Context(), a, n); err != nil {
			t.Fatal(err)
		}
	}
}

// lie is wrong.
var lie = jobs.Of(func(_ context.Context, n int) (int, error) { return n * n * n, nil })

func TestLiars(t *testing.T) {
	broken := jobs.Func(func(context.Context, []byte) ([]byte, error) { return []byte("nonsense"), nil })
	fails := jobs.Func(func(context.Context, []byte) ([]byte, error) { return nil, errors.New("I do not want to") })
	panics := jobs.Func(func(context.Context, []byte) ([]byte, error) { panic("a fault") })
	late := func() jobs.Func { // is honest at first
		var n atomic.Int32
		return func(ctx context.Context, args []byte) ([]byte, error) {
			if n.Add(1) < 40 {
				return truth(ctx, args)
			}
			return lie(ctx, args)
		}
	}
	for name, liar := range map[string]func() jobs.Func{
		"lies": func() jobs.Func { return lie }, "nonsense": func() jobs.Func { return broken }, "fails": func() jobs.Func { return fails }, "panics": func() jobs.Func { return panics }, "lies at last": late,
	} {
		for _, alone := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", alone), func(t *testing.T) {
				t.Parallel()
				r := newRig(t)
				r.prepare()
				r.work("liar", liar())
				if !alone {
					r.work("honest", truth)
				}
				accused, err := r.dial().SubscribeSync(SubjectAccused("liar"))
				if err != nil {
					t.Fatal(err)
				}
				a := r.asker()
				// A wrong square that was believed is taken back before Run ends.
				err = a.Run(t.Context(), func() error {
					sum := 0
					next := -1
					err := jobs.InOrder(t.Context(), 16, 32, func() (struct{}, error) { return struct{}{}, nil }, nil, func() (int, bool) { next++; return next, next < 120 },
						func(ctx context.Context, _ struct{}, i int) (int, error) { return jobs.Ask[int](ctx, a, "square", i) },
						func(got int) (bool, error) { sum += got; return true, nil })
					if err != nil || sum == 568820 {
						return err
					}
					if a.audit(t.Context()); !a.taken() {
						return fmt.Errorf("the sum of the squares is %d", sum)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if !a.isAside("liar") {
					t.Error("the liar is believed")
				}
				if !alone && a.isAside("honest") {
					t.Error("the honest one is not")
				}
				if _, err := accused.NextMsg(patience); err != nil {
					t.Errorf("nobody is told of the liar: %v", err)
				}
			})
		}
	}
}

// TestOthersAreToldOfALiar: to take back its results ends what was under way, also what found it out.
func TestOthersAreToldOfALiar(t *testing.T) {
	r := newRig(t)
	r.prepare()
	accused, err := r.dial().SubscribeSync(SubjectAccused("liar"))
	if err != nil {
		t.Fatal(err)
	}
	a := r.asker()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a.setAside(ctx, Job{Kind: "square", Args: []byte("2")}, answer{worker: "liar", body: "8"}, answer{body: "4"})
	m, err := accused.NextMsg(patience)
	if err != nil {
		t.Fatalf("nobody is told: %v", err)
	}
	var said Accusation
	if err := json.Unmarshal(m.Data, &said); err != nil || said.By != "me" || said.Said != "8" || said.True != "4" {
		t.Errorf("others are told %s, %v", m.Data, err)
	}
}

// taken reports whether something was taken back since Run began f.
func (a *Asker) taken() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case <-a.broken:
		return true
	default:
		return false
	}
}
