package remote

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

var update = flag.Bool("update", false, "write the vectors that the page's tests share")

// vectors are logs with what is so after each event, for everybody who reads logs. The
// page's own test runs the same file.
const vectors = "../web/pagetest/guest-log.json"

// vector is one log.
type vector struct {
	Setup Setup  `json:"setup"`
	Steps []step `json:"steps"`
}

// step is an event, and what is so after it.
type step struct {
	Event  Event  `json:"event"`
	Turns  string `json:"turns"`            // "black H8, white A1+B1"
	Guest  string `json:"guest"`            // the colour that the guest has
	Stones string `json:"stones,omitempty"` // of a game of Go: "black H8, white A1 dead", row by row from the top
	Go     *Go    `json:"go,omitempty"`     // what a browser is told of it
	Back   int    `json:"back"`             // turns that take back the guest's last one; 0 where that cannot be asked for
}

// after describes a position.
func after(e Event, p *position) step {
	s := step{Event: e, Guest: p.guest().String()}
	var turns []string
	g := p.record.Game
	for i, t := range g.Turns() {
		turns = append(turns, t.Color.String()+" "+strings.Join(api.Names(t.Points), "+"))
		if g.SideOf(i) == p.guest() {
			s.Back = len(g.Turns()) - i
		}
	}
	if len(turns)-s.Back < p.record.Settled() {
		s.Back = 0
	}
	s.Turns = strings.Join(turns, ", ")
	if s.Go = p.weiqi(); s.Go != nil {
		var stones []string
		for y := g.Size().Rows - 1; y >= 0; y-- {
			for x := range g.Size().Cols {
				at := board.At(x, y)
				if g.At(at) == board.Empty {
					continue
				}
				name := g.At(at).String() + " " + at.String()
				if slices.Contains(g.Dead(), at) {
					name += " dead"
				}
				stones = append(stones, name)
			}
		}
		s.Stones = strings.Join(stones, ", ")
	}
	return s
}

// walk is a log of events that follow by chance.
func walk(t *testing.T, s Setup, r *rand.Rand) vector {
	p, err := book.start(s)
	if err != nil {
		t.Fatal(err)
	}
	v := vector{Setup: s, Steps: []step{}}
	events := 14
	if s.Rules == "go" {
		events = 80
	}
	for range events {
		g := p.record.Game
		due, n := g.Due()
		e := Event{Kind: KindTurn, Color: due.String()}
		switch choices := g.Choices(); {
		case g.Counting():
			switch k := r.IntN(9); {
			case k < 6:
				e = Event{Kind: KindDead, Color: "black", Points: []string{g.Size().Point(r.IntN(g.Size().Count())).String()}}
			case k == 6:
				e = Event{Kind: KindPlayOn, Color: "white"}
			default:
				e = Event{Kind: KindAgree, Color: []string{"black", "white"}[r.IntN(2)], Points: api.Names(g.Dead())}
			}
		case g.Counts() && r.IntN(6) == 0: // a pass
		case len(v.Steps) > 10 && r.IntN(8) == 0:
			e = Event{Kind: KindResign, Color: []string{"black", "white"}[r.IntN(2)]}
		case len(g.Turns()) > 0 && r.IntN(9) == 0:
			e = Event{Kind: KindUndo, Back: 1 + r.IntN(2)}
		case len(choices) > 0:
			e = Event{Kind: KindChoice, Color: g.Side().String(), Choice: string(choices[r.IntN(len(choices))])}
		default:
			from := g.Allowed()
			if from == nil {
				for i := range g.Size().Count() {
					from = append(from, g.Size().Point(i))
				}
			}
			for range n {
				e.Points = append(e.Points, from[r.IntN(len(from))].String())
			}
		}
		if p.apply(e) == nil { // chance does not know the rules
			v.Steps = append(v.Steps, after(e, p))
		}
	}
	return v
}

// The log as Go reads it is the log as the page reads it.
func TestVectorsOfLogs(t *testing.T) {
	if *update {
		var all []string
		r := rand.New(rand.NewPCG(15, 2))
		for _, s := range []Setup{
			{Rules: "connect6", Cols: 19, Rows: 19}, {Rules: "gomoku", Cols: 15, Rows: 15}, {Rules: "gomoku", Cols: 15, Rows: 15, Opening: "swap2"},
			{Rules: "renju", Cols: 15, Rows: 15, Opening: "renju"}, {Rules: "renju", Cols: 15, Rows: 15, Opening: "renju-rif"},
			{Rules: "go", Cols: 5, Rows: 5, Terms: "new-zealand"}, {Rules: "go", Cols: 5, Rows: 5, Terms: "handicap 3 free"},
			{Rules: "connect6", Cols: 19, Rows: 19, Opening: "swap"},
		} {
			for i := range 6 {
				s.Game, s.Round, s.Clock = "a", 1, "none"
				s.Guest = board.Color(1 + i%2).String()
				line, err := json.Marshal(walk(t, s, r))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, string(line))
			}
		}
		if err := os.WriteFile(vectors, []byte("[\n"+strings.Join(all, ",\n")+"\n]\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 48 {
		t.Errorf("%d logs", len(list))
	}
	for i, v := range list {
		p, err := book.start(v.Setup)
		if err != nil {
			t.Fatalf("log %d: %v", i, err)
		}
		for _, want := range v.Steps {
			if err := p.apply(want.Event); err != nil {
				t.Fatalf("log %d: %+v: %v", i, want.Event, err)
			}
			if d := cmp.Diff(want, after(want.Event, p)); d != "" {
				t.Errorf("log %d: %s", i, d)
			}
		}
	}
}
