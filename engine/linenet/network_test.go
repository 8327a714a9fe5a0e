package linenet

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"stonehand/engine/board"
)

// randomNetwork is one of random numbers, as large as a learned one's, and its file.
func randomNetwork(t testing.TB, rng *rand.Rand, sides int) (*Network, []byte) {
	t.Helper()
	b := append([]byte(networkFile.Magic), byte(sides))
	for range sides {
		f := &stored{}
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
	net, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return net, b
}

// boards are those of the games, as large as they are.
var boards = []board.Size{{Cols: 15, Rows: 15}, {Cols: 19, Rows: 19}}

// stones are those on a board, in their order.
type stones struct {
	size  board.Size
	on    [board.Cells]board.Color
	order []board.Point
}

func (s *stones) at(p board.Point) board.Color { return s.on[p] }

// put puts a stone on an empty point.
func (s *stones) put(rng *rand.Rand, c board.Color) {
	for {
		if p := s.size.Point(rng.IntN(s.size.Count())); s.on[p] == board.Empty {
			s.on[p], s.order = c, append(s.order, p)
			return
		}
	}
}

func (s *stones) take() {
	last := len(s.order) - 1
	s.on[s.order[last]], s.order = board.Empty, s.order[:last]
}

// TestSumsFollowTheStones has a network judge positions as stones come and go, and the same
// positions looked at again.
func TestSumsFollowTheStones(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range boards {
		for sides := 1; sides <= 2; sides++ {
			net, _ := randomNetwork(t, rng, sides)
			p := stones{size: size}
			s, fresh := NewSums(net, size, 100, 260), NewSums(net, size, 0, 260)
			for range 7 {
				p.put(rng, board.Color(1+rng.IntN(2)))
			}
			s.Begin(p.at)
			for range 600 {
				if len(p.order) > 7 && rng.IntN(5) < 2 {
					p.take()
					s.Keep(len(p.order) - 7)
				} else if len(p.order) < 100 {
					p.put(rng, board.Color(1+rng.IntN(2)))
				}
				if rng.IntN(3) > 0 { // some are never asked for
					continue
				}
				for _, at := range p.order[7+s.Seen():] {
					s.Put(at, p.on[at])
				}
				fresh.Begin(p.at)
				for c := board.Black; c <= board.White; c++ {
					if got, want := s.Correction(3, c), fresh.Correction(3, c); got != want {
						t.Fatalf("after %d stones, %v to move: %d, looked at again %d", len(p.order), c, got, want)
					}
				}
			}
		}
	}
}

// TestVectorsAreFound where the operating system says that there are.
func TestVectorsAreFound(t *testing.T) {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || runtime.GOARCH != "amd64" {
		return // nothing says what the processor has
	}
	if has := bytes.Contains(info, []byte(" avx2 ")); has != Vectors {
		t.Errorf("AVX2: found %v, the operating system says %v", Vectors, has)
	}
}

// TestVectorsAgree holds what the processor's Vectors do to plain Go.
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

// TestNetworkIsTheSameForBothColours: what the network of one side says of a position, it says of
// that with the colours changed to the other side.
func TestNetworkIsTheSameForBothColours(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	net, _ := randomNetwork(t, rng, 1)
	for _, size := range boards {
		p := stones{size: size}
		for range 40 {
			p.put(rng, board.Color(1+rng.IntN(2)))
		}
		s, o := NewSums(net, size, 0, 260), NewSums(net, size, 0, 260)
		s.Begin(p.at)
		o.Begin(func(at board.Point) board.Color {
			if p.on[at] == board.Empty {
				return board.Empty
			}
			return p.on[at].Other()
		})
		for c := board.Black; c <= board.White; c++ {
			if a, b := s.Correction(0, c), o.Correction(0, c.Other()); a != b || a == 0 {
				t.Errorf("%v to move: %d, with the colours changed %d", c, a, b)
			}
		}
	}
}

// TestReaderSeesWhatSumsSee: the lines that a network learns from are those that it is asked by.
func TestReaderSeesWhatSumsSee(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	net, _ := randomNetwork(t, rng, 1)
	kinds, _ := numberLines()
	rows := map[uint16][lanes]int8{}
	for n, kind := range kinds {
		rows[kind] = net.lines[n]
	}
	for _, size := range boards {
		p := stones{size: size}
		for range 50 {
			p.put(rng, board.Color(1+rng.IntN(2)))
		}
		s := NewSums(net, size, 0, 260)
		s.Begin(p.at)
		var sums [Regions]numbers
		NewReader(size).Read(p.order, func(i int) board.Color { return p.on[p.order[i]] }, func(region int, kinds [4]uint16) {
			var point numbers
			for _, kind := range kinds {
				for k, v := range rows[kind] {
					point[k] += int16(v)
				}
			}
			joinPlain(&sums[region], &point)
		})
		if sums != s.sums {
			t.Errorf("on %v they differ", size)
		}
	}
}

// FuzzRead reads whatever a file may hold, and asks what it reads.
func FuzzRead(f *testing.F) {
	_, b := randomNetwork(f, rand.New(rand.NewPCG(11, 12)), 1)
	f.Add(b)
	f.Add(b[:1000])
	f.Add([]byte(networkFile.Magic + "\x02\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		net, err := Read(bytes.NewReader(file))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "network: ") {
				t.Errorf("%v", err)
			}
			return
		}
		s := NewSums(net, boards[0], 1, 260)
		s.Begin(func(board.Point) board.Color { return board.Empty })
		s.Put(boards[0].Center(), board.Black)
		s.Correction(0, board.White)
	})
}

// BenchmarkSums measures what it costs to ask about a position two stones on, and to go back.
func BenchmarkSums(b *testing.B) {
	for _, size := range boards {
		b.Run(size.String(), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			net, _ := randomNetwork(b, rng, 1)
			p := stones{size: size}
			for i := range 40 {
				p.put(rng, board.Color(1+i%2))
			}
			s := NewSums(net, size, 2, 260)
			s.Begin(p.at)
			var pairs [64][2]board.Point
			for i := range pairs {
				p.put(rng, board.Black)
				p.put(rng, board.Black)
				pairs[i] = [2]board.Point(p.order[len(p.order)-2:])
				p.take()
				p.take()
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				for _, at := range pairs[i%len(pairs)] {
					s.Put(at, board.Black)
				}
				s.Correction(0, board.White)
				s.Keep(0)
			}
		})
	}
}
