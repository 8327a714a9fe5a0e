package fleet

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/hw"
)

// Hall identifies a hall: it is made once, with the hall's streams.
type Hall struct {
	ID string `json:"id"`
}

// Origin says where a fact stands: a fact is known by all four together.
type Origin struct {
	Table string `json:"table"`
	// Line counts how often the table began to tell its journal from the oldest entry
	// that it has, from 1. It grows only when the numbers of a journal went back, as
	// after the loss of a table's disk.
	Line uint64 `json:"line"`
	api.Place
}

// Fact is an entry of a table's journal. Within a line, numbers only grow. They have no
// gaps, except that a game may begin after one, where a clock ran, and where a table had to
// give up entries because it was cut off for too long.
type Fact struct {
	Origin
	Entry api.Entry `json:"entry"`
}

// FaultFact says that a fault began or ended.
type FaultFact struct {
	Origin
	Fault Fault `json:"entry"`
}

// Fault is what is wrong with a device.
type Fault struct {
	Seq  uint64            `json:"seq"`
	At   time.Time         `json:"at"`
	Text string            `json:"text"` // a sentence in the table's language; "": all is well again
	Said map[string]string `json:"said"` // the same in every language: "en" and "zh"
}

// Game is a finished game. One that was reopened and ended again comes again under the
// same id.
type Game struct {
	Table string `json:"table"`
	api.GameInfo
	SGF string `json:"sgf"`
}

// State is what a table shows. Of two with the same boot, that with the greater version
// is newer.
type State struct {
	Table   string                `json:"table"`
	Boot    string                `json:"boot"`    // of the table's program, a new one at every start
	Version uint64                `json:"version"` // grows with every change
	At      time.Time             `json:"at"`      // by the table's clock
	GameID  string                `json:"game_id"`
	Game    string                `json:"game"`
	Cols    int                   `json:"cols"` // of the board that the game is played on
	Rows    int                   `json:"rows"`
	Phase   api.Phase             `json:"phase"`
	ToMove  board.Color           `json:"to_move"`
	Human   api.List[board.Color] `json:"human"` // colours that people play
	Level   int                   `json:"level"` // of the machine
	Turns   int                   `json:"turns"` // played
	Black   api.Points            `json:"black"` // stones of the game
	White   api.Points            `json:"white"`
	Last    api.Points            `json:"last"`   // of the last turn
	Wanted  api.Points            `json:"wanted"` // points lit for the machine's stones
	Line    api.Points            `json:"line"`   // the winning line
	Clock   api.Clock             `json:"clock"`
	Result  string                `json:"result"`
	Reason  string                `json:"reason"`
	Link    bool                  `json:"link"` // the board is reached
	Said    map[string]api.Said   `json:"said"` // what people are told, "en" and "zh"
	Volume  int                   `json:"volume"`
	Arm     hw.ArmState           `json:"arm_state"`
	Trays   api.List[api.Tray]    `json:"trays"`
	// Question: the table waits for the answer to a question.
	Question bool `json:"question"`
}

// Possible reports whether a table can show this. A page draws lines and stones and counts
// periods as a state says, and would do so without end.
func (s State) Possible() bool {
	most := max(len(s.Black), len(s.White), len(s.Last), len(s.Wanted), len(s.Line))
	return max(s.Cols, s.Rows) <= board.MaxSide && most <= board.MaxSide*board.MaxSide && max(s.Clock.Black.Periods, s.Clock.White.Periods) <= clock.MostPeriods
}

