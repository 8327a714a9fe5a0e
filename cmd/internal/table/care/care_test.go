package care

import (
	"fmt"
	"testing"
	"time"

	"stonehand/hw"
)

var start = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

// Fields are measured while somebody asks, and once somebody else has had the board
// measure them, it is told again.
func TestMeasure(t *testing.T) {
	var m Machine
	if out := m.Measure(start, true); out.Probe == nil || !*out.Probe {
		t.Error("the board is not told to measure")
	}
	if out := m.Measure(start.Add(time.Second), true); out.Probe != nil {
		t.Error("it is told twice")
	}
	m.Take(&hw.Field{})
	if m.Field() == nil || !m.Next().Equal(start.Add(time.Second+MeasureFor)) {
		t.Error(m.Field(), m.Next())
	}
	m.Release()
	if m.Field() != nil {
		t.Error("a field of somebody else's")
	}
	m.Measure(start.Add(time.Second), true)
	if out := m.Step(m.Next(), 19); out.Probe == nil || *out.Probe || !m.Next().IsZero() || m.Measures(start.Add(time.Minute)) {
		t.Errorf("%+v", out)
	}
}

// Each row is tried in each colour.
func ExampleMachine_Picture() {
	var m Machine
	now := start
	m.Try(now)
	for m.Step(now, 2); m.Picture(now, 3, 2) != nil; m.Step(now, 2) {
		fmt.Println(m.Picture(now, 3, 2).Points)
		now = m.Next()
	}
	fmt.Println(now.Sub(start))
	// Output:
	// [2 2 2 0 0 0]
	// [0 0 0 2 2 2]
	// [1 1 1 0 0 0]
	// [0 0 0 1 1 1]
	// [13 13 13 0 0 0]
	// [0 0 0 13 13 13]
	// 1.2s
}
