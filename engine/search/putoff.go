package search

import (
	"sync/atomic"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Threads that begin with the same position search the same turns at the same time, and find
// nothing for each other. So a thread puts off turns that another one is looking at until it has
// tried the others; by then the table knows what they are worth (J.-C. Weill, "The ABDADA
// Distributed Minimax Search Algorithm", 1996, without its counts of threads).

// putOffDepth is the least depth at which that is worth it.
const putOffDepth = turn + turn/2

// helped reports whether several threads search the position.
func (t *tree) helped() bool { return t.workers == nil || len(t.workers.all) > 0 }

// busy are the turns that some thread is looking at. Two of one place hide each other, which costs
// time only.
type busy [1 << 12]atomic.Uint64

func (b *busy) place(key board.Key, m connect.Move) (*atomic.Uint64, uint64) {
	// The factor is 2^64 divided by the golden ratio, which spreads small numbers well.
	mark := uint64(key) ^ (uint64(m.A)<<16|uint64(m.B)+1)*0x9E3779B97F4A7C15
	return &b[mark>>20%uint64(len(b))], mark
}

// begin says that a thread looks at a turn, or reports that another one does.
func (b *busy) begin(key board.Key, m connect.Move) bool {
	at, mark := b.place(key, m)
	if at.Load() == mark {
		return false
	}
	at.Store(mark)
	return true
}

// end says that it is done.
func (b *busy) end(key board.Key, m connect.Move) {
	at, _ := b.place(key, m)
	at.Store(0)
}

// later are the turns of a list that are put off.
type later struct {
	on [MaxWidth / 64]uint64
	n  int
}

func (l *later) add(i int) {
	if l.n == 0 {
		l.on = [MaxWidth / 64]uint64{}
	}
	l.on[i/64] |= 1 << (i % 64)
	l.n++
}

func (l *later) has(i int) bool { return l.n > 0 && l.on[i/64]>>(i%64)&1 != 0 }