// Health is how a table's program is.
type Health struct {
	Table    string    `json:"table"`
	Boot     string    `json:"boot"`
	Install  string    `json:"install"` // of the table's disk: another one has another
	At       time.Time `json:"at"`
	Program  string    `json:"program"`   // its version
	UpS      int64     `json:"up_s"`      // seconds since it started
	StillMS  int64     `json:"still_ms"`  // since the game loop last completed a round
	OfflineS int64     `json:"offline_s"` // how long the table had no connection before this one
	Cuts     int       `json:"cuts"`      // connections lost since it started
	Celsius  float64   `json:"celsius"`   // of the processor; 0: not known
	Fault    string    `json:"fault"`     // what is wrong with a device, if anything
	System   string    `json:"system"`    // that the program was built for: "linux/arm64"
	SHA256   string    `json:"sha256"`    // checksum of the program; empty: not known yet
	// Update is how far another program is that the hall has ordered: "fetch", "install" while
	// it waits for root to install it, "restart" while it waits for the end of the game,
	// "refused", or empty for none.
	Update string `json:"update"`
	// UpdateError says in a sentence why it was refused, and UpdateSaid the same in every
	// language, "en" and "zh".
	UpdateError string            `json:"update_error"`
	UpdateSaid  map[string]string `json:"update_said,omitempty"`
}

// Visits is what an exhibit counted within an hour. It comes again under the same hour
// when more was counted.
type Visits struct {
	Table  string      `json:"table"`
	Hour   time.Time   `json:"hour"` // its beginning
	Counts []api.Count `json:"counts"`
}

// mostLevel is far above the levels that there are.
const mostLevel = 100

// Possible reports whether an exhibit can count this: a page draws a bar for every level.
func (v Visits) Possible() bool {
	return !slices.ContainsFunc(v.Counts, func(c api.Count) bool { return c.Level < 0 || c.Level > mostLevel })
}

// Name returns the hour as the subject has it: "202611231400", in UTC.
func (v Visits) Name() string { return v.Hour.UTC().Format("200601021504") }

// Challenge is a number that one order may use, once.
type Challenge struct {
	Nonce string `json:"nonce"`
}

// Order is a command to a table, signed.
type Order struct {
	Nonce   string          `json:"nonce"`   // of the table's [Challenge]
	Key     string          `json:"key"`     // public key of who commands, an nkey of a user
	Sign    string          `json:"sign"`    // Ed25519 signature in standard base64, see docs
	Command json.RawMessage `json:"command"` // as in POST /api/command
}

// Answer is what became of an order.
type Answer struct {
	Code  string `json:"code"`  // "": it was carried out; "forbidden", "bad-value", "not-now" and others
	Error string `json:"error"` // a sentence
	// Said is the same in every language, "en" and "zh".
	Said map[string]string `json:"said,omitempty"`
}

// Refusal is the answer to what is refused, worded in every language.
func Refusal(code string, w text.Words) Answer {
	return Answer{Code: code, Error: w.In(text.English), Said: text.InEach(w)}
}

// In is the answer in a language alone; a table of an older program has one.
func (a Answer) In(l text.Language) Answer {
	a.Error, a.Said = cmp.Or(a.Said[l.String()], a.Error), nil
	return a
}

// stateOf is what the hall is shown of a snapshot.
func stateOf(table, boot string, s *api.Snapshot, at time.Time) State {
	m := State{
		Table: table, Boot: boot, Version: s.Version, At: at, GameID: s.GameID, Game: s.Game, Cols: s.Cols, Rows: s.Rows,
		Phase: s.Phase, ToMove: s.ToMove, Human: s.Human, Level: s.Level, Turns: len(s.Moves), Wanted: s.Wanted, Line: s.Line, Clock: s.Clock,
		Result: s.Result, Reason: s.Reason, Link: s.Link, Said: s.Said, Arm: s.ArmState, Trays: s.Trays, Question: s.Question != nil,
	}
	for _, x := range s.Record {
		if x.Color == board.Black {
			m.Black = append(m.Black, x.Point)
		} else {
			m.White = append(m.White, x.Point)
		}
	}
	if n := len(s.Moves); n > 0 {
		m.Last = s.Moves[n-1]
	}
	if s.Voice != nil {
		m.Volume = s.Voice.Volume
	}
	return m
}
