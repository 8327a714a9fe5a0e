package wiring

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Small boards, drawn out by hand.
func TestChains(t *testing.T) {
	for _, tt := range []struct {
		name       string
		layout     Layout
		cols, rows int
		want       []int
	}{
		{"nothing said", Layout{}, 3, 2, []int{0, 1, 2, 3, 4, 5}},
		{"serpentine", Layout{Preset: Serpentine}, 3, 2, []int{0, 1, 2, 5, 4, 3}},
		{"upper right", Layout{Start: UpperRight}, 3, 2, []int{5, 4, 3, 2, 1, 0}},
		{"columns", Layout{Along: Columns, Start: UpperLeft}, 3, 2, []int{3, 0, 4, 1, 5, 2}},
		{"columns to and fro", Layout{Along: Columns, Start: LowerRight, Serpentine: true}, 3, 2, []int{2, 5, 4, 1, 0, 3}},
		{"chips of eight", Layout{Preset: Bytes}, 6, 2, []int{0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11}},
		{"between", Layout{Between: 1, Serpentine: true}, 2, 2, []int{0, -1, 1, 3, -1, 2}},
		{"spare", Layout{Spare: 2, Serpentine: true}, 2, 2, []int{0, 1, -1, -1, 3, 2}},
		{"skip", Layout{Skip: []int{5, 0, 3}}, 2, 2, []int{-1, 0, 1, -1, 2, -1, 3}},
		{"list", Layout{List: []int{3, -1, 2, 1, 0, -1}}, 2, 2, []int{3, -1, 2, 1, 0, -1}},
		// The wired board is 2 wide and 3 high: 4 5 over 2 3 over 0 1. Turned
		// clockwise its lower left corner is at the upper left.
		{"turned", Layout{Rotate: 90}, 3, 2, []int{3, 0, 4, 1, 5, 2}},
		{"from below", Layout{Mirror: true}, 3, 2, []int{2, 1, 0, 5, 4, 3}},
		{"from below, turned", Layout{Mirror: true, Rotate: 90}, 3, 2, []int{0, 3, 1, 4, 2, 5}},
		{"turned chips", Layout{Preset: Bytes, Rotate: 270}, 2, 3, []int{1, 3, 5, -1, -1, -1, -1, -1, 0, 2, 4}},
		{"one point", Layout{Serpentine: true, Between: 3, Spare: 3}, 1, 1, []int{0}},
	} {
		got, err := tt.layout.Points(tt.cols, tt.rows)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestWhatIsWrong(t *testing.T) {
	long := make([]int, MaxPlaces+1)
	for _, tt := range []struct {
		layout Layout
		want   string
	}{
		{Layout{Start: "top"}, `wiring.start is "top"; it can be "lower-left", "lower-right", "upper-left", "upper-right"`},
		{Layout{Along: "diagonals"}, `wiring.along is "diagonals"; it can be "rows", "columns"`},
		{Layout{Preset: "mine"}, `wiring.preset is "mine"; it can be "straight", "serpentine", "bytes"`},
		{Layout{Preset: Bytes, Spare: 3}, `wiring.preset is "bytes", and start, along, serpentine, between and spare are set by it; leave them out, or the preset`},
		{Layout{Rotate: 45}, "wiring.rotate is 45; it can be 0, 90, 180 or 270"},
		{Layout{Between: -1}, "wiring.between is -1; it can be 0 to 64"},
		{Layout{Spare: 5000}, "wiring.spare is 5000; it can be 0 to 1024"},
		{Layout{Skip: []int{5}}, "wiring.skip names place 5; the chain's places go from 0 to 4"},
		{Layout{Skip: []int{1, 1}}, "wiring.skip names place 1 twice; once is enough"},
		{Layout{Skip: long}, "wiring.skip and the other keys make a chain of 16389 places; 16384 are the most"},
		{Layout{List: []int{0, 1, 2, 4}}, "wiring.list has point 4 at place 3; points go from 0 to 3, and -1 stands for none"},
		{Layout{List: []int{0, 1, -2, 3}}, "wiring.list has point -2 at place 2; points go from 0 to 3, and -1 stands for none"},
		{Layout{List: []int{0, 1, 2, 1, 3}}, "wiring.list has point 1 at place 1 and again at place 3; every point has one place"},
		{Layout{List: []int{0, -1, 2}}, "wiring.list leaves out 2 of the 4 points of 2 columns and 2 rows: 1, 3"},
		{Layout{List: []int{-1}}, "wiring.list leaves out 4 of the 4 points of 2 columns and 2 rows: 0, 1, 2, 3"},
		{Layout{List: long}, "wiring.list has 16385 places; 16384 are the most"},
		{Layout{List: []int{0, 1, 2, 3}, Skip: []int{0}}, "wiring.list says where every point is; leave out the other keys but rotate and mirror"},
	} {
		_, err := tt.layout.Points(2, 2)
		var e *Error
		if !errors.As(err, &e) || e.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
	for _, size := range [][2]int{{0, 19}, {19, -1}, {65, 19}} {
		if _, err := (Layout{}).Points(size[0], size[1]); err == nil || !strings.Contains(err.Error(), "1 to 64") {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// anyLayout draws layouts that are right.
func anyLayout(t *rapid.T, cols, rows int) Layout {
	l := Layout{
		Rotate: rapid.SampledFrom([]int{0, 90, 180, 270}).Draw(t, "rotate"),
		Mirror: rapid.Bool().Draw(t, "mirror"),
	}
	places := cols * rows
	switch rapid.IntRange(0, 2).Draw(t, "form") {
	case 0:
		l.Preset = rapid.SampledFrom([]string{Straight, Serpentine, Bytes}).Draw(t, "preset")
	case 1:
		l.Start = rapid.SampledFrom([]string{"", LowerLeft, LowerRight, UpperLeft, UpperRight}).Draw(t, "start")
		l.Along = rapid.SampledFrom([]string{"", Rows, Columns}).Draw(t, "along")
		l.Serpentine = rapid.Bool().Draw(t, "serpentine")
		l.Between = rapid.IntRange(0, 3).Draw(t, "between")
		l.Spare = rapid.IntRange(0, 3).Draw(t, "spare")
		l.Skip = rapid.SliceOfNDistinct(rapid.IntRange(0, places-1), 0, 5, rapid.ID).Draw(t, "skip")
	case 2:
		l.List = make([]int, places)
		for i := range l.List {
			l.List[i] = i
		}
		l.List = append(rapid.Permutation(l.List).Draw(t, "list"), Unused)
	}
	return l
}

// Whatever the layout, every point has one place, and Places finds it.
func TestEveryPointOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 19).Draw(t, "cols"), rapid.IntRange(1, 19).Draw(t, "rows")
		l := anyLayout(t, cols, rows)
		chain, err := l.Points(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		used := slices.DeleteFunc(slices.Clone(chain), func(p int) bool { return p == Unused })
		slices.Sort(used)
		for i, p := range used {
			if p != i {
				t.Fatalf("point %d is missing or doubled in %v", i, chain)
			}
		}
		if len(used) != cols*rows {
			t.Fatalf("%d of %d points are served", len(used), cols*rows)
		}
		for p, place := range places(chain, cols*rows) {
			if chain[place] != p {
				t.Fatalf("place %d serves %d, not %d", place, chain[place], p)
			}
		}
		for _, place := range l.Skip {
			if chain[place] != Unused {
				t.Fatalf("place %d serves %d, and was to serve none", place, chain[place])
			}
		}
	})
}

// Neighbours on a chain that goes to and fro without gaps are neighbours on the
// board, however it lies.
func TestSerpentineNeverJumps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 19).Draw(t, "cols"), rapid.IntRange(1, 19).Draw(t, "rows")
		l := anyLayout(t, cols, rows)
		l.Preset, l.Serpentine, l.Between, l.Spare, l.Skip, l.List = "", true, 0, 0, nil, nil
		chain, err := l.Points(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(chain); i++ {
			dx, dy := chain[i]%cols-chain[i-1]%cols, chain[i]/cols-chain[i-1]/cols
			if dx*dx+dy*dy != 1 {
				t.Fatalf("from place %d to %d the chain jumps from %d to %d", i-1, i, chain[i-1], chain[i])
			}
		}
	})
}

