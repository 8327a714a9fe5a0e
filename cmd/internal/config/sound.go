package config

import (
	"bytes"
	"errors"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Sound returns what can be used of a file that is wrong: the sections in which
// everything is right, the others as in [Default]. Past a line that is no TOML, and in
// its section, nothing is used.
func Sound(data []byte) Config {
	c := Default()
	if len(data) > MaxBytes {
		return c
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
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
		one, err := toml.Marshal(map[string]any{name: v})
		if err != nil || name == torn {
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
