package lab

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/players"
	"stonehand/engine/five"
	"stonehand/engine/game"
)

// TestSignature has it computed twice, and then broken off.
func TestSignature(t *testing.T) {
	first, err := Signature(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Signature(t.Context()); again != first || err != nil {
		t.Errorf("the signature is %q, and then %q, %v", first, again, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := Signature(ctx); err == nil {
		t.Errorf("a signature that was broken off is %q", s)
	}
}

// TestSignatureAsksEveryPlayer: a new player has to be asked, too.
func TestSignatureAsksEveryPlayer(t *testing.T) {
	for _, name := range players.GomokuNames() {
		if !slices.ContainsFunc(everyPlayer(game.Renju()), func(spec string) bool { return strings.HasPrefix(spec, name) }) {
			t.Errorf("the signature does not ask %s", name)
		}
	}
}

// TestSignatureSeesChanges has players that search a little otherwise, or by tables that learned a
// little more.
func TestSignatureSeesChanges(t *testing.T) {
	in, err := os.Open("../../../engine/five/tables/renju.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	tables, err := five.ReadTables(in)
	if err != nil {
		t.Fatal(err)
	}
	for side := range tables {
		learned := *tables[side]
		for code := range learned.Moving {
			learned.Moving[code] += int16(code % 2)
		}
		tables[side] = &learned
	}
	path := filepath.Join(t.TempDir(), "tables")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := tables.Write(out); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rules      game.Rules
		was, other string
	}{
		{game.Renju(), "five,depth=6", "five,depth=6,tables=" + path}, {game.Freestyle(), "five,depth=6", "five,depth=6,wide=8"}, {game.Standard(), "five,depth=6", "five,depth=6,off=reduce"},
		{game.Renju(), "level:13", "level:13,nodes=8999"}, {game.Connect6(), "level:12", "level:12,nodes=1701"},
		{game.Connect6(), "default,depth=3,mix=own", "default,depth=3,mix=own,off=killers"}, {game.Connect6(), "default,depth=3,mix=road/shape", "default,depth=3,mix=road/shape,width=20"},
	} {
		at, err := positions(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(everyPlayer(c.rules), c.was) {
			t.Errorf("%s does not ask %s", c.rules.Name(), c.was)
		}
		was, err := turnsIn(t.Context(), c.rules, c.was, at)
		if err != nil {
			t.Fatal(err)
		}
		other, err := turnsIn(t.Context(), c.rules, c.other, at)
		if err != nil {
			t.Fatal(err)
		}
		if was == other {
			t.Errorf("%s: %q is taken for %q", c.rules.Name(), c.other, c.was)
		}
	}
}
