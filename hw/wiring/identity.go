package wiring

import (
	"fmt"
	"hash/fnv"
)

// Identity tells one wiring from another: by which place serves which point. What
// was found out through one says nothing of the other, and bare chips and LEDs do
// not say which board they are on.
func Identity(chain []int) string {
	h := fnv.New64a()
	for _, p := range chain {
		fmt.Fprintf(h, "%d,", p)
	}
	return fmt.Sprintf("wired-%016x", h.Sum64())
}
