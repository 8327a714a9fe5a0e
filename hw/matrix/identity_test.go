package matrix

import "testing"

func TestWiringsAreToldApart(t *testing.T) {
	a := identity([]int{0, 1, 2, -1})
	if a != identity([]int{0, 1, 2, -1}) || a == identity([]int{0, 2, 1, -1}) || a == identity([]int{0, 1, 2}) || a == identity([]int{0, 12, -1}) {
		t.Errorf("wirings are not told apart by %q", a)
	}
}
