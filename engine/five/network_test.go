package five

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// randomNetwork is one of random numbers, as large as a learned one's, and its file.
func randomNetwork(t testing.TB, rng *rand.Rand, sides int) (*Network, []byte) {
	t.Helper()
	b := append([]byte(netMagic), byte(sides))
	for range sides {
		f := &netFile{}
		for n := 1; n < LineKinds; n++ {
			for k := range f.Lines[n] {
				f.Lines[n][k] = int8(rng.NormFloat64() * 20)
			}
		}
		for i := range f.First {
			for j := range f.First[i] {
				f.First[i][j] = int16(rng.NormFloat64() * 200)
			}
		}
		for i := range f.Second {
			for j := range f.Second[i] {
				f.Second[i][j] = int16(rng.NormFloat64() * 100)
			}
			f.Direct[i] = int16(rng.NormFloat64() * 100)
		}
		for j := range f.Third {
			f.Third[j] = int16(rng.NormFloat64() * 1000)
			f.Bias2[j] = int32(rng.NormFloat64() * 1e5)
		}
		for j := range f.Bias {
			f.Bias[j] = int32(rng.NormFloat64() * 1e5)
		}
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, f); err != nil {
			t.Fatal(err)
		}
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	net, err := ReadNetwork(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return net, b
}

// TestNetworkFollowsTheStones has a network judge positions as stones come and go, and
// the same positions looked at again.
func TestNetworkFollowsTheStones(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for sides := 1; sides <= 2; sides++ {
		net, _ := randomNetwork(t, rng, sides)
		p, q := NewPosition(fifteen, game.FiveOrMore), NewPosition(fifteen, game.FiveOrMore)
		s, fresh := newNetSums(net), newNetSums(net)
		for range 7 {
			p.Put(free(rng, p), board.Color(1+p.Count()%2))
		}
		p.network = s
		s.begin(p)
		root := p.Count()
		for range 600 {
			if p.Count() > root && rng.IntN(5) < 2 {
				p.Take()
			} else if p.Count() < 100 {
				p.Put(free(rng, p), board.Color(1+p.Count()%2))
			}
			if rng.IntN(3) > 0 { // some are never asked for
				continue
			}
			for q.Count() > 0 {
				q.Take()
			}
			for i, at := range p.moves {
				q.Put(at, board.Color(1+i%2))
			}
			fresh.begin(q)
			for _, c := range colours {
				if got, want := s.correction(p, c), fresh.correction(q, c); got != want {
					t.Fatalf("after %d stones, %v to move: %d, looked at again %d", p.Count(), c, got, want)
				}
			}
		}
	}
}

// free is an empty point.
func free(rng *rand.Rand, p *Position) board.Point {
	for {
		if at := p.size.Point(rng.IntN(p.size.Count())); p.At(at) == board.Empty {
			return at
		}
	}
}

// TestVectorsAreFound where the operating system says that there are.
func TestVectorsAreFound(t *testing.T) {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || runtime.GOARCH != "amd64" {
		return // nothing says what the processor has
	}
	if has := bytes.Contains(info, []byte(" avx2 ")); has != vectors {
		t.Errorf("AVX2: found %v, the operating system says %v", vectors, has)
	}
}

// TestVectorsAgree holds what the processor's vectors do to plain Go.
func TestVectorsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	net, _ := randomNetwork(t, rng, 2)
	random := func(n *numbers, most int) {
		for k := range n {
			n[k] = int16(rng.IntN(2*most+1) - most)
		}
	}
	for range 50 {
		var points, points2 [board.Cells]numbers
		var sums, sums2 [Regions]numbers
		for i := range points {
			random(&points[i], 508)
		}
		for i := range sums {
			random(&sums[i], 1600)
		}
		points2, sums2 = points, sums
		var changes []lineChange
		for range rng.IntN(40) {
			changes = append(changes, lineChange{uint16(rng.IntN(len(points))), uint16(rng.IntN(Regions)), uint16(rng.IntN(len(net.lines))), uint16(rng.IntN(len(net.lines)))})
		}
		shift(&points, &sums, &net.lines, changes)
		shiftPlain(&points2, &sums2, &net.lines, changes)
		join(&sums[3], &points[5])
		joinPlain(&sums2[3], &points2[5])
		leave(&sums[4], &points[6])
		leavePlain(&sums2[4], &points2[6])
		if points != points2 || sums != sums2 {
			t.Fatal("sums of lines differ")
		}
		var all, all2 numbers
		total(&all, &sums)
		totalPlain(&all2, &sums2)
		if all != all2 {
			t.Fatal("sums of all regions differ")
		}
		h := &net.heads[0]
		var out, out2 [Regional]int32
		for range 2 {
			layer(&out, &h.bias, h.first[:], all[:])
			layerPlain(&out2, &h.bias, h.first[:], all2[:])
			layer(&out, &h.bias2[1], h.second[1][:], append(all[:], sums[0][:Regional]...))
			layerPlain(&out2, &h.bias2[1], h.second[1][:], append(all2[:], sums2[0][:Regional]...))
		}
		if out != out2 {
			t.Fatalf("a layer makes %v, not %v", out, out2)
		}
	}
}

