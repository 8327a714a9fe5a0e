package search

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// MaxThreads is the greatest number of threads an engine searches with.
const MaxThreads = 64

// workers are the threads that help the first one by lazy SMP: each searches the
// same position on its own memory and shares what it finds through the
// transposition table; turns that another is looking at are put off (putoff.go). Only
// the first thread's answer counts in the end. With one thread there are no workers
// and the search is the same every time.
type workers struct {
	all  []*worker
	stop atomic.Bool
	done sync.WaitGroup
}

// worker is one helping thread.
type worker struct {
	tree   tree
	solver *threat.Solver
	pos    connect.Position
	clock  limit.Clock
	depth  int   // where it begins
	fault  error // what it panicked with, until halt
	// run is what its goroutine runs, made once: a closure made for every search
	// would be an allocation.
	run func()
}

// workerProofs is the size of a worker's proof table. Workers ask the solver small
// questions only.
const workerProofs = 1 << 13

// resize makes them n, which search as main does.
func (w *workers) resize(n int, main *tree) {
	for len(w.all) < n {
		h := &worker{depth: 1 + len(w.all)%2}
		h.solver = threat.New(&h.pos, threat.Memory{Proofs: workerProofs, Lines: linesFor(main.options.TableMB)})
		h.run = func() { w.work(h) }
		w.all = append(w.all, h)
	}
	w.all = w.all[:n]
	for _, h := range w.all {
		h.tree.pos, h.tree.solver = &h.pos, h.solver
		h.tree.table, h.tree.options, h.tree.places = main.table, main.options, main.places
		h.tree.room()
		h.tree.networks.room(main.networks.all, main.pos.Size())
	}
}

// start has all of them search main's position as main does.
func (w *workers) start(c *limit.Clock, main *tree) {
	w.stop.Store(false)
	for _, h := range w.all {
		h.pos.CopyFrom(main.pos)
		h.tree.full, h.tree.numbers = main.full, main.numbers
		c.Helper(&h.clock, &w.stop)
		h.fault = nil
		w.done.Add(1)
		go h.run()
	}
}

// work deepens until the first thread is done. Every other worker begins a turn
// deeper, so that not all search the same at the same time.
func (w *workers) work(h *worker) {
	defer w.done.Done()
	defer func() {
		if p := recover(); p != nil {
			h.fault = fmt.Errorf("a thread of the search: %v\n%s", p, debug.Stack())
		}
	}()
	h.solver.Forget()
	h.tree.help(&h.clock, h.depth)
}

// halt ends their search and returns how many nodes it took. A panic of one goes on here,
// where it can be recovered.
func (w *workers) halt() (nodes uint64) {
	w.stop.Store(true)
	w.done.Wait()
	for _, h := range w.all {
		if h.fault != nil {
			panic(h.fault)
		}
		nodes += h.clock.Nodes
	}
	return nodes
}
