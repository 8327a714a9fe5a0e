package replay_test

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/replay"
)

func TestSameBytesAsBefore(t *testing.T) {
	apitest.SameBytes[replay.Settings](t, "testdata/v1/settings.jsonl")
	apitest.SameBytes[api.LinkOrder](t, "testdata/v1/link.jsonl")
	apitest.SameBytes[api.Command](t, "testdata/v1/do.jsonl")
}
