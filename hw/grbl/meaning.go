package grbl

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"stonehand/hw"
)

// meaningsTxt says how it is written.
//
//go:embed meanings.txt
var meaningsTxt string

// meanings are those of meanings.txt, by the line that its part begins with and the number.
var meanings = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	part := ""
	for line := range strings.Lines(meaningsTxt) {
		line = strings.TrimSuffix(line, "\n")
		switch number, meaning, numbered := strings.Cut(line, " "); {
		case strings.HasPrefix(line, "["):
			part = line
		case numbered && number != "#":
			all[part+number] = meaning
		}
	}
	return all
})

// meaning is what the controller means with a number of a kind, "error" or "alarm"; empty
// where its firmware does not document it.
func (f Flavor) meaning(kind string, n int) string {
	all := meanings()
	return cmp.Or(all[fmt.Sprintf("[%s %s]%d", f, kind, n)], all[fmt.Sprintf("[%s]%d", kind, n)])
}

// refusal says what "error:n" means.
func (f Flavor) refusal(n int) error {
	if s := f.meaning("error", n); s != "" {
		return hw.Errorf("error %d: %s", n, s)
	}
	return hw.Errorf("error %d, which %s does not document", n, f)
}

// alarm says what "ALARM:n" means.
func (f Flavor) alarm(n int) error {
	if s := f.meaning("alarm", n); s != "" {
		return hw.Errorf("alarm %d: %s", n, s)
	}
	return hw.Errorf("alarm %d, which %s does not document", n, f)
}

// cause is the stop that "ALARM:n" tells of, which may have been a person's;
// empty where it is a fault of the machine's.
func (f Flavor) cause(n int) hw.ArmCause {
	switch {
	case n == 3 || n == 6:
		return hw.ArmReset
	case n == 7:
		return hw.ArmDoor
	case f == GrblHAL && (n == 10 || n == 17) || f == FluidNC && n == 13:
		return hw.ArmEmergency
	}
	return ""
}

// unhomed reports whether "ALARM:n" only says that a controller which has just
// started has to be homed.
func (f Flavor) unhomed(n int) bool {
	return f == GrblHAL && (n == 11 || n == 12) || f == FluidNC && (n == 11 || n == 14 || n == 15)
}
