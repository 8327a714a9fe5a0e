package library

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/engine/sgf"
)

func add(t *testing.T, s *Shelf, name, text string) Added {
	t.Helper()
	a, err := s.Add(context.Background(), name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A file comes back as it was, in its charset; broken ones are kept with a message.
func TestAdd(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := Open(dir, MaxIndex, nil)
	const gb = "(;GM[1]CA[GB2312]PB[\xB9\xC5\xC1\xA6];B[aa])\n(;GM[1]PB[Bo] XX[kept];W[bb])"
	a := add(t, s, "C:\\games\\古力 vs. Bo.sgf", gb)
	if len(a.Games) != 2 || a.Games[0].Black != "古力" || len(a.Problems) != 0 {
		t.Errorf("%+v", a)
	}
	if again := add(t, s, "other.sgf", gb); again.Games[1].ID != a.Games[1].ID {
		t.Error("the same file is kept twice")
	}
	o, err := s.Load(ctx, a.Games[1].ID)
	if err != nil || !strings.Contains(string(Text(o.Tree)), " XX[kept]") {
		t.Errorf("%v, %s", err, Text(o.Tree))
	}
	if b := add(t, s, "", "(;PB[Ed];B[aa"); len(b.Games) != 1 || len(b.Problems) == 0 || !strings.HasPrefix(b.Problems[0].Error(), "line 1, column ") {
		t.Errorf("%+v", b)
	}
	if c := add(t, s, "../../x.txt", "{[C6][A][B][\xCF\xC8\xCA\xD6\xCA\xA4][2017.07.29 14:00 X][CCGC];B(J,10);W(I,11);W(K,9)}"); len(c.Games) != 1 || c.Games[0].Game != "connect6" || c.Games[0].Black != "A" {
		t.Errorf("%+v", c)
	}
	for _, bad := range []string{"", "hello", strings.Repeat(" ", MaxFile+1)} {
		if _, err := s.Add(ctx, "x", []byte(bad)); err == nil {
			t.Errorf("%.20q is taken", bad)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.sgf"))
	if err != nil || len(files) != 3 {
		t.Errorf("%v, %v", files, err)
	}
}

// A game of a long collection is opened alone, and stays as it is.
func TestGameOfALongFile(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	one := "(;PB[a]" + strings.Repeat(";B[aa]C[x \\] (;]", 1000) + ")\n"
	long := strings.Repeat(one, 600) + "(;PB[last])" // 9 MB
	if err := os.WriteFile(filepath.Join(dir, "long.sgf"), []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Open(dir, MaxIndex, nil)
	x, err := s.Index(ctx)
	if err != nil || len(x.Games) != 601 {
		t.Fatalf("%+v, %v", x, err)
	}
	last := x.Games[600].ID
	o, err := s.Load(ctx, last)
	if err != nil || string(Text(o.Tree)) != "(;PB[last])\n" {
		t.Fatalf("%+v, %v", o, err)
	}
	if _, err := s.Save(ctx, last, o.Rev, func(*Opened) error { return nil }); !errors.Is(err, ErrPartial) {
		t.Errorf("saved: %v", err)
	}
	if err := s.Delete(ctx, last, o.Rev); !errors.Is(err, ErrPartial) {
		t.Errorf("deleted: %v", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "long.sgf")); err != nil || string(data) != long {
		t.Errorf("the file has changed; %v", err)
	}
}

// Archives that were packed on other computers have names in other charsets.
func TestNamesInOtherCharsets(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	folder := filepath.Join(dir, "\xC6\xE5\xC6\xD7")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Skip("no such names here:", err)
	}
	for _, path := range []string{filepath.Join(dir, "J\xFCrgen.sgf"), filepath.Join(folder, "one.sgf")} {
		if err := os.WriteFile(path, []byte("(;PB[a])"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := Open(dir, MaxIndex, nil)
	x, err := s.Index(ctx)
	if err != nil || len(x.Games) != 2 || len(x.Problems) != 0 {
		t.Fatalf("%+v, %v", x, err)
	}
	for _, g := range x.Games {
		o, err := s.Load(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(ctx, g.ID, o.Rev); err != nil {
			t.Errorf("%q: %v", g.File, err)
		}
	}
}

func TestSaveAndDelete(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := Open(dir, MaxIndex, nil)
	a := add(t, s, "two.sgf", "(;PB[a])\n\n(;PB[b] YY[1])\n")
	first, second := a.Games[0].ID, a.Games[1].ID
	o, err := s.Load(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	comment := func(o *Opened) error {
		o.Tree.Nodes[0].Set("C", sgf.Text("hello"))
		return nil
	}
	saved, err := s.Save(ctx, first, o.Rev, comment)
	if err != nil || saved.Rev == o.Rev {
		t.Fatalf("%v", err)
	}
	if _, err := s.Save(ctx, first, o.Rev, comment); !errors.Is(err, ErrChanged) { // an update would be lost
		t.Errorf("%v", err)
	}
	refused := errors.New("no")
	if _, err := s.Save(ctx, first, saved.Rev, func(*Opened) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "two.sgf")); err != nil || string(data) != "(;PB[a]C[hello])\n\n(;PB[b] YY[1])\n" {
		t.Errorf("%q, %v", data, err)
	}
	long := func(o *Opened) error {
		o.Tree.Nodes[0].Set("C", sgf.Value(strings.Repeat("x", MaxFile)))
		return nil
	}
	if _, err := s.Save(ctx, first, saved.Rev, long); !errors.Is(err, ErrLong) {
		t.Errorf("%v", err)
	}
	if err := s.Delete(ctx, first, o.Rev); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	if err := s.Delete(ctx, first, saved.Rev); err != nil {
		t.Error(err)
	}
	left, err := s.Load(ctx, first) // the second game is the first now
	if err != nil || !strings.Contains(string(Text(left.Tree)), "PB[b]") {
		t.Fatalf("%v", err)
	}
	if _, err := s.Load(ctx, second); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
	if err := s.Delete(ctx, first, left.Rev); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "two.sgf")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// A game that begins as none should is listed too, and opened.
func TestLooseFiles(t *testing.T) {
	for _, text := range []string{"(\nGM[1]SZ[9]PB[Ann];B[aa])", ";PB[Ann];B[aa]", "(\x00;\x00P\x00B\x00[\x00A\x00n\x00n\x00]\x00)\x00"} {
		s := Open(t.TempDir(), MaxIndex, nil)
		a := add(t, s, "x.sgf", text)
		if len(a.Games) != 1 || a.Games[0].Black != "Ann" {
			t.Errorf("%q: %+v", text, a)
			continue
		}
		if o, err := s.Load(context.Background(), a.Games[0].ID); err != nil || len(o.Problems) == 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What people put into the folder is there as well, and what they take away is gone.
func TestFolderChanges(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := Open(dir, MaxIndex, nil)
	a := add(t, s, "one.sgf", "(;PB[a])")
	if err := os.Remove(filepath.Join(dir, "one.sgf")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(ctx, a.Games[0].ID); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
}

// A game is opened as the one that is listed, also behind one with a bracket in a comment
// that its author did not escape, and behind moves that no parenthesis begins.
func TestListedGamesAreOpened(t *testing.T) {
	for name, text := range map[string]string{
		"bracket":     "(;GM[1]SZ[19]PB[Anna];B[pd];W[dd]C[the [bad] move :) indeed](;B[pp])(;B[dp]))\n(;GM[1]SZ[19]PB[Cy];B[qd])\n",
		"parenthesis": ";GM[1]SZ[19]PB[Anna];B[pd];W[dd]\n(;GM[1]SZ[19]PB[Cy];B[qd])\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "two.sgf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := Open(dir, MaxIndex, nil)
		x, err := s.Index(t.Context())
		if err != nil || len(x.Games) == 0 {
			t.Fatalf("%s: %+v, %v", name, x, err)
		}
		for _, g := range x.Games {
			o, err := s.Load(t.Context(), g.ID)
			if err != nil {
				t.Fatalf("%s: %+v: %v", name, g, err)
			}
			if i, _ := o.Tree.Info(); i.Black != g.Black {
				t.Errorf("%s: listed is %q, opened %q", name, g.Black, i.Black)
			}
		}
	}
}

// A change keeps the other games of a file as they stand there, however many they are and
// whatever of them is not read; a game that is not read whole is not changed.
func TestOtherGamesStay(t *testing.T) {
	const games = 1100
	long := "(;PB[c]" + strings.Repeat(";", sgf.MaxNodes/1000) + ")\n"
	deep := "(;PB[a]" + strings.Repeat("(;B[aa]", sgf.MaxDepth+1) + strings.Repeat(")", sgf.MaxDepth+2) + "\n"
	mine, behind := "(;PB[b];B[bb])\n", strings.Repeat(long, games)+"(;PB[last])\n"
	ctx, dir := context.Background(), t.TempDir()
	at := filepath.Join(dir, "many.sgf")
	if err := os.WriteFile(at, []byte(deep+mine+behind), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Open(dir, MaxIndex, nil)
	x, err := s.Index(ctx)
	if err != nil || len(x.Games) != games+3 {
		t.Fatalf("%d games, %v", len(x.Games), err)
	}
	comment := func(o *Opened) error {
		o.Tree.Nodes[0].Set("C", sgf.Text("hello"))
		return nil
	}
	is := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(at); err != nil || string(data) != want {
			t.Fatalf("%d bytes are kept, %d were to be, %v", len(data), len(want), err)
		}
	}
	first, err := s.Load(ctx, x.Games[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(ctx, first.Game.ID, first.Rev, comment); !errors.Is(err, ErrPartial) {
		t.Errorf("%v", err)
	}
	is(deep + mine + behind)
	second, err := s.Load(ctx, x.Games[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	if second, err = s.Save(ctx, second.Game.ID, second.Rev, comment); err != nil {
		t.Fatal(err)
	}
	is(deep + "(;PB[b]C[hello];B[bb])\n" + behind)
	last, err := s.Load(ctx, x.Games[games+2].ID)
	if err != nil || last.Game.Black != "last" {
		t.Fatalf("%v", err)
	}
	if err := s.Delete(ctx, last.Game.ID, last.Rev); err != nil {
		t.Error(err)
	}
	if err := s.Delete(ctx, second.Game.ID, second.Rev); err != nil {
		t.Error(err)
	}
	is(deep + strings.Repeat(long, games))
	if err := s.Delete(ctx, first.Game.ID, first.Rev); err != nil { // where it ends is known
		t.Error(err)
	}
	is("\n" + strings.Repeat(long, games))
}

// A game that is so long that nobody knows where it ends is not deleted with what follows.
func TestGameWithoutAnEnd(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "two.sgf"), []byte("(;PB[a]"+strings.Repeat(";", sgf.MaxNodes)+")(;PB[b])"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Open(dir, MaxIndex, nil)
	x, err := s.Index(ctx)
	if err != nil || len(x.Games) == 0 {
		t.Fatalf("%+v, %v", x, err)
	}
	o, err := s.Load(ctx, x.Games[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, o.Game.ID, o.Rev); !errors.Is(err, ErrPartial) {
		t.Errorf("%v", err)
	}
}

// A file with very many games, or for which the list has no room, is refused and leaves nothing.
func TestAddedWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		games, most int
		want        error
	}{{MaxAdded + 1, MaxIndex, ErrMany}, {MaxAdded, 1 << 16, ErrUnlisted}, {MaxAdded, MaxIndex, nil}} {
		added, err := Open(dir, tt.most, nil).Add(t.Context(), "many.sgf", []byte(strings.Repeat("(;GM[1]SZ[9])", tt.games)))
		files, _ := os.ReadDir(dir)
		if !errors.Is(err, tt.want) || len(added.Games) > 0 != (tt.want == nil) || len(files) > 0 != (tt.want == nil) {
			t.Errorf("%d games: %d are added, %v, %v", tt.games, len(added.Games), files, err)
		}
	}
}
