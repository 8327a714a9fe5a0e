package five

import (
	"stonehand/engine/board"
	"stonehand/engine/linenet"
)

const (
	// NetworkSide is how many points a side the board has on which networks are asked.
	NetworkSide = 15
	// NetworkScale is what 1 of a network's last number is in points.
	NetworkScale = 260
)

// newNetSums returns what a network sees of an engine's positions; nil where it has none.
func newNetSums(net *linenet.Network, size board.Size) *linenet.Sums {
	if net == nil {
		return nil
	}
	return linenet.NewSums(net, size, maxPly+1, NetworkScale)
}

// ask has a network see this position and those to come.
func (p *Position) ask(s *linenet.Sums) {
	p.network, p.shown = s, len(p.moves)
	s.Begin(p.At)
}

// correction is what the network adds to the value for c, to move. It is shown the stones
// only now.
func (p *Position) correction(c board.Color) int {
	for n := p.shown + p.network.Seen(); n < len(p.moves); n++ {
		p.network.Put(p.moves[n], p.At(p.moves[n]))
	}
	return p.network.Correction(p.Threats(c), c)
}
