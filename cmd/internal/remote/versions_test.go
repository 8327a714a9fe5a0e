package remote

import (
	"testing"

	"stonehand/cmd/internal/api/apitest"
)

func TestSameBytesAsBefore(t *testing.T) {
	apitest.SameBytes[Event](t, "testdata/v1/events.jsonl")
	apitest.SameBytes[Message](t, "testdata/v1/messages.jsonl")
}
