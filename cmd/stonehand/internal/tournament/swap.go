package tournament

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// swap2 lets two brains open a game by swap2: the first puts three stones down, the
// second takes White and moves, takes Black, or puts two more down and leaves the
// colours to the first. It returns the seats of Black and White, and plays the
// stones on b.
func swap2(first, second *seat, b *Board, random *rand.Rand) (black, white *seat, err error) {
	put := func(s *seat, stones ...int) (answer string, err error) {
		lines := []string{"SWAP2BOARD"}
		for _, p := range b.Moves() {
			lines = append(lines, fmt.Sprintf("%d,%d", p.X, p.Y))
		}
		if answer, err = s.Ask(append(lines, "DONE")...); err != nil || answer == "SWAP" && len(b.Moves()) > 0 {
			return answer, err
		}
		words := strings.Fields(answer)
		for _, n := range stones {
			if n != len(words) {
				continue
			}
			for _, word := range words {
				var p Point
				if k, _ := fmt.Sscanf(word, "%d,%d", &p.X, &p.Y); k != 2 || b.At(p) != Nobody {
					return "", fmt.Errorf("%s answers %q to swap2 of %v, and not free points", s.Name, answer, b.Moves())
				}
				b.Play(p)
			}
			return answer, nil
		}
		return "", fmt.Errorf("%s answers %q to swap2 of %v", s.Name, answer, b.Moves())
	}
	// Who has just answered knows the stones, and may be told of the next by TURN.
	knows := func(s *seat) { s.fresh = random.IntN(2) == 0 }
	if _, err = put(first, 3); err != nil {
		return nil, nil, err
	}
	black, white = first, second
	answer, err := put(second, 1, 2)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case answer == "SWAP":
		black, white = second, first
		knows(second)
	case len(b.Moves()) == 5:
		if answer, err = put(first, 1); err != nil {
			return nil, nil, err
		}
		if answer != "SWAP" {
			black, white = second, first
		}
		knows(first)
	default:
		knows(second)
	}
	black.side, white.side = Black, White
	return black, white, nil
}
