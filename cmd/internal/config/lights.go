package config

import (
	"cmp"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"stonehand/cmd/internal/text"
	"stonehand/hw/strip"
	"stonehand/hw/voice"
	"stonehand/hw/wiring"
)

// LightsBoard, for [Lights.Kind], is the board's own lights. The other kinds are
// the chips of package strip.
const LightsBoard = "board"

// Where the LEDs of a strip are, for [Lights.Layout].
const (
	LayoutPoints = "points" // at every point
	LayoutEdges  = "edges"  // at every column and row, along the board's edges
)

// Lights is the board's lamps and how bright they are. All but Enabled and Kind is
// for a strip on an SPI port of the computer itself.
type Lights struct {
	Enabled bool   `toml:"enabled"` // false leaves the board dark
	Kind    string `toml:"kind"`    // LightsBoard or a strip.Chip
	Device  string `toml:"device"`  // the SPI port
	Speed   int    `toml:"speed"`   // Hz, of chips with a clock line

	// Candidates shows the turns that the adviser likes nearly as well as its hint.
	Candidates bool `toml:"candidates"`

	Layout  string   `toml:"layout"`         // LayoutPoints or LayoutEdges
	Each    int      `toml:"leds_per_point"` // LEDs for every point
	Columns []string `toml:"columns"`        // edges: the LEDs of the columns from the left on, "0-18"
	Rows    []string `toml:"rows"`           // edges: the LEDs of the rows from the bottom on
	Status  []string `toml:"status"`         // the LEDs that speak for the board as a whole

	Order          string  `toml:"order"`           // of the colours on the wire; empty: the chip's own
	Brightness     float64 `toml:"brightness"`      // of the brightest light, more than 0 to 1
	Gamma          float64 `toml:"gamma"`           // 1 to 3
	MaxCurrent     int     `toml:"max_current"`     // mA, of all LEDs together
	ChannelCurrent float64 `toml:"channel_current"` // mA, of one colour of one LED at full
	IdleCurrent    float64 `toml:"idle_current"`    // mA, of one LED that is dark

	Wiring wiring.Layout `toml:"wiring"` // points: how the strip runs over the board
}

func defaultLights() Lights {
	return Lights{
		Enabled: true, Kind: LightsBoard, Device: "/dev/spidev0.0", Speed: strip.DefaultSpeed,
		Layout: LayoutPoints, Each: 1, Columns: []string{"0-18"}, Rows: []string{"19-37"},
		Brightness: strip.DefaultBrightness, Gamma: strip.DefaultGamma, MaxCurrent: strip.DefaultCurrent,
		ChannelCurrent: strip.DefaultChannel, IdleCurrent: strip.DefaultIdle,
	}
}

// Strip returns the strip on a board of so many columns and rows; ok is false
// where there is none. What is wrong with it [Config.Check] says.
func (l Lights) Strip(cols, rows int) (o strip.Options, ok bool) {
	o, err := l.strip(cols, rows)
	return o, err == nil && l.Enabled && l.Kind != LightsBoard
}

func (l Lights) strip(cols, rows int) (strip.Options, error) {
	o := strip.Options{
		Device: l.Device, Chip: strip.Chip(l.Kind), Order: l.Order, Speed: l.Speed,
		Cols: cols, Rows: rows, Wiring: l.Wiring, Each: l.Each,
		Brightness: l.Brightness, Gamma: l.Gamma,
		Current: strip.Budget{Most: l.MaxCurrent, Channel: l.ChannelCurrent, Idle: l.IdleCurrent},
	}
	for _, numbers := range l.Status {
		leds, err := ledRange("status", numbers)
		if err != nil {
			return o, err
		}
		o.Rim = append(o.Rim, leds...)
	}
	if l.Layout != LayoutEdges {
		return o, nil
	}
	o.Edges = &strip.Edges{}
	for _, side := range []struct {
		key   string
		texts []string
		into  *[][]int
	}{{"columns", l.Columns, &o.Edges.Columns}, {"rows", l.Rows, &o.Edges.Rows}} {
		for _, text := range side.texts {
			leds, err := ledRange(side.key, text)
			if err != nil {
				return o, err
			}
			*side.into = append(*side.into, leds)
		}
	}
	return o, nil
}

// ledRange returns the LEDs of "7", "0-18", or "18-0".
func ledRange(key, written string) ([]int, error) {
	first, last, ranged := strings.Cut(written, "-")
	if !ranged {
		last = first
	}
	from, err1 := strconv.ParseUint(strings.TrimSpace(first), 10, 16)
	to, err2 := strconv.ParseUint(strings.TrimSpace(last), 10, 16)
	if err1 != nil || err2 != nil || max(from, to) >= strip.MaxLEDs {
		return nil, &strip.Error{Key: key, What: chinese.Of(`has %q; write the numbers of LEDs, from 0, like "7", "0-18", or "18-0" where they run the other way`, text.Clip(written))}
	}
	leds := []int{int(from)}
	for from != to {
		if from < to {
			from++
		} else {
			from--
		}
		leds = append(leds, int(from))
	}
	return leds, nil
}

