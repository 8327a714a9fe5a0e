package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// match is what the journal is the record of: all of the table's state that
// outlives the program. It changes by entries only, in the same way whether
// they are new or replayed.
type match struct {
	games    []game.Rules // what can be played
	seq      uint64       // of the last entry
	whole    uint64       // of the last one that has the whole state
	position uint64       // grows with every entry that changes what comes next

	id    string // "" before the first game
	game  *game.Game
	human [3]bool // by colour
	// elsewhere is the colour that is played at another table, Empty for none; no
	// person here plays it.
	elsewhere board.Color
	// guest says that a program plays elsewhere, see [GuestOrder].
	guest bool
	// pressed says that the clock shows already what it will after decision.
	pressed bool
	by      []seat // who played each turn
	final   final
	level   int
	budget  time.Duration
	clock   clock.Clock
	marks   [][3]clock.Side // what the clock showed as each position came up, by colour
	timed   int             // turns that were played before this clock
	started time.Time
	ended   time.Time // when the game ended
	paused  bool
	opens   opening.Kind // what the next game begins with, unless it is told otherwise
	// dismissed is the kind of the question that people have answered with no,
	// for as long as there is reason for it; "" if there is none.
	dismissed referee.QuestionKind
	// spentStones are those that lie where they answered a question or a menu:
	// no part of the game.
	spentStones []board.Point
	mend        api.Phase     // PhaseClear or PhaseRepair while the board is to agree with the game before anything else; else ""
	decision    []board.Point // the machine's turn, chosen but not down yet
	placed      []board.Point // of the turn that the machine is to choose: stones that stand already
}

// begun reports whether there is a game.
func (m *match) begun() bool { return m.id != "" }

// underWay reports whether there is a game that has a turn and is not over.
func (m *match) underWay() bool {
	return m.begun() && !m.game.Result().Over && len(m.game.Turns()) > 0
}

// people makes exactly the given colours people's.
func (m *match) people(c api.Colors) {
	m.human = [3]bool{}
	for _, c := range c {
		if c == board.Black || c == board.White {
			m.human[c] = true
		}
	}
}

