package problems_test

import (
	"fmt"

	"stonehand/engine/weiqi/problems"
)

func ExampleAll() {
	p := problems.All()[0]
	fmt.Println(p.English, p.Chinese)
	fmt.Println(p.Question.First, p.Question.Goal, p.Result, p.Points)
	// Output:
	// Straight three: White kills 直三：白杀
	// white kill won [E1]
}
