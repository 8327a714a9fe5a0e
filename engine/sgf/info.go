package sgf

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// GMGo is the number of Go in the GM property (FF[4]), and what a record without
// GM is of.
const GMGo = 1

// Info is what a record says about its game (FF[4], "Game info properties" and
// "Root properties"; HA and KM from "Go specific properties").
type Info struct {
	Game   int        // GM, 1 (Go) where it is missing
	Format int        // FF, 1 where it is missing
	Size   board.Size // SZ, 19x19 where it is missing; the zero Size if no game here can be on it

	Black, White         string // PB, PW
	BlackRank, WhiteRank string // BR, WR
	BlackTeam, WhiteTeam string // BT, WT

	Name, Event, Round, Place, Date string // GN, EV, RO, PC, DT
	Rules, Opening, Comment         string // RU, ON, GC
	Annotator, User, Source         string // AN, US, SO
	Copyright, Application          string // CP, AP as "name:version"

	Handicap int     // HA, stones; 0 for none
	Komi     float64 // KM, points for White
	HasKomi  bool    // KM is there and is a number

	MainTime time.Duration // TM
	Overtime string        // OT

	Said   string      // RE as it stands
	Result game.Result // what RE says; the zero Result for nothing
	Margin float64     // points that the winner is ahead by, 0 if RE has none
}

// Info returns what the game's first nodes say about it, the root's and those up to
// the first move. What cannot be read is in the problems and left at its zero value.
func (t *Tree) Info() (Info, []*Error) {
	r := infoReader{nodes: t.Nodes}
	if i := slices.IndexFunc(t.Nodes, func(n Node) bool { return n.Property("B") != nil || n.Property("W") != nil }); i >= 0 {
		r.nodes = t.Nodes[:i+1]
	}
	i := Info{
		Black: r.line("PB"), White: r.line("PW"), BlackRank: r.line("BR"), WhiteRank: r.line("WR"), BlackTeam: r.line("BT"), WhiteTeam: r.line("WT"),
		Name: r.line("GN"), Event: r.line("EV"), Round: r.line("RO"), Place: r.line("PC"), Date: r.line("DT"),
		Rules: r.line("RU"), Opening: r.line("ON"), Annotator: r.line("AN"), User: r.line("US"), Source: r.line("SO"), Copyright: r.line("CP"),
		Overtime: r.line("OT"), Said: r.line("RE"),
	}
	if p := r.first("GC"); p != nil {
		i.Comment = p.Values[0].shown().Text()
	}
	if p := r.first("AP"); p != nil {
		name, version, composed := p.Values[0].shown().Pair()
		if i.Application = name.Line(); composed {
			i.Application += ":" + version.Line()
		}
	}
	i.Game, i.Format = int(r.number("GM", GMGo, 1000)), int(r.number("FF", 1, 100))
	i.Handicap = int(r.number("HA", 0, mostPoints))
	i.Komi = r.komi()
	i.HasKomi = r.first("KM") != nil && !r.bad["KM"]
	i.MainTime = time.Duration(r.number("TM", 0, 1e9) * float64(time.Second))
	var err error
	if i.Size, err = readSize(t.Nodes[0]); err != nil {
		i.Size = board.Size{}
		p := t.Nodes[0].Property("SZ")
		r.problems = append(r.problems, p.Problem(BadSize, board.Clip(p.Values[0]), board.MaxSide))
	}
	i.Result = ParseResult(i.Said)
	if _, by, ok := strings.Cut(i.Said, "+"); ok {
		i.Margin, _ = strconv.ParseFloat(strings.TrimSpace(by), 64)
		if i.Margin < 0 || i.Margin > mostPoints || i.Margin != i.Margin {
			i.Margin = 0
		}
	}
	return i, r.problems
}

// infoReader looks for properties of a game.
type infoReader struct {
	nodes    []Node
	problems []*Error
	bad      map[string]bool // the properties that are no numbers
}

// first returns the first property of that name that has a value.
func (r *infoReader) first(name string) *Property {
	for _, n := range r.nodes {
		if p := n.Property(name); p != nil && len(p.Values) > 0 {
			return p
		}
	}
	return nil
}

func (r *infoReader) line(name string) string {
	if p := r.first(name); p != nil {
		return p.Values[0].shown().Line()
	}
	return ""
}

// number reads a number, a comma for a point allowed, of at most that size.
func (r *infoReader) number(name string, otherwise, most float64) float64 {
	p := r.first(name)
	text := strings.Replace(r.line(name), ",", ".", 1)
	if p == nil || text == "" {
		return otherwise
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v > most || v < -most || v != v {
		if r.bad == nil {
			r.bad = map[string]bool{}
		}
		r.bad[name] = true
		r.problems = append(r.problems, p.Problem(BadNumber, name, board.Clip(text)))
		return otherwise
	}
	return v
}

// komi reads KM. Chinese programs count it in stones, of which one is two points, so
// that it has quarters, 3.75, and some of them in hundredths, 375 or 750.
func (r *infoReader) komi() float64 {
	said := r.number("KM", 0, 100*mostPoints)
	v := said
	if math.Abs(v) >= 100 {
		v /= 100
	}
	if quarters := math.Abs(4 * v); quarters == math.Trunc(quarters) && int(quarters)%2 == 1 {
		v *= 2
	}
	if v != said {
		r.problems = append(r.problems, r.first("KM").Problem(KomiUnit, board.Clip(r.line("KM")), v))
	}
	return v
}

// shown returns v for people: U+FFFD stands for what is no character.
func (v Value) shown() Value {
	return Value(strings.Map(func(c rune) rune {
		if c >= 0xF780 && c <= 0xF7FF { // see Charset
			return '\uFFFD'
		}
		return c
	}, string(v.valid())))
}

// Lines returns the text for people, C for one: as [Value.Text], with U+FFFD for
// bytes that are no character.
func (v Value) Lines() string { return v.shown().Text() }
