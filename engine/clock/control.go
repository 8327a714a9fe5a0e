// Package clock keeps the time of the two sides of a game: how it is given
// ([Control]), what a side has left of it ([Side]), and which side's is running
// ([Clock]). It has no clock of its own: its user says what time it is.
package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/problem"
)

// Bounds of what a [Control] may give.
const (
	Least       = 10 * time.Millisecond
	Most        = 24 * time.Hour
	MostPeriods = 99
)

// Control is how the sides are given time; both are given the same. It is one of
// five: none (the zero Control), so much for every turn, main time for the whole
// game with an increment or without, and main time followed by byo-yomi or by
// Canadian overtime.
type Control struct {
	// Turn is what a side has for each of its turns. What is left of it is lost.
	Turn time.Duration
	// Main is what a side has for the whole game; with Periods it may be 0.
	Main time.Duration
	// Increment is added to what is left by every turn that is completed (D.
	// Bronstein and R. Fischer's way).
	Increment time.Duration
	// Periods of length Period follow when the main time is used up: Japanese
	// byo-yomi. A period that is used up is lost; a turn that is completed within
	// one gives it back whole.
	Periods int
	Period  time.Duration
	// Canadian says that Period is for as many turns as Periods together, in whatever
	// parts. A side that has completed them in it gets it and as many turns again.
	Canadian bool
}

// IsZero reports whether there is no clock.
func (c Control) IsZero() bool { return c == Control{} }

// Parse reads a control as people write it:
//
//	none        no clock
//	30s/turn    30 seconds for every turn
//	10m         10 minutes for the game
//	10m+5s      and 5 seconds added by every turn
//	10m+3x30s   and then 3 byo-yomi periods of 30 seconds
//	3x30s       the periods alone
//	10m+5/3m    and then 3 minutes for every 5 turns: Canadian overtime
//	5/3m        that alone
//
// Times are those of [time.ParseDuration], rounded to milliseconds, in which
// records keep what is left. An error is a clause that says what would be right.
func Parse(s string) (Control, error) {
	text := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(s, "×", "x")), ""))
	c, ok := parse(text)
	if !ok || c.IsZero() && text != "none" {
		if len(s) > 40 {
			s = strings.ToValidUTF8(s[:40], "") + "..."
		}
		return Control{}, problem.New(`%q is not a clock: write "none", "30s/turn", "10m", "10m+5s", "10m+3x30s" or "10m+5/3m"`, s)
	}
	if err := c.Check(); err != nil {
		return Control{}, err
	}
	return c, nil
}

func parse(s string) (c Control, ok bool) {
	if s == "none" {
		return c, true
	}
	if turn, found := strings.CutSuffix(s, "/turn"); found {
		c.Turn, ok = duration(turn)
		return c, ok
	}
	main, more, both := strings.Cut(s, "+")
	if !both && strings.ContainsAny(s, "x/") {
		main, more, both = "0s", s, true
	}
	if c.Main, ok = duration(main); !ok || !both {
		return c, ok
	}
	n, period, periods := strings.Cut(more, "x")
	if !periods {
		n, period, periods = strings.Cut(more, "/")
		c.Canadian = periods
	}
	if !periods {
		c.Increment, ok = duration(more)
		return c, ok
	}
	var err error
	if c.Periods, err = strconv.Atoi(n); err != nil {
		return c, false
	}
	c.Period, ok = duration(period)
	return c, ok && c.Periods != 0
}

// duration reads a time that is not negative.
func duration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d.Round(time.Millisecond), err == nil && d >= 0 && !strings.ContainsAny(s, "+-")
}

// Check says what is wrong with c, as a clause that says what would be right; nil
// if nothing is.
func (c Control) Check() error {
	wrong := func(what string, d, least time.Duration) error {
		return problem.New("%s of %s on a clock is out of range: it can be %s to %s", problem.New(what), Short(d), Short(least), Short(Most))
	}
	in := func(d, least time.Duration) bool { return d >= least && d <= Most }
	switch {
	case c.IsZero():
		return nil
	case c.Turn != 0 && c != Control{Turn: c.Turn}, c.Increment != 0 && c.Periods != 0, c.Periods == 0 && (c.Period != 0 || c.Canadian):
		return problem.New("a clock gives time for a turn, or main time with an increment, or main time with periods")
	case c.Turn != 0:
		if !in(c.Turn, Least) {
			return wrong("a turn", c.Turn, Least)
		}
		return nil
	case c.Periods != 0:
		switch {
		case c.Periods < 0 || c.Periods > MostPeriods:
			if c.Canadian {
				return problem.New("%d turns of overtime are out of range: a clock can have 1 to %d", c.Periods, MostPeriods)
			}
			return problem.New("%d byo-yomi periods are out of range: a clock can have 1 to %d", c.Periods, MostPeriods)
		case !in(c.Period, Least):
			return wrong("a period", c.Period, Least)
		case !in(c.Main, 0):
			return wrong("a main time", c.Main, 0)
		}
		return nil
	case !in(c.Main, Least):
		return wrong("a main time", c.Main, Least)
	case !in(c.Increment, 0):
		return wrong("an increment", c.Increment, 0)
	}
	return nil
}

// String writes the control as [Parse] reads it.
func (c Control) String() string {
	periods := fmt.Sprintf("%dx%s", c.Periods, Short(c.Period))
	if c.Canadian {
		periods = fmt.Sprintf("%d/%s", c.Periods, Short(c.Period))
	}
	switch {
	case c.IsZero():
		return "none"
	case c.Turn != 0:
		return Short(c.Turn) + "/turn"
	case c.Periods != 0 && c.Main == 0:
		return periods
	case c.Periods != 0:
		return Short(c.Main) + "+" + periods
	case c.Increment != 0:
		return Short(c.Main) + "+" + Short(c.Increment)
	}
	return Short(c.Main)
}

// MarshalText writes the control as [Control.String] does. It implements
// [encoding.TextMarshaler].
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads exactly what [Control.MarshalText] writes; what people write
// is for [Parse]. It implements [encoding.TextUnmarshaler].
func (c *Control) UnmarshalText(text []byte) error {
	r, err := Parse(string(text))
	if err != nil {
		return err
	}
	if r.String() != string(text) {
		return problem.New("%.40q is not how a clock is written: write %q", text, r)
	}
	*c = r
	return nil
}

// Short writes a time without its empty parts: 10m, not 10m0s.
func Short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
