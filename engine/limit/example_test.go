package limit_test

import (
	"fmt"
	"time"

	"stonehand/engine/clock"
	"stonehand/engine/limit"
)

// Five minutes for the game, three seconds more for every turn.
func ExampleBudget_Limits() {
	control, err := clock.Parse("5m+3s")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := limit.OnClock(control, clock.Side{Main: 150 * time.Second})
	l := b.Limits(16)
	fmt.Println("about", l.Soft, "and never more than", l.Hard)
	// Output: about 12.8s and never more than 51.2s
}
