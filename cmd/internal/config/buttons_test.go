package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/table"
)

func TestButtons(t *testing.T) {
	c, err := Parse("f", []byte("[buttons]\npress = [\"1 undo\", \"2 pause\"]\nhold = [\"1 new-game\", \"3 shutdown\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []table.Wiring{{Name: "1", Press: "undo", Hold: "new-game"}, {Name: "2", Press: "pause"}, {Name: "3", Hold: "shutdown"}}
	if diff := cmp.Diff(want, c.Buttons.Wiring()); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		`press = ["1"]`:                    "a button can do undo, move-now, pause",
		`press = ["1 dance"]`:              "a button can do undo, move-now, pause",
		`hold = ["a:b undo"]`:              `like "1 undo"`,
		`press = ["1 undo", "1 pause"]`:    "the button 1 is there twice",
		`hold_time = "1h"`:                 "it can be 500ms to 10s",
		`press = [1]`:                      "buttons.press",
		`press = ["1 undo"]` + "\nwat = 1": `unknown key "buttons.wat"`,
	} {
		_, err := Parse("f", []byte("[buttons]\n"+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
