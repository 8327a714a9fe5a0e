package table

import (
	"flag"
	"math/rand/v2"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

var (
	soakGames = flag.Int("games", 4, "how many games TestSoak plays")
	soakSeed  = flag.Uint64("gameseed", 1, "what TestSoak makes its choices from")
)

// fewer returns how often a test with people who act at random repeats itself: all
// times, or under -short, as with the race detector, at most so many.
func fewer[N int | uint64](all, short N) N {
	if testing.Short() {
		return min(all, short)
	}
	return all
}

// unraced leaves a test out under -short, as with the race detector, which makes it ten
// times slower. It lives long in the table's time and goes through goroutines that shorter
// tests go through as well.
func unraced(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without the race detector, so -short leaves it out")
	}
}

// Whole games of Connect6 with people who sweep the board, take turns back, pull
// plugs and cut the power, on boards that misread and on some that cannot tell
// colours: every game ends, and every recorded game is the one that was meant.
func TestSoak(t *testing.T) {
	games := fewer(*soakGames, 2)
	begun := time.Now()
	turns, passed := 0, time.Duration(0)
	for n := range games {
		seed := *soakSeed + uint64(n)
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 3))
			plain := seed%4 == 0
			settings := sim.Settings{
				Board: hw.Geometry{Cols: 19, Rows: 19, Colors: !plain}, Seed: seed,
				Noise: sim.Noise{Bounce: 40 * time.Millisecond, FalseRead: rng.Float64() * 0.01, Leak: rng.Float64() * 0.01},
			}
			human := api.Colors{[]board.Color{board.Black, board.White}[seed%2]}
			config := func(c *Config) { c.Human, c.Settle = human, settle }
			r := newRig(t, settings, nil, config)
			defer func() { r.stop() }()
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				return random(q, rand.New(rand.NewPCG(seed, uint64(len(q.Turns))))), nil
			})
			p := &person{rig: r, rules: game.Connect6(), rng: rng, config: config, worse: true, slow: rng.IntN(3) == 0, plain: plain, warmUp: rng.IntN(16)}
			start := time.Now()
			r.pass(2 * time.Second)
			if err := p.play(); err != nil {
				t.Fatalf("game %d (-gameseed %d -games 1): %v", n, seed, err)
			}
			turns += len(p.intended)
			passed += time.Since(start)
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d games, %d turns, %v at the board in %v", games, turns, passed.Round(time.Minute), time.Since(begun).Round(time.Second))
}
