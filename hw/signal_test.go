package hw

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

// TestLooksAreTheWires holds the looks against those that boards render by
// themselves.
func TestLooksAreTheWires(t *testing.T) {
	b, err := os.ReadFile("../firmware-protocol/vectors/looks.json")
	if err != nil {
		t.Fatal(err)
	}
	var wire []struct {
		Signal     Signal
		Name       string
		Color, Alt [3]uint8
		Rhythm     string
		Period     int64 `json:"period_ms"`
	}
	if err := json.Unmarshal(b, &wire); err != nil {
		t.Fatal(err)
	}
	if len(wire) != int(signals) {
		t.Fatalf("the wire knows %d signals, this package %d", len(wire), signals)
	}
	rhythms := map[string]Rhythm{
		"dark": Dark, "steady": Steady, "once": Once, "breathe": Breathe, "pulse": Pulse,
		"fast": Fast, "alternate": Alternate, "twice": Twice, "chase": Chase,
	}
	for i, w := range wire {
		rhythm, known := rhythms[w.Rhythm]
		if !known || int(w.Signal) != i {
			t.Errorf("line %d of looks.json is signal %d with rhythm %q", i, w.Signal, w.Rhythm)
		}
		want := Look{
			Color:  RGB{w.Color[0], w.Color[1], w.Color[2]},
			Alt:    RGB{w.Alt[0], w.Alt[1], w.Alt[2]},
			Rhythm: rhythm,
			Period: time.Duration(w.Period) * time.Millisecond,
		}
		if got := w.Signal.Look(); got != want {
			t.Errorf("%s: the wire says %+v, this package %+v", w.Name, want, got)
		}
	}
}
