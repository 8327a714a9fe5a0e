package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// ParseCommand reads a command from JSON. What cannot be read is a
// [*CommandError] that says why.
func ParseCommand(data []byte) (Command, error) {
	var c Command
	if err := json.Unmarshal(data, &c); err != nil {
		if e, ok := err.(*CommandError); ok {
			return Command{}, e
		}
		return Command{}, bad("The command is not JSON that can be read: %v; write it like {\"do\":\"undo\"}.", err)
	}
	return c, nil
}

func bad(format string, args ...any) *CommandError {
	return &CommandError{Code: "bad-value", Text: fmt.Sprintf(format, args...)}
}

// UnmarshalJSON implements json.Unmarshaler; its errors are [*CommandError]s.
func (c *Command) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return bad("A command is an object, like {\"do\":\"undo\"}.")
	}
	*c = Command{}
	for name, value := range fields {
		switch name {
		case "do":
			if json.Unmarshal(value, &c.Do) != nil {
				return bad("\"do\" is to be a word in quotes, like \"undo\", not %s.", clip(value))
			}
		case "game":
			if json.Unmarshal(value, &c.Game) != nil {
				return bad("\"game\" is to be a name in quotes, like \"connect6\", not %s.", clip(value))
			}
		case "opening":
			if json.Unmarshal(value, &c.Opening) != nil {
				return bad("\"opening\" is to be a name in quotes, like \"swap2\", not %s.", clip(value))
			}
		case "human":
			if err := c.Human.UnmarshalJSON(value); err != nil {
				return err
			}
		case "level":
			var level *int
			if json.Unmarshal(value, &level) != nil {
				return bad("\"level\" is to be a whole number from %d to %d, not %s.", MinLevel, MaxLevel, clip(value))
			}
			c.Level = level
		case "question":
			if json.Unmarshal(value, &c.Question) != nil {
				return bad("\"question\" is to be the question's number, its id, not %s.", clip(value))
			}
		case "answer":
			if json.Unmarshal(value, &c.Answer) != nil {
				return bad("\"answer\" is to be a word in quotes, like \"yes\", not %s.", clip(value))
			}
		case "volume":
			var volume *int
			if json.Unmarshal(value, &volume) != nil {
				return bad("\"volume\" is to be a whole number from 0 to 100, not %s.", clip(value))
			}
			c.Volume = volume
		case "time":
			d, err := parseTime(value)
			if err != nil {
				return err
			}
			c.Time = d
		case "clock":
			control, err := parseClock(value)
			if err != nil {
				return err
			}
			c.Clock = control
		default:
			return bad("A command has no field %q: it may have do, game, opening, human, level, time, clock, question, answer and volume.", name)
		}
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (c Command) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"do": c.Do}
	if c.Game != "" {
		fields["game"] = c.Game
	}
	if c.Opening != "" {
		fields["opening"] = c.Opening
	}
	if c.Human != nil {
		fields["human"] = c.Human
	}
	if c.Level != nil {
		fields["level"] = *c.Level
	}
	if c.Time != nil {
		fields["time"] = c.Time.Seconds()
	}
	if c.Clock != nil {
		fields["clock"] = c.Clock.String()
	}
	if c.Question != 0 {
		fields["question"] = c.Question
	}
	if c.Answer != "" {
		fields["answer"] = c.Answer
	}
	if c.Volume != nil {
		fields["volume"] = *c.Volume
	}
	return json.Marshal(fields)
}

// parseTime reads a number of seconds, or a duration like "5s"; null is nil.
func parseTime(value json.RawMessage) (*time.Duration, error) {
	if bytes.Equal(value, []byte("null")) {
		return nil, nil
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = string(value)
	}
	s = strings.TrimSpace(s)
	if seconds, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(seconds) {
		ns := seconds * float64(time.Second)
		// Beyond this it would not fit a Duration; the range is checked later.
		ns = max(min(ns, math.MaxInt64/2), math.MinInt64/2)
		d := time.Duration(ns)
		return &d, nil
	}
	if d, err := time.ParseDuration(s); err == nil {
		return &d, nil
	}
	return nil, bad("\"time\" is to be the machine's seconds a turn, like 5 or \"5s\", not %s.", clip(value))
}

// parseClock reads a clock's control, "10m+5s"; null is nil.
func parseClock(value json.RawMessage) (*clock.Control, error) {
	if bytes.Equal(value, []byte("null")) {
		return nil, nil
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return nil, bad("\"clock\" is to be a text like \"10m+5s\", not %s.", clip(value))
	}
	c, err := clock.Parse(s)
	if err != nil {
		return nil, bad("\"clock\": %v.", err)
	}
	return &c, nil
}

// UnmarshalJSON implements json.Unmarshaler; its errors are [*CommandError]s.
func (c *Colors) UnmarshalJSON(data []byte) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		*c = nil
		return nil
	}
	wrong := bad("\"human\" is to be \"black\", \"white\", \"both\", \"none\" or a list of colours, not %s.", clip(data))
	var list []string
	if json.Unmarshal(data, &list) != nil {
		var one string
		if json.Unmarshal(data, &one) != nil {
			return wrong
		}
		switch strings.ToLower(one) {
		case "none", "":
		case "both":
			list = []string{"black", "white"}
		default:
			list = []string{one}
		}
	}
	people := [3]bool{}
	for _, name := range list {
		color, ok := board.ParseColor(name)
		if !ok {
			return wrong
		}
		people[color] = true
	}
	*c = Colors{}
	for _, color := range []board.Color{board.Black, board.White} {
		if people[color] {
			*c = append(*c, color)
		}
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (c Colors) MarshalJSON() ([]byte, error) {
	switch {
	case c == nil:
		return []byte("null"), nil
	case len(c) == 0:
		return []byte(`"none"`), nil
	case len(c) == 1:
		return json.Marshal(c[0].String())
	}
	return []byte(`"both"`), nil
}

// clip shortens foreign text before it is quoted in a sentence.
func clip(b []byte) string { return text.Foreign(string(b), 40) }

func checkLevel(l text.Language, level int) *CommandError {
	if level < MinLevel || level > MaxLevel {
		return &CommandError{Code: "bad-value", Text: l.Say(text.BadLevel, level, MinLevel, MaxLevel)}
	}
	return nil
}

func checkTime(l text.Language, d time.Duration) *CommandError {
	if d < MinTime || d > MaxTime {
		return &CommandError{Code: "bad-value", Text: l.Say(text.BadTime, d, MinTime, MaxTime)}
	}
	return nil
}
