package api_test

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
)

func TestSameBytesAsBefore(t *testing.T) {
	apitest.SameBytes[api.Snapshot](t, "testdata/v1/snapshots.jsonl")
	apitest.SameBytes[api.Entry](t, "testdata/v1/entries.jsonl")
}
