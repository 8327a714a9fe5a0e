package charset_test

import (
	"fmt"

	"stonehand/cmd/internal/charset"
)

func ExampleNamed() {
	fmt.Println(charset.Named("GB2312").Decode("\xce\xa7\xc6\xe5"))
	// Output: 围棋
}
