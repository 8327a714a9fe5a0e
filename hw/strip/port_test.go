package strip

import (
	"errors"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"stonehand/hw/strip/striptest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newChain returns LEDs to try a strip on.
func newChain(c Chip, leds int) *striptest.Chain { return striptest.New(string(c), leds) }

// fakePort is a port with a chain on it.
type fakePort struct {
	t testing.TB

	mu     sync.Mutex
	chain  *striptest.Chain
	most   int
	broken error    // what opening and writing answer
	gone   error    // what opening answers, where that is another
	fails  int      // how many writes fail yet
	writes [][]byte // since the last take
	last   []byte   // what the chain has not read yet
	opened int
	closed int
	hz     int
}

func newFakePort(t testing.TB, c Chip, leds int) *fakePort {
	return &fakePort{t: t, chain: newChain(c, leds)}
}

func (p *fakePort) open(_ string, hz int) (Port, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone != nil {
		return nil, p.gone
	}
	if p.broken != nil {
		return nil, p.broken
	}
	p.opened++
	p.hz = hz
	return p, nil
}

// Write implements Port.
func (p *fakePort) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != nil {
		return 0, p.broken
	}
	if p.fails > 0 {
		p.fails--
		return 0, errors.New("input/output error")
	}
	if p.most > 0 && len(b) > p.most {
		return 0, errors.New("message too long")
	}
	p.writes = append(p.writes, append([]byte(nil), b...))
	if p.most == 0 || !Chip(p.chain.Chip).clocked() { // pieces are put together by their user
		p.last = append(p.last[:0], b...)
	}
	return len(b), nil
}

// MaxTransfer implements Port.
func (p *fakePort) MaxTransfer() int { return p.most }

// Close implements Port.
func (p *fakePort) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed++
	return nil
}

func (p *fakePort) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = err
}

// take returns what was written since the last call.
func (p *fakePort) take() [][]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.writes
	p.writes = nil
	return w
}

// unplug puts dark LEDs in place of those that are there.
func (p *fakePort) unplug() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.chain, p.last = striptest.New(p.chain.Chip, len(p.chain.Shows)), nil
}

// rgb returns what an LED shows. Reading a frame takes long, so only those that
// are looked at are read.
func (p *fakePort) rgb(i int) [3]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.last) > 0 {
		if err := p.chain.Write(p.last); err != nil {
			p.t.Errorf("%s: %v", p.chain.Chip, err)
		}
		p.last = p.last[:0]
	}
	return p.chain.RGB(i)
}
