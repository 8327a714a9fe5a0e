package hw_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// A run goes on once at a time; Halt waits for its end, and no other begins after it.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, already := hw.NewRun(), errors.New("already")
		for range 2 {
			end, err := r.Begin(already)
			if end == nil || err != nil {
				t.Fatalf("it does not begin: %v", err)
			}
			if end, err := r.Begin(already); end != nil || err != already {
				t.Errorf("a second one at a time: %v", err)
			}
			end()
		}
		end, _ := r.Begin(already)
		go func() {
			<-r.Halted()
			time.Sleep(time.Minute)
			end()
		}()
		begun := time.Now()
		r.Halt()
		r.Halt() // once more, which waits for nothing
		if took := time.Since(begun); took != time.Minute {
			t.Errorf("Halt waited for %v", took)
		}
		if end, err := r.Begin(already); end != nil || err != nil {
			t.Errorf("it begins after its end: %v", err)
		}
	})
}
