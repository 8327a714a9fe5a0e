// Package apitest holds types of the contract to what programs of before wrote.
package apitest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
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

// At reads a point as the contract writes it.
func At(name string) board.Point {
	var p board.Point
	if err := p.UnmarshalText([]byte(name)); err != nil {
		panic(err)
	}
	return p
}

// Points reads a list of them.
func Points(names ...string) api.Points {
	list := api.Points{}
	for _, n := range names {
		list = append(list, At(n))
	}
	return list
}

// Turns reads a list of turns.
func Turns(turns [][]string) []api.Points {
	list := []api.Points{}
	for _, t := range turns {
		list = append(list, Points(t...))
	}
	return list
}

// Names writes points as the contract does.
func Names[L ~[]P, P interface{ String() string }](list L) []string {
	names := []string{}
	for _, p := range list {
		names = append(names, p.String())
	}
	return names
}

// As reads v, written as JSON, as a T.
func As[T any](v any) T {
	var t T
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		panic(err)
	}
	return t
}
