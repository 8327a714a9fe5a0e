package store

import (
	"testing"

	"stonehand/cmd/internal/text/texttest"
)

func TestEveryProblemHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"Of": 0})
}
