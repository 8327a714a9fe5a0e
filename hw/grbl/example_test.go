package grbl_test

import (
	"fmt"

	"stonehand/hw/grbl"
)

// Three corners of a board of 19x19 points, touched with the gripper, say where its
// middle is. The board lies turned by a quarter of a degree.
func ExampleNewFit() {
	var touched []grbl.Touch
	for _, line := range []string{"A1 20 30 -5", "T1 415.996 31.728 -5", "A19 18.272 425.996 -5"} {
		name, at, err := grbl.ParseTouch(line)
		if err != nil {
			fmt.Println(err)
			return
		}
		corner := map[string][2]int{"A1": {0, 0}, "T1": {18, 0}, "A19": {0, 18}}[name]
		touched = append(touched, grbl.Touch{Col: corner[0], Row: corner[1], At: at})
	}
	fit, err := grbl.NewFit(touched)
	if err != nil {
		fmt.Println(err)
		return
	}
	middle := fit.At(9, 9)
	col, row := fit.Pitch()
	fmt.Printf("%.1f %.1f %.1f, points %.1f and %.1f mm apart\n", middle[0], middle[1], middle[2], col, row)
	// Output: 217.1 228.9 -5.0, points 22.0 and 22.0 mm apart
}
