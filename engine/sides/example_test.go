package sides_test

import (
	"bytes"
	"fmt"

	"stonehand/engine/sides"
)

func ExampleFormat() {
	type worth struct{ Row [3]int16 }
	format := sides.Format[worth]{Name: "worth of rows", Magic: "SHX1"}
	var file bytes.Buffer
	if err := format.Write(&file, []*worth{{Row: [3]int16{1, 10, 100}}}); err != nil {
		fmt.Println(err)
	}
	both, err := format.Read(&file)
	fmt.Println(both[0].Row, both[0] == both[1], err)
	_, err = format.Parse([]byte("SHX2"))
	fmt.Println(err)
	// Output:
	// [1 10 100] true <nil>
	// worth of rows: it does not begin with "SHX1"
}
