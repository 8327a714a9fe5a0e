package remote

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
)

// State is what one end must keep to go on after it was killed.
type State struct {
	Host   bool   `json:"host"`
	Boot   uint64 `json:"boot"` // of the program that wrote it
	Secret string `json:"secret,omitempty"`
	// Setup is nil before the first game.
	Setup *Setup    `json:"setup,omitempty"`
	Log   []Event   `json:"log,omitempty"`
	Seal  string    `json:"seal,omitempty"`    // guest: the host's word on Log
	Mine  *Proposal `json:"propose,omitempty"` // guest: what the host has not answered
	Asks  uint64    `json:"asks,omitempty"`    // number of the last question asked
}

// Options are what an end is made with beside its state.
type Options struct {
	Book Book
	Name string // who plays here, for people at the other end
	// Timed says that this end keeps the time of its own side.
	Timed bool
	// Left returns what a side has left after the turn that it has just played, or
	// the choice that it has made; the host asks when a guest that keeps no time
	// plays. pressed says that the other player goes on. Nil: games have no clock.
	Left func(side board.Color, pressed bool) *api.SideTime
}

// Peer is one end of the protocol. It does nothing by itself: after every call
// [Peer.Dirty] says whether its state is to be kept, and [Peer.Due] whether there
// is something to send. It must not be used by two goroutines at once.
type Peer struct {
	o   Options
	st  State
	pos *position // nil before the first game
	seq uint64

	dirty, due bool
	told       []Notice

	heard struct { // of the other end, by its latest message
		known     bool
		boot, seq uint64
		game      string
		n         int
		hash      string
		name      string
		timed     bool
		bye       bool
		problem   string
		mine      uint64 // the proposal it still wants, 0 for none
	}
	ask     *Ask // mine, unanswered
	asked   *Ask // theirs, unanswered
	no      uint64
	refused *Refusal // host: of the guest's proposal
	bye     bool
	problem string // what keeps this end from going on
}

// Notice is something that people should be told once.
type Notice struct {
	Kind NoticeKind
	Text string // why, where there is a reason
	Lost Event  // NoticeLost: what was proposed
}

// NoticeKind is what a [Notice] is about.
type NoticeKind uint8

// The notices.
const (
	NoticeRefused NoticeKind = iota + 1 // the take-back that was asked for is refused
	NoticeLost                          // the host could not take what was proposed here
	NoticeNewGame                       // a game has begun
)

// ErrNot is wrapped by errors about what cannot be done now.
var ErrNot = errors.New("it cannot be done now")

// New returns an end of the protocol with the state that it had. boot is to be
// larger than before each time the program starts: milliseconds since 1970 will
// do, and what is too small is corrected. An error says which event of the log
// cannot be.
func New(st State, boot uint64, o Options) (*Peer, error) {
	p := &Peer{o: o, st: st, dirty: true, due: true}
	p.st.Log = slices.Clone(st.Log)
	p.st.Boot = max(boot, st.Boot+1)
	p.st.Asks = max(st.Asks, p.st.Boot)
	if st.Setup == nil {
		p.st.Log, p.st.Mine = nil, nil
		return p, nil
	}
	s := *st.Setup
	p.st.Setup = &s
	pos, err := o.Book.play(s, p.st.Log)
	if err != nil {
		return nil, fmt.Errorf("the game %s that was kept: %w", text.Clip(s.Game), err)
	}
	p.pos = pos
	return p, nil
}

// State returns what is to be kept.
func (p *Peer) State() State {
	p.dirty = false
	st := p.st
	st.Log = slices.Clone(p.st.Log)
	return st
}

// Dirty reports whether the state has changed since [Peer.State].
func (p *Peer) Dirty() bool { return p.dirty }

// Due reports whether there is something new to send.
func (p *Peer) Due() bool { return p.due }

// Settled reports whether the other end is known to have all that this one has,
// so that messages need only show that somebody is there.
func (p *Peer) Settled() bool {
	h := &p.heard
	if !h.known || p.ask != nil || p.st.Mine != nil || h.mine != 0 {
		return false
	}
	return p.pos == nil && h.game == "" || p.pos != nil && h.game == p.pos.setup.Game && h.n == len(p.st.Log) && h.hash == p.pos.sum()
}

// Notices returns what people should be told, once.
func (p *Peer) Notices() []Notice {
	list := p.told
	p.told = nil
	return list
}

