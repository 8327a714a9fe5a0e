package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// Analyst judges finished games. It takes the memory that it needs for each game
// and gives it back.
type Analyst interface {
	// Analyze judges every turn of the game that an SGF file holds and thinks
	// about each for so long. It calls report, from its own goroutine, after
	// every position, and returns soon after ctx has ended.
	Analyze(ctx context.Context, record []byte, each time.Duration, report func(Step)) (*Analysis, error)
}

// Analyses keep finished analyses, so that they outlive the program. They know of
// which engine they are: those of another one are not found.
type Analyses interface {
	// Find returns what was kept of the game that an SGF file holds; nil for nothing.
	Find(record []byte) []byte
	Keep(record, analysis []byte) error
}

// Step is how far an [Analyst] has come.
type Step struct {
	Done, All int  // positions looked at, and to be looked at
	Waiting   bool // for the machine, which thinks about the game on the table
}

// Analysis is a game with every turn judged.
type Analysis struct {
	Turns   []Judged
	Turning Turning
	// SGF is the annotated record by the language of its comments, "en" and "zh".
	SGF map[string]string
}

// Turning is why a side lost.
type Turning struct {
	// Turn is the loser's turn that decided the game, 0 if none did.
	Turn int `json:"turn"`
	// From is the loser's turn after which the winner had a proved win and kept one to the
	// end; 0 if none was proved. Line is that win, step by step.
	From int                `json:"from"`
	Line api.List[[]string] `json:"line"`
}

// Judged is one turn and what is thought of it.
type Judged struct {
	Turn   int              `json:"turn"`  // from 1
	Color  string           `json:"color"` // that moved: "black" or "white"
	Played api.List[string] `json:"played"`
	// Black is Black's chance to win after the turn, from 0 to 1.
	Black  float64 `json:"black"`
	Before Verdict `json:"before"` // for the side that moved, with the best turn
	After  Verdict `json:"after"`  // with the turn that it played
	Mark   string  `json:"mark"`   // "", "good", "doubtful" or "bad"
	// Line is the turn that should have been played and how it goes on; empty
	// if the one that was played is about as good.
	Line api.List[[]string] `json:"line"`
	// Missed is how many turns the forced win takes that was there before and
	// is no more; 0 if there is none. Line has it.
	Missed int `json:"missed"`
	// Allowed is how the other side wins by force after the turn, which it
	// could not have after Line; empty otherwise.
	Allowed api.List[[]string] `json:"allowed"`
}

// Verdict is what a position is worth to one side.
type Verdict struct {
	Chance float64 `json:"chance"` // to win, from 0 to 1
	// Win is how many turns of the side its forced win takes; negative, how
	// many of the other side's that one's takes; 0 if neither is known.
	Win  int  `json:"win"`
	Over bool `json:"over"` // the game has ended so
}

// Progress is how the analysis of a game stands: the answer to POST
// /api/analysis and the body of an "analysis" event.
type Progress struct {
	Game  string  `json:"game"`  // its id
	State string  `json:"state"` // one of the Analysis constants
	Time  float64 `json:"time"`  // spent on each turn, seconds
	Done  int     `json:"done"`  // positions looked at
	All   int     `json:"all"`   // positions there are; 0 before the first
	// Waiting says that the analysis stands still while the machine thinks
	// about the game on the table.
	Waiting bool `json:"waiting"`
}

// The states of an analysis.
const (
	AnalysisNone    = "none" // not asked for, cancelled, or forgotten since
	AnalysisRunning = "running"
	AnalysisDone    = "done"
	AnalysisFailed  = "failed"
)

// report is the body of GET /api/games/{id}/analysis.
type report struct {
	Progress Progress        `json:"progress"`
	Turns    json.RawMessage `json:"turns"` // a list of Judged, empty unless the state is "done"
	Turning  Turning         `json:"turning"`
}

// How long an analysis may think about each turn.
const (
	leastEach = 50 * time.Millisecond
	usualEach = time.Second
	mostEach  = time.Minute
)

// asking is the body of POST /api/analysis.
type asking struct {
	Do   string   `json:"do"`   // "start" or "cancel"
	Game string   `json:"game"` // its id
	Time *float64 `json:"time"` // start: seconds for each turn
}

// analyze answers POST /api/analysis: one analysis at a time begins or ends.
func (s *Server) analyze(r *http.Request) (any, error) {
	if s.Analyst == nil {
		return nil, noAnalyst()
	}
	var q asking
	if err := read(r, &q, `{"do":"start","game":"20260102-150405"}`); err != nil {
		return nil, err
	}
	each := usualEach
	if q.Time != nil {
		each = time.Duration(min(max(*q.Time, 0), 2*mostEach.Seconds()) * float64(time.Second))
	}
	switch {
	case q.Do != "start" && q.Do != "cancel":
		return nil, badValue(`"do" cannot be %q: an analysis can "start" and "cancel".`, text.Clip(q.Do))
	case q.Game == "":
		return nil, badValue(`The member "game" is missing: it is a game's id, as GET /api/games lists them.`)
	case q.Do == "cancel" && q.Time != nil:
		return nil, badValue(`"time" belongs to "start": leave it out.`)
	case each < leastEach || each > mostEach:
		return nil, badValue(`"time" cannot be %g: each turn can have %g to %g seconds.`, *q.Time, leastEach.Seconds(), mostEach.Seconds())
	case q.Do == "cancel":
		return s.queue.cancel(q.Game)
	}
	record, parsed, err := s.finished(r.Context(), q.Game)
	if err != nil {
		return nil, err
	}
	if len(parsed.Turns) == 0 {
		return nil, refusing(http.StatusConflict, "no-turns", "No turn was played in this game, so there is nothing to judge.")
	}
	p, err := s.queue.start(q.Game, record, each)
	if err == nil {
		s.Log.Info("analysis asked for", "game", q.Game, "each", each, "from", r.RemoteAddr)
	}
	return p, err
}

// analysis answers GET /api/games/{id}/analysis.
func (s *Server) analysis(r *http.Request) (any, error) {
	p, result, err := s.analysed(r)
	if result != nil {
		return result.report, nil
	}
	return report{Progress: p, Turns: json.RawMessage("[]")}, err
}

// analysisSGF answers GET /api/games/{id}/analysis.sgf.
func (s *Server) analysisSGF(w http.ResponseWriter, r *http.Request) {
	id, language := r.PathValue("id"), strings.ToLower(cmp.Or(r.URL.Query().Get("lang"), "en"))
	_, result, err := s.analysed(r)
	if err == nil && result == nil {
		err = notFound("Game %s has not been analysed: POST /api/analysis starts that.", id)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	data, ok := result.SGF[language]
	if !ok {
		s.refuse(w, r, badValue(`"lang" cannot be %q: the record is annotated in "en" and "zh".`, text.Clip(language)))
		return
	}
	download(w, id+"-analysis.sgf", []byte(data))
}

// analysed says how the analysis of the game that a request names stands, and what came of
// it; nil before it is done.
func (s *Server) analysed(r *http.Request) (p Progress, result *result, err error) {
	id := r.PathValue("id")
	record, _, err := s.finished(r.Context(), id)
	if err == nil && s.Analyst == nil {
		err = noAnalyst()
	}
	if err == nil {
		p, result = s.queue.look(id, record)
	}
	return p, result, err
}

func noAnalyst() *refusal {
	return refusing(http.StatusNotFound, "no-analyst", "This board does not analyse games.")
}
