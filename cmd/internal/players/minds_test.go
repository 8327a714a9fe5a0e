package players

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/text"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
	"stonehand/hw"
)

// The table and the page call each mind the same, in both languages.
func TestMindsHaveNames(t *testing.T) {
	for l, file := range map[text.Language]string{text.English: "en.js", text.Chinese: "zh.js"} {
		page, err := os.ReadFile("../web/page/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range Minds() {
			if name := fmt.Sprintf("%q: %q", "mind."+m.Name, text.Program(m.Shown).In(l)); !strings.Contains(string(page), name) {
				t.Errorf("%s has no %s", file, name)
			}
		}
	}
}

// Every mind that a table has can be its adviser, and nobody else.
func TestMindsAdvise(t *testing.T) {
	for _, memory := range []string{config.MemoryNormal, config.MemoryLean} {
		list := []string{api.AdviserMachine}
		for _, m := range Minds() {
			if memory == config.MemoryNormal || !slices.Contains(m.Games, "connect6") {
				list = append(list, m.Name)
			}
		}
		slices.Sort(list)
		c := config.Default()
		c.Engine.Memory, c.Game.Adviser = memory, "nobody"
		if err := c.Check(); err == nil || !strings.HasSuffix(err.Error(), "it can be "+hw.Choice(list).Error()) {
			t.Errorf("%s: %v, and there are %v", memory, err, list)
		}
		for _, c.Game.Adviser = range list {
			if err := c.Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Every mind plays each of its games against itself by name, through the roster that the
// table asks, and nobody else stands in for it.
func TestMindsPlay(t *testing.T) {
	alone(t)
	o := search.DefaultOptions()
	o.TableMB, o.Book = 1, false
	r := NewRoster(refusing{t}, nil, slog.New(slog.DiscardHandler)).WithMinds(o, time.Now)
	seen := map[string]string{}
	for _, m := range Minds() {
		for _, name := range m.Games {
			rules := rulesNamed(t, name)
			r.Seat(rules, []string{m.Name})
			g := game.New(rules)
			for turn := 0; turn < 8 && !g.Result().Over; turn++ {
				q := player.Question{Position: player.At(g), Player: m.Name, Level: 1, Limits: limit.Limits{Nodes: 2000, Depth: 2}}
				a, err := r.Choose(t.Context(), q, nil)
				if err != nil {
					t.Fatalf("%s at %s: %v", m.Name, name, err)
				}
				side, _ := g.Due()
				if err := g.Play(game.Turn{Color: side, Points: a.Points}); err != nil {
					t.Fatalf("%s at %s: %v", m.Name, name, err)
				}
			}
			line := ""
			for _, turn := range g.Turns() {
				line += fmt.Sprint(turn)
			}
			seen[line] += m.Name + "/" + name + " "
		}
	}
	if len(seen) < 8 { // they are not one and the same
		t.Errorf("only %d different games: %v", len(seen), seen)
	}
	if len(r.minds.sitting) != 1 {
		t.Errorf("%d minds keep their memory", len(r.minds.sitting))
	}
}

// refusing is a machine that nobody may ask.
type refusing struct{ t *testing.T }

func (p refusing) Choose(context.Context, player.Question, func(player.Info)) (player.Answer, error) {
	p.t.Error("the machine was asked")
	return player.Answer{}, context.Canceled
}

func rulesNamed(t *testing.T, name string) game.Rules {
	for _, r := range append(game.Games(), game.Fives()) {
		if r.Name() == name {
			return r
		}
	}
	t.Fatalf("no game is called %s", name)
	return nil
}
