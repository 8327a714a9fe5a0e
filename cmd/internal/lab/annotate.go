package lab

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// Moves returns the turns of a record as an [Analyzer] takes them.
func Moves(rec *sgf.Record) []connect.Move {
	moves := make([]connect.Move, len(rec.Turns))
	for i, t := range rec.Turns {
		moves[i] = connect.MoveOf(t.Points)
	}
	return moves
}

// Rules are those that a record's game was played by.
func Rules(rec *sgf.Record) game.Rules {
	if rec.Game != nil {
		return rec.Game
	}
	rules := game.Connect6()
	rules.Board = rec.Size
	return rules
}

// Annotate writes the record of the game that was analyzed with what is thought
// of it: after every turn V, from -1 (White wins) to 1 (Black wins), and a
// comment; BM, DO or TE for turns that are marked; a variation for each better
// turn. said are comments of the record's own by turn, as [Comments] finds them;
// what is added to them is in the language l.
func (a *Analysis) Annotate(rec *sgf.Record, said map[int]string, l text.Language) ([]byte, error) {
	games, err := sgf.Read(rec.SGF())
	if err != nil {
		return nil, fmt.Errorf("annotating: %w", err)
	}
	root := games[0]
	nodes := root.Nodes[1:]
	root.Nodes = root.Nodes[:1]
	if words := said[0]; words != "" {
		root.Nodes[0].Set("C", sgf.Text(words))
	}
	at := root // where the main line goes on
	for i := range a.Turns {
		j := &a.Turns[i]
		n := j.Played.Stones()
		turn := nodes[:n]
		nodes = nodes[n:]
		j.annotate(&turn[n-1], said[j.Number], l)
		if j.Better != connect.NoMove {
			main := &sgf.Tree{}
			at.Variations = []*sgf.Tree{main, {Nodes: a.variation(rec, j, l)}}
			at = main
		}
		at.Nodes = append(at.Nodes, turn...)
	}
	if rec.Foul != nil { // which is no turn
		nodes[0].Set("C", sgf.Text(l.Say(text.WinsByFoul, l.Side(board.White), l.Side(board.Black))))
		at.Nodes = append(at.Nodes, nodes...)
	}
	return sgf.Write(games), nil
}

// annotate adds to the last node of a turn what is thought of it.
func (j *Judged) annotate(n *sgf.Node, said string, l text.Language) {
	chance := j.After.Chance()
	if j.Color == board.White {
		chance = 1 - chance
	}
	n.Set("V", sgf.Value(strconv.FormatFloat(2*chance-1, 'f', 3, 64)))
	switch j.Mark {
	case Good:
		n.Set("TE", "1")
	case Doubtful:
		n.Set("DO", "")
	case Bad:
		emphasis := sgf.Value("1")
		if j.Missed > 0 || len(j.Allowed) > 0 {
			emphasis = "2"
		}
		n.Set("BM", emphasis)
	}
	comment := l.Say(text.JudgedTurn, l.Side(j.Color), j.After.Say(l))
	for _, s := range j.Sentences(l) {
		comment += "\n" + s
	}
	if said != "" {
		comment = said + "\n\n" + comment
	}
	n.Set("C", sgf.Text(comment))
}

// Sentences say what is wrong with the turn, or right, one a sentence and line, in
// the language l.
func (j *Judged) Sentences(l text.Language) (s []string) {
	if j.Mark == Good {
		s = append(s, l.Say(text.BeginsWin, j.Before.Win))
	}
	if j.Better == connect.NoMove {
		return s
	}
	if j.Missed > 0 {
		s = append(s, l.Say(text.MissesWin, j.Missed, Turns(j.Line)))
	} else {
		s = append(s, l.Say(text.BetterTurn, j.Before.Say(l), Turns(j.Line)))
	}
	if len(j.Allowed) > 0 {
		s = append(s, l.Say(text.AllowsWin, l.Side(j.Color.Other()), Turns(j.Allowed)))
	}
	return s
}

// variation returns the nodes of the better turn and how it goes on.
func (a *Analysis) variation(rec *sgf.Record, j *Judged, l text.Language) (nodes []sgf.Node) {
	color, notation := j.Color, board.Pair
	if _, ok := rec.Game.(game.Gomoku); ok {
		notation = board.SGF
	}
	for i, m := range j.Line {
		for _, p := range m.Points(nil) {
			name := "B"
			if color == board.White {
				name = "W"
			}
			nodes = append(nodes, sgf.Node{Properties: []sgf.Property{{Name: name, Values: []sgf.Value{sgf.Value(rec.Size.Name(p, notation))}}}})
		}
		if i == 0 {
			nodes[len(nodes)-1].Set("C", sgf.Text(l.Say(text.JudgedTurn, l.Side(color), j.Before.Say(l))))
		}
		color = color.Other()
	}
	return nodes
}

// stone finds the points in the text of a move, in any of the ways in which
// records write them.
var stone = regexp.MustCompile(`[A-Za-z][0-9]+|[A-Za-z]{2}`)

// Comments returns what the main line of a file says in words, by the number of
// the turn that it is said after, 0 for the beginning; nothing of a file that is
// not SGF.
func Comments(data []byte, rec *sgf.Record) map[int]string {
	games, err := sgf.Read(data)
	if err != nil {
		return nil
	}
	words := map[int][]string{}
	stones := 0
	for _, n := range games[0].Main() {
		for _, p := range n.Properties {
			if p.Name == "B" || p.Name == "W" {
				for _, v := range p.Values {
					points := stone.FindAllString(string(v), -1)
					if len(points) == 2 && points[0] == points[1] {
						points = points[:1] // a lone stone, written twice
					}
					stones += len(points)
				}
			}
		}
		if v, ok := n.Get("C"); ok {
			turn := turnOf(rec, stones)
			if s := strings.TrimSpace(v.Text()); s != "" {
				words[turn] = append(words[turn], s)
			}
		}
	}
	said := map[int]string{}
	for turn, all := range words {
		said[turn] = strings.Join(all, "\n")
	}
	return said
}

// turnOf returns the number of the turn that the given number of stones ends in.
func turnOf(rec *sgf.Record, stones int) int {
	for i, t := range rec.Turns {
		if stones <= 0 {
			return i
		}
		stones -= len(t.Points)
	}
	return len(rec.Turns)
}
