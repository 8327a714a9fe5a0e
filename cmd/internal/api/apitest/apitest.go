// Package apitest holds types of the contract to what programs of before wrote.
package apitest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// SameBytes decodes every line of a file as a T, encodes that, and fails where a
// byte differs. The lines were written by the program of the version that the
// folder names; they are never edited.
func SameBytes[T any](t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Errorf("%s: %v: %s", path, err, line)
			continue
		}
		if got, err := json.Marshal(&v); err != nil || !bytes.Equal(got, line) {
			t.Errorf("%s: %v\nwas %s\nnow %s", path, err, line, got)
		}
	}
}
