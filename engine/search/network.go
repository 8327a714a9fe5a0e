package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/linenet"
)

// NetworkScale is what 1 of a network's last number is in points, as in the learned worth of
// stones.
const NetworkScale = 1550

// networkSlack is by how many points a value may miss what it is compared with for the network
// to be asked.
const networkSlack = 2000

// networks are what a tree asks about positions. Nothing is shown to them before they are asked.
type networks struct {
	all   *linenet.Network // what is asked; nil: none
	judge *linenet.Sums    // which sees positions
	// net is judge in searches that ask it, and path the stones from their root on.
	net  *linenet.Sums
	path []board.Point
	// last is the position that was asked about last, and correction the answer.
	last       board.Key
	correction int32
}

// network is what a search on a board may ask: the network given, or that which corrects the
// learned worth of stones. Where there are no vectors that costs more than it gains.
func (o *Options) network(size board.Size) *linenet.Network {
	switch {
	case size != connect.Board || !o.uses(LineNetwork) || o.Stones == nil:
		return nil
	case o.Network != nil:
		return o.Network
	case linenet.Vectors && o.Stones == eval.DefaultStones():
		return eval.DefaultNetwork()
	}
	return nil
}

// room takes the memory for a network, unless it has it; nil: for none.
func (n *networks) room(net *linenet.Network, size board.Size) {
	const most = connect.Each * (maxPly + 2)
	if net == n.all {
		return
	}
	n.all, n.judge, n.path = net, nil, nil
	if net != nil {
		n.judge, n.path = linenet.NewSums(net, size, most, NetworkScale), make([]board.Point, 0, most)
	}
}

// begin looks at the position as the root, if the search asks: a full one.
func (n *networks) begin(pos *connect.Position, full bool) {
	if n.net = nil; full && n.judge != nil {
		n.net, n.path = n.judge, n.path[:0]
		n.net.Begin(pos.At)
		n.last = 0
	}
}

// play follows a turn of the search.
func (n *networks) play(m connect.Move) {
	if n.net != nil {
		n.path = append(n.path, m.A)
		if m.B != board.Nowhere {
			n.path = append(n.path, m.B)
		}
	}
}

// take goes back by the turn that was followed last.
func (n *networks) take(m connect.Move) {
	if n.net == nil {
		return
	}
	left := len(n.path) - 1
	if m.B != board.Nowhere {
		left--
	}
	n.path = n.path[:left]
	n.net.Keep(left)
}

// judged is the static value v of a position, corrected by the network where that may matter to
// how it compares with a window.
func (t *tree) judged(v int32, ply int, alpha, beta int32) int32 {
	n := &t.networks
	if n.net == nil || beta-alpha == 1 && (v <= alpha-networkSlack || v >= beta+networkSlack) {
		return v
	}
	if key := t.pos.Key(); key != n.last { // reverse futility and the null move ask about the same one
		for _, at := range n.path[n.net.Seen():] {
			n.net.Put(at, t.pos.At(at))
		}
		n.last, n.correction = key, int32(n.net.Correction(t.plies[ply].defence.Need, t.pos.ToMove()))
	}
	return max(-maxStatic, min(v+n.correction, maxStatic))
}
