package hall

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/tournament"
	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/hw"
)

// streamTournaments has every tournament as it stands, by its id.
const streamTournaments = "STONEHAND_TOURNAMENTS"

func subjectTournament(id string) string { return "stonehand.hall.tournament." + id }

// cups are all tournaments, made of their stream. It is safe for concurrent use.
type cups struct {
	mu  sync.Mutex // guards what follows
	all map[string]cup
}

// cup is a tournament and the number of its last message. One without players was removed.
type cup struct {
	tournament.Tournament
	seq uint64
}

func (t cup) removed() bool { return len(t.Players) == 0 }

func (c *cups) run(ctx context.Context, follow following, told func()) error {
	return follow(ctx, streamTournaments, []string{subjectTournament("*")}, func(m jetstream.Msg) {
		if d, err := m.Metadata(); err == nil {
			c.note(m.Subject()[len(subjectTournament("")):], m.Data(), d.Sequence.Stream)
		}
		told()
	})
}

func (c *cups) note(id string, data []byte, seq uint64) {
	t := cup{seq: seq}
	if len(data) > 0 && json.Unmarshal(data, &t.Tournament) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[string]cup{}
	}
	if seq > c.all[id].seq {
		c.all[id] = t
	}
}

// get returns a copy of a tournament; one that is not known is [fs.ErrNotExist].
func (c *cups) get(id string) (cup, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.all[id]
	if t.removed() {
		return t, fmt.Errorf("there is no tournament %q: %w", id, fs.ErrNotExist)
	}
	t.Players, t.Pairings = slices.Clone(t.Players), slices.Clone(t.Pairings)
	return t, nil
}

// version grows with every change.
func (c *cups) version() (sum uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.all {
		sum += t.seq
	}
	return sum
}

// errChanged is that somebody else has changed a tournament meanwhile.
var errChanged = chinese.Of("Somebody else has just changed this tournament. Check it and try again.")

// change changes a tournament, also where two halls do so at once.
func (h *Hall) change(ctx context.Context, id string, f func(*tournament.Tournament) error) error {
	for range 5 {
		t, err := h.cups.get(id)
		if err != nil {
			return err
		}
		if err := f(&t.Tournament); err != nil {
			return err
		}
		err = h.keep(ctx, id, t)
		if !errors.Is(err, errChanged) {
			return err
		}
		// The change of the other one is on its way here.
		m, err := h.lastTournament(ctx, id)
		if err != nil {
			return err
		}
		h.cups.note(id, m.Data, m.Sequence)
	}
	return errChanged
}

func (h *Hall) lastTournament(ctx context.Context, id string) (*jetstream.RawStreamMsg, error) {
	stream, err := h.js.Stream(ctx, streamTournaments)
	if err != nil {
		return nil, err
	}
	return stream.GetLastMsgForSubject(ctx, subjectTournament(id))
}

// keep publishes a tournament behind the message that it was made of.
func (h *Hall) keep(ctx context.Context, id string, t cup) error {
	if len(t.Pairings) > tournament.MostGames { // a knockout repeats drawn games
		return chinese.Of("a tournament can have at most %d games", tournament.MostGames)
	}
	data, err := json.Marshal(t.Tournament)
	if err != nil {
		return err
	}
	ack, err := h.js.Publish(ctx, h.Keys.inside(subjectTournament(id)), data, jetstream.WithExpectLastSequencePerSubject(t.seq))
	if dial.RefusedAsLater(err) {
		return errChanged
	}
	if err != nil {
		return chinese.Of("the tournament cannot be saved: %w", err)
	}
	h.cups.note(id, data, ack.Sequence)
	return nil
}

// begin makes a tournament and returns its id.
func (h *Hall) begin(ctx context.Context, t tournament.Tournament) (string, error) {
	t.Pairings, t.Withdrawn = nil, nil
	if err := t.Check(); err != nil {
		return "", err
	}
	id := strings.ToLower(rand.Text()[:12])
	return id, h.keep(ctx, id, cup{Tournament: t})
}

// removeTournament removes a tournament. Its games stay.
func (h *Hall) removeTournament(ctx context.Context, id string) error {
	if _, err := h.cups.get(id); err != nil {
		return err
	}
	// An empty message tells other halls, and is what the stream has from then on.
	ack, err := h.js.Publish(ctx, h.Keys.inside(subjectTournament(id)), nil)
	if err != nil {
		return chinese.Of("the tournament cannot be removed: %w", err)
	}
	h.cups.note(id, nil, ack.Sequence)
	return nil
}

// settle gives games that are over to the pairings that they belong to, until ctx ends,
// whenever a game or a tournament is new: either may come first, also at the start. It takes
// a result away while its game goes on after all.
func (h *Hall) settle(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-h.news:
		}
		for id, t := range h.cups.list() {
			if !h.follows(&t.Tournament) {
				continue
			}
			err := h.change(ctx, id, func(t *tournament.Tournament) error {
				for i := range t.Pairings {
					t.Pairings[i].Result = h.outcome(t, t.Pairings[i])
				}
				return nil
			})
			if err != nil && !errors.Is(err, fs.ErrNotExist) && ctx.Err() == nil {
				h.Log.Warn("The result of a game is missing in its tournament; enter it.", "tournament", id, "err", err)
			}
		}
	}
}

// follows reports whether a game of a tournament has another result than its pairing.
func (h *Hall) follows(t *tournament.Tournament) bool {
	return slices.ContainsFunc(t.Pairings, func(p tournament.Pairing) bool { return h.outcome(t, p) != p.Result })
}

