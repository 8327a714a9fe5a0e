package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// finished returns a short game that Black won by resignation.
func finished(id string, day int) api.Finished {
	started := time.Date(2026, 3, day, 20, 0, 1, 500, time.UTC)
	g := game.New(game.Connect6())
	play(g, board.At(9, 9))
	play(g, board.At(8, 8), board.At(8, 10))
	play(g, board.At(0, 0), board.At(18, 18))
	g.End(game.Result{Winner: board.Black, Reason: game.ByResign})
	return api.Finished{ID: id, Started: started, Ended: started.Add(20 * time.Minute), Game: g, Black: "human [a]", White: "Stonehand level 5"}
}

// play plays the turn that is due.
func play(g *game.Game, points ...board.Point) {
	c, _ := g.Due()
	if err := g.Play(game.Turn{Color: c, Points: points}); err != nil {
		panic(err)
	}
}

func listed(f api.Finished) api.GameInfo {
	r := f.Game.Result()
	g := api.GameInfo{ID: f.ID, Game: f.Game.Rules().Name(), Started: f.Started, Ended: f.Ended, Black: f.Black, White: f.White, Result: "void", Reason: string(r.Reason), Turns: len(f.Game.Turns())}
	if r.Winner != board.Empty {
		g.Result = r.Winner.String()
	}
	return g
}

func list(t *testing.T, s *Store) []api.GameInfo {
	t.Helper()
	games, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if games := list(t, s); len(games) != 0 {
		t.Fatalf("a new archive holds %v", games)
	}
	a, b := finished("20260302-200001-9", 2), finished("20260301-200001-1", 1)
	for _, f := range []api.Finished{b, a} {
		if err := s.Keep(f); err != nil {
			t.Fatal(err)
		}
	}
	want := []api.GameInfo{listed(a), listed(b)}
	if d := cmp.Diff(want, list(t, s)); d != "" {
		t.Error(d)
	}
	text, err := s.SGF(a.ID)
	if err != nil {
		t.Fatal(err)
	}
	const file = `(;FF[4]CA[UTF-8]AP[Stonehand]GM[511]SZ[19]GN[20260302-200001-9]PB[human [a\]]PW[Stonehand level 5]` +
		`DT[2026-03-02]RU[connect6]RE[B+R]STARTED[2026-03-02T20\:00\:01.0000005Z]REASON[resign]ENTRY[9]ENDED[2026-03-02T20\:20\:01.0000005Z]` +
		"\n;B[JJ]\n;W[II];W[IK]\n;B[AA];B[SS])\n"
	if d := cmp.Diff(file, string(text)); d != "" {
		t.Error(d)
	}
	r, err := sgf.ReadAny(text)
	if err != nil || r.Black != a.Black || len(r.Turns) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	s.Close()
	if d := cmp.Diff(want, list(t, mustOpen(t, dir))); d != "" {
		t.Error(d)
	}
}

func TestGameThatEndsAgainReplacesItself(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	f := finished("g", 1)
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	list(t, s)
	before, err := os.Stat(filepath.Join(dir, "games", "g.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(filepath.Join(dir, "games", "g.sgf")); err != nil || !os.SameFile(before, after) {
		t.Errorf("the same game was written again: %v", err)
	}
	f.Game.Reopen()
	play(f.Game, board.At(3, 3), board.At(4, 4))
	f.Game.End(game.Result{Winner: board.White, Reason: game.ByLine})
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]api.GameInfo{listed(f)}, list(t, s)); d != "" {
		t.Error(d)
	}
}

// A game that nobody has won because a player was gone is kept as such.
func TestAbandonedGame(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	f := finished("g", 1)
	f.Game.End(game.Result{Reason: game.ByAbandoned})
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]api.GameInfo{listed(f)}, list(t, s)); d != "" {
		t.Error(d)
	}
	if text, err := s.SGF("g"); err != nil || !strings.Contains(string(text), "RE[Void]") {
		t.Errorf("%s, %v", text, err)
	}
}

// A computer whose clock was set back may make an id twice: neither game takes
// the other's place.
func TestTwoGamesOfOneID(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	a, b := finished("g", 1), finished("g", 2)
	for _, f := range []api.Finished{a, b, b, a} {
		if err := s.Keep(f); err != nil {
			t.Fatal(err)
		}
	}
	other := listed(b)
	other.ID = "g_2"
	if d := cmp.Diff([]api.GameInfo{other, listed(a)}, list(t, s)); d != "" {
		t.Error(d)
	}
}

