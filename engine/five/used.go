package five

import (
	"sync"
	"weak"
)

// whileUsed returns what made makes, which nothing changes, to everybody who asks, for as long as
// somebody uses it: a megabyte of one rule's is not kept while others are played by.
func whileUsed[T any](made func() *T) func() *T {
	var mu sync.Mutex
	var kept weak.Pointer[T]
	return func() *T {
		mu.Lock()
		defer mu.Unlock()
		if v := kept.Value(); v != nil {
			return v
		}
		v := made()
		kept = weak.Make(v)
		return v
	}
}
