package referee

import (
	"slices"
	"time"
)

// watch: nobody is to put down anything.
func (r *Referee) watch(now time.Time, d *difference) Event {
	r.sayDisturbed(d)
	if extra := slices.Concat(d.fresh, d.spent); len(extra) > 0 {
		r.say(Extra{Points: extra})
	}
	if r.agreed || !d.none() || !r.settled(now, nil) {
		return nil
	}
	return Agreed{}
}
