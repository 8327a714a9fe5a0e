package main_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// damages are what happens to files when the power fails, and to cards that
// grow old.
var damages = map[string]func(rng *rand.Rand, data []byte) []byte{
	"cut off":       func(rng *rand.Rand, data []byte) []byte { return data[:rng.IntN(len(data))] },
	"torn":          func(rng *rand.Rand, data []byte) []byte { return data[:max(0, len(data)-1-rng.IntN(300))] },
	"a bit flipped": func(rng *rand.Rand, data []byte) []byte { data[rng.IntN(len(data))] ^= 1 << rng.IntN(8); return data },
	"zeros behind":  func(_ *rand.Rand, data []byte) []byte { return append(data, make([]byte, 4096)...) },
	"zeros at the end": func(rng *rand.Rand, data []byte) []byte {
		clear(data[max(0, len(data)-1-rng.IntN(600)):])
		return data
	},
	"a block of zeros": func(rng *rand.Rand, data []byte) []byte {
		clear(data[block(rng, data):][:min(512, len(data))])
		return data
	},
	"a block missing": func(rng *rand.Rand, data []byte) []byte {
		at := block(rng, data)
		return slices.Delete(data, at, min(at+512, len(data)))
	},
	"a block twice": func(rng *rand.Rand, data []byte) []byte {
		at := block(rng, data)
		return slices.Insert(data, at, bytes.Clone(data[at:min(at+512, len(data))])...)
	},
	"garbage": func(rng *rand.Rand, data []byte) []byte {
		for range 1 + rng.IntN(2000) {
			data = append(data, byte(rng.Uint32()))
		}
		return data
	},
	"empty": func(*rand.Rand, []byte) []byte { return nil },
}

// block returns where a block of 512 bytes, or of all there are, begins.
func block(rng *rand.Rand, data []byte) int { return rng.IntN(max(1, len(data)-512)) }

// damage does something bad, every other time, to the journal in a folder or to
// its copy, and says what. Only one of them is damaged until both are well again.
func damage(t *testing.T, rng *rand.Rand, dir string) (what string) {
	t.Helper()
	names := []string{"journal", "journal.copy"}
	var files [2][]byte
	for i, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return ""
		}
		files[i] = data
	}
	if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) || rng.IntN(2) == 0 {
		return ""
	}
	kinds := slices.Sorted(maps.Keys(damages))
	what = kinds[rng.IntN(len(kinds))]
	i := rng.IntN(2)
	if err := os.WriteFile(filepath.Join(dir, names[i]), damages[what](rng, files[i]), 0o640); err != nil {
		t.Fatal(err)
	}
	return what
}
