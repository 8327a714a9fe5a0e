package remote

import (
	"crypto/hmac"
	"fmt"
	"slices"

	"stonehand/cmd/internal/text"
)

// Receive takes a message of the other end. One that is older than another that
// was taken is let pass. An error says what cannot be about the message; the end
// goes on without it.
func (p *Peer) Receive(m *Message) error {
	h := &p.heard
	if m.Boot < h.boot || m.Boot == h.boot && m.Seq <= h.seq {
		return nil
	}
	if m.N > maxEvents || m.From < 0 || m.From > m.N || len(m.Events) > 0 && m.From+len(m.Events) != m.N {
		return fmt.Errorf("a message has %d events from %d of %d", len(m.Events), m.From, m.N)
	}
	was := *h
	h.known, h.boot, h.seq, h.game, h.n, h.hash = true, m.Boot, m.Seq, m.Game, m.N, m.Hash
	h.name, h.timed, h.problem = m.Name, m.Timed, m.Problem
	// What a message proposes is from before its end has left.
	defer func() { h.bye = h.bye || m.Bye }()
	h.mine = 0
	if m.Propose != nil {
		h.mine = m.Propose.ID
	}
	// Anyone who knows less, or was not heard for a while, is told at once.
	if !was.known || was.boot != m.Boot {
		p.due = true
	}
	if p.st.Host {
		return p.fromGuest(m)
	}
	return p.fromHost(m)
}

// fromGuest is [Peer.Receive] for a host.
func (p *Peer) fromGuest(m *Message) error {
	if p.pos == nil {
		return nil
	}
	if m.Game != p.pos.setup.Game {
		p.asked = nil
		p.due = true // the guest is in no game, or in an old one
		return nil
	}
	if m.N > len(p.st.Log) {
		if err := p.longer(m); err != nil {
			return err
		}
	} else if !p.agrees(m) {
		return p.differs(m)
	}
	if m.N != len(p.st.Log) {
		p.due = true // what the guest proposes or asks is about a position that is gone
		p.asked = nil
		return p.late(m)
	}
	p.hear(m)
	if m.Propose == nil || p.free() != nil {
		return nil
	}
	if p.refused != nil && p.refused.ID == m.Propose.ID {
		p.due = true
		return nil
	}
	e := m.Propose.Event
	err := p.allowed(&e)
	if err == nil {
		err = p.add(e)
	}
	if err != nil {
		p.refused, p.due = &Refusal{ID: m.Propose.ID, Why: err.Error()}, true
		if zh := text.Because(err).In(text.Chinese); zh != err.Error() {
			p.refused.Zh = zh
		}
	}
	return nil
}

// late takes a guest's resignation that is about a position that is gone, with the
// colour that the guest has in the present one: who resigns does so whatever came
// before it, and a guest that leaves with this message does not propose it again.
func (p *Peer) late(m *Message) error {
	if m.N > len(p.st.Log) || m.Propose == nil || m.Propose.Event.Kind != KindResign || p.free() != nil || p.pos.over() {
		return nil
	}
	return p.add(Event{Kind: KindResign, Color: p.Me().Other().String()})
}

// allowed says why a guest may not have an event in the log, whatever the rules say
// of it: it touches its own side only.
func (p *Peer) allowed(e *Event) error {
	me := p.Me()
	if e.Kind == KindUndo {
		if p.ask == nil || p.ask.At != len(p.st.Log) || p.ask.Back != e.Back {
			return fmt.Errorf("%w: nobody asks for %d turns to be taken back", ErrNot, e.Back)
		}
		return nil
	}
	if p.pos.by(*e) != me.Other().String() {
		return fmt.Errorf("%w: the guest plays %s", ErrNot, me.Other())
	}
	if (e.Kind == KindTurn || e.Kind == KindChoice) && e.Left == nil && !p.pos.record.Clock.Control().IsZero() && p.o.Left != nil {
		e.Left = p.o.Left(me.Other(), p.pos.passes(*e))
	}
	return nil
}

