package referee

import "time"

// watch: nobody is to put down anything.
func (r *Referee) watch(now time.Time, d *difference) Event {
	r.sayDisturbed(d)
	if len(d.fresh) > 0 {
		r.say(Extra{Points: d.fresh})
	}
	if r.agreed || !d.none() || !r.settled(now, nil) {
		return nil
	}
	return Agreed{}
}
