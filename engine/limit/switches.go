package limit

import (
	"fmt"
	"strings"
)

// Switches reads names of techniques with "+" between them, as "null+killers": bit
// i of the result stands for names[i].
func Switches(names []string, text string) (set uint32, err error) {
	for _, word := range strings.Split(text, "+") {
		known := false
		for i, name := range names {
			if word == name {
				set |= 1 << i
				known = true
			}
		}
		if !known {
			return 0, fmt.Errorf("there is no technique %q: choose of %s", word, strings.Join(names, ", "))
		}
	}
	return set, nil
}
