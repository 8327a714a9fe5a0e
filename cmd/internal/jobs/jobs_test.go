package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func none() (struct{}, error) { return struct{}{}, nil }

// upTo hands out the numbers from 0 below n.
func upTo(n int) func() (int, bool) {
	i := -1
	return func() (int, bool) { i++; return i, i < n }
}

func TestInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 20} {
		synctest.Test(t, func(t *testing.T) {
			var got []int
			var busy, most atomic.Int32
			err := InOrder(t.Context(), workers, 3*workers, none, nil, upTo(50), func(_ context.Context, _ struct{}, i int) (int, error) {
				most.Store(max(most.Load(), busy.Add(1)))
				time.Sleep(time.Duration(rand.IntN(50)) * time.Second)
				busy.Add(-1)
				return i * i, nil
			}, func(r int) (bool, error) { got = append(got, r); return true, nil })
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range got {
				if r != i*i {
					t.Fatalf("result %d is %d", i, r)
				}
			}
			if len(got) != 50 || int(most.Load()) > max(1, workers) {
				t.Errorf("%d results, at most %d at a time with %d workers", len(got), most.Load(), workers)
			}
		})
	}
}

// TestInOrderDecidesByResults: what is handed out may depend on the results so far, and
// then is the same however long the jobs take.
func TestInOrderDecidesByResults(t *testing.T) {
	run := func(t *testing.T, seed uint64) (handed []int) {
		rng := rand.New(rand.NewPCG(seed, 1))
		sum, n := 0, 0
		err := InOrder(t.Context(), 4, 4, none, nil, func() (int, bool) {
			if n++; n > 40 {
				return 0, false
			}
			handed = append(handed, sum+n)
			return sum + n, true
		}, func(_ context.Context, _ struct{}, i int) (int, error) { return i % 7, nil },
			func(r int) (bool, error) { time.Sleep(time.Duration(rng.IntN(1000))); sum += r; return true, nil })
		if err != nil {
			t.Fatal(err)
		}
		return handed
	}
	first := run(t, 1)
	for seed := range uint64(5) {
		if got := run(t, seed); !slices.Equal(got, first) {
			t.Fatalf("handed out %v, and %v before", got, first)
		}
	}
}

func TestInOrderGoesOnWhenAResultBringsWork(t *testing.T) {
	open, taken := 1, 0
	err := InOrder(t.Context(), 3, 3, none, nil, func() (int, bool) { open--; return 0, open >= 0 },
		func(context.Context, struct{}, int) (int, error) { return 0, nil },
		func(int) (bool, error) {
			if taken++; taken < 10 {
				open = 1
			}
			return true, nil
		})
	if err != nil || taken != 10 {
		t.Errorf("%d results, %v", taken, err)
	}
}

func TestInOrderEnds(t *testing.T) {
	broken := errors.New("broken")
	wait := func(ctx context.Context, _ struct{}, i int) (int, error) {
		if i > 2 {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		return i, nil
	}
	taken := 0
	err := InOrder(t.Context(), 4, 8, none, nil, upTo(100), wait, func(int) (bool, error) { taken++; return taken < 3, nil })
	if err != nil || taken != 3 {
		t.Errorf("stopped after %d results: %v", taken, err)
	}
	if err = InOrder(t.Context(), 4, 8, none, nil, upTo(100), wait, func(int) (bool, error) { return false, broken }); err != broken {
		t.Errorf("take fails: %v", err)
	}
	fail := func(_ context.Context, _ struct{}, i int) (int, error) { return 0, broken }
	if err = InOrder(t.Context(), 4, 8, none, nil, upTo(100), fail, func(int) (bool, error) { return true, nil }); err != broken {
		t.Errorf("a job fails: %v", err)
	}
	if err = InOrder(t.Context(), 4, 8, func() (struct{}, error) { return struct{}{}, broken }, nil, upTo(100), wait, func(int) (bool, error) { return true, nil }); err != broken {
		t.Errorf("no worker: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	fired := atomic.Int32{}
	err = InOrder(ctx, 4, 8, none, func(struct{}) { fired.Add(1) }, upTo(100), wait, func(r int) (bool, error) {
		if r == 2 {
			cancel()
		}
		return true, nil
	})
	if !errors.Is(err, context.Canceled) || fired.Load() != 4 {
		t.Errorf("cancelled: %v; %d workers were fired", err, fired.Load())
	}
}

// local does jobs in this process.
type local map[string]Func

func (l local) Do(ctx context.Context, kind string, args []byte) ([]byte, error) {
	return l[kind](ctx, args)
}
func (l local) Put(context.Context, string) (string, error) { return "", errors.New("no files") }

func ExampleAsk() {
	type sum struct{ A, B int }
	kinds := local{"add": Of(func(_ context.Context, s sum) (int, error) { return s.A + s.B, nil })}
	n, err := Ask[int](context.Background(), kinds, "add", sum{2, 3})
	fmt.Println(n, err)
	// Output: 5 <nil>
}

func TestWhatCannotBeRead(t *testing.T) {
	kinds := local{"word": Of(func(_ context.Context, n int) (string, error) { return "x", nil })}
	if _, err := Ask[string](t.Context(), kinds, "word", "no number"); err == nil {
		t.Error("wrong arguments were taken")
	}
	if _, err := Ask[int](t.Context(), kinds, "word", 1); err == nil {
		t.Error("a wrong result was taken")
	}
	if _, err := Ask[int](t.Context(), kinds, "word", func() {}); err == nil {
		t.Error("a function was sent")
	}
	if _, err := File(t.Context(), "x"); err == nil {
		t.Error("a file came from nowhere")
	}
	ctx := WithFiles(t.Context(), func(name string) (string, error) { return "/dir/" + name, nil })
	if path, err := File(ctx, "x"); path != "/dir/x" || err != nil {
		t.Errorf("the file is %q, %v", path, err)
	}
}

// A panic anywhere is an error that says where, so that who asked can go on.
func TestPanicIsAnError(t *testing.T) {
	begin, do, take := none, func(_ context.Context, _ struct{}, i int) (int, error) { return i, nil }, func(int) (bool, error) { return true, nil }
	for where, run := range map[string]func() error{
		"begin": func() error {
			return InOrder(t.Context(), 3, 3, func() (struct{}, error) { panic("no memory") }, nil, upTo(9), do, take)
		},
		"end": func() error {
			return InOrder(t.Context(), 3, 3, begin, func(struct{}) { panic("no memory") }, upTo(9), do, take)
		},
		"next": func() error {
			return InOrder(t.Context(), 3, 3, begin, nil, func() (int, bool) { panic("no memory") }, do, take)
		},
		"do": func() error {
			return InOrder(t.Context(), 3, 3, begin, nil, upTo(9), func(context.Context, struct{}, int) (int, error) { panic("no memory") }, take)
		},
		"take": func() error {
			return InOrder(t.Context(), 3, 3, begin, nil, upTo(9), do, func(int) (bool, error) { panic("no memory") })
		},
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), "no memory") || !strings.Contains(err.Error(), "jobs_test.go") {
			t.Errorf("%s: %v", where, err)
		}
	}
}