// check checks the lights on a board of so many columns and rows.
func (l Lights) check(k *checker, cols, rows int) {
	kinds := []string{LightsBoard}
	for _, c := range strip.Chips() {
		kinds = append(kinds, string(c))
	}
	before := len(k.problems)
	k.oneOf("lights.kind", l.Kind, kinds...)
	k.oneOf("lights.layout", l.Layout, LayoutPoints, LayoutEdges)
	// Zero stands for the default in the options of a strip, but not in a file.
	for key, zero := range map[string]bool{
		"speed": l.Speed == 0, "leds_per_point": l.Each == 0, "brightness": l.Brightness == 0, "gamma": l.Gamma == 0,
		"max_current": l.MaxCurrent == 0, "channel_current": l.ChannelCurrent == 0, "idle_current": l.IdleCurrent == 0,
	} {
		if zero {
			k.refuse("lights."+key, 0, "it has to be more")
		}
	}
	k.measure("lights.brightness", l.Brightness, 0, 1)
	k.measure("lights.gamma", l.Gamma, strip.MinGamma, strip.MaxGamma)
	k.measure("lights.channel_current", l.ChannelCurrent, 0, 1000)
	k.measure("lights.idle_current", l.IdleCurrent, 0, 100)
	if l.Kind == LightsBoard || len(k.problems) > before {
		return
	}
	o, err := l.strip(cols, rows)
	if err == nil {
		_, err = strip.New(o)
	}
	if err != nil {
		k.lightsProblem(err)
	}
}

// lightsProblem notes which key is to blame for an error.
func (k *checker) lightsProblem(err error) {
	var s *strip.Error
	var w *wiring.Error
	switch {
	case errors.As(err, &s):
		k.note("lights."+s.Key, "%s %s", "lights."+s.Key, s.What)
	case errors.As(err, &w):
		k.note("lights.wiring."+w.Key, "%s %s", "lights.wiring."+w.Key, w.What)
	default:
		k.whole("lights", err)
	}
}

// Voice is how the board speaks.
type Voice struct {
	Enabled bool     `toml:"enabled"`
	Program string   `toml:"program"` // espeak-ng, or a program that takes its options
	Voice   string   `toml:"voice"`   // as espeak-ng --voices lists them; empty: that of Config.Language
	Speed   int      `toml:"speed"`   // words a minute, 80 to 450
	Volume  int      `toml:"volume"`  // 0 to 100; 50 is espeak-ng's own
	Player  []string `toml:"player"`  // a program and its arguments that plays WAV from standard input; empty: aplay
	Turns   bool     `toml:"turns"`   // say every time whose turn it is
}

// Options returns how to speak a language, "en" or "zh".
func (v Voice) Options(language string) voice.Options {
	o := voice.Options{Program: v.Program, Voice: cmp.Or(v.Voice, voices[language]), Speed: v.Speed, Volume: v.Volume}
	if len(v.Player) > 0 {
		o.Player = v.Player
	}
	return o
}

// voices are espeak-ng's by language. Its voice cmn reads Chinese characters as
// if their spelling were English in the version that Debian 12 has (1.51;
// github.com/espeak-ng/espeak-ng/issues/1044); this one does not.
var voices = map[string]string{"en": "en", "zh": "cmn-latn-pinyin"}

// voiceName is how a voice of espeak-ng may be called: a path or an option it
// cannot be.
var voiceName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9+_-]{0,39}$`)

func (v Voice) check(k *checker) {
	if v.Program == "" || strings.ContainsRune(v.Program, 0) {
		k.refuse("voice.program", v.Program, `write a program's name or path, like "espeak-ng"`)
	}
	if v.Voice != "" && !voiceName.MatchString(v.Voice) {
		k.refuse("voice.voice", v.Voice, `write a voice that espeak-ng --voices lists, like "en-us" or "en+f3"`)
	}
	k.between("voice.speed", v.Speed, voice.MinSpeed, voice.MaxSpeed)
	k.between("voice.volume", v.Volume, 0, 100)
	if len(v.Player) > 0 && v.Player[0] == "" || strings.ContainsRune(strings.Join(v.Player, ""), 0) {
		k.refuse("voice.player", v.Player, `write a program and its arguments, like ["aplay", "-q", "-D", "plughw:1,0", "-"]`)
	}
}
