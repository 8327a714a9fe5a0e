package sgf

import (
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// Timing returns the root's properties for a clock: TM, the main time in
// seconds, and OT, what follows it, in the words that programs of Go write ("5
// fischer", "3x30 byo-yomi", "5/180 Canadian"). Time for every turn is one period that always comes
// back, which is the same. Nil without a clock.
func Timing(c clock.Control) []Property {
	if c.IsZero() {
		return nil
	}
	list := []Property{{Name: "TM", Values: []Value{seconds(c.Main)}}}
	over := ""
	switch {
	case c.Turn > 0:
		over = "1x" + string(seconds(c.Turn)) + " byo-yomi"
	case c.Canadian:
		over = strconv.Itoa(c.Periods) + "/" + string(seconds(c.Period)) + " Canadian"
	case c.Periods > 0:
		over = strconv.Itoa(c.Periods) + "x" + string(seconds(c.Period)) + " byo-yomi"
	case c.Increment > 0:
		over = string(seconds(c.Increment)) + " fischer"
	}
	if over != "" {
		list = append(list, Property{Name: "OT", Values: []Value{Text(over)}})
	}
	return list
}

// timeLeft returns the properties of a turn after which its side has s left: BL or
// WL in seconds, and in overtime OB or OW, the periods, or the turns of a Canadian one.
func timeLeft(c board.Color, s clock.Side) []Property {
	name := "B"
	if c == board.White {
		name = "W"
	}
	left := s.Main
	over := s.Periods > 0 && s.Main == 0
	if over {
		left = s.Period
	}
	list := []Property{{Name: name + "L", Values: []Value{seconds(left)}}}
	if over {
		list = append(list, Property{Name: "O" + name, Values: []Value{Value(strconv.Itoa(s.Periods))}})
	}
	return list
}

// seconds writes a time as SGF's Real: at most three digits after the point.
func seconds(d time.Duration) Value {
	s := strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', 3, 64)
	return Value(strings.TrimSuffix(strings.TrimRight(s, "0"), "."))
}