// fromHost is [Peer.Receive] for a guest.
func (p *Peer) fromHost(m *Message) error {
	if m.Setup == nil || m.Game == "" {
		return nil
	}
	if p.pos == nil || m.Setup.Round > p.pos.setup.Round {
		if err := p.begin(*m.Setup); err != nil {
			return p.stop(fmt.Sprintf("the host's game cannot be played here: %v", err))
		}
	}
	switch {
	case m.Setup.Round < p.pos.setup.Round:
		return nil // it must have come from a copy of the host's disk that is old
	case *m.Setup != p.pos.setup:
		return p.differs(m)
	}
	if m.N > len(p.st.Log) {
		if err := p.longer(m); err != nil {
			return err
		}
	} else if !p.agrees(m) {
		return p.differs(m)
	}
	if m.N != len(p.st.Log) {
		p.due = true // the host has forgotten, or has sent too little
		p.asked = nil
		return nil
	}
	p.st.Seal = m.Seal
	if r := m.Refused; r != nil && p.st.Mine != nil && r.ID == p.st.Mine.ID {
		p.told = append(p.told, Notice{Kind: NoticeLost, Text: r.Why, Lost: p.st.Mine.Event})
		p.st.Mine, p.dirty, p.due = nil, true, true
	}
	p.hear(m)
	return nil
}

// hear takes what the other end asks and answers, about the present position.
func (p *Peer) hear(m *Message) {
	p.problem = ""
	if p.ask != nil && m.No == p.ask.ID {
		p.ask = nil
		p.due = true
		p.told = append(p.told, Notice{Kind: NoticeRefused})
	}
	p.asked = nil
	if a := m.Ask; a != nil && a.At == len(p.st.Log) && a.ID != p.no {
		if _, err := p.pos.plan(Event{Kind: KindUndo, Back: a.Back}); err == nil {
			k := *a
			p.asked = &k
		}
	}
}

// agrees reports whether the other end's log, no longer than this one's, is its
// beginning.
func (p *Peer) agrees(m *Message) bool {
	return m.Hash == p.pos.sums[m.N]
}

// longer takes the end of a log that is longer than this one's.
func (p *Peer) longer(m *Message) error {
	n := len(p.st.Log)
	if m.From > n || len(m.Events) == 0 {
		p.due = true // the other end does not know yet how much is missing
		return nil
	}
	if !slices.EqualFunc(p.st.Log[m.From:], m.Events[:n-m.From], Event.same) {
		return p.differs(m)
	}
	log := append(slices.Clone(p.st.Log), m.Events[n-m.From:]...)
	pos, err := p.o.Book.play(p.pos.setup, log)
	switch {
	case err != nil && p.st.Host:
		return fmt.Errorf("the guest's log cannot be: %w", err)
	case err != nil:
		return p.stop(fmt.Sprintf("what the host has played cannot be: %v", err))
	case pos.sum() != m.Hash:
		return p.differs(m)
	case p.st.Host && !hmac.Equal([]byte(m.Seal), []byte(p.seal(m.Hash))):
		return fmt.Errorf("the guest has a log of %d events that the host never had", m.N)
	}
	p.passed(pos, log[n:])
	p.st.Log, p.pos = log, pos
	p.ask, p.asked, p.refused, p.problem = nil, nil, nil, ""
	p.dirty, p.due = true, true
	return nil
}

// passed looks for what this end proposes among the events that the host has put
// into the log. A resignation is one in whatever position: where others came before
// it, it is proposed again, with the colour that this end has there.
func (p *Peer) passed(pos *position, events []Event) {
	mine := p.st.Mine
	if mine == nil {
		return
	}
	e := mine.Event
	p.st.Mine = nil
	if e.Kind == KindResign {
		e.Color = pos.guest().String()
		if !pos.over() {
			p.st.Mine = &Proposal{ID: mine.ID, Event: e}
			return
		}
		events = events[len(events)-1:]
	}
	taken := events[0]
	if e.Left == nil {
		taken.Left = nil // the host has added what it knows
	}
	if !taken.same(e) {
		p.told = append(p.told, Notice{Kind: NoticeLost, Lost: e})
	}
}

// differs stops the game: two logs that are not each other's beginning are not to
// be mended by guessing.
func (p *Peer) differs(m *Message) error {
	return p.stop(fmt.Sprintf("the two ends have different records of the game (%d and %d events); the host can begin a new one", len(p.st.Log), m.N))
}

// stop names what keeps this end from going on, until the two ends agree again.
func (p *Peer) stop(problem string) error {
	if p.problem != problem {
		p.problem, p.due = problem, true
	}
	return nil
}
