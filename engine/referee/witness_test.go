package referee

import (
	"fmt"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// scan is one observation of the past.
type scan struct {
	at    time.Time
	obs   Observation
	query *Question // what people were being asked then
}

// witness remembers every scan, and knows on its own what a turn needs.
type witness struct {
	set   Settings
	scans []scan
	asked time.Time
	back  time.Time // when the record was changed otherwise than by a turn

	pause   time.Time // since when no turn is being taken back; zero while one is
	notice  time.Time // since when people have been told that a turn is being taken back
	query   *Question // what they are being asked, and since when
	askedAt time.Time
	agreed  string   // what they have just answered on the page
	vouched []string // points on which they say that a stone stands
	lying   captives // stones that were captured
}

// capture notes the stones that turns have captured and that lie on the board.
func (w *witness) capture(g *game.Game, from int) {
	if w.lying == nil {
		w.lying = captives{}
	}
	last := w.scans[len(w.scans)-1].obs
	for i, t := range g.Turns()[from:] {
		taken := g.Captured(from + i)
		for _, p := range taken {
			delete(w.lying, p)
			if c := takenFrom(t, taken); last[p].may(c) {
				w.lying[p] = captive{color: c}
			}
		}
	}
}

// release forgets those that were lifted, or are of the game again.
func (w *witness) release(now time.Time, g *game.Game) {
	last := w.scans[len(w.scans)-1].obs
	for p, c := range w.lying {
		switch s := last[p]; {
		case g.At(p) != board.Empty, s != Empty && s != Unknown && !c.gone.IsZero() && now.Sub(c.gone) > w.set.Settle:
			delete(w.lying, p)
		case s == Unknown:
		case s.may(c.color):
			w.lying[p] = captive{color: c.color}
		case c.gone.IsZero():
			w.lying[p] = captive{c.color, now}
		}
	}
}

// stood reports whether p showed something that is ok in every scan since the
// settle time before now, and in the one that was current then.
func (w *witness) stood(now time.Time, p board.Point, ok func(Sight) bool) bool {
	return w.since(now.Add(-w.set.Settle), p, ok)
}

// since looks back to from, and past what lasted no longer than a blip.
func (w *witness) since(from time.Time, p board.Point, ok func(Sight) bool) bool {
	return w.sinceScan(from, func(s scan) bool { return ok(s.obs[p]) })
}

// sinceScan is since for anything that a scan tells.
func (w *witness) sinceScan(from time.Time, ok func(scan) bool) bool {
	var held time.Time // when it was as wanted again
	for i, s := range slices.Backward(w.scans) {
		switch {
		case ok(s):
			if held = s.at; !s.at.After(from) {
				return true
			}
		case i == len(w.scans)-1 || held.Sub(s.at) > w.set.Blip:
			return false
		}
	}
	return false // the board has not been watched for that long
}

// objects says what is wrong with a turn that the referee gave, or nothing.
func (w *witness) objects(now time.Time, g *game.Game, a Ask, turn game.Turn) string {
	if err := g.Check(turn); err != nil {
		return "the turn cannot be played: " + err.Error()
	}
	for _, p := range turn.Points {
		blind := a.Task == Place && now.Sub(w.asked) >= w.set.Blind || slices.Contains(w.vouched, p.String())
		if !w.stood(now, p, func(s Sight) bool { return s.may(turn.Color) || blind && s == Unknown }) {
			return p.String() + " did not stand for the settle time"
		}
	}
	if a.Task == Place && !slices.Equal(turn.Points, a.Points) {
		return "another turn was asked for"
	}
	next, due := g.Next()
	early := 0
	after := g.Clone()
	if err := after.Play(turn); err != nil {
		return err.Error()
	}
	taken := after.Captured(len(after.Turns()) - 1)
	if a.Reply {
		// The next turn may stand already, and what it captures may be lifted.
		last := w.scans[len(w.scans)-1].obs
		reply := game.Turn{Color: next}
		for i := range g.Size().Count() {
			if p := g.Size().Point(i); g.At(p) == board.Empty && last[p].may(next) && !slices.Contains(turn.Points, p) && !w.lying.has(p) {
				reply.Points = append(reply.Points, p)
			}
		}
		if len(reply.Points) == due && after.Play(reply) == nil {
			taken = slices.Concat(taken, after.Captured(len(after.Turns())-1))
		}
	}
	// A stone that was on record until a turn was taken back was in its place.
	from := now.Add(-w.set.Settle)
	if w.back.After(from) {
		from = w.back
	}
	for i := range g.Size().Count() {
		p := g.Size().Point(i)
		c := g.At(p)
		switch {
		case slices.Contains(turn.Points, p), slices.Contains(taken, p), w.lying.has(p):
		case c != board.Empty:
			if !w.stood(now, p, func(s Sight) bool { return s.may(c) || s == Unknown }) {
				return p.String() + " of the game did not stand for the settle time"
			}
		case w.query.answeredBy(p, w.scans[len(w.scans)-1].obs[p]):
		case w.scans[len(w.scans)-1].obs[p] == sightOf(next), w.agreed == "turns" && w.scans[len(w.scans)-1].obs[p] == Stone:
			early++
		case !w.sinceScan(from, func(s scan) bool {
			return s.obs[p] == Empty || s.obs[p] == Unknown || s.query.answeredBy(p, s.obs[p])
		}):
			return p.String() + " was not empty for the settle time"
		}
	}
	if early > 0 && (!a.Reply || early > due) {
		return "stones stand there that do not belong to the game"
	}
	return ""
}

// disputes says what people at the board would have against an event, or
// nothing. They know what stood on the board when, and what they were shown and
// asked.
func (w *witness) disputes(now time.Time, g *game.Game, a Ask, e Event) string {
	last := w.scans[len(w.scans)-1].obs
	switch e := e.(type) {
	case Played:
		if w.query != nil && w.query.Kind == AskTurns && w.unasked(now) == "" {
			w.agreed = "turns"
		}
		if w.agreed == "turns" {
			// They said in which order the stones came; the second turn's are there.
			a.Reply = true
		}
		return w.objects(now, g, a, e.Turn)
	case Toggled:
		if !a.Scoring || g.At(e.Point) == board.Empty {
			return "a chain was toggled that is not counted"
		}
		if !slices.ContainsFunc(w.scans, func(s scan) bool { return s.obs[e.Point] == Empty }) {
			return "a chain was toggled that nobody lifted"
		}
	case TakenBack:
		if a.Scoring {
			return "a turn was taken back while the game is counted"
		}
		if !slices.Contains(a.Back, e.Turns) {
			return fmt.Sprintf("%d turns were taken back, %v could be", e.Turns, a.Back)
		}
		lifted := map[board.Point]bool{}
		for _, t := range g.Turns()[len(g.Turns())-e.Turns:] {
			for _, p := range t.Points {
				if g.At(p) != t.Color {
					continue // captured
				}
				lifted[p] = true
				if !w.since(now.Add(-w.set.TakeBack), p, func(s Sight) bool { return s == Empty }) {
					return p.String() + " did not stay lifted"
				}
			}
		}
		for i := range g.Size().Count() {
			p := g.Size().Point(i)
			if c := g.At(p); c != board.Empty && !lifted[p] && last[p] != Unknown && !last[p].may(c) {
				return "a turn was taken back while " + p.String() + " is away"
			}
		}
		if now.Sub(w.notice) < w.set.TakeBack-w.set.Blip || !w.pause.IsZero() {
			return "a turn was taken back without notice"
		}
	case Chosen:
		if w.query == nil || w.query.Kind != AskMenu || !slices.Equal(w.query.Path, e.Answers[:len(e.Answers)-1]) {
			return "they were not asked for that"
		}
		if w.agreed != string(e.Answers[len(e.Answers)-1]) {
			return w.unasked(now)
		}
	case NewGame:
		if w.agreed == "yes" {
			return ""
		}
		if e.Begun {
			c, n := g.Rules().Due(0)
			there := 0
			for i := range g.Size().Count() {
				if s := last[g.Size().Point(i)]; s.may(c) {
					there++
				} else if s != Empty && s != Unknown {
					return "a game began with a foreign stone"
				}
			}
			if !g.Result().Over || !a.Begin || there != n {
				return "a game began that nobody began"
			}
			return ""
		}
		return w.unasked(now)
	case SetUp:
		if w.agreed != "black" && w.agreed != "white" {
			if why := w.unasked(now); why != "" {
				return why
			}
		} else if e.Start.ToMove.String() != w.agreed {
			return "the other side is to move"
		}
		on := map[board.Point]board.Color{}
		for _, p := range e.Start.Black {
			on[p] = board.Black
		}
		for _, p := range e.Start.White {
			on[p] = board.White
		}
		for i := range g.Size().Count() {
			p := g.Size().Point(i)
			switch s, c := last[p], on[p]; {
			case s == Unknown && c != g.At(p), s == Empty && c != board.Empty, s != Unknown && c != board.Empty && !s.may(c):
				return p.String() + " is not as it was set up"
			case s != Unknown && s != Empty && c == board.Empty && !w.lying.has(p) && !w.query.answeredBy(p, s):
				return p.String() + " was left out of the position"
			}
		}
	}
	return ""
}

// unasked objects unless a stone has been standing on the point of an answer for
// as long as it must.
func (w *witness) unasked(now time.Time) string {
	if len(w.told(now)) > 0 {
		return ""
	}
	return "nobody was asked"
}

// told returns the answers on whose points stones have been standing for as long
// as they must.
func (w *witness) told(now time.Time) (answers []string) {
	for _, o := range w.query.options() {
		if o.Point != board.Nowhere && now.Sub(w.askedAt) >= w.set.Answer &&
			w.since(now.Add(-w.set.Answer), o.Point, func(s Sight) bool { return o.takes(o.Point, s) && s != Empty && s != Unknown }) {
			answers = append(answers, string(o.Answer))
		}
	}
	return answers
}

func (q *Question) options() []Option {
	if q == nil {
		return nil
	}
	return q.Options
}
