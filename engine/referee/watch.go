package referee

import "time"

// watch: nobody is to put down anything.
func (r *Referee) watch(now time.Time, d *difference) Event {
	r.sayDisturbed(d, nil)
	if len(d.fresh) > 0 {
		r.say(Extra{Points: d.fresh})
	}
	if r.done || !d.none() || !r.settled(now) {
		return nil
	}
	return Agreed{}
}
