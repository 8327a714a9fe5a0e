package fleet

import (
	"testing"

	"stonehand/cmd/internal/text/texttest"
)

func TestEveryRefusalHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"forbidden": 0, "bad": 0, "Of": 0})
}
