package api

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/engine/board"
)

func ptr[T any](v T) *T { return &v }

func TestParseCommand(t *testing.T) {
	for text, want := range map[string]Command{
		`{"do":"undo"}`:                                           {Do: DoUndo},
		` {"do":"new-game","game":"connect6"} `:                   {Do: DoNewGame, Game: "connect6"},
		`{"do":"new-game","human":"white","level":7,"time":2.5}`:  {Do: DoNewGame, Human: Colors{board.White}, Level: ptr(7), Time: ptr(2500 * time.Millisecond)},
		`{"do":"new-game","human":"both","time":"1m30s"}`:         {Do: DoNewGame, Human: Colors{board.Black, board.White}, Time: ptr(90 * time.Second)},
		`{"do":"new-game","human":"none","time":"5"}`:             {Do: DoNewGame, Human: Colors{}, Time: ptr(5 * time.Second)},
		`{"do":"new-game","human":["white","black","white"]}`:     {Do: DoNewGame, Human: Colors{board.Black, board.White}},
		`{"do":"new-game","human":[]}`:                            {Do: DoNewGame, Human: Colors{}},
		`{"do":"new-game","human":null,"level":null,"time":null}`: {Do: DoNewGame},
		`{"do":"new-game","level":99,"time":-1}`:                  {Do: DoNewGame, Level: ptr(99), Time: ptr(-time.Second)}, // the table refuses these
		`{"do":"new-game","time":1e300}`:                          {Do: DoNewGame, Time: ptr(time.Duration(1 << 62))},
		`{"do":"dance"}`:                                          {Do: "dance"},
		`{}`:                                                      {},
	} {
		got, err := ParseCommand([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestParseCommandRefusesInSentences(t *testing.T) {
	for text, says := range map[string]string{
		``:                                "not valid JSON",
		`{"do":`:                          "not valid JSON",
		`{"do":"undo"} x`:                 "not valid JSON",
		`null`:                            "A command is an object",
		`"undo"`:                          "A command is an object",
		`[{"do":"undo"}]`:                 "A command is an object",
		`{"do":1}`:                        `"do" must be a word`,
		`{"do":"undo","speed":1}`:         `no field "speed"`,
		`{"do":"undo","Do":"undo"}`:       `no field "Do"`,
		`{"do":"new-game","game":6}`:      `"game" must be a name`,
		`{"do":"new-game","human":"red"}`: `"human" must be "black"`,
		`{"do":"new-game","human":3}`:     `"human" must be "black"`,
		`{"do":"new-game","human":["black","red"]}`:              `"human" must be "black"`,
		`{"do":"new-game","level":"high"}`:                       `"level" must be a whole number from 1 to 15`,
		`{"do":"new-game","level":1.5}`:                          `"level" must be a whole number`,
		`{"do":"new-game","time":"soon"}`:                        `"time" must be`,
		`{"do":"new-game","time":"NaN"}`:                         `"time" must be`,
		`{"do":"new-game","time":[5]}`:                           `"time" must be`,
		`{"do":"new-game","level":"` + strings.Repeat("9", 1000): "not valid JSON",
	} {
		_, err := ParseCommand([]byte(text))
		var e *CommandError
		if !errors.As(err, &e) || e.Code != "bad-value" || !strings.Contains(e.Text, says) || len(e.Text) > 200 {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	f.Add([]byte(`{"do":"new-game","game":"connect6","human":["black"],"level":3,"time":"5s"}`))
	f.Add([]byte(`{"do":"undo"}`))
	f.Add([]byte(`{"time":1e99,"human":"both"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCommand(data)
		if err != nil {
			var e *CommandError
			if !errors.As(err, &e) || e.Text == "" {
				t.Fatalf("%v is no CommandError", err)
			}
			return
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseCommand(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		// A time goes through seconds, which hold it to a millionth of itself.
		if c.Time != nil && again.Time != nil && (*c.Time-*again.Time).Abs() <= c.Time.Abs()/1_000_000+1 {
			again.Time = c.Time
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%s: %s", text, diff)
		}
	})
}
