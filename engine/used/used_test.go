package used

import (
	"runtime"
	"testing"
)

// What is shared is made once, and again only after nobody has used it.
func TestWhile(t *testing.T) {
	made := 0
	get := While(func() *[1 << 10]int { made++; return new([1 << 10]int) })
	a, b := get(), get()
	if a != b || made != 1 {
		t.Fatalf("made %d times for two who use it", made)
	}
	runtime.GC()
	if get() != a || made != 1 {
		t.Errorf("made %d times while it is used", made)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	a, b = nil, nil
	runtime.GC()
	if get(); made != 2 {
		t.Errorf("made %d times; it was kept for nobody", made)
	}
}