// A game that was set up on a board of another size than the usual one.
func TestSetUpOnASmallBoard(t *testing.T) {
	f := finished("small", 1)
	rules := game.Connect6()
	rules.Board = board.Size{Cols: 9, Rows: 9}
	var err error
	if f.Game, err = game.NewFrom(rules, game.Start{Black: []board.Point{board.At(8, 8)}, White: []board.Point{board.At(0, 0), board.At(1, 1)}, ToMove: board.White}); err != nil {
		t.Fatal(err)
	}
	play(f.Game, board.At(4, 4), board.At(5, 4))
	f.Game.End(game.Result{Winner: board.Black, Reason: game.ByResign})
	text, err := record(f)
	if err != nil || !strings.Contains(string(text), "SZ[9]") || !strings.Contains(string(text), "AB[II]") || !strings.Contains(string(text), "PL[W]") || !strings.Contains(string(text), ";W[EE]") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestIDsStayInTheDirectory(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "secret.sgf"), []byte("(;)"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", ".", "..", "../secret", "a/b", `a\b`, "/etc/passwd", ".hidden", "a\x00", "é", "a b", strings.Repeat("x", 101)} {
		if _, err := s.SGF(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("SGF(%q): %v", id, err)
		}
		if err := s.Keep(finished(id, 1)); !errors.Is(err, ErrID) {
			t.Errorf("Keep(%q): %v", id, err)
		}
	}
	if _, err := s.SGF("unknown"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unknown game: %v", err)
	}
}

func TestGamesThatCannotBeWritten(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	f, chess := finished("g", 1), game.Connect6()
	chess.Title = "chess"
	f.Game = game.New(chess)
	if err := s.Keep(f); err == nil || !strings.HasSuffix(err.Error(), `it is a game of "chess", which cannot be written`) {
		t.Error(err)
	}
	if games := list(t, s); len(games) != 0 {
		t.Errorf("kept: %v", games)
	}
}

