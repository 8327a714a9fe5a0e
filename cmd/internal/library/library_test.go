package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

var shelf = fstest.MapFS{
	"one.sgf":          {Data: []byte("(;GM[1]SZ[19]PB[Anna]PW[Bo]DT[2025-12-31]EV[Cup]RE[B+R];B[pd])")},
	"more/two.SGF":     {Data: []byte("(;GM[1]CA[GB2312]PB[\xB9\xC5\xC1\xA6]PW[Anna]DT[2026-03-01,02]PC[\xD6\xD8\xC7\xEC])\n(;GM[511]PB[Cy]PW[Di]DT[2026])")},
	"more/broken.sgf":  {Data: []byte("(;PB[Bo]PW[Ed]KM[375")},
	"more/nothing.sgf": {Data: []byte("hello")},
	"more/readme.txt":  {Data: []byte("(;PB[no])")},
}

func list(games []*Game) string {
	var words []string
	for _, g := range games {
		words = append(words, fmt.Sprintf("%s/%d %s-%s", g.File, g.Number, g.Black, g.White))
	}
	return strings.Join(words, ", ")
}

func TestFind(t *testing.T) {
	x, err := Build(context.Background(), shelf, nil, MaxIndex)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(x.Problems); got != `[more/nothing.sgf: line 1, column 1: no game is found; an SGF file holds "(;"]` {
		t.Errorf("problems: %s", got)
	}
	for _, tt := range []struct {
		q    Query
		want string
	}{
		{Query{}, "more/two.SGF/0 古力-Anna, more/two.SGF/1 Cy-Di, one.sgf/0 Anna-Bo, more/broken.sgf/0 Bo-Ed"},
		{Query{Player: " anna"}, "more/two.SGF/0 古力-Anna, one.sgf/0 Anna-Bo"},
		{Query{Player: "古"}, "more/two.SGF/0 古力-Anna"},
		{Query{Text: "重庆"}, "more/two.SGF/0 古力-Anna"},
		{Query{Text: "CUP", Player: "bo"}, "one.sgf/0 Anna-Bo"},
		{Query{From: "2026"}, "more/two.SGF/0 古力-Anna, more/two.SGF/1 Cy-Di"},
		{Query{From: "2025-12", To: "2025"}, "one.sgf/0 Anna-Bo"},
		{Query{From: "2026-03-02"}, "more/two.SGF/1 Cy-Di"},
		{Query{To: "2026-02-28"}, "more/two.SGF/1 Cy-Di, one.sgf/0 Anna-Bo"},
		{Query{Game: "connect6"}, "more/two.SGF/1 Cy-Di"},
		{Query{Player: "nobody"}, ""},
	} {
		if got := list(matching(x, tt.q)); got != tt.want {
			t.Errorf("%+v: %s, not %s", tt.q, got, tt.want)
		}
	}
}

// Files that did not change are not read again.
func TestBuildAgain(t *testing.T) {
	folder := fstest.MapFS{"a.sgf": {Data: []byte("(;PB[a])")}, "b.sgf": {Data: []byte("(;PB[b])")}}
	x, err := Build(context.Background(), folder, nil, MaxIndex)
	if err != nil {
		t.Fatal(err)
	}
	folder["a.sgf"] = &fstest.MapFile{Data: []byte("(;PB[x])")} // of the same size and time
	folder["b.sgf"] = &fstest.MapFile{Data: []byte("(;PB[y])"), ModTime: time.Unix(1, 0)}
	if x, err = Build(context.Background(), folder, x, MaxIndex); err != nil || list(x.Games) != "a.sgf/0 a-, b.sgf/0 y-" {
		t.Errorf("%s, %v", list(x.Games), err)
	}
	delete(folder, "a.sgf")
	if x, err = Build(context.Background(), folder, x, MaxIndex); err != nil || list(x.Games) != "b.sgf/0 y-" {
		t.Errorf("%s, %v", list(x.Games), err)
	}
}

func TestBuildFails(t *testing.T) {
	if _, err := Build(context.Background(), os.DirFS("/no such folder"), nil, MaxIndex); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, shelf, nil, MaxIndex); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestDay(t *testing.T) {
	for date, want := range map[string]string{
		"": "", "2026-03-01": "2026-03-01", "2026-3-1": "2026-03-01", "2026-03-01,02": "2026-03-01", "2026": "2026", "2026-03,04": "2026-03",
		"2026年3月1日": "2026-03-01", "2026/03/01 14:00": "2026-03-01", "20260301": "2026-03-01", "Published 1999": "1999", "1. 3. 2026": "", "soon": "",
	} {
		if got := day(date); got != want {
			t.Errorf("%q is %q, not %q", date, got, want)
		}
	}
}

// A game of a long collection is found without the collection in memory.
func TestLongFile(t *testing.T) {
	one := "(;PB[a]" + strings.Repeat(";B[aa]C[x \\] (;]", 1000) + ")\n"
	folder := fstest.MapFS{"long.sgf": {Data: []byte(strings.Repeat(one, 1000))}}
	x, err := Build(context.Background(), folder, nil, MaxIndex)
	if err != nil || len(x.Games) != 1000 || x.Games[999].Number != 999 {
		t.Errorf("%d games, %v", len(x.Games), err)
	}
}

func ExampleQuery_Matcher() {
	index, err := Build(context.Background(), shelf, nil, MaxIndex)
	if err != nil {
		fmt.Println(err)
		return
	}
	matches := Query{Player: "anna", To: "2025"}.Matcher()
	for _, g := range index.Games {
		if matches(g) {
			fmt.Println(g.Date, g.Black, "-", g.White, g.Result, "in", g.File)
		}
	}
	// Output:
	// 2025-12-31 Anna - Bo B+R in one.sgf
}

// matching lists the games that a query is about.
func matching(x *Index, q Query) (list []*Game) {
	matches := q.Matcher()
	for i := range x.Games {
		if matches(x.Games[i]) {
			list = append(list, x.Games[i])
		}
	}
	return list
}

// The games take no more memory than the index may have. What has no room is counted, and is there
// again when there is room.
func TestBoundsOfMemory(t *testing.T) {
	folder := fstest.MapFS{
		"a.sgf": {Data: []byte(strings.Repeat("(;GM[1]SZ[9]PB[Anna])", 30))},
		"b.sgf": {Data: []byte("(;GM[1]SZ[9]PB[Bert])")},
	}
	whole, err := Build(context.Background(), folder, nil, MaxIndex)
	if err != nil || len(whole.Games) != 31 || whole.Left != 0 {
		t.Fatalf("%d games, %d left, %v", len(whole.Games), whole.Left, err)
	}
	each := whole.Games[0].bytes()
	x := whole
	for _, tt := range []struct{ room, games, left int }{{31, 31, 0}, {30, 30, 1}, {10, 10, 2}, {0, 0, 2}, {31, 31, 0}} {
		if x, err = Build(context.Background(), folder, x, tt.room*each); err != nil || len(x.Games) != tt.games || x.Left != tt.left {
			t.Errorf("with room for %d: %d games, %d files left, %v", tt.room, len(x.Games), x.Left, err)
		}
	}
}
