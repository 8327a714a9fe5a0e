package replay

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw/calib"
	"stonehand/hw/recording"
)

// Notes puts into a recording what the sensors do not say. It stands between a
// table and its journal, and between the outside and the table.
type Notes struct {
	rec *recording.Recorder

	mu       sync.Mutex
	settings Settings
	begun    []recording.Note // what a recording begins with: settings, the present game's entries
	stand    *recording.Note  // how the link to a remote opponent stands, which no entry says; nil without one
	last     uint64           // the number of the last entry noted
	ticking  bool             // that one only says that time has run
}

// NewNotes returns the notes of a recorder for the board that about names, and the
// recorder.
func NewNotes(about string) (*Notes, *recording.Recorder) {
	n := &Notes{}
	n.rec = recording.NewRecorder(about, n.prelude)
	return n, n.rec
}

// Begin notes the settings, and the entries from which the game goes on.
func (n *Notes) Begin(s Settings, entries []api.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.settings, n.begun = s, []recording.Note{note(keySettings, s)}
	for _, e := range entries {
		n.add(e)
	}
}

// Relay takes down an event of another recording, with its notes.
func (n *Notes) Relay(v recording.Event) {
	if v.Note != nil {
		n.mu.Lock()
		switch v.Note.Key {
		case keySettings:
			if len(n.begun) == 0 {
				n.begun = []recording.Note{*v.Note}
			}
		case keyEntry:
			if e, err := decode[api.Entry](keyEntry, v.Note.Text); err == nil && e.Seq > n.last {
				n.add(e)
			}
		case keyLink:
			if o, err := parseLink(v.Note.Text); err == nil {
				n.linked(o)
			}
		}
		n.mu.Unlock()
	}
	n.rec.Record(v)
}

// note writes v as JSON; what is noted can be written so.
func note(key string, v any) recording.Note {
	text, _ := json.Marshal(v)
	return recording.Note{Key: key, Text: string(text)}
}

// add takes an entry into what recordings begin with. Its caller holds n.mu.
func (n *Notes) add(e api.Entry) {
	if (e.Begins() || e.Kind == api.KindSeats) && e.Remote == board.Empty {
		n.stand = nil
	}
	switch {
	case e.Whole() && len(n.begun) > 0:
		n.begun = n.begun[:1] // nothing before it matters
	case e.Kind == api.KindClock && n.ticking:
		n.begun = n.begun[:len(n.begun)-1] // the latest is enough
	}
	n.last, n.ticking = e.Seq, e.Kind == api.KindClock
	n.begun = append(n.begun, note(keyEntry, e))
}

// prelude is what a recording begins with.
func (n *Notes) prelude() []recording.Note {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := append([]recording.Note(nil), n.begun...)
	if n.stand != nil {
		list = append(list, *n.stand)
	}
	return list
}

// linked takes down how the link to a remote opponent stands after an order. Its
// caller holds n.mu.
func (n *Notes) linked(o *api.LinkOrder) {
	switch {
	case o.Begin != nil || o.Free:
		n.stand = nil
	case o.Guest != nil && (o.Guest.Do == api.GuestBegin || o.Guest.Do == api.GuestStand):
		o = &api.LinkOrder{Stand: &api.LinkStand{Up: true}}
	}
	if o.Stand != nil {
		x, _ := noteOf(o)
		stand := note(keyLink, x)
		n.stand = &stand
	}
}

// Journal returns j with every entry noted.
func (n *Notes) Journal(j api.Journal) api.Journal { return notedJournal{j, n} }

type notedJournal struct {
	api.Journal
	n *Notes
}

// Append implements [api.Journal].
func (j notedJournal) Append(e api.Entry) error {
	j.n.mu.Lock()
	fresh := e.Seq > j.n.last // one that could not be saved comes again
	if fresh {
		j.n.add(e)
	}
	j.n.mu.Unlock()
	if fresh {
		x := note(keyEntry, e)
		j.n.rec.Record(recording.Event{At: time.Now(), Note: &x})
	}
	return j.Journal.Append(e)
}

// Calibrations returns c with what it keeps noted: later recordings begin with it.
func (n *Notes) Calibrations(c api.Calibrations) api.Calibrations {
	return notedCalibrations{c, n}
}

type notedCalibrations struct {
	api.Calibrations
	n *Notes
}

// KeepCalibration implements [api.Calibrations].
func (k notedCalibrations) KeepCalibration(c *calib.Calibration) error {
	k.n.Calibrated(c)
	return k.Calibrations.KeepCalibration(c)
}

// ForgetCalibration implements [api.Calibrations].
func (k notedCalibrations) ForgetCalibration() error {
	k.n.Calibrated(nil)
	return k.Calibrations.ForgetCalibration()
}

// calibrated notes what the table goes by from now on, whether it can be kept or not.
func (n *Notes) Calibrated(c *calib.Calibration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.settings.Calibration = Calibrated(c)
	if len(n.begun) > 0 {
		n.begun[0] = note(keySettings, n.settings)
	}
}

// Board returns b with every command that is carried out noted.
func (n *Notes) Board(b api.Board) api.Board { return notedBoard{b, n} }

type notedBoard struct {
	api.Board
	n *Notes
}

// Do implements [api.Board].
func (b notedBoard) Do(ctx context.Context, c api.Command) (*api.Snapshot, error) {
	at := time.Now()
	s, err := b.Board.Do(ctx, c)
	if err != nil {
		return s, err
	}
	x := note(keyDo, c)
	if c.Do == api.DoLink && c.Link != nil {
		order, changes := noteOf(c.Link)
		if !changes {
			return s, nil
		}
		x = note(keyLink, order)
		b.n.mu.Lock()
		b.n.linked(c.Link)
		b.n.mu.Unlock()
	}
	b.n.rec.Record(recording.Event{At: at, Note: &x})
	return s, nil
}