func TestFilesFromElsewhere(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if err := s.Keep(finished("mine", 1)); err != nil {
		t.Fatal(err)
	}
	list(t, s)
	for name, text := range map[string]string{
		"golem.sgf":      "(;FF[4]PB[ann]PW[bob]DT[2020-05-01];B[j10];W[k11i9];B[k10i10])",
		"broken.sgf":     "(;B[",
		"notes.txt":      "hello",
		".mine.sgf12345": "half",
	} {
		if err := os.WriteFile(filepath.Join(dir, "games", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	date := time.Date(2020, 5, 1, 0, 0, 0, 0, time.UTC)
	want := []api.GameInfo{listed(finished("mine", 1)), {ID: "golem", Started: date, Ended: date, Black: "ann", White: "bob", Turns: 3}}
	if d := cmp.Diff(want, list(t, s)); d != "" {
		t.Error(d)
	}
	if err := os.Remove(filepath.Join(dir, "games", "mine.sgf")); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want[1:], list(t, s)); d != "" {
		t.Error(d)
	}
	s.Close()
	mustOpen(t, dir)
	if left := glob(t, filepath.Join(dir, "games"), ".*"); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestArchiveOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	// A file in the directory's place is as bad as no space.
	if err := os.WriteFile(filepath.Join(dir, "games"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(finished("g", 1)); err == nil || !strings.HasPrefix(err.Error(), "the game g cannot be archived in ") {
		t.Errorf("%v", err)
	}
	if err := os.Remove(filepath.Join(dir, "games")); err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(finished("g", 1)); err != nil {
		t.Error(err)
	}
}

// many fills a directory with n games.
func many(t testing.TB, n int) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o750); err != nil {
		t.Fatal(err)
	}
	f := finished("x", 1)
	f.Game.Reopen()
	for i := range 20 {
		play(f.Game, board.At(i%19, 1+i/19), board.At(i%19, 3+i/19))
	}
	for i := range n {
		f.ID = fmt.Sprintf("g%05d", i)
		text, err := record(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "games", f.ID+".sgf"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestListReadsEachFileOnce lists many games twice: the second time, files that
// have become unreadable do not matter.
func TestListReadsEachFileOnce(t *testing.T) {
	dir := many(t, 300)
	s := mustOpen(t, dir)
	before := list(t, s)
	if len(before) != 300 || before[0].ID != "g00299" {
		t.Fatalf("%d games, first %+v", len(before), before[0])
	}
	for _, g := range before {
		// Truncating does not touch the directory.
		if err := os.Truncate(filepath.Join(dir, "games", g.ID+".sgf"), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Keep(finished("new", 9)); err != nil {
		t.Fatal(err)
	}
	if after := list(t, s); len(after) != 301 || after[0].ID != "new" {
		t.Errorf("%d games, first %+v", len(after), after[0])
	}
}

// Games that could not be read as they were listed are listed once they can be: a copy that was
// under way has ended, a file of another user has been given to this one. What is wrong with a
// file is said once.
func TestGamesThatBecomeReadable(t *testing.T) {
	var log bytes.Buffer
	a := newArchive(filepath.Join(many(t, 3), "games"), slog.New(slog.NewTextHandler(&log, nil)))
	half, theirs := a.path("g00001"), a.path("g00002")
	text, err := os.ReadFile(half)
	long := time.Now().Add(-time.Hour)
	if err := errors.Join(err, os.Truncate(half, 0), os.Chmod(theirs, 0), os.Chtimes(a.dir, long, long)); err != nil {
		t.Fatal(err)
	}
	denied := 1
	if os.Geteuid() == 0 {
		denied = 0 // root reads everything
	}
	want := func(n, complaints int) {
		t.Helper()
		if games, err := a.List(); err != nil || len(games) != n {
			t.Errorf("%d games, want %d; %v", len(games), n, err)
		}
		if said := strings.Count(log.String(), "not listed"); said != complaints {
			t.Errorf("%d complaints, want %d:\n%s", said, complaints, &log)
		}
	}
	want(2-denied, 1+denied)
	want(2-denied, 1+denied)
	// Neither touches the folder.
	if err := errors.Join(os.WriteFile(half, text, 0o600), os.Chmod(theirs, 0o600)); err != nil {
		t.Fatal(err)
	}
	want(3, 1+denied)
}

func BenchmarkList(b *testing.B) {
	dir := many(b, 10_000)
	b.Run("first", func(b *testing.B) {
		for range b.N {
			if games, err := newArchive(filepath.Join(dir, "games"), quiet).List(); err != nil || len(games) != 10_000 {
				b.Fatal(len(games), err)
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		a := newArchive(filepath.Join(dir, "games"), quiet)
		for range b.N {
			if games, err := a.List(); err != nil || len(games) != 10_000 {
				b.Fatal(len(games), err)
			}
		}
	})
}

// A clock that jumps puts no game out of order, nor does a journal that was lost:
// games are in the order in which they began. Those of earlier versions, whose files
// have no number, come after them, by date.
func TestOrderOfGamesIsNotTheClocks(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for i, id := range []string{"20260309-200001-3", "19700101-000001-50", "20380101-000001-90", "20260310-200001-100"} {
		f := finished(id, 1)
		f.Started = f.Started.AddDate([]int{0, -56, 12, 0}[i], 0, 0)
		f.Ended = f.Started
		if err := s.Keep(f); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(filepath.Join("testdata", "v1", "clock", "games", "20261122-170255-2.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "games", "20261122-170255-2.sgf"), old, 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range list(t, s) {
		got = append(got, g.ID)
	}
	if want := []string{"20260310-200001-100", "20380101-000001-90", "19700101-000001-50", "20260309-200001-3", "20261122-170255-2"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if s.After() != 100 {
		t.Errorf("the next game would have a number after %d", s.After())
	}
}

// A game in whose place another began is in the archive, and SGF says that it has no
// result.
func TestUnfinishedGameIsKept(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	f := finished("20260309-200001-3", 1)
	f.Unfinished = true
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	text, err := s.SGF(f.ID)
	if err != nil || !strings.Contains(string(text), "RE[Void]") {
		t.Errorf("%s, %v", text, err)
	}
	if games := list(t, s); len(games) != 1 || games[0].Result != "unfinished" || games[0].Reason != "unfinished" || games[0].Turns != 3 {
		t.Errorf("%+v", games)
	}
}

// A game by the house rule for full boards is kept with it, and read again as what it was.
func TestFivesOnAFullBoard(t *testing.T) {
	rules := game.Fives()
	var start game.Start
	for i := range rules.Size().Count() - 2 {
		// Rows of two and two, the next row the other way round: no line is longer than two,
		// but for the five in the first row.
		switch p := rules.Size().Point(i); {
		case p.Y() == 0 && p.X() < 5, p.Y() > 0 && (p.X()/2+p.Y())%2 == 0 || p.Y() == 0 && p.X()%2 == 0 && p.X() > 5:
			start.Black = append(start.Black, p)
		default:
			start.White = append(start.White, p)
		}
	}
	start.ToMove = board.White
	f := finished("full", 1)
	var err error
	if f.Game, err = game.NewFrom(rules, start); err != nil {
		t.Fatal(err)
	}
	play(f.Game, board.At(17, 18), board.At(18, 18))
	if r := f.Game.Result(); r.Reason != game.ByFives || r.Winner != board.Black {
		t.Fatalf("the full board says %+v", r)
	}
	s := mustOpen(t, t.TempDir())
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	if games := list(t, s); len(games) != 1 || games[0].Game != "connect6-fives" || games[0].Result != "black" || games[0].Reason != "fives" {
		t.Errorf("kept: %+v", games)
	}
	text, err := s.SGF("full")
	if err != nil {
		t.Fatal(err)
	}
	again, err := sgf.ReadAny(text)
	if err != nil || again.Game == nil || again.Game.Name() != "connect6-fives" || again.Result.Reason != game.ByFives {
		t.Errorf("read again: %+v, %v", again, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
