package calib

import (
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestWatchNamesWhatFlickers(t *testing.T) {
	w := NewWatch(noon, 9)
	var named []int
	now := noon
	for range 60 {
		now = now.Add(time.Second)
		named = append(named, w.Changed(now, []int{4})...)
		if len(named) > 0 {
			break
		}
	}
	if len(named) != 1 || named[0] != 4 {
		t.Fatalf("a point that changes every second is not named: %v", named)
	}
	if took := now.Sub(noon); took < 20*time.Second || took > 30*time.Second {
		t.Errorf("it was named after %v", took)
	}
}

func TestWatchLetsHandsBe(t *testing.T) {
	w := NewWatch(noon, 9)
	for i := range 600 {
		now := noon.Add(time.Duration(i) * time.Second)
		// Somebody plays with a stone for a quarter of a minute, and later again.
		var changed []int
		if i%60 < 15 {
			changed = []int{3}
		}
		if named := w.Changed(now, changed); named != nil {
			t.Fatalf("after %d s %v was named", i, named)
		}
	}
	// An hour of nothing is no time for the spans to be counted one by one.
	if named := w.Changed(noon.Add(10000*time.Hour), []int{3}); named != nil {
		t.Errorf("%v was named after a long rest", named)
	}
}

// Bursts of changes with a span between them in which nothing happened are not in a row.
func TestWatchForgetsBurstsAfterAPause(t *testing.T) {
	for _, pause := range []time.Duration{2 * span, spans * span, (spans + 2) * span, time.Hour, 10000 * time.Hour} {
		w := NewWatch(noon, 9)
		now := noon
		for burst := range 6 {
			for range restless {
				now = now.Add(500 * time.Millisecond)
				if named := w.Changed(now, []int{4}); named != nil {
					t.Fatalf("burst %d, %v after the one before: %v was named", burst+1, pause, named)
				}
			}
			now = now.Add(pause)
		}
	}
}

func TestWatchFindsWhatIsFixed(t *testing.T) {
	w := NewWatch(noon, 9)
	since := noon.Add(5 * time.Second)
	w.Changed(since, []int{2})
	at := func(d time.Duration) bool {
		is, _ := w.Fixed(since.Add(d), 2, since)
		return is
	}
	if at(59*time.Second) || !at(time.Minute) {
		t.Error("on a board where nothing happens a point is fixed after a minute")
	}
	for i := range 3 {
		w.Changed(since.Add(time.Duration(i)*time.Second), []int{5})
	}
	if at(19*time.Second) || !at(20*time.Second) {
		t.Error("while others change it is fixed after 20 s")
	}
	w.Changed(since.Add(21*time.Second), []int{2})
	if at(30 * time.Second) {
		t.Error("a point that has changed is not fixed")
	}
	if is, _ := w.Fixed(noon, 99, noon); is {
		t.Error("there is no such point")
	}
}
