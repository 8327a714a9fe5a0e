package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// former maps the keys of earlier versions to those of today.
var former = map[string]string{
	"arm.above":   "arm.release_height",
	"arm.homing":  "arm.homing_timeout",
	"arm.lift":    "arm.feed_z",
	"arm.safe":    "arm.safe_z",
	"arm.travel":  "arm.feed",
	"board.bare":  "board.empty",
	"lights.each": "lights.leds_per_point",
	"lights.rim":  "lights.status",
	"sim.arm":     "sim.as_real_board",
	"sim.leak":    "sim.crosstalk",
}

// opposite has the former keys whose true is false today.
var opposite = map[string]bool{"sim.arm": true}

// formerValues maps values of earlier versions, by their keys, to those of today.
var formerValues = map[string]map[string]string{"engine.mix": {"grown": "own"}}

// modernize writes today's keys in place of former ones, and returns a warning for each.
// A former key stays, and does not count, where today's is set too: it is among spare.
func modernize(name string, data []byte, at map[string]place) (_ []byte, spare, warnings []string) {
	edits := map[int]func(data []byte) []byte{} // by where in data; none changes the number of lines
	for key, values := range formerValues {
		p, set := at[key]
		if !set || p.kind != unstable.String {
			continue
		}
		was := strings.Trim(string(data[p.value.from:p.value.to]), `"'`)
		if today, ok := values[was]; ok {
			edits[p.value.from] = p.value.replace(fmt.Sprintf("%q", today))
			text := fmt.Sprintf("%s = %q is a former value: write %q instead", key, was, today)
			warnings = append(warnings, Problem{File: name, Line: p.line, Text: text}.Error())
		}
	}
	for old, key := range former {
		p, set := at[old]
		if !set {
			continue
		}
		today := key[strings.LastIndex(key, ".")+1:]
		warn := func(format string, args ...any) {
			warnings = append(warnings, Problem{File: name, Line: p.line, Text: old + " is a former key" + fmt.Sprintf(format, args...)}.Error())
		}
		if _, both := at[key]; both {
			spare = append(spare, old)
			warn(", and %s is set too: remove %s", today, old[strings.LastIndex(old, ".")+1:])
			continue
		}
		edits[p.key.from] = p.key.replace(today)
		if !opposite[old] || p.kind != unstable.Bool {
			warn(": write %s instead", today)
			continue
		}
		value := "true"
		if string(data[p.value.from:p.value.to]) == value {
			value = "false"
		}
		edits[p.value.from] = p.value.replace(value)
		warn(": write %s = %s instead", today, value)
	}
	slices.Sort(warnings)
	for _, from := range slices.Backward(slices.Sorted(maps.Keys(edits))) {
		data = edits[from](data)
	}
	return data, spare, warnings
}

// span is a piece of a document, from a byte up to another.
type span struct{ from, to int }

func spanOf(r unstable.Range) span { return span{int(r.Offset), int(r.Offset + r.Length)} }

// replace returns what writes text in place of the span.
func (s span) replace(text string) func(data []byte) []byte {
	return func(data []byte) []byte { return slices.Concat(data[:s.from], []byte(text), data[s.to:]) }
}

// Sound returns what can be used of a file that is wrong: the sections in which
// everything is right, the others as in [Default]. Past a line that is no TOML, and in
// its section, nothing is used.
func Sound(data []byte) Config {
	c := Default()
	if len(data) > MaxBytes {
		return c
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	at := places(data)
	again := twice("", at)
	data, spare, _ := modernize("", data, at)
	torn := ""
	var sections map[string]any
	var broken *toml.DecodeError
	if err := toml.Unmarshal(data, &sections); errors.As(err, &broken) {
		line, _ := broken.Position()
		data, torn = before(data, line)
		clear(sections)
		if toml.Unmarshal(data, &sections) != nil {
			return c
		}
	} else if err != nil {
		return c
	}
	for name, v := range sections {
		section, _ := v.(map[string]any)
		maps.DeleteFunc(section, func(last string, _ any) bool { return slices.Contains(spare, folded(name+"."+last)) })
		one, err := toml.Marshal(map[string]any{name: v})
		name = folded(name)
		doubled := slices.ContainsFunc(again, func(p Problem) bool { return p.Key == name || strings.HasPrefix(p.Key, name+".") })
		if err != nil || name == torn || doubled {
			continue
		}
		part := Default()
		if toml.NewDecoder(bytes.NewReader(one)).DisallowUnknownFields().Decode(&part) == nil && len(mistyped("", places(one))) == 0 {
			c.put(name, part)
		}
	}
	// What a section holds may be wrong by itself or together with another.
	for range reflect.TypeFor[Config]().NumField() {
		for _, p := range c.check("", nil) {
			name, _, _ := strings.Cut(p.Key, ".")
			c.put(name, Default())
		}
	}
	if c.Check() != nil {
		return Default()
	}
	return c
}

// before returns the lines before the given one, from 1, and the section that begins
// last in them.
func before(data []byte, line int) (lines []byte, section string) {
	all := bytes.SplitAfter(data, []byte("\n"))
	lines = bytes.Join(all[:min(max(line-1, 0), len(all))], nil)
	last := 0
	for key, p := range places(lines) {
		if name, _, _ := strings.Cut(key, "."); p.line >= last {
			last, section = p.line, name
		}
	}
	return lines, section
}

// put sets one section, or one key of none, to that of another configuration.
func (c *Config) put(name string, from Config) {
	to, v := reflect.ValueOf(c).Elem(), reflect.ValueOf(from)
	for i := range to.NumField() {
		if to.Type().Field(i).Tag.Get("toml") == name {
			to.Field(i).Set(v.Field(i))
		}
	}
}
