package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/hw/matrix"
)

// The example names everything that a button may do.
func TestExampleNamesEveryAction(t *testing.T) {
	_, list, _ := strings.Cut(Example, "# what a press does: ")
	list, _, _ = strings.Cut(list, "\nhold ")
	names := strings.FieldsFunc(list, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') })
	for _, action := range api.ButtonActions {
		if !slices.Contains(names, action) {
			t.Errorf("the example does not name %s", action)
		}
	}
}

func TestButtons(t *testing.T) {
	c, err := Parse("f", []byte("[buttons]\npress = [\"1 undo\", \"2 pause\"]\nhold = [\"1 new-game\", \"3 shutdown\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []api.Wiring{{Name: "1", Press: "undo", Hold: "new-game"}, {Name: "2", Press: "pause"}, {Name: "3", Hold: "shutdown"}}
	if diff := cmp.Diff(want, c.Buttons.Wiring()); diff != "" {
		t.Error(diff)
	}
	c, err = Parse("f", []byte("[buttons]\npins = ['left GPIO5', 'right !GPIO5']\npress = ['left turn-black', 'right turn-white']\nturn = 'lever'\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]matrix.Key{{Name: "left", Line: "GPIO5"}, {Name: "right", Line: "GPIO5", Inverse: true}}, c.Buttons.Keys()); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		`press = ["1"]`:                         "a button can do undo, hint, move-now, pause",
		`press = ["1 dance"]`:                   "a button can do undo, hint, move-now, pause",
		`hold = ["a:b undo"]`:                   `like "1 undo"`,
		`press = ["1 undo", "1 pause"]`:         "the button 1 is there twice",
		`hold_time = "1h"`:                      "it can be 500ms to 10s",
		`press = [1]`:                           "buttons.press",
		`press = ["1 undo"]` + "\nwat = 1":      `unknown key "buttons.wat"`,
		`pins = ["1"]`:                          `like "1 GPIO5"`,
		`pins = ["1 a:b"]`:                      `like "1 GPIO5"`,
		`pins = ["1 A", "1 B"]`:                 "the button 1 is there twice",
		`pins = ["1 A", "2 A"]`:                 "the line A is there twice",
		`turn = "press"`:                        `it can be "settle", "lever"`,
		`turn = "lever"`:                        "let a button end turns",
		`hold = ["1 turn"]`:                     "a lever stays down",
		"press = ['1 turn']\nhold = ['1 undo']": "a lever stays down",
	} {
		_, err := Parse("f", []byte("[buttons]\n"+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