// A quarter more turns on what is turned already, and a mirror comes before any turn.
func TestTurnsAddUp(t *testing.T) {
	const cols, rows = 5, 3
	points := func(l Layout, cols, rows int) []int {
		chain, err := l.Points(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		return chain
	}
	through := func(first, second []int) []int {
		out := make([]int, len(first))
		for i, p := range first {
			out[i] = second[p]
		}
		return out
	}
	for rotate := 0; rotate < 360; rotate += 90 {
		turned := Layout{Rotate: rotate}
		more := through(points(turned, rows, cols), points(Layout{Rotate: 90}, cols, rows))
		if want := points(Layout{Rotate: (rotate + 90) % 360}, cols, rows); !slices.Equal(more, want) {
			t.Errorf("90 degrees after %d: %v, not %v", rotate, more, want)
		}
		c, r := turned.wired(cols, rows)
		mirrored := through(points(Layout{Mirror: true}, c, r), points(turned, cols, rows))
		if got := points(Layout{Rotate: rotate, Mirror: true}, cols, rows); !slices.Equal(got, mirrored) {
			t.Errorf("mirrored and turned by %d: %v, not %v", rotate, got, mirrored)
		}
	}
}

// No layout, however wrong, does more than be refused.
func FuzzPoints(f *testing.F) {
	f.Add("", "upper-left", "columns", true, 1, 2, 90, true, []byte{1, 2}, []byte{}, 19, 19)
	f.Add("bytes", "", "", false, 0, 0, 0, false, []byte{}, []byte{3, 2, 255, 1, 0}, 2, 2)
	f.Fuzz(func(t *testing.T, preset, start, along string, serpentine bool, between, spare, rotate int, mirror bool, skip, list []byte, cols, rows int) {
		l := Layout{Preset: preset, Start: start, Along: along, Serpentine: serpentine, Between: between, Spare: spare, Rotate: rotate, Mirror: mirror}
		for _, b := range skip {
			l.Skip = append(l.Skip, int(int8(b))*3)
		}
		for _, b := range list {
			l.List = append(l.List, int(int8(b)))
		}
		chain, err := l.Points(cols, rows)
		if err != nil {
			return
		}
		if used := len(slices.DeleteFunc(chain, func(p int) bool { return p == Unused })); used != cols*rows {
			t.Fatalf("%d of %d points are served", used, cols*rows)
		}
	})
}

// places turns a chain's table of points round: for each of so many points the
// place that serves it, or [Unused]. A chain may be longer than any point needs.
func places(chain []int, points int) []int {
	list := slices.Repeat([]int{Unused}, points)
	for i, p := range chain {
		if p >= 0 && p < points {
			list[p] = i
		}
	}
	return list
}
