package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

// GameTree is a game of the library with all its variations: the body of GET
// /api/library/{id}.
type GameTree struct {
	Game     Shelved            `json:"game"`
	Rev      string             `json:"rev"` // the ETag, without its quotes
	Cols     int                `json:"cols"`
	Rows     int                `json:"rows"`
	Rules    string             `json:"rules"`
	Komi     float64            `json:"komi"`
	Handicap int                `json:"handicap"`
	Comment  string             `json:"comment"` // on the game as a whole
	Nodes    api.List[TreeNode] `json:"nodes"`   // the first is the beginning; each stands before those that follow it, the main line first
	Problems api.List[worded]   `json:"problems"`
}

// TreeNode is one node and what it does: set_up is set up, then the stones of color
// are put on points, then those on lifted are taken off.
type TreeNode struct {
	Parent  int         `json:"parent"` // -1 for the first
	Color   board.Color `json:"color"`  // of the move; "" where there is none
	Points  api.Points  `json:"points"` // none for a pass
	Lifted  api.Points  `json:"lifted"`
	ToMove  board.Color `json:"to_move"` // "" when the game is over there
	Due     int         `json:"due"`     // stones that the turn still takes
	Name    string      `json:"name,omitempty"`
	Comment string      `json:"comment,omitempty"`

	SetUp []api.Stone `json:"set_up,omitempty"` // a stone of no colour clears its point
	Marks *TreeMarks  `json:"marks,omitempty"`
}

// TreeMarks are what a node marks.
type TreeMarks struct {
	Triangles api.Points          `json:"triangles"`
	Squares   api.Points          `json:"squares"`
	Circles   api.Points          `json:"circles"`
	Crosses   api.Points          `json:"crosses"`
	Labels    api.List[TreeLabel] `json:"labels"`

	// Not changed by edits.
	Selected  api.Points         `json:"selected,omitempty"`
	Arrows    api.List[TreeLine] `json:"arrows,omitempty"`
	Lines     api.List[TreeLine] `json:"lines,omitempty"`
	BlackArea api.Points         `json:"black_area,omitempty"`
	WhiteArea api.Points         `json:"white_area,omitempty"`
}

// TreeLabel is a text on a point.
type TreeLabel struct {
	Point board.Point `json:"point"`
	Text  string      `json:"text"`
}

// TreeLine goes from a point to a point.
type TreeLine struct {
	From board.Point `json:"from"`
	To   board.Point `json:"to"`
}

// TreeEdit is one change; see [gametree.Edit].
type TreeEdit struct {
	Do    string      `json:"do"`
	Node  int         `json:"node"`
	Point board.Point `json:"point"`
	Text  string      `json:"text"`
	Marks *TreeMarks  `json:"marks"`
}

// editing is the body of PUT /api/library/{id} and of POST /api/library/{id}/try.
type editing struct {
	Edits []TreeEdit `json:"edits"`
}

// tried is the answer to POST /api/library/{id}/try.
type tried struct {
	Nodes api.List[TreeNode] `json:"nodes"` // those that the edits made
}

const (
	mostEdits   = 5000
	editExample = `{"edits":[{"do":"comment","node":3,"text":"Better at D4."}]}`
)

// openGame answers GET /api/library/{id}.
func (s *Server) openGame(w http.ResponseWriter, r *http.Request) {
	o, err := s.opened(r.Context(), r.PathValue("id"))
	if err == nil {
		var v *gametree.View
		if v, err = view(o); err == nil {
			s.sendTree(w, r, o, v)
			return
		}
	}
	s.refuse(w, r, libraryRefusal(err))
}

// view shows a game, or says why it cannot be shown.
func view(o *library.Opened) (*gametree.View, error) {
	v, err := gametree.New(o.Tree)
	if err != nil {
		return nil, refusing(http.StatusConflict, "not-shown", "This game can be downloaded, but not shown here: %v.", err)
	}
	return v, nil
}

func (s *Server) sendTree(w http.ResponseWriter, r *http.Request, o *library.Opened, v *gametree.View) {
	i := &v.Info
	t := GameTree{
		Rev: o.Rev, Cols: i.Size.Cols, Rows: i.Size.Rows, Rules: i.Rules, Komi: i.Komi, Handicap: i.Handicap, Comment: i.Comment,
		Nodes: nodes(v, 0), Problems: told(append(slices.Clip(o.Problems), v.Problems...)),
	}
	t.Game = listed(&o.Game)
	if o.Game.File == "" {
		t.Game = Shelved{ID: o.Game.ID, Source: "table", Black: i.Black, White: i.White, Name: i.Name, Event: i.Event, Round: i.Round, Place: i.Place, Date: i.Date, Result: i.Said}
	}
	t.Game.Game, t.Game.Cols, t.Game.Rows = v.Game, t.Cols, t.Rows
	w.Header().Set("ETag", strconv.Quote(o.Rev))
	s.reply(w, r, http.StatusOK, t)
}

