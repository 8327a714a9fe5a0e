package config

import (
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Sensors returns how the simulated board's sensors lie.
func (s Sim) Sensors() calib.Orientation {
	return calib.Orientation{Quarters: s.Rotate / 90, Mirror: s.Mirror}
}

// Lamps returns how its lamps lie.
func (s Sim) Lamps() calib.Orientation {
	return calib.Orientation{Quarters: s.LampsRotate / 90, Mirror: s.LampsMirror}
}

// Broken returns the points, by number, whose sensors always show the same, and
// what. Points that are none, which a Config that was read from a file never
// holds, are left out here as in [Sim.Faint].
func (s Sim) Broken(size board.Size) map[int]hw.State {
	broken := map[int]hw.State{}
	for _, p := range numbers(size, s.Stuck) {
		broken[p] = hw.Black
	}
	for _, p := range numbers(size, s.Dead) {
		broken[p] = hw.Empty
	}
	return broken
}

// Faint returns the points, by number, whose sensors are weak.
func (s Sim) Faint(size board.Size) []int { return numbers(size, s.Weak) }

func numbers(size board.Size, names []string) []int {
	var list []int
	for _, name := range names {
		if p, err := size.Parse(name, board.Algebraic); err == nil {
			list = append(list, size.Index(p))
		}
	}
	return list
}

// checkBuild checks how the simulated board was put together.
func (s Sim) checkBuild(k *checker, size board.Size) {
	for key, degrees := range map[string]int{"sim.rotate": s.Rotate, "sim.lamps_rotate": s.LampsRotate} {
		if degrees%90 != 0 || degrees < 0 || degrees > 270 {
			k.refuse(key, degrees, "it can be 0, 90, 180 or 270")
		}
	}
	if !size.Valid() {
		return
	}
	for key, names := range map[string][]string{"sim.stuck": s.Stuck, "sim.dead": s.Dead, "sim.weak": s.Weak} {
		for _, name := range names {
			if _, err := size.Parse(name, board.Algebraic); err != nil {
				k.refuse(key, names, "%s", err)
				break
			}
		}
	}
}
