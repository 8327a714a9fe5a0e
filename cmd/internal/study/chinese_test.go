package study

import (
	"testing"

	"stonehand/cmd/internal/text/texttest"
)

func TestChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"chinese.Of": 0})
}
