package sgf

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Every fault has its words, and faults.txt has words for no other.
func TestEveryFaultIsWorded(t *testing.T) {
	code, err := os.ReadFile("fault.go")
	if err != nil {
		t.Fatal(err)
	}
	var faults []Fault
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +Fault = "([a-z0-9-]+)"$`).FindAllStringSubmatch(string(code), -1) {
		faults = append(faults, Fault(m[1]))
		if wordings()[Fault(m[1])].Text == "" {
			t.Errorf("%s has no words", m[1])
		}
	}
	slices.Sort(faults)
	if !slices.Equal(faults, Faults()) {
		t.Errorf("the faults are %v, and words are there for %v", faults, Faults())
	}
}
