package terminal

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// form is what a person chooses of a new game, or of who plays the present one.
type form struct {
	do     string // api.DoNewGame or api.DoSeats
	values map[string]string
	given  map[string]string // as the table has them
	at     int
}

// field is a line of a form: what may be chosen, and how it is shown.
type field struct {
	name, label    string
	values, labels []string
}

// What may be chosen where any value would do.
var (
	controls = []string{"none", "30s/turn", "5m+3s", "10m+5s", "30m", "10m+3x30s", "10m+5/3m"}
	budgets  = []string{"1", "2", "5", "10", "30", "60"}
)

// newForm begins with what the table plays now.
func newForm(m *model, do string) *form {
	s := m.state
	human := "none"
	switch {
	case len(s.Human) == 2:
		human = "both"
	case len(s.Human) == 1:
		human = s.Human[0].String()
	}
	f := &form{do: do, values: map[string]string{
		api.MenuGame: s.Game, "size": s.size().String(), api.MenuOpening: s.Opening.Kind.String(), api.DoSeats: human,
		api.ButtonLevel: strconv.Itoa(s.Level), api.MenuTime: strconv.FormatFloat(s.TurnTime, 'f', -1, 64), api.MenuClock: s.Clock.Control.String(),
	}}
	f.given = maps.Clone(f.values)
	return f
}

// fields lists what there is to choose with what has been chosen so far.
func (f *form) fields(m *model) (list []field) {
	s := m.state
	add := func(name string, label text.Words, values []string) {
		x := field{name: name, label: label.In(m.lang), values: values}
		for _, v := range values {
			x.labels = append(x.labels, valueLabel(m, name, v))
		}
		list = append(list, x)
	}
	choice := func(name string) text.Words { return present.Choice(nil, referee.Answer(name)) }
	goes := f.values[api.MenuGame] == game.Go().Name()
	if f.do == api.DoNewGame {
		add(api.MenuGame, choice(api.MenuGame), s.Games)
		if goes {
			add("size", text.Plain(m.say(wordSize)), s.GoSizes)
		}
		var kinds []string
		for _, k := range s.Openings[f.values[api.MenuGame]] {
			kinds = append(kinds, k.String())
		}
		if len(kinds) > 1 {
			add(api.MenuOpening, choice(api.MenuOpening), kinds)
		}
	}
	if !goes {
		add(api.DoSeats, choice(api.DoSeats), []string{"black", "white", "both", "none"})
		var levels []string
		for n := api.MinLevel; n <= api.MaxLevel; n++ {
			levels = append(levels, strconv.Itoa(n))
		}
		add(api.ButtonLevel, choice(api.ButtonLevel), levels)
	}
	add(api.MenuClock, choice(api.MenuClock), with(controls, f.given[api.MenuClock]))
	if !goes && f.values[api.MenuClock] == "none" {
		add(api.MenuTime, choice(api.MenuTime), with(budgets, f.given[api.MenuTime]))
	}
	return list
}

// with is a list with a value that it may lack.
func with(list []string, value string) []string {
	if value == "" || slices.Contains(list, value) {
		return list
	}
	return append([]string{value}, list...)
}

// valueLabel is how a value is shown.
func valueLabel(m *model, name, v string) string {
	switch name {
	case api.MenuTime:
		v += "s"
		fallthrough
	case api.MenuGame, api.MenuOpening, api.MenuClock:
		return present.Choice([]referee.Answer{api.MenuSettings, referee.Answer(name)}, referee.Answer(v)).In(m.lang)
	case api.DoSeats:
		return present.Choice(nil, referee.Answer(v)).In(m.lang)
	}
	return v
}

// turn changes the value of a line to the next one, or to the one before it.
func (f *form) turn(m *model, by int) {
	fields := f.fields(m)
	if f.at >= len(fields) || len(fields[f.at].values) == 0 {
		return
	}
	x := fields[f.at]
	i := max(slices.Index(x.values, f.values[x.name]), 0)
	f.values[x.name] = x.values[(i+by+len(x.values))%len(x.values)]
	for _, y := range f.fields(m) { // another game has other openings and boards
		if len(y.values) > 0 && !slices.Contains(y.values, f.values[y.name]) {
			f.values[y.name] = y.values[0]
		}
	}
}

// move goes to another line.
func (f *form) move(m *model, by int) {
	n := len(f.fields(m))
	f.at = (f.at + by + n) % n
}

// command is what the form asks for. A clock that stays is not named: to begin it again
// is another matter.
func (f *form) command(m *model) (api.Command, error) {
	c := api.Command{Do: f.do}
	for _, x := range f.fields(m) {
		v := f.values[x.name]
		var err error
		switch x.name {
		case api.MenuGame:
			c.Game = v
		case "size":
			err = c.Size.UnmarshalText([]byte(v))
		case api.MenuOpening:
			c.Opening = v
		case api.DoSeats:
			c.Human = map[string]api.Colors{"black": {board.Black}, "white": {board.White}, "both": {board.Black, board.White}, "none": {}}[v]
		case api.ButtonLevel:
			var n int
			n, err = strconv.Atoi(v)
			c.Level = &n
		case api.MenuTime:
			var seconds float64
			seconds, err = strconv.ParseFloat(v, 64)
			c.Time = new(time.Duration(seconds * float64(time.Second)))
		case api.MenuClock:
			if v == f.given[x.name] {
				continue
			}
			var control clock.Control
			control, err = clock.Parse(v)
			c.Clock = &control
		}
		if err != nil {
			return c, fmt.Errorf("%s: %w", x.label, err)
		}
	}
	return c, nil
}