// View is the game and the link as one end sees them. It is not to be changed.
type View struct {
	Setup  *Setup // nil before the first game
	Round  uint64
	Log    []Event
	Turns  []game.Turn // as the log leaves them
	Result game.Result
	ToMove board.Color // of the player who is to act; Empty when the game is over, or is counted
	Stones board.Color // of the stones that are due
	// Settled is how many turns cannot be taken back.
	Settled int
	// Left is what the sides have left, by colour; meaningless without a clock.
	Left    [3]clock.Side
	Picture *Picture // of a game of Go; nil for others
	Mine    *Event   // guest: proposed, and not in the log yet
	Asking  *Ask     // this end asks, and waits
	Asked   *Ask     // the other end asks, and waits
	Heard   bool     // the other end has said something since the program began
	Name    string   // who plays there
	Timed   bool     // the other end keeps its own time
	Bye     bool     // the other end has left
	Problem string   // what keeps either end from going on
	// Level says that the other end is known to have the whole log.
	Level bool
}

// farProblem stands for whatever the other end says is wrong there: nobody is shown
// a sentence that a stranger wrote.
const farProblem = "the other table reports a fault of its own"

// View returns what there is to see.
func (p *Peer) View() View {
	v := View{Asking: p.ask, Asked: p.asked, Heard: p.heard.known, Name: p.heard.name, Timed: p.heard.timed, Bye: p.heard.bye, Problem: p.problem}
	if v.Problem == "" && p.heard.problem != "" {
		v.Problem = farProblem
	}
	if p.pos == nil {
		return v
	}
	s := p.pos.setup
	v.Setup, v.Round, v.Log = &s, s.Round, slices.Clone(p.st.Log)
	v.Turns, v.Result = slices.Clone(p.pos.record.Game.Turns()), p.pos.record.Game.Result()
	v.Settled = p.pos.record.Settled()
	v.Stones, _ = p.pos.record.Game.Due()
	v.Picture = p.pos.picture()
	v.ToMove, v.Left = p.pos.record.Game.Side(), p.pos.left()
	v.Level = p.heard.game == s.Game && p.heard.n == len(p.st.Log) && p.heard.hash == p.pos.sum()
	if p.pos.record.Game.Counting() {
		v.ToMove = board.Empty
	}
	if p.st.Mine != nil {
		e := p.st.Mine.Event
		v.Mine = &e
	}
	return v
}

// Me is the colour that this end has, Empty before the first game.
func (p *Peer) Me() board.Color {
	if p.pos == nil {
		return board.Empty
	}
	if p.st.Host {
		return p.pos.guest().Other()
	}
	return p.pos.guest()
}

// Begin begins a game: the host's. Whatever was going on is over. The setup's
// round is set here.
func (p *Peer) Begin(s Setup) error {
	if !p.st.Host {
		return fmt.Errorf("%w: the host begins games", ErrNot)
	}
	s.Round = 1
	if p.st.Setup != nil {
		s.Round = p.st.Setup.Round + 1
		if s.Game == p.st.Setup.Game {
			return fmt.Errorf("%w: the game %s has begun already", ErrNot, s.Game)
		}
	}
	return p.begin(s)
}

func (p *Peer) begin(s Setup) error {
	pos, err := p.o.Book.start(s)
	if err != nil {
		return err
	}
	p.pos, p.st.Setup, p.st.Log, p.st.Mine, p.st.Seal = pos, &s, nil, nil, ""
	p.ask, p.asked, p.refused, p.problem = nil, nil, nil, ""
	p.told = append(p.told, Notice{Kind: NoticeNewGame})
	p.dirty, p.due = true, true
	return nil
}

// Local is an event of this end's own side: a turn, a choice, a resignation, or that
// its time is over. The host puts it into the log at once, the guest proposes it.
func (p *Peer) Local(e Event) error {
	if err := p.free(); err != nil {
		return err
	}
	if e.Kind == KindUndo {
		return fmt.Errorf("%w: to take back a turn is to be asked for", ErrNot)
	}
	if by := p.pos.by(e); by != p.Me().String() {
		return fmt.Errorf("%w: %s is played at the other end", ErrNot, text.Clip(by))
	}
	return p.local(e)
}

// Expire says that a guest that keeps no time of its own has none left, by the
// host's clock.
func (p *Peer) Expire() error {
	if err := p.free(); err != nil {
		return err
	}
	if !p.st.Host || p.heard.timed {
		return fmt.Errorf("%w: the other end keeps its own time", ErrNot)
	}
	return p.local(Event{Kind: KindTime, Color: p.Me().Other().String()})
}

func (p *Peer) local(e Event) error {
	if p.st.Mine != nil && !p.st.Host {
		return fmt.Errorf("%w: the host has not answered the last event", ErrNot)
	}
	if _, err := p.pos.plan(e); err != nil {
		return err
	}
	if p.st.Host {
		return p.add(e)
	}
	p.st.Asks++
	p.st.Mine = &Proposal{ID: p.st.Asks, Event: e}
	p.dirty, p.due = true, true
	return nil
}

