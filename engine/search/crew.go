package search

import (
	"sync"
	"sync/atomic"

	"stonehand/engine/connect"
)

// MaxThreads is the greatest number of threads an engine searches with.
const MaxThreads = 64

// crew is the threads that help the first one: each searches the same position
// on its own memory and shares what it finds through the transposition table
// ("lazy SMP"). Only the first thread's opinion is asked for in the end. With
// one thread there is no crew and the search is the same every time.
type crew struct {
	mates []*mate
	stop  atomic.Bool
	done  sync.WaitGroup
}

// mate is one helping thread.
type mate struct {
	tree   tree
	solver Solver
	pos    connect.Position
	clock  clock
}

// mateProofs is the size of a mate's proof table. Mates ask the solver small
// questions only.
const mateProofs = 1 << 13

// hire makes the crew n mates strong.
func (w *crew) hire(n int, main *tree) {
	for len(w.mates) < n {
		m := &mate{}
		m.solver.init(&m.pos, mateProofs, linesFor(main.options.TableMB))
		w.mates = append(w.mates, m)
	}
	w.mates = w.mates[:n]
	for _, m := range w.mates {
		m.tree.pos, m.tree.solver = &m.pos, &m.solver
		m.tree.table, m.tree.options, m.tree.places = main.table, main.options, main.places
		m.tree.room()
	}
}

// start sets the mates to the position.
func (w *crew) start(c *clock, pos *connect.Position) {
	if len(w.mates) == 0 {
		return
	}
	w.stop.Store(false)
	for i, m := range w.mates {
		m.pos.CopyFrom(pos)
		m.clock = *c
		m.clock.stop = &w.stop
		m.clock.limits.Nodes, m.clock.nodes = 0, 0
		w.done.Add(1)
		go w.help(m, i)
	}
}

// help deepens until the first thread is done. Every other mate begins a turn
// deeper, so that not all walk the same way at the same time.
func (w *crew) help(m *mate, i int) {
	defer w.done.Done()
	m.solver.forget()
	m.tree.assist(&m.clock, 1+i%2)
}

// halt ends the mates' search and returns how many turns they tried.
func (w *crew) halt() (nodes uint64) {
	w.stop.Store(true)
	w.done.Wait()
	for _, m := range w.mates {
		nodes += m.clock.nodes
	}
	return nodes
}