// TestNetworkIsTheSameForBothColours: what one side's network says of a position, it says of
// that with the colours changed to the other side.
func TestNetworkIsTheSameForBothColours(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	p, q := NewPosition(fifteen, game.FiveOrMore), NewPosition(fifteen, game.FiveOrMore)
	for range 40 {
		at, c := free(rng, p), board.Color(1+rng.IntN(2))
		p.Put(at, c)
		q.Put(at, c.Other())
	}
	s, o := newNetSums(defaultNetworks[game.FiveOrMore]()), newNetSums(defaultNetworks[game.FiveOrMore]())
	s.begin(p)
	o.begin(q)
	for _, c := range colours {
		if a, b := s.correction(p, c), o.correction(q, c.Other()); a != b || a == 0 {
			t.Errorf("%v to move: %d, with the colours changed %d", c, a, b)
		}
	}
}

// TestWhenTheNetworkIsAsked: in searches that time alone bounds, on fifteen by fifteen, of
// the rules that have one, and always where it is given.
func TestWhenTheNetworkIsAsked(t *testing.T) {
	given, _ := randomNetwork(t, rand.New(rand.NewPCG(9, 10)), 2)
	for name, c := range map[string]struct {
		side  int
		rules game.Row
		o     func(*Options)
		l     limit.Limits
		want  bool
	}{
		"time":          {15, game.FiveOrMore, nil, limit.Limits{Hard: time.Hour}, vectors},
		"exactly five":  {15, game.ExactFive, nil, limit.Limits{Hard: time.Hour}, vectors},
		"nodes":         {15, game.FiveOrMore, nil, limit.Limits{Nodes: 500}, false},
		"depth":         {15, game.FiveOrMore, nil, limit.Limits{Depth: 2}, false},
		"a large board": {19, game.FiveOrMore, nil, limit.Limits{Hard: time.Hour}, false},
		"Renju":         {15, game.RenjuFive, nil, limit.Limits{Hard: time.Hour}, vectors},
		"other tables":  {15, game.FiveOrMore, func(o *Options) { o.Tables = defaultTables[0]() }, limit.Limits{Hard: time.Hour}, false},
		"switched off":  {15, game.FiveOrMore, func(o *Options) { o.Off = LineNetwork }, limit.Limits{Hard: time.Hour}, false},
		"given":         {15, game.RenjuFive, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, true},
		"given, large":  {19, game.RenjuFive, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, false},
	} {
		o := DefaultOptions()
		if c.o != nil {
			c.o(&o)
		}
		o.Off |= RootSolver // which takes a while
		e := NewWith(board.Size{Cols: c.side, Rows: c.side}, c.rules, o, time.Now)
		for i, s := range strings.Fields("H8 I9 J8 H10 G7 I7") {
			e.Put(at(t, s), colours[i%2])
		}
		asked := false
		ctx, cancel := context.WithCancel(t.Context())
		e.Watch(func([]board.Point) {
			asked = e.network != nil
			cancel()
		})
		e.Search(ctx, board.Black, c.l, nil)
		cancel()
		if asked != c.want || e.network != nil {
			t.Errorf("%s: asked %v, want %v; afterwards %v", name, asked, c.want, e.network != nil)
		}
	}
}

// TestNetworkSearchAllocatesNothing: nor does it leave anything behind for the next search.
func TestNetworkSearchAllocatesNothing(t *testing.T) {
	o := DefaultOptions()
	o.Network = defaultNetworks[game.FiveOrMore]()
	e := NewWith(fifteen, game.FiveOrMore, o, time.Now)
	var stones []board.Point
	for _, s := range strings.Fields("H8 I9 J8 H10 G7 I7 K9 J10 F9 G10 L7 E8") {
		stones = append(stones, at(t, s))
	}
	search := func() Found {
		e.Clear()
		for i, at := range stones {
			e.Put(at, colours[i%2])
		}
		return e.Search(context.Background(), board.Black, limit.Limits{Nodes: 3000}, nil)
	}
	first := search()
	if n := testing.AllocsPerRun(3, func() { search() }); n > 0 {
		t.Errorf("a search allocates %v times", n)
	}
	if f := search(); f.Move != first.Move || f.Score != first.Score || f.Nodes != first.Nodes {
		t.Errorf("the same search finds %s %d in %d nodes, and then %s %d in %d", first.Move, first.Score, first.Nodes, f.Move, f.Score, f.Nodes)
	}
}

// FuzzReadNetwork reads whatever a file may hold, and asks what it reads.
func FuzzReadNetwork(f *testing.F) {
	_, b := randomNetwork(f, rand.New(rand.NewPCG(11, 12)), 1)
	f.Add(b)
	f.Add(b[:1000])
	f.Add([]byte(netMagic + "\x02\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		net, err := ReadNetwork(bytes.NewReader(file))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "network: ") {
				t.Errorf("%v", err)
			}
			return
		}
		p := NewPosition(fifteen, game.FiveOrMore)
		p.Put(fifteen.Center(), board.Black)
		s := newNetSums(net)
		s.begin(p)
		s.correction(p, board.White)
	})
}

// BenchmarkNetwork measures a stone put down, judged and lifted, with the network and
// without.
func BenchmarkNetwork(b *testing.B) {
	net := defaultNetworks[game.FiveOrMore]()
	for _, with := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[with], func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			p := NewPosition(fifteen, game.FiveOrMore)
			for range 30 {
				p.Put(free(rng, p), board.Color(1+p.Count()%2))
			}
			if with {
				p.network = newNetSums(net)
				p.network.begin(p)
			}
			at := free(rng, p)
			b.ReportAllocs()
			for b.Loop() {
				p.Put(at, board.Black)
				p.Value(board.White)
				if with {
					p.network.correction(p, board.White)
				}
				p.Take()
			}
		})
	}
}
