package charset

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// Records from elsewhere lie outside the repository, in the folder that
// STONEHAND_SGF names. Each is read, written and read again, and nothing may be
// dropped; it says what it found.
func TestRealRecords(t *testing.T) {
	folder := os.Getenv("STONEHAND_SGF")
	if folder == "" {
		t.Skip("optional: records from elsewhere; STONEHAND_SGF names no folder of records")
	}
	var files, games, nodes, moves, unclear, same, faulty, refused, changed int
	kinds := map[string]int{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(path), ".sgf") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		c, err := SGF.Read(data)
		if err != nil {
			refused++
			t.Logf("%s: %v", path, err)
			return nil
		}
		for _, g := range c.Games {
			games++
			nodes += count(g)
			info, bad := g.Info()
			steps, more := sgf.Steps(info.Size, g.Main())
			for _, s := range steps {
				_, marks := s.Node.Marks(info.Size)
				more = append(more, marks...)
				if s.Color != board.Empty {
					moves++
				}
			}
			if bad = append(bad, more...); len(bad) > 0 && info.Game == sgf.GMGo && info.Size.Valid() {
				unclear++
				t.Logf("%s: as a game: %v", path, bad[0])
			}
			if kinds[g.Source]++; g.Charset != "" {
				t.Errorf("%s: not decoded from %s", path, g.Charset)
			}
		}
		if len(c.Problems) > 0 {
			faulty++
			t.Logf("%s: %d problems, first %v", path, len(c.Problems), c.Problems[0])
		}
		text := SGF.Write(c)
		if bytes.Equal(text, data) {
			same++
		} else if changed++; len(c.Problems) == 0 {
			t.Errorf("%s: a sound file is written with other bytes", path)
		}
		again, err := SGF.Read(text)
		if err != nil {
			t.Errorf("%s: read again: %v", path, err)
			return nil
		}
		if len(again.Games) != len(c.Games) {
			t.Errorf("%s: %d games became %d", path, len(c.Games), len(again.Games))
			return nil
		}
		for i := range c.Games {
			if where := differs(c.Games[i], again.Games[i]); where != nil {
				t.Errorf("%s: game %d is read differently from line %d on", path, i+1, where.Line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d games, %d nodes, %d moves in main lines, %d games not clear: %d byte for byte the same, %d written otherwise, %d with problems, %d refused; charsets %v", files, games, nodes, moves, unclear, same, changed, faulty, refused, kinds)
}

func count(t *sgf.Tree) int {
	n := len(t.Nodes)
	for _, v := range t.Variations {
		n += count(v)
	}
	return n
}

// differs returns the first node in which two games do not mean the same, nil if
// there is none.
func differs(a, b *sgf.Tree) *sgf.Node {
	if a.Charset != b.Charset || a.Source != b.Source || len(a.Nodes) != len(b.Nodes) || len(a.Variations) != len(b.Variations) {
		return &a.Nodes[0]
	}
	for i := range a.Nodes {
		if !slices.EqualFunc(a.Nodes[i].Properties, b.Nodes[i].Properties, func(p, q sgf.Property) bool {
			return p.Name == q.Name && slices.Equal(p.Values, q.Values)
		}) {
			return &a.Nodes[i]
		}
	}
	for i := range a.Variations {
		if n := differs(a.Variations[i], b.Variations[i]); n != nil {
			return n
		}
	}
	return nil
}
