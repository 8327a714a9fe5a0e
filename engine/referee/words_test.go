package referee

import (
	"fmt"
	"slices"
	"strings"

	"stonehand/engine/board"
)

// describe writes a View in words.
func describe(v View) string {
	var all []string
	for _, d := range v.Verdicts {
		switch d := d.(type) {
		case Moved:
			all = append(all, fmt.Sprintf("moved: %v from %v to %v", d.Color, d.From, d.To))
		case Replaced:
			all = append(all, "wrong colour: "+stones(d.Stones)+" belongs there")
		case Missing:
			all = append(all, "missing: "+stones(d.Stones))
		case OutOfTurn:
			all = append(all, fmt.Sprintf("out of turn: %s, %v is to move", list(d.Points), d.Color))
		case TooMany:
			all = append(all, fmt.Sprintf("more than %d: %s", d.Due, list(d.Points)))
		case Refused:
			all = append(all, fmt.Sprintf("not allowed: %s (%v)", list(d.Points), d.Err))
		case Extra:
			all = append(all, "extra: "+list(d.Points))
		case Wanted:
			all = append(all, fmt.Sprintf("wanted: %v %s", d.Color, list(d.Points)))
		case Unseen:
			all = append(all, fmt.Sprintf("wanted unseen: %v %s", d.Color, list(d.Points)))
		case Ready:
			all = append(all, fmt.Sprintf("%v's turn waits for the lever: %s", d.Color, list(d.Points)))
		case Partial:
			all = append(all, fmt.Sprintf("%d of %d down: %s", len(d.Points), d.Due, list(d.Points)))
		case TakingBack:
			s := "taking back: " + stones(d.Stones)
			if len(d.Rest) > 0 {
				s += ", if lifted as well: " + list(d.Rest)
			}
			all = append(all, s)
		case Captured:
			all = append(all, "captured: "+stones(d.Stones))
		case Capturing:
			s := "lifted to be captured from " + d.At.String() + ": " + stones(d.Stones)
			if d.Asked {
				s += ", or to be put back"
			}
			all = append(all, s)
		default:
			all = append(all, fmt.Sprintf("%#v", d))
		}
	}
	if q := v.Question; q != nil {
		all = append(all, inWords(q))
	}
	if len(all) == 0 {
		return "all is well"
	}
	return strings.Join(all, "; ")
}

// inWords writes a question in words, and how to answer it on the board.
func inWords(q *Question) string {
	s := map[QuestionKind]string{
		AskNewGame: "a new game?", AskSetUp: "play on from here, and who is to move?", AskColors: "are these right:", AskUnseen: "does one stand there:", AskCapture: "captured, not pushed:",
	}[q.Kind]
	if q.Kind == AskMenu {
		s = "menu"
		for _, a := range q.Path {
			s += ", " + string(a)
		}
		for i, o := range q.Options {
			w := string(o.Answer)
			if o.Set {
				w += " (so already)"
			}
			if o.Point != board.Nowhere {
				w += " on " + o.Point.String()
			}
			s += []string{": ", ", "}[min(i, 1)] + w
		}
		return s
	}
	if len(q.About) > 0 {
		s += " " + stones(q.About)
	}
	for i, t := range q.Turns {
		if q.Kind == AskCapture {
			s += " by " + t.Color.String() + " " + list(t.Points)
			break
		}
		s += []string{"did ", ", and then "}[i] + t.Color.String() + " play " + list(t.Points)
	}
	var how []string
	for _, o := range q.Options {
		w := string(o.Answer)
		if o.Point != board.Nowhere {
			w += " by a stone on " + o.Point.String()
			if o.Stone != board.Empty {
				w = string(o.Answer) + " by a " + o.Stone.String() + " stone on " + o.Point.String()
			}
		}
		how = append(how, w)
	}
	return "question: " + s + " (" + strings.Join(how, ", ") + ")"
}

// lights names the points that show what is to be put right next.
func lights(v View) string {
	var all []string
	for _, m := range v.Guide {
		what := map[MarkKind]string{
			MarkMissing: "put " + m.Color.String() + " on", MarkExtra: "take away", MarkWrong: "must be " + m.Color.String() + ":", MarkRefused: "not allowed:", MarkCaptured: "lift",
		}[m.Kind]
		all = append(all, what+" "+m.Point.String())
	}
	if len(all) == 0 {
		return "nothing to put right"
	}
	if len(v.Corners) > 0 {
		all = append(all, "or for the menu on "+list(v.Corners))
	}
	return strings.Join(all, ", ")
}

func list(points []board.Point) string {
	var names []string
	for _, p := range points {
		names = append(names, p.String())
	}
	return strings.Join(names, " ")
}

func stones(marks []Mark) string {
	var names []string
	for _, m := range slices.Clone(marks) {
		names = append(names, m.Color.String()+" "+m.Point.String())
	}
	return strings.Join(names, ", ")
}
