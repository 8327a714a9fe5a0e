package regular_test

import (
	"errors"
	"fmt"

	"stonehand/cmd/internal/regular"
)

// A device is never waited for.
func ExampleRead() {
	_, err := regular.Read("/dev/zero", 100)
	fmt.Println(errors.Is(err, regular.ErrNotRegular))
	// Output: true
}
