package grblsim

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Places of [EEPROM.Coords] after the six work coordinate systems.
const (
	coordG28 = coordSystems + iota
	coordG30
	coords
)

// EEPROM is what a controller keeps without power. The zero EEPROM is one that
// was never written, as on a new chip: the controller fills it with
// [FactorySettings] and says so.
type EEPROM struct {
	Written  bool
	Settings Settings
	Coords   [coords]Vec // G54 to G59, G28, G30: machine coordinates
	Startup  [2]string   // g-code that runs after a start
	Build    string      // what "$I=" stored
}

// ArmEEPROM is that of a controller set up with [ArmSettings].
func ArmEEPROM() EEPROM { return EEPROM{Written: true, Settings: ArmSettings()} }

// What "$RST=" restores.
const (
	restoreSettings = 1 << iota
	restoreCoords
	restoreRest
	restoreAll = restoreSettings | restoreCoords | restoreRest
)

// restore puts parts back to what a new controller has.
func (e *EEPROM) restore(parts int) {
	e.Written = true
	if parts&restoreSettings != 0 {
		e.Settings = FactorySettings()
	}
	if parts&restoreCoords != 0 {
		e.Coords = [coords]Vec{}
	}
	if parts&restoreRest != 0 {
		e.Startup, e.Build = [2]string{}, ""
	}
}

// MarshalText writes the contents line by line as the controller itself prints
// them: "$100=80.000", "[G54:0.000,0.000,0.000]", "$N0=G21", "$I=".
func (e EEPROM) MarshalText() ([]byte, error) {
	var b bytes.Buffer
	if !e.Written {
		return nil, nil
	}
	for _, k := range known {
		fmt.Fprintf(&b, "$%d=%s\n", k.n, strconv.FormatFloat(e.Settings[k.n], 'f', -1, 64))
	}
	for i, v := range e.Coords {
		fmt.Fprintf(&b, "[G%d:%s]\n", coordName(i), v.exact())
	}
	for i, line := range e.Startup {
		fmt.Fprintf(&b, "$N%d=%s\n", i, line)
	}
	fmt.Fprintf(&b, "$I=%s\n", e.Build)
	return b.Bytes(), nil
}

// coordName returns the number of the g-code word that a place of Coords
// belongs to.
func coordName(i int) int {
	switch i {
	case coordG28:
		return 28
	case coordG30:
		return 30
	}
	return 54 + i
}

// exact prints all digits.
func (v Vec) exact() string {
	parts := make([]string, axes)
	for i := range v {
		parts[i] = strconv.FormatFloat(v[i], 'f', -1, 64)
	}
	return strings.Join(parts, ",")
}

// UnmarshalText reads what MarshalText wrote, or what a person copied from a
// controller's answers to "$$", "$#" and "$N"; what is not named keeps its
// factory value. Nothing at all is a blank EEPROM.
func (e *EEPROM) UnmarshalText(text []byte) error {
	*e = EEPROM{}
	var read EEPROM
	read.restore(restoreAll)
	lines := bufio.NewScanner(bytes.NewReader(text))
	some := false
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line == "ok" || line[0] == '#' {
			continue
		}
		if err := read.take(line); err != nil {
			return fmt.Errorf("line %d of the EEPROM file, %.60q: %w", n, line, err)
		}
		some = true
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("the EEPROM file cannot be read: %w", err)
	}
	if some && read.Settings.on(SoftLimits) && !read.Settings.on(Homing) {
		return errors.New("the EEPROM file has soft limits ($20=1) without the homing that they need; write $22=1 too")
	}
	if some {
		*e = read
	}
	return nil
}

// take reads one line of an EEPROM file.
func (e *EEPROM) take(line string) error {
	if name, rest, ok := strings.Cut(strings.TrimSuffix(line, "]"), ":"); ok && strings.HasPrefix(name, "[G") {
		for i := range e.Coords {
			if name != "[G"+strconv.Itoa(coordName(i)) {
				continue
			}
			fields := strings.Split(rest, ",")
			if len(fields) != axes {
				return fmt.Errorf("three numbers are expected, X, Y and Z; there are %d", len(fields))
			}
			for a, f := range fields {
				v, err := finite(f)
				if err != nil {
					return err
				}
				e.Coords[i][a] = v
			}
			return nil
		}
		if name == "[G92" {
			return nil // a controller shows it, but does not keep it
		}
		return fmt.Errorf("%s] is none of G54 to G59, G28 and G30", name)
	}
	if strings.HasPrefix(line, "[") {
		return nil // [TLO:...], [PRB:...] are not kept
	}
	name, value, ok := strings.Cut(line, "=")
	if !ok || !strings.HasPrefix(name, "$") {
		return fmt.Errorf("a setting looks like \"$100=80.000\"")
	}
	switch name {
	case "$N0", "$N1":
		e.Startup[name[2]-'0'] = clip(value)
		return nil
	case "$I":
		e.Build = clip(value)
		return nil
	}
	n, err := strconv.Atoi(name[1:])
	if err != nil {
		return fmt.Errorf("%q is not the number of a setting", name)
	}
	v, err := finite(value)
	if err != nil {
		return err
	}
	homing, soft := e.Settings[Homing], e.Settings[SoftLimits]
	if n == SoftLimits {
		e.Settings[Homing] = 1 // which may stand further down
	}
	code := e.Settings.set(n, v)
	switch n {
	case SoftLimits:
		e.Settings[Homing] = homing
	case Homing:
		e.Settings[SoftLimits] = soft
	}
	if code != 0 {
		return fmt.Errorf("a controller would refuse it with error:%d", code)
	}
	return nil
}

// finite reads a number.
func finite(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || v-v != 0 {
		return 0, fmt.Errorf("%.20q is not a number", text)
	}
	return v, nil
}

// clip cuts a line to what the EEPROM holds of one.
func clip(line string) string { return line[:min(len(line), lineSize-1)] }
