package hybrid

import (
	"strings"
	"testing"
)

func TestMixNames(t *testing.T) {
	for _, m := range []Mix{RoadRoad, ShapeShape, ShapeRoad, RoadShape, Own} {
		for _, name := range []string{m.String(), strings.ToUpper(m.String()), strings.ReplaceAll(m.String(), "/", "-"), " " + m.String() + " "} {
			if got, err := ParseMix(name); err != nil || got != m {
				t.Errorf("%q reads as %v, %v", name, got, err)
			}
		}
	}
	if got, err := ParseMix("grown"); err != nil || got != Own {
		t.Errorf("the former name reads as %v, %v", got, err)
	}
	for _, name := range []string{"", "road", "road/road/road", "shapes/roads"} {
		if _, err := ParseMix(name); err == nil || !strings.Contains(err.Error(), "road/shape") {
			t.Errorf("%q: %v, want an error that lists the mixes", name, err)
		}
	}
	if got := Mix(7).String(); got != "mix(7)" {
		t.Errorf("an unknown mix is called %q", got)
	}
}