// free says why nothing can be done, or nil.
func (p *Peer) free() error {
	switch {
	case p.pos == nil:
		return fmt.Errorf("%w: no game has begun", ErrNot)
	case p.problem != "":
		return fmt.Errorf("%w: %s", ErrNot, p.problem)
	case p.bye || p.heard.bye:
		return fmt.Errorf("%w: one of the players has left", ErrNot)
	}
	return nil
}

// add puts an event at the end of the log. What was asked about the position before
// is void.
func (p *Peer) add(e Event) error {
	if len(p.st.Log) >= maxEvents {
		return fmt.Errorf("%w: the game has %d events, and cannot have more", ErrNot, maxEvents)
	}
	if err := p.pos.apply(e); err != nil {
		return err
	}
	p.st.Log = append(p.st.Log, e)
	p.ask, p.asked, p.refused = nil, nil, nil
	p.dirty, p.due = true, true
	return nil
}

// AskBack asks the other end to let so many turns be taken back.
func (p *Peer) AskBack(turns int) error {
	if err := p.free(); err != nil {
		return err
	}
	if p.st.Mine != nil {
		return fmt.Errorf("%w: the host has not answered the last event", ErrNot)
	}
	if _, err := p.pos.plan(Event{Kind: KindUndo, Back: turns}); err != nil {
		return err
	}
	if p.ask != nil && p.ask.Back == turns {
		return nil
	}
	p.st.Asks++
	p.ask = &Ask{ID: p.st.Asks, What: AskBack, Back: turns, At: len(p.st.Log)}
	p.due, p.dirty = true, true
	return nil
}

// Answer answers what the other end asks.
func (p *Peer) Answer(yes bool) error {
	if err := p.free(); err != nil {
		return err
	}
	a := p.asked
	if a == nil {
		return fmt.Errorf("%w: nothing is being asked", ErrNot)
	}
	if yes {
		return p.local(Event{Kind: KindUndo, Back: a.Back})
	}
	p.asked, p.no, p.due = nil, a.ID, true
	return nil
}

// Leave says for good that nobody plays at this end any more.
func (p *Peer) Leave() { p.bye, p.due = true, true }

// Resign is a resignation of this end's side that is to be the last thing here: a
// guest drops for it what else it still proposes.
func (p *Peer) Resign() error {
	if err := p.free(); err != nil {
		return err
	}
	if p.st.Mine != nil && p.st.Mine.Event.Kind != KindResign {
		p.st.Mine = nil
	}
	return p.Local(Event{Kind: KindResign, Color: p.Me().String()})
}

// Last returns a message with the whole log, for an end of which nothing is known
// and to which nothing else will be said. It is newer than every other of this end.
func (p *Peer) Last() *Message {
	m := p.Message()
	m.Boot, m.Seq = p.st.Boot+1, 1
	m.From, m.Events = 0, slices.Clone(p.st.Log)
	return m
}

// Silent forgets how much the other end has: a new connection has been made, or
// what was sent is not answered.
func (p *Peer) Silent() {
	p.heard.known = false
	p.due = true
}

// Message returns what is to be sent; the state is to be on disk before.
func (p *Peer) Message() *Message {
	p.seq++
	p.due = false
	m := &Message{V: Version, Boot: p.st.Boot, Seq: p.seq, No: p.no, Ask: p.ask, Refused: p.refused,
		Name: p.o.Name, Timed: p.o.Timed, Bye: p.bye, Problem: p.problem}
	if p.pos == nil {
		return m
	}
	s := p.pos.setup
	m.Game, m.N, m.Hash, m.Propose = s.Game, len(p.st.Log), p.pos.sum(), p.st.Mine
	m.Seal = p.st.Seal
	if p.st.Host {
		m.Setup, m.Seal = &s, p.seal(m.Hash)
		if r := p.pos.record.Game.Result(); r.Over {
			m.Over = &Outcome{Winner: "draw", Reason: string(r.Reason)}
			if r.Winner != board.Empty {
				m.Over.Winner = r.Winner.String()
			}
		}
		m.Step, m.Go = p.pos.step(), p.pos.weiqi()
	}
	m.From = m.N
	if h := &p.heard; h.known && h.n < m.N && (h.game == s.Game || p.st.Host) {
		if h.game == s.Game {
			m.From = h.n
		} else {
			m.From = 0
		}
		m.Events = slices.Clone(p.st.Log[m.From:])
	}
	return m
}

// seal is the host's word that a log with this hash is its own: the guest shows it
// to a host whose disk has lost the log's end.
func (p *Peer) seal(hash string) string {
	h := hmac.New(sha256.New, []byte(p.st.Secret))
	h.Write([]byte(hash))
	return hex.EncodeToString(h.Sum(nil))
}
