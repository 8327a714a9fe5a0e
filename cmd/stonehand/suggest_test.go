package main

import "testing"

func TestClosest(t *testing.T) {
	words := []string{"serve", "console", "bench", "match", "version", "help"}
	for typed, want := range map[string]string{
		"serv": "serve", "benhc": "bench", "Bench": "bench", "consle": "console", "consoles": "console", "mach": "match",
		"verzion": "version", "halp": "help", "xyzzy": "", "": "", "a": "", "batch": "match",
	} {
		if got := closest(typed, words); got != want {
			t.Errorf("closest to %q is %q, want %q", typed, got, want)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"bench", "bench", 0}, {"benhc", "bench", 2}} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d edits, want %d", c.a, c.b, got, c.want)
		}
	}
}
