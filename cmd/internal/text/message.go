package text

import (
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// Words is something that each language words for itself.
type Words interface {
	In(l Language) string
}

// Message is a sentence by its key. Arguments that are [Words] or errors are
// worded in the sentence's language.
type Message struct {
	Key  Key
	Args []any
}

// Messages are sentences, one after the other.
type Messages []Words

// Plain is the same in every language.
type Plain string

// Side is a player by colour, as [Language.Side] names it.
type Side board.Color

// Stones are so many of a colour, as [Language.Stones] counts them.
type Stones struct {
	N     int
	Color board.Color
}

// Color is a stone's colour, as [Language.Color] names it.
type Color board.Color

// Seconds are so many: "one second", "2.5 seconds".
type Seconds float64

// Span is a length of time: "one minute", "90 seconds", "12 minutes 30 seconds".
type Span time.Duration

// Program is what people read of a player that sits by name, as records have it: this product's
// own have a name in each language.
type Program string

// Clock is how the sides are given time: "10 minutes, plus 5 seconds per turn".
type Clock clock.Control

// Weekday is a day of the week.
type Weekday time.Weekday

// In names the day in a language.
func (d Weekday) In(l Language) string { return l.Say(Sunday + Key(d)) }

// Points are points, as [Language.Points] lists them.
type Points []board.Point

// Tell returns the message with the key.
func Tell(k Key, args ...any) Message { return Message{k, args} }

// In writes the message in a language.
func (m Message) In(l Language) string {
	return l.Say(m.Key, worded(l, m.Args)...)
}

// In writes the messages in a language.
func (m Messages) In(l Language) string {
	var all []string
	for _, w := range m {
		all = append(all, w.In(l))
	}
	return l.Join(all...)
}

// In returns it as it is.
func (p Plain) In(Language) string { return string(p) }

// In names the player in a language.
func (s Side) In(l Language) string { return l.Side(board.Color(s)) }

// In counts the stones in a language.
func (s Stones) In(l Language) string { return l.Stones(s.N, s.Color) }

// In names the colour in a language.
func (c Color) In(l Language) string { return l.Color(board.Color(c)) }

// In names the program in a language.
func (p Program) In(l Language) string {
	for _, k := range minds {
		if English.Say(k) == string(p) {
			return l.Say(k)
		}
	}
	return string(p)
}

// In counts the seconds in a language.
func (s Seconds) In(l Language) string {
	if s == 1 {
		return l.Say(OneSecond)
	}
	return l.Say(SomeSeconds, fmt.Sprintf("%.3g", float64(s)))
}

// In says the length in a language.
func (s Span) In(l Language) string {
	d := time.Duration(s)
	minutes, seconds := int(d/time.Minute), Seconds((d % time.Minute).Seconds())
	switch {
	case minutes == 0, minutes == 1 && seconds > 0:
		return Seconds(d.Seconds()).In(l)
	case seconds > 0:
		return l.Join(l.Say(SomeMinutes, minutes), seconds.In(l))
	case minutes == 1:
		return l.Say(OneMinute)
	}
	return l.Say(SomeMinutes, minutes)
}

// In says the clock in a language.
func (c Clock) In(l Language) string {
	main, period := Span(c.Main).In(l), Span(c.Period).In(l)
	periods := l.Say(ClockPeriods, c.Periods, period)
	if c.Canadian {
		if periods = l.Say(ClockOvertime, c.Periods, period); c.Periods == 1 {
			periods = l.Say(ClockOneTurn, period)
		}
	}
	switch {
	case clock.Control(c).IsZero():
		return l.Say(NoClock)
	case c.Turn != 0:
		return l.Say(ClockTurn, Span(c.Turn).In(l))
	case c.Increment != 0:
		return l.Say(ClockPlus, main, Span(c.Increment).In(l))
	case c.Periods == 0:
		return main
	case c.Main == 0:
		return periods
	}
	return l.Say(ClockThen, main, periods)
}

// In lists the points in a language.
func (p Points) In(l Language) string { return l.Points(p) }

// InEach writes what each language says, by its code; what a language does not say is left
// out.
func InEach(w Words) map[string]string {
	all := map[string]string{}
	for l := range Language(Languages) {
		if s := w.In(l); s != "" {
			all[l.String()] = s
		}
	}
	return all
}

// Each is what each language says, in the order of the [Languages].
type Each [Languages]string

// EachOf words something in every language.
func EachOf(w Words) (e Each) {
	for l := range e {
		e[l] = w.In(Language(l))
	}
	return e
}

// In returns what the language says.
func (e Each) In(l Language) string { return e[min(l, Languages-1)] }

// Moves is a line of play; [board.Nowhere] is a pass.
type Moves []board.Point

// In lists the moves in a language.
func (m Moves) In(l Language) string {
	var names []string
	for _, p := range m {
		name := p.String()
		if p == board.Nowhere {
			name = l.Say(MenuPass)
		}
		names = append(names, name)
	}
	return strings.Join(names, l.Say(Comma))
}