// nodes are those from a number on.
func nodes(v *gametree.View, from int) (list []TreeNode) {
	for i := from; i < len(v.Nodes); i++ {
		n := &v.Nodes[i]
		t := TreeNode{Parent: n.Parent, Color: n.Color, Points: n.Points, Lifted: n.Lifted, ToMove: n.ToMove, Due: n.Due, Name: n.Name, Comment: n.Comment, Marks: marksOf(&n.Marks)}
		for _, s := range n.Set {
			t.SetUp = append(t.SetUp, api.Stone{Point: s.Point, Color: s.Color})
		}
		list = append(list, t)
	}
	return list
}

// marksOf is nil for a node that marks nothing.
func marksOf(m *sgf.Marks) *TreeMarks {
	t := TreeMarks{Triangles: m.Triangles, Squares: m.Squares, Circles: m.Circles, Crosses: m.Crosses, Selected: m.Selected, BlackArea: m.BlackTerritory, WhiteArea: m.WhiteTerritory}
	for _, l := range m.Labels {
		t.Labels = append(t.Labels, TreeLabel{l.At, l.Text})
	}
	for _, l := range m.Arrows {
		t.Arrows = append(t.Arrows, TreeLine{l.From, l.To})
	}
	for _, l := range m.Lines {
		t.Lines = append(t.Lines, TreeLine{l.From, l.To})
	}
	if len(t.Triangles)+len(t.Squares)+len(t.Circles)+len(t.Crosses)+len(t.Labels)+len(t.Selected)+len(t.Arrows)+len(t.Lines)+len(t.BlackArea)+len(t.WhiteArea) == 0 {
		return nil
	}
	return &t
}

// apply makes edits.
func apply(v *gametree.View, edits []TreeEdit) error {
	if len(edits) > mostEdits {
		return badValue("%d edits at once are too many, the limit is %d: save more often.", len(edits), mostEdits)
	}
	for i, e := range edits {
		change := gametree.Edit{Do: e.Do, Node: e.Node, Point: e.Point, Text: e.Text}
		if e.Marks != nil {
			m := &change.Marks
			m.Triangles, m.Squares, m.Circles, m.Crosses = e.Marks.Triangles, e.Marks.Squares, e.Marks.Circles, e.Marks.Crosses
			for _, l := range e.Marks.Labels {
				m.Labels = append(m.Labels, sgf.Label{At: l.Point, Text: l.Text})
			}
		}
		if err := v.Apply(change); err != nil {
			return editRefusal(i, e, err)
		}
	}
	return nil
}

// editRefusals are the codes of what rules forbid.
var editRefusals = []struct {
	err  error
	code string
}{
	{gametree.ErrOver, "over"}, {gametree.ErrOccupied, "occupied"}, {gametree.ErrOff, "off"}, {gametree.ErrPass, "no-pass"},
	{weiqi.ErrSuperko, "superko"}, {weiqi.ErrKo, "ko"}, {weiqi.ErrSuicide, "suicide"},
}

func editRefusal(i int, e TreeEdit, err error) error {
	because := func(status int, code string) error {
		return refusing(status, code, "Edit %d (%s) cannot be made: %v.", i+1, text.Clip(e.Do), err)
	}
	for _, known := range editRefusals {
		if errors.Is(err, known.err) {
			return because(http.StatusConflict, known.code)
		}
	}
	if _, ok := errors.AsType[*game.FoulError](err); ok {
		return because(http.StatusConflict, "forbidden")
	}
	return because(http.StatusBadRequest, "bad-value")
}

// tryEdits answers POST /api/library/{id}/try.
func (s *Server) tryEdits(r *http.Request) (any, error) {
	var ask editing
	var v *gametree.View
	before := 0
	rev, err := revision(r)
	if err == nil {
		err = read(r, &ask, editExample)
	}
	var o *library.Opened
	if err == nil {
		o, err = s.opened(r.Context(), r.PathValue("id"))
	}
	if err == nil && o.Rev != rev {
		err = library.ErrChanged
	}
	if err == nil {
		v, err = view(o)
	}
	if err == nil {
		before = len(v.Nodes)
		err = apply(v, ask.Edits)
	}
	if err != nil {
		return nil, libraryRefusal(err)
	}
	return tried{nodes(v, before)}, nil
}

