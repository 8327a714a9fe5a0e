package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// KindCounsel is the job to choose a turn for a table, a [Counsel]. It is bounded by time:
// who asks looks for itself at what comes back.
const KindCounsel = "counsel"

// Counsel is a position that a table wants a second opinion of.
type Counsel struct {
	Rules  string        `json:"rules"` // as [RulesOf] knows them
	Size   board.Size    `json:"size"`
	Turns  []game.Turn   `json:"turns"`
	Placed []board.Point `json:"placed"` // stones of the turn to be chosen that stand already
	ToMove board.Color   `json:"to_move"`
	Due    int           `json:"due"`
	MS     int64         `json:"ms"` // how long to look
}

// longestCounsel is how long a worker looks at most.
const longestCounsel = 10 * time.Minute

// advise does the job [KindCounsel], with every core: somebody waits.
func advise(ctx context.Context, c Counsel) ([]board.Point, error) {
	rules, err := RulesOf(c.Rules, c.Size)
	if err != nil {
		return nil, err
	}
	q := player.Question{Level: api.MaxLevel, Position: player.Position{Rules: rules, Turns: c.Turns, Placed: c.Placed, ToMove: c.ToMove, Due: c.Due}}
	seen := map[board.Point]bool{}
	for p := range q.Stones {
		if !rules.Size().Has(p) || seen[p] {
			return nil, fmt.Errorf("%v is taken, or on no board of %v", p, rules.Size())
		}
		seen[p] = true
	}
	look := min(time.Duration(c.MS)*time.Millisecond, longestCounsel)
	if look <= 0 || c.ToMove == board.Empty || c.Due < 1 {
		return nil, errors.New("there is nothing to look at, or no time")
	}
	q.Limits = limit.Limits{Soft: look, Hard: look}
	o := players.Defaults()
	o.Threads = min(runtime.NumCPU(), search.MaxThreads)
	a, err := players.NewSteady(o, time.Now).Choose(ctx, q, nil)
	return a.Points, err
}
