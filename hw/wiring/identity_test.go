package wiring

import "testing"

func TestWiringsAreToldApart(t *testing.T) {
	a := Identity([]int{0, 1, 2, -1})
	if a != Identity([]int{0, 1, 2, -1}) || a == Identity([]int{0, 2, 1, -1}) || a == Identity([]int{0, 1, 2}) || a == Identity([]int{0, 12, -1}) {
		t.Errorf("wirings are not told apart by %q", a)
	}
}
