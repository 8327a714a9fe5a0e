package link

import (
	"testing"

	"stonehand/cmd/internal/api/apitest"
)

func TestSameBytesAsBefore(t *testing.T) {
	apitest.SameBytes[greeting](t, "testdata/v1/greetings.jsonl")
	apitest.SameBytes[kept](t, "testdata/v1/files.jsonl")
}
