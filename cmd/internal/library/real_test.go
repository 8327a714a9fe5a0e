package library

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/cmd/internal/charset"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
)

// Records from elsewhere lie outside the repository, in the folder that
// STONEHAND_SGF names. Each is read, written and read again, and nothing may be
// dropped; each game is listed, opened as positions, and commented on without any
// other change. The test says what it found.
func TestRealRecords(t *testing.T) {
	folder := os.Getenv("STONEHAND_SGF")
	if folder == "" {
		t.Skip("optional: records from elsewhere; STONEHAND_SGF names no folder of records")
	}
	index, err := Build(context.Background(), os.DirFS(folder), nil, MaxIndex)
	if err != nil {
		t.Fatal(err)
	}
	f := found{charsets: map[string]int{}}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".sgf") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		c := f.file(t, path, data)
		if listed := len(index.files[filepath.ToSlash(name)].games); c != nil && listed != len(c.Games) {
			t.Errorf("%s: %d games are listed of %d", path, listed, len(c.Games))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Moves(t.Context(), os.DirFS(folder)); err != nil {
		t.Error(err)
	}
	t.Logf("%d files, %d games, %d nodes, %d games not clear, %d not shown: %d byte for byte the same, %d written otherwise, %d with problems, %d refused; charsets %v",
		f.files, f.games, f.nodes, f.unclear, f.hidden, f.same, f.changed, f.faulty, f.refused, f.charsets)
}

// found counts what a folder holds.
type found struct {
	files, games, nodes, unclear, hidden, same, changed, faulty, refused int
	charsets                                                             map[string]int
}

// file reads a file, writes it and reads it again.
func (f *found) file(t *testing.T, path string, data []byte) *sgf.Collection {
	f.files++
	c, err := charset.SGF.Read(data)
	if err != nil {
		f.refused++
		t.Logf("%s: %v", path, err)
		return nil
	}
	if len(c.Problems) > 0 {
		f.faulty++
		t.Logf("%s: %d problems, first %v", path, len(c.Problems), c.Problems[0])
	}
	if text := charset.SGF.Write(c); bytes.Equal(text, data) {
		f.same++
	} else if f.changed++; len(c.Problems) == 0 {
		t.Errorf("%s: a sound file is written with other bytes", path)
	} else {
		f.again(t, path, c, text)
	}
	for i, g := range c.Games {
		if f.charsets[g.Source]++; g.Charset != "" {
			t.Errorf("%s: not decoded from %s", path, g.Charset)
		}
		f.games++
		f.nodes += nodes(g)
		f.game(t, fmt.Sprintf("%s, game %d", path, i+1), g)
	}
	return c
}

// again reads what was written: it is the same, and nothing is wrong with it.
func (f *found) again(t *testing.T, path string, c *sgf.Collection, text []byte) {
	again, err := charset.SGF.Read(text)
	if err != nil || len(again.Games) != len(c.Games) {
		t.Errorf("%s: read again: %v", path, err)
		return
	}
	for i := range c.Games {
		if content(c.Games[i]) != content(again.Games[i]) {
			t.Errorf("%s: game %d is read differently", path, i+1)
		}
	}
	if third := charset.SGF.Write(again); !bytes.Equal(third, text) {
		t.Errorf("%s: written for the second time, it is another file", path)
	}
}

// game shows a game as positions, comments on its last node, and looks whether that
// is all that changed.
func (f *found) game(t *testing.T, name string, g *sgf.Tree) {
	v, err := gametree.New(g)
	if err != nil {
		f.hidden++
		t.Logf("%s: %v", name, err)
		return
	}
	if len(v.Problems) > 0 && v.Game != "other" {
		f.unclear++
		t.Logf("%s: as a game: %v", name, v.Problems[0])
	}
	at := len(v.Nodes) - 1
	for i := 0; i < len(v.Nodes); i += 1 + len(v.Nodes)/10 {
		v.Stones(i)
	}
	v.Stones(at)
	v.Steps(at)
	before, was := Text(g), v.Nodes[at].Comment
	const said = "it is said here: ]\\"
	if err := v.Apply(gametree.Edit{Do: gametree.Comment, Node: at, Text: said}); err != nil {
		t.Errorf("%s: commenting on node %d: %v", name, at, err)
		return
	}
	c, err := charset.SGF.Read(Text(g))
	if err != nil || len(c.Games) != 1 {
		t.Errorf("%s: commented on: %v", name, err)
		return
	}
	w, err := gametree.New(c.Games[0])
	if err != nil || len(w.Nodes) != len(v.Nodes) || w.Nodes[at].Comment != said {
		t.Errorf("%s: commented on: %v", name, err)
		return
	}
	if err := w.Apply(gametree.Edit{Do: gametree.Comment, Node: at, Text: was}); err != nil {
		t.Errorf("%s: taking the comment back: %v", name, err)
	}
	if after := Text(c.Games[0]); was == "" && !bytes.Contains(before, []byte("C[]")) && !bytes.Equal(after, before) {
		t.Errorf("%s: the comment taken back, it is another text", name)
	}
}

func nodes(t *sgf.Tree) int {
	n := len(t.Nodes)
	for _, v := range t.Variations {
		n += nodes(v)
	}
	return n
}

// content is what a game says, without its layout.
func content(t *sgf.Tree) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q%q(", t.Charset, t.Source)
	for _, n := range t.Nodes {
		b.WriteString(";")
		for _, p := range n.Properties {
			fmt.Fprintf(&b, "%s%q", p.Name, p.Values)
		}
	}
	for _, v := range t.Variations {
		b.WriteString(content(v))
	}
	return b.String() + ")"
}
