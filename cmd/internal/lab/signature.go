package lab

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"stonehand/cmd/internal/players"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// beginnings of games, as the stones in their order, in which nobody wins by force soon.
const (
	sixBegins  = "J10 K11 I9 L10 K9"
	fiveBegins = "H8 I9 G9 I7 I8 G8"
)

// Signature is a checksum of the turns that every player of every game chooses in two positions,
// with what it counted: programs that differ in it do not do the same jobs alike. It takes half a
// second, and is the same on every computer.
func Signature(ctx context.Context) (string, error) {
	sum := sha256.New()
	for _, r := range []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju()} {
		at, err := positions(r)
		if err != nil {
			return "", err
		}
		for _, spec := range everyPlayer(r) {
			turns, err := turnsIn(ctx, r, spec, at)
			if err != nil {
				return "", fmt.Errorf("what %s plays at %s is not known: %w", spec, r.Name(), err)
			}
			fmt.Fprint(sum, r.Name(), spec, turns)
		}
		for n := range players.Levels { // a few turns do not show every chance
			fmt.Fprintln(sum, players.Habits(r, n+1))
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:4]), nil
}

// everyPlayer names all players of a game, as a match does, bounded so that they count what they need.
func everyPlayer(r game.Rules) []string {
	list := []string{"five,depth=6", "template,depth=2", "region,depth=2", "tuple"}
	if _, ok := r.(game.Connect); ok {
		list = []string{"lean,depth=3"}
		for mix := range strings.SplitSeq(players.Mixes(), ", ") {
			list = append(list, "default,depth=3,mix="+mix)
		}
	}
	for n := 1; n < players.Levels; n++ { // the last one is the engine itself
		list = append(list, fmt.Sprint("level:", n))
	}
	return list
}

// positions are two of a game, one for each side to move.
func positions(r game.Rules) (list []player.Position, err error) {
	text := fiveBegins
	if _, ok := r.(game.Connect); ok {
		text = sixBegins
	}
	stones, err := parsePoints(text)
	if err != nil {
		return nil, err
	}
	g := game.New(r)
	for len(stones) > 0 {
		c, due := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: stones[:due]}); err != nil {
			return nil, err
		}
		stones = stones[due:]
		list = append(list, player.At(g))
	}
	return list[len(list)-2:], nil
}

// turnsIn are what a player chooses in positions, and what it counted.
func turnsIn(ctx context.Context, r game.Rules, spec string, at []player.Position) (string, error) {
	m, err := maker(r, spec+",table=1", limit.Limits{})
	if err != nil {
		return "", err
	}
	p, err := m.Make(ctx)
	if err != nil {
		return "", err
	}
	defer players.Close(p)
	text := ""
	for _, q := range at {
		a, err := p.Choose(ctx, player.Question{Position: q}, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return "", err
		}
		text += fmt.Sprintln(a.Points, a.Nodes, a.Depth, a.Score, a.Win)
	}
	return text, nil
}