// outcome is the result that a pairing should have: that of its game, as long as the next
// round was not paired by it and nobody entered another one.
func (h *Hall) outcome(t *tournament.Tournament, p tournament.Pairing) string {
	if p.GameID == "" || p.Entered || p.Round != t.Round() {
		return p.Result
	}
	h.shelf.mu.Lock()
	g, ok := h.shelf.games[p.Table+"/"+p.GameID]
	h.shelf.mu.Unlock()
	if !ok {
		return p.Result
	}
	// A game that was reopened goes on under its id, and the shelf has its first end.
	if s := h.view.state(p.Table); s != nil && s.GameID == p.GameID && s.At.After(g.Ended) && s.Result != g.Result {
		return ""
	}
	return map[string]string{"black": tournament.BlackWins, "white": tournament.WhiteWins, "draw": tournament.Draw}[g.Result]
}

// tell wakes settle.
func (h *Hall) tell() { hw.Ring(h.news) }

func (c *cups) list() map[string]cup {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := maps.Clone(c.all)
	maps.DeleteFunc(all, func(_ string, t cup) bool { return t.removed() })
	return all
}

// gameTime is how long a table may take to show the game that it was told to begin.
const gameTime = 10 * time.Second

// errAway is that a table does not take what it is told.
var errAway = errors.New("the table is away")

// busy reports whether a game other than that of a pairing is under way at a table, or that
// one has begun: another one would end it.
func (h *Hall) busy(id string, n int, table string) bool {
	s := h.view.state(table)
	if s == nil || s.GameID == "" || s.Result != "" {
		return false
	}
	if s.Turns > 0 {
		return true
	}
	for other, t := range h.cups.list() {
		for i, p := range t.Pairings {
			if p.Table == table && p.GameID == s.GameID && p.Result == "" && (other != id || i != n) {
				return true // its players are about to begin
			}
		}
	}
	return false
}

// send has the game of a pairing begin at a table. The key is that of who commands.
func (h *Hall) send(ctx context.Context, id string, n int, table string, role string) (fleet.Answer, error) {
	t, err := h.cups.get(id)
	if err != nil {
		return fleet.Answer{}, err
	}
	if n < 0 || n >= len(t.Pairings) || t.Pairings[n].Result != "" {
		return fleet.Answer{}, chinese.Of("this game cannot be played: it does not exist, or it has a result")
	}
	before := h.view.game(table)
	by, err := t.Settings()
	if err != nil {
		return fleet.Answer{}, err
	}
	// What a command leaves out stays as it was in the game before. A protocol such as swap2
	// would let the players choose the colours that the pairing gives them.
	begin := api.Command{Do: api.DoNewGame, Game: t.Game, Human: api.Colors{board.Black, board.White}, Opening: opening.Free.String(), Clock: &by.Clock}
	if by.Size != (board.Size{}) {
		begin.Size, begin.Terms = by.Size, &by.Terms
	}
	command, err := json.Marshal(begin)
	if err != nil {
		return fleet.Answer{}, err
	}
	a, err := fleet.Command(ctx, h.NATS, table, h.Keys.subjects(table), h.key(role), command)
	if err != nil {
		return a, fmt.Errorf("%w: %w", errAway, err)
	}
	if a.Code != "" {
		return a, nil
	}
	f := h.view.join()
	defer h.view.leave(f)
	wait := time.After(gameTime)
	for {
		if now := h.view.game(table); now != before && now != "" {
			return a, h.change(ctx, id, func(t *tournament.Tournament) error {
				if n >= len(t.Pairings) || t.Pairings[n].Result != "" {
					return errChanged
				}
				p := &t.Pairings[n]
				p.Table, p.GameID, p.Sent, p.Entered = table, now, time.Now().UTC(), false
				return nil
			})
		}
		select {
		case <-f.bell:
			h.view.news(f, time.Now())
		case <-wait:
			return a, chinese.Of("the table did not start the game. Check the table, then send the pairing again")
		case <-ctx.Done():
			return a, ctx.Err()
		}
	}
}

// state is what a table shows, nil if it is not known.
func (v *view) state(table string) *fleet.State {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.tables[table].State
}

// game is the id of the game at a table, "" if it is not known.
func (v *view) game(table string) string {
	if s := v.state(table); s != nil {
		return s.GameID
	}
	return ""
}

// shown is a tournament as the page has it.
type shown struct {
	ID string `json:"id"`
	tournament.Tournament
	Round      int                   `json:"round"`
	Over       bool                  `json:"over"`
	Standings  []tournament.Standing `json:"standings"`
	Crosstable [][]string            `json:"crosstable"`
}

func show(id string, t tournament.Tournament) shown {
	return shown{id, t, t.Round(), t.Over(), t.Standings(), t.Crosstable()}
}

// shownAll are all tournaments, the latest first.
func (h *Hall) shownAll() []shown {
	all := h.cups.list()
	ids := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return cmp.Compare(all[b].seq, all[a].seq) })
	list := make([]shown, len(ids))
	for i, id := range ids {
		list[i] = show(id, all[id].Tournament)
	}
	return list
}

// accused logs whom askers of the farm have set aside.
func (h *Hall) accused(ctx context.Context) error {
	return h.follow(ctx, farm.StreamResults, []string{farm.SubjectAccused("*")}, func(m jetstream.Msg) {
		var a farm.Accusation
		if json.Unmarshal(m.Data(), &a) == nil {
			worker := m.Subject()[len(farm.SubjectAccused("")):]
			h.Log.Warn("A worker of the farm was set aside because a result was wrong. If it is not yours, take its credentials back.", "worker", worker, "by", a.By, "kind", a.Kind)
		}
	})
}
