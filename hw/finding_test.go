package hw_test

import (
	"encoding/json"
	"testing"

	"stonehand/hw"
)

func TestFindingJSON(t *testing.T) {
	for _, f := range []hw.Finding{
		{Device: "board at /dev/ttyACM0", Health: hw.OK, Text: "19x19, both colours"},
		{Device: "lights on /dev/spidev0.0", Health: hw.Warn, Text: "t", Do: "d"},
		{Device: "arm", Health: hw.Bad, Text: "t", Do: "d"},
	} {
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var back hw.Finding
		if err := json.Unmarshal(text, &back); err != nil || back != f {
			t.Errorf("%s came back as %+v, %v", text, back, err)
		}
	}
	var f hw.Finding
	if err := json.Unmarshal([]byte(`{"health":"well"}`), &f); err == nil {
		t.Error("a health that there is not was read")
	}
}

func TestWorst(t *testing.T) {
	for _, c := range []struct {
		of   []hw.Health
		want hw.Health
	}{
		{nil, hw.OK},
		{[]hw.Health{hw.OK, hw.OK}, hw.OK},
		{[]hw.Health{hw.OK, hw.Warn, hw.OK}, hw.Warn},
		{[]hw.Health{hw.Bad, hw.Warn}, hw.Bad},
	} {
		var fs []hw.Finding
		for _, h := range c.of {
			fs = append(fs, hw.Finding{Health: h})
		}
		if got := hw.Worst(fs); got != c.want {
			t.Errorf("the worst of %v is %v, want %v", c.of, got, c.want)
		}
	}
}