// saveGame answers PUT /api/library/{id}. A game that was played here stays as it is: the
// library gets a copy with the changes.
func (s *Server) saveGame(w http.ResponseWriter, r *http.Request) {
	var ask editing
	id := r.PathValue("id")
	err := s.mayChange(r)
	var rev string
	if err == nil {
		rev, err = revision(r)
	}
	if err == nil {
		err = read(r, &ask, editExample)
	}
	var o *library.Opened
	change := func(o *library.Opened) error {
		v, err := view(o)
		if err != nil {
			return err
		}
		return apply(v, ask.Edits)
	}
	switch {
	case err != nil:
	case s.isPlayed(id):
		o, err = s.copyGame(r, id, rev, change)
	default:
		o, err = s.Library.Save(r.Context(), id, rev, change)
	}
	var v *gametree.View
	if err == nil {
		v, err = view(o)
	}
	if err != nil {
		s.refuse(w, r, libraryRefusal(err))
		return
	}
	s.audit.did(r, "library", "did", "save", "id", o.Game.ID)
	s.sendTree(w, r, o, v)
}

// copyGame puts a changed copy of a game that was played here into the library.
func (s *Server) copyGame(r *http.Request, id, rev string, change func(*library.Opened) error) (*library.Opened, error) {
	o, err := s.opened(r.Context(), id)
	if err != nil {
		return nil, err
	}
	if o.Rev != rev {
		return nil, library.ErrChanged
	}
	if err := change(o); err != nil {
		return nil, err
	}
	added, err := s.Library.Add(r.Context(), id+".sgf", library.Text(o.Tree))
	if err != nil {
		return nil, err
	}
	return s.Library.Load(r.Context(), added.Games[0].ID)
}

// UnmarshalJSON reads an edit; a point that is left out is none.
func (e *TreeEdit) UnmarshalJSON(data []byte) error {
	type plain TreeEdit
	p := plain{Point: board.Nowhere}
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	*e = TreeEdit(p)
	return nil
}

// replaying is the body of POST /api/library/{id}/replay.
type replaying struct {
	Node  int  `json:"node"`
	Guess bool `json:"guess"`
	// Win is that people are led through the win that was forced in place of how the game
	// went on, as [Turning] has it.
	Win bool `json:"win"`
}

// replayGame answers POST /api/library/{id}/replay: people are led through the game on the
// board.
func (s *Server) replayGame(_ http.ResponseWriter, r *http.Request, ask replaying) (any, error) {
	var o *library.Opened
	var v *gametree.View
	err := s.commandsTooFast(r)
	if err == nil {
		o, err = s.opened(r.Context(), r.PathValue("id"))
	}
	if err == nil {
		v, err = view(o)
	}
	if err == nil && (ask.Node < 0 || ask.Node >= len(v.Nodes)) {
		err = badValue("There is no node %d: nodes go from 0 to %d.", ask.Node, len(v.Nodes)-1)
	}
	var state *api.Snapshot
	if err == nil {
		order := api.ReviewOrder{ID: o.Game.ID, Title: v.Info.Black + " – " + v.Info.White, Size: v.Info.Size, Guess: ask.Guess}
		order.Steps, order.At = v.Steps(ask.Node)
		if ask.Win {
			order.Steps, order.At, err = s.forced(r.Context(), o.Game.ID, v)
		}
		if err != nil {
			return nil, libraryRefusal(err)
		}
		if state, err = s.tellTable(r, api.Command{Do: api.DoReview, Review: &order}); err != nil {
			s.meters.refused(api.DoReview, err)
		}
	}
	if err != nil {
		return nil, libraryRefusal(err)
	}
	s.meters.done(api.DoReview)
	s.audit.did(r, "command", "do", api.DoReview)
	return state, nil
}

// forced is a game up to the turn after which its winner had a proved win, and that win; at is
// that turn.
func (s *Server) forced(ctx context.Context, id string, v *gametree.View) (steps []gametree.Step, at int, err error) {
	record, _, err := s.finished(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	var t Turning
	if _, result := s.queue.look(id, record); result != nil {
		t = result.Turning
	}
	steps, _ = v.Steps(0)
	if t.From == 0 || t.From >= len(steps) {
		return nil, 0, refusing(http.StatusConflict, "no-win", "No analysis has proved a forced win in this game: POST /api/analysis looks for one.")
	}
	steps = slices.Clone(steps[:t.From+1])
	last := steps[t.From]
	for _, turn := range t.Line {
		next := gametree.Step{Node: last.Node, Color: steps[len(steps)-1].Color.Other()}
		for _, name := range turn {
			p, err := v.Info.Size.Parse(name, board.Algebraic)
			if err != nil {
				return nil, 0, fmt.Errorf("the analysis of game %s: %w", id, err)
			}
			next.Points = append(next.Points, p)
		}
		steps = append(steps, next)
	}
	return steps, t.From, nil
}
