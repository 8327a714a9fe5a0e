// Package used shares what takes memory among those who use it.
package used

import (
	"sync"
	"weak"
)

// While returns what made makes, which nothing changes, to everybody who asks, for as long as
// somebody uses it: a megabyte of one game's is not kept while another is played.
func While[T any](made func() *T) func() *T {
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
