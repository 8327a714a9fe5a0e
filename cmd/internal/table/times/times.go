// Package times is for times at which something is due; the zero one is never.
package times

import "time"

// Earliest returns the earliest of times; zero ones are never.
func Earliest(times ...time.Time) (first time.Time) {
	for _, at := range times {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}