// rules returns the rules of the game of that name, or nil.
func (m *match) rules(name string) game.Rules {
	for _, r := range m.games {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// gameNames lists the games that can be played.
func (m *match) gameNames() []string {
	var list []string
	for _, r := range m.games {
		list = append(list, r.Name())
	}
	return list
}

// plan returns what an entry does, or says why it cannot be. Nothing has
// changed until the returned function is called, and that cannot fail.
func (m *match) plan(e api.Entry) (func(), error) {
	if e.Seq != m.seq+1 {
		return nil, fmt.Errorf("entry %d follows entry %d: the entries between are missing", e.Seq, m.seq)
	}
	if e.Unread != nil {
		return nil, fmt.Errorf("entry %d (%s): %w: %w", e.Seq, e.Kind, e.Unread, errNewer)
	}
	do, err := m.effect(e)
	if err != nil {
		return nil, fmt.Errorf("entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	return func() {
		do()
		m.seq = e.Seq
		if e.Whole() {
			m.whole = e.Seq
		}
		if e.Kind != api.KindDismiss && e.Kind != api.KindClock && e.Kind != api.KindSpent && e.Kind != api.KindCheckpoint {
			m.position++
		}
	}, nil
}

func (m *match) effect(e api.Entry) (func(), error) {
	if e.Begins() {
		return m.newGame(e)
	}
	if e.Kind == api.KindCheckpoint && (!m.begun() || e.ID != m.id) {
		return m.rebuild(e)
	}
	if !m.begun() {
		return nil, fmt.Errorf("no game has begun")
	}
	set, err := m.setTimes(e)
	if err != nil {
		return nil, err
	}
	do, err := m.apply(e)
	if err != nil {
		return nil, err
	}
	return func() {
		set()
		do()
	}, nil
}

// apply is the effect of an entry within a game, but for the time on the clock.
func (m *match) apply(e api.Entry) (func(), error) {
	switch e.Kind {
	case api.KindDecision, api.KindTurn:
		return m.turn(e)
	case api.KindUndo:
		return m.undo(e)
	case api.KindChoice:
		return m.choice(e)
	case api.KindClock, api.KindCheckpoint: // all of it is known
		return func() {}, nil
	case api.KindResign, api.KindFlag:
		c := e.Color
		if c == board.Empty {
			return nil, errors.New("the entry names no colour")
		}
		if m.game.Result().Over {
			return nil, game.ErrOver
		}
		return func() {
			m.game.End(game.Result{Winner: c.Other(), Reason: map[api.Kind]game.Reason{api.KindResign: game.ByResign, api.KindFlag: game.ByTime}[e.Kind]})
			m.over(e.At)
		}, nil
	case api.KindAbandon:
		if m.game.Result().Over {
			return nil, game.ErrOver
		}
		return func() {
			m.game.End(game.Result{Reason: game.ByAbandoned})
			m.over(e.At)
		}, nil
	case api.KindSeats:
		return m.seats(e)
	case api.KindPause:
		// A flag may have fallen just before.
		return func() { m.paused = !m.game.Result().Over }, nil
	case api.KindResume:
		return func() { m.paused = false }, nil
	case api.KindDismiss:
		return func() { m.dismissed = e.Question }, nil
	case api.KindSpent:
		list, err := points(m.game.Size(), e.Turn)
		if err != nil {
			return nil, err
		}
		return func() { m.spentStones = list }, nil
	case api.KindMended:
		return func() { m.mend = "" }, nil
	}
	return nil, fmt.Errorf("this kind of entry is not known: %w", errNewer)
}

// newGame serves KindNewGame and KindSetUp.
func (m *match) newGame(e api.Entry) (func(), error) {
	if e.Version > formatVersion {
		return nil, fmt.Errorf("the game is written in version %d of the format: %w", e.Version, errNewer)
	}
	r := m.rules(e.Game)
	if r == nil {
		return nil, fmt.Errorf("the game %q is not known", e.Game)
	}
	if e.ID == "" {
		return nil, fmt.Errorf("the game has no id")
	}
	opens := e.Opening
	r, err := game.Opened(r, opens)
	if err != nil {
		return nil, err
	}
	sit, err := m.sit(e)
	if err != nil {
		return nil, err
	}
	start, mend, err := m.start(e, r)
	if err != nil {
		return nil, err
	}
	return func() {
		m.id, m.game, m.by = e.ID, start, nil
		if e.Kind == api.KindNewGame && e.Elsewhere == board.Empty && len(game.Openings(r)) > 1 {
			m.opens = opens
		}
		sit()
		m.resetClock(controlOf(e))
		m.started, m.ended = e.At, time.Time{}
		m.dismissed, m.spentStones, m.pressed = "", nil, false
		m.paused, m.mend, m.decision, m.placed = false, mend, nil, nil
	}, nil
}

// start returns the game at its start, and what is to be done to the board
// before it can begin.
func (m *match) start(e api.Entry, r game.Rules) (*game.Game, api.Phase, error) {
	if e.Kind == api.KindNewGame {
		return game.New(r), api.PhaseClear, nil
	}
	var s game.Start
	var err error
	if s.Black, err = points(r.Size(), e.Black); err != nil {
		return nil, "", err
	}
	if s.White, err = points(r.Size(), e.White); err != nil {
		return nil, "", err
	}
	if s.ToMove = e.Color; s.ToMove == board.Empty {
		return nil, "", errors.New("the entry names no colour")
	}
	g, err := game.NewFrom(r, s)
	return g, api.PhaseRepair, err
}

// controlOf is how an entry says that the sides are given time.
func controlOf(e api.Entry) clock.Control {
	if e.Clock == nil {
		return clock.Control{}
	}
	return *e.Clock
}

// points returns a copy of the list, nil for an empty one. The error names a point
// that is not on the board.
func points(size board.Size, list []board.Point) ([]board.Point, error) {
	for _, p := range list {
		if !size.Has(p) {
			return nil, fmt.Errorf("%s is off the board: points go from A1 to %s", p, size.Point(size.Count()-1))
		}
	}
	return append([]board.Point(nil), list...), nil
}

// turn serves KindDecision and KindTurn.
func (m *match) turn(e api.Entry) (func(), error) {
	c := e.Color
	if c == board.Empty {
		return nil, errors.New("the entry names no colour")
	}
	list, err := points(m.game.Size(), e.Turn)
	if err != nil {
		return nil, err
	}
	t := game.Turn{Color: c, Points: list}
	if err := m.game.Check(t); err != nil {
		return nil, err
	}
	if e.Kind == api.KindDecision {
		return func() { m.decision, m.pressed = t.Points, e.Pressed }, nil
	}
	return func() {
		// Checked above, and nothing has changed since.
		side := m.game.Side()
		_ = m.game.Play(t)
		m.by = append(m.by, m.seat(side))
		if m.game.Side() != side && !m.pressed {
			m.clock.Press(e.At, side)
		}
		m.pressed = false
		m.mark()
		m.decision, m.placed = nil, nil
		if m.game.Result().Over {
			m.over(e.At)
		}
	}, nil
}

// over notes that the game has ended.
func (m *match) over(at time.Time) {
	m.decision, m.placed, m.paused, m.ended = nil, nil, false, at
	m.final = final{
		seats:   [3]seat{board.Black: m.seat(board.Black), board.White: m.seat(board.White)},
		control: m.clock.Control(), left: m.spent(),
	}
}

// final is how the table was as the game ended, whatever is set for the next one.
type final struct {
	seats   [3]seat // by colour
	control clock.Control
	left    []clock.Side
}

func (m *match) undo(e api.Entry) (func(), error) {
	turns := len(m.game.Turns())
	reason := m.game.Result().Reason
	withdrawn := e.Back == 0 && (reason == game.ByResign || reason == game.ByTime || m.decision != nil && m.elsewhere != board.Empty)
	unchosen := e.Unchosen && m.chosenAt(turns-e.Back)
	if e.Back < 0 || e.Back > turns || e.Back == 0 && !withdrawn && !unchosen || e.Unchosen && !unchosen {
		return nil, fmt.Errorf("%d turns are to be taken back, but %d were played", e.Back, turns)
	}
	return func() {
		m.game.Reopen()
		black := m.game.BlackPlayer()
		for range e.Back {
			m.game.Undo()
		}
		if e.Unchosen {
			m.game.Unchoose()
		}
		m.by = m.by[:turns-e.Back]
		if e.Back > 0 || e.Unchosen || reason == game.ByTime || m.pressed {
			m.rewind()
		}
		if m.game.BlackPlayer() != black {
			m.exchange()
		}
		m.pressed = false
		m.decision, m.placed, m.paused, m.ended = nil, nil, false, time.Time{}
		m.mend = api.PhaseRepair
	}, nil
}

// back says what an undo takes back: so many turns that the turn of a person is
// taken back and a person is to move again, or, unchosen, a choice of a person that
// was made after the turn that is the last one then; just the resignation, or the
// loss on time, if there is one. ok is false when there is nothing to take back.
func (m *match) back() (n int, unchosen, ok bool) {
	if r := m.game.Result().Reason; r == game.ByResign || r == game.ByTime {
		return 0, false, true
	}
	turns := len(m.game.Turns())
	for i := turns; i >= 0; i-- {
		if m.chosenByPerson(i) {
			return turns - i, true, true
		}
		if i > 0 && (m.human[m.game.SideOf(i-1)] || m.human == [3]bool{}) {
			return turns - i + 1, false, true
		}
	}
	return 0, false, false
}

// backs lists how many turns people may take back by lifting their stones: so
// many that a person is to move again. Nobody lifts a machine's stones to let it
// choose again.
func (m *match) backs() []int {
	var list []int
	turns := m.game.Turns()
	for n := 1; n <= len(turns); n++ {
		if m.human[m.game.SideOf(len(turns)-n)] {
			list = append(list, n)
		}
	}
	return list
}

// colors lists the colours that people play, as in the HTTP contract.
func (m *match) colors() []board.Color {
	s := []board.Color{}
	for _, c := range []board.Color{board.Black, board.White} {
		if m.human[c] {
			s = append(s, c)
		}
	}
	return s
}

// turns lists the turns played, as in the HTTP contract.
func (m *match) turns() []api.Points {
	s := make([]api.Points, 0, len(m.game.Turns()))
	for _, t := range m.game.Turns() {
		s = append(s, slices.Clone(t.Points))
	}
	return s
}

// unfinished returns the game for the archive as one in whose place another begins.
func (m *match) unfinished(at time.Time, player func([]seat) string) api.Finished {
	n := *m
	n.over(at)
	f := n.finished(player)
	f.Result, f.Reason = string(game.ByUnfinished), string(game.ByUnfinished)
	return f
}

// finished returns the game for the archive; it must be over.
func (m *match) finished(player func([]seat) string) api.Finished {
	f := api.Finished{
		ID:      m.id,
		Game:    m.game.Rules().Name(),
		Cols:    m.game.Size().Cols,
		Rows:    m.game.Size().Rows,
		Started: m.started,
		Ended:   m.ended,
		Black:   player(m.players(board.Black)),
		White:   player(m.players(board.White)),
		Start:   m.game.Start(),
		Opening: m.game.Opening(),
		Made:    slices.Clone(m.game.Made()),
		Offer:   slices.Clone(m.game.Offer()),
		Result:  resultName(m.game.Result()),
		Reason:  string(m.game.Result().Reason),
		Clock:   m.final.control,
		Left:    slices.Clone(m.final.left),
	}
	for _, t := range m.game.Turns() {
		f.Turns = append(f.Turns, slices.Clone(t.Points))
	}
	return f
}

// resultName writes a result as in the HTTP contract.
func resultName(r game.Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Reason == game.ByAbandoned:
		return "void"
	case r.Winner == board.Empty:
		return "draw"
	}
	return r.Winner.String()
}
