package referee

import (
	"fmt"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// chooser draws a number from 0 to n-1.
type chooser func(n int) int

// struggle lets a referee watch a small board on which anything happens, while
// anything is asked of it and answered, and it is restarted at any moment. It
// returns what people would have against what was made of it.
func struggle(choose chooser, rules game.Rules, steps int, events map[string]int) string {
	size := rules.Size()
	w := &witness{set: Settings{
		Settle: 100, Blip: 10, Blind: 1000, Slide: 300, TakeBack: 700, Idle: 5000, Bare: 400, SetUp: 900, SetUpStones: 4, Answer: 200, Menu: 250, Patience: 2000,
	}}
	colors := choose(4) > 0 // the board tells them
	look := func(s Sight) Sight {
		if !colors && (s == Black || s == White) {
			return Stone
		}
		return s
	}
	g := game.New(rules)
	r := New(w.set, g)
	now := time.Unix(1000, 0)
	var obs Observation
	var ask Ask
	again := false // a referee begins in the middle of the game
	expect := func() {
		_, touch := rules.(capturing)
		ask = Ask{Touch: touch, Task: Task(choose(3)), Reply: choose(2) == 0, Begin: choose(2) == 0, Quiet: choose(8) == 0, Doubt: choose(6) == 0}
		if touch && ask.Task == Watch && choose(3) == 0 {
			ask.Scoring = true
			for i := range size.Count() {
				if p := size.Point(i); g.At(p) == board.Black && choose(4) == 0 {
					ask.Dead = append(ask.Dead, p)
				}
			}
		}
		if choose(2) == 0 {
			ask.Menu = []Choice{{Answer: "resign", Then: []Choice{{Answer: Yes}}}, {Answer: "level", Then: []Choice{{Answer: "1"}, {Answer: "2", Set: true}}}, {}}
		}
		for n := range g.Turns() {
			if choose(3) > 0 {
				ask.Back = append(ask.Back, n+1)
			}
		}
		_, due := g.Due()
		if ask.Task == Place {
			for i := range size.Count() {
				p := size.Point((i*7 + 3) % size.Count())
				if g.At(p) == board.Empty && len(ask.Points) < due {
					ask.Points = append(ask.Points, p)
				}
			}
		}
		w.asked, w.notice, w.pause = now, now, now
		r.Expect(now, g, ask)
	}
	expect()
	// hear makes a step, makes a fact of what comes of it, and returns what
	// there is to be said against that.
	hear := func(at time.Time) string {
		now = at
		w.scans = append(w.scans, scan{now, obs, w.query})
		if again {
			w.capture(g, 0)
			again = false
		}
		w.release(now, g)
		for {
			e, v := r.Step(now, &obs)
			for _, d := range v.Verdicts {
				for _, m := range d.Marks() {
					if !g.Size().Has(m.Point) {
						return "a mark off the board"
					}
				}
			}
			taking := slices.ContainsFunc(v.Verdicts, func(d Verdict) bool {
				t, ok := d.(TakingBack)
				return ok && len(t.Rest) == 0
			})
			switch {
			case !taking && w.pause.IsZero():
				w.pause = now
			case taking && !w.pause.IsZero():
				if now.Sub(w.pause) > 5*w.set.Blip { // of several points, one after the other
					w.notice = now
				}
				w.pause = time.Time{}
			}
			if e != nil {
				events[fmt.Sprintf("%T", e)]++
				if why := w.disputes(now, g, ask, e); why != "" {
					return why
				}
			}
			if q := w.query; q != nil && q.Kind == AskUnseen && (v.Question == nil || v.Question.Serial != q.Serial) {
				w.vouched = append(w.vouched, w.told(now)...)
			}
			switch {
			case v.Question == nil:
				w.query = nil
			case w.query == nil || w.query.Serial != v.Question.Serial:
				w.query, w.askedAt = v.Question, now
			}
			w.agreed = ""
			if _, agreed := e.(Agreed); e != nil && !agreed && choose(4) == 0 {
				expect() // the journal fails, and it is said again
				continue
			}
			var err error
			switch e := e.(type) {
			case nil, Agreed, Touched:
				return ""
			case Played:
				err = g.Play(e.Turn)
				w.capture(g, len(g.Turns())-1)
			case TakenBack:
				for range e.Turns {
					g.Undo()
				}
				w.back = now
			case NewGame:
				g = game.New(rules)
				w.back = now
			case Chosen:
				// It changes no record; sometimes nothing comes of it.
			case SetUp:
				g, err = game.NewFrom(rules, e.Start)
				w.back = now
			}
			if err != nil {
				return err.Error()
			}
			expect()
		}
	}
	for range steps {
		next := now.Add(time.Duration(choose(60)))
		before := obs
		restart := false
		switch choose(18) {
		case 0: // one point shows anything
			obs[size.Point(choose(size.Count()))] = look(Sight(choose(5)))
		case 1, 2: // a stone of the colour that is due
			c, _ := g.Due()
			obs[size.Point(choose(size.Count()))] = look(sightOf(c))
		case 3: // the board is put right
			obs = Observation{}
			for i := range size.Count() {
				p := size.Point(i)
				obs[p] = look(sightOf(g.At(p)))
			}
		case 4: // a stone slides
			a, b := size.Point(choose(size.Count())), size.Point(choose(size.Count()))
			obs[a], obs[b] = obs[b], obs[a]
		case 5: // what is asked for is done
			c, _ := g.Due()
			for _, p := range ask.Points {
				obs[p] = look(sightOf(c))
			}
		case 6:
			restart = choose(4) == 0
		case 7:
			if choose(4) == 0 && g.Undo() {
				w.back = now
				expect()
				next = now // the next step is due at once
			}
		case 8:
			next = next.Add(time.Duration(choose(1200)))
		case 9: // the board is cleared
			obs = Observation{}
		case 10, 11: // the last turn's stones are lifted
			if turns := g.Turns(); len(turns) > 0 {
				for _, p := range turns[len(turns)-1].Points {
					obs[p] = Empty
				}
			}
		case 12: // a question is answered on the page
			if o := w.query.options(); len(o) > 0 {
				a := o[choose(len(o))].Answer
				if r.Answer(w.query.Serial, a) == nil {
					w.agreed = string(a)
					if w.query.Kind == AskTurns {
						w.agreed = "turns"
					}
					if w.query.Kind == AskUnseen {
						w.vouched = append(w.vouched, string(a))
					}
					next = now
				}
			}
		case 14: // a button leads into the menu
			if choose(3) == 0 {
				r.Offer(now, 1000, []Answer{"resign", "level"}[choose(2)])
				next = now
			}
		case 15: // a stone of the game is put on a corner
			if n := len(g.Turns()); n > 0 && choose(2) == 0 {
				turn := g.Turns()[choose(n)]
				from, to := turn.Points[0], size.Point([]int{0, 3, 12, 15}[choose(4)])
				if obs[from] != Empty && obs[to] == Empty {
					obs[from], obs[to] = obs[to], obs[from]
					next = next.Add(time.Duration(choose(600)))
				}
			}
		case 13: // or on the board
			if o := w.query.options(); len(o) > 0 {
				if o := o[choose(len(o))]; o.Point != board.Nowhere {
					s := White
					if o.Stone != board.Empty {
						s = sightOf(o.Stone)
					}
					obs[o.Point] = look(s)
				}
			}
		}
		if due := r.view.Next; !due.IsZero() && due.Before(next) && len(w.scans) > 0 {
			// The board stood as it was until then; the timer came before.
			after := obs
			obs = before
			if why := hear(maxTime(due, now)); why != "" {
				return why
			}
			obs = after
		}
		if restart {
			dismissed := r.Dismissed()
			r = New(w.set, g)
			r.Dismiss(dismissed) // the journal has it
			*w = witness{set: w.set}
			again = true
			expect()
		}
		if why := hear(next); why != "" {
			return why
		}
	}
	return ""
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
