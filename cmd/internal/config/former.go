package config

import (
	"fmt"
	"slices"
	"strings"

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
	starts := make([]int, 0, len(edits))
	for from := range edits {
		starts = append(starts, from)
	}
	slices.Sort(starts)
	for _, from := range slices.Backward(starts) {
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
