package main

import (
	"math"
	"strings"
	"testing"
)

func TestJogs(t *testing.T) {
	by, err := parseJog("x10 y-0.5  x1")
	if err != nil || by != [3]float64{11, -0.5, 0} {
		t.Errorf("%v, %v", by, err)
	}
	for _, line := range []string{"x", "w5", "10", "x1e9", "xNaN", "x5 up"} {
		if _, err := parseJog(line); err == nil || !strings.Contains(err.Error(), "is no motion") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// FuzzJog reads whatever somebody may type while the arm waits.
func FuzzJog(f *testing.F) {
	for _, s := range []string{"x10", "y-0.5 z3", "xInf", "é5", " "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		by, err := parseJog(line)
		for _, v := range by {
			if err == nil && (math.IsNaN(v) || math.Abs(v) > 5000*float64(len(line)+1)) {
				t.Errorf("%q: %v", line, by)
			}
		}
	})
}
