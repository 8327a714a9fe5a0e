package commandline

import "testing"

func TestClosest(t *testing.T) {
	words := []string{"serve", "console", "bench", "match", "version", "help"}
	for typed, want := range map[string]string{
		"serv": "serve", "benhc": "bench", "Bench": "bench", "consle": "console", "consoles": "console", "mach": "match",
		"verzion": "version", "halp": "help", "xyzzy": "", "": "", "a": "", "batch": "match",
	} {
		if got := Closest(typed, words); got != want {
			t.Errorf("closest to %q is %q, want %q", typed, got, want)
		}
	}
}
