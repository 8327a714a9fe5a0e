package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/fleet"
)

// streamSettings has each setting of all tables, as the command that makes it, and for each
// table which it was given last.
const streamSettings = "STONEHAND_SETTINGS"

func subjectSetting(name string) string      { return "stonehand.hall.setting." + name }
func subjectTaken(table, name string) string { return "stonehand.hall.taken." + table + "." + name }

// kept are the commands that are settings: a table that was switched off gets the last of
// each when it is back.
var kept = []string{api.DoVolume, api.DoLanguage, api.DoTimetable}

// Setting is a setting of all tables.
type Setting struct {
	Command json.RawMessage `json:"command"`
	// Taken is what each table said, by name; one that is missing was not reached yet.
	Taken map[string]fleet.Answer `json:"taken"`
	seq   uint64
}

// taken is that a table was given a setting.
type taken struct {
	Setting uint64       `json:"setting"` // its number in the stream
	Answer  fleet.Answer `json:"answer"`
	Boot    string       `json:"boot,omitempty"`    // of the table's program that answered
	Install string       `json:"install,omitempty"` // of the disk that has the setting
	seq     uint64
}

// stale reports whether a table's answer counts no more: its disk is another one, it refused
// and has been started again, or its disk took nothing then.
func (t taken) stale(h *fleet.Health) bool {
	return t.Answer.Code == "not-saved" || h != nil && (t.Install != "" && h.Install != "" && t.Install != h.Install || t.Answer.Code != "" && h.Boot != "" && t.Boot != h.Boot)
}

// settings are all of them, made of their stream. It is safe for concurrent use.
type settings struct {
	mu    sync.Mutex // guards what follows
	all   map[string]Setting
	taken map[[2]string]taken // by table and setting
	// unsure are those that another hall has given at the same time: nobody knows which came
	// last.
	unsure map[[2]string]bool
	later  map[string]time.Time    // tables that did not answer: when to try again
	again  map[[2]string]time.Time // the same for settings that were refused
}

func newSettings() *settings {
	return &settings{all: map[string]Setting{}, taken: map[[2]string]taken{}, unsure: map[[2]string]bool{}, later: map[string]time.Time{}, again: map[[2]string]time.Time{}}
}

func (s *settings) run(ctx context.Context, follow following) error {
	return follow(ctx, streamSettings, []string{subjectSetting("*"), subjectTaken("*", "*")}, func(m jetstream.Msg) {
		if d, err := m.Metadata(); err == nil {
			s.note(m.Subject(), m.Data(), d.Sequence.Stream)
		}
	})
}

// note takes a message of the stream, unless a later one is known.
func (s *settings) note(subject string, data []byte, seq uint64) {
	words := strings.Split(subject, ".")[3:]
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(words) == 1 {
		if seq > s.all[words[0]].seq {
			s.all[words[0]] = Setting{Command: data, seq: seq}
		}
		return
	}
	at := [2]string{words[0], words[1]}
	t := taken{seq: seq}
	if json.Unmarshal(data, &t) == nil && seq > s.taken[at].seq {
		s.taken[at] = t
	}
}

// shown are the settings with what the tables said of them.
func (s *settings) shown() map[string]Setting {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := maps.Clone(s.all)
	for name, now := range list {
		now.Taken = map[string]fleet.Answer{}
		for at, t := range s.taken {
			if at[1] == name && t.Setting == now.seq {
				now.Taken[at[0]] = t.Answer
			}
		}
		list[name] = now
	}
	return list
}

// due returns what a table lacks: settings, and the number of its last answer about each.
func (s *settings) due(table string, health *fleet.Health, now time.Time) map[string][2]uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := map[string][2]uint64{}
	if now.Before(s.later[table]) {
		return list
	}
	for name, x := range s.all {
		at := [2]string{table, name}
		// A number beyond the setting's is of one that is on its way here.
		if t := s.taken[at]; t.Setting < x.seq || t.Setting == x.seq && (s.unsure[at] || t.stale(health) && now.After(s.again[at])) {
			list[name] = [2]uint64{x.seq, t.seq}
		}
	}
	return list
}

// set keeps a setting for all tables. Halls may do so at once: the later one holds.
func (h *Hall) set(ctx context.Context, name string, command []byte) error {
	ack, err := h.js.Publish(ctx, h.Keys.inside(subjectSetting(name)), command)
	if err != nil {
		return fmt.Errorf("the setting cannot be kept: %w", err)
	}
	h.settings.note(subjectSetting(name), command, ack.Sequence)
	return nil
}

// arrangePause is the time between two looks at what tables lack.
const arrangePause = time.Second

// againPause is the time between two tries to give a table what it has refused, or what
// another disk of it has: two tables under one name look like one that is started all the time.
const againPause = time.Minute

// arrange gives tables the settings that they lack, until ctx ends.
func (h *Hall) arrange(ctx context.Context) error {
	return every(ctx, arrangePause, func() error {
		var group errgroup.Group
		group.SetLimit(32)
		for table, t := range h.view.all(time.Now()) {
			if t.SilentMS > silent.Milliseconds() || t.Twins {
				continue // nobody is there, or either of two would take it
			}
			for name, at := range h.settings.due(table, t.Health, time.Now()) {
				group.Go(func() error { h.give(ctx, table, name, t.Health, at); return nil })
			}
			h.adopt(ctx, table, t.Health)
		}
		group.Wait()
		return nil
	})
}

// give gives a table a setting and notes what it said. Where another hall has done so since
// the answer with the number at[1], nobody knows which of the two commands came last.
func (h *Hall) give(ctx context.Context, table, name string, health *fleet.Health, at [2]uint64) {
	s := h.settings
	s.mu.Lock()
	setting := s.all[name]
	s.mu.Unlock()
	if setting.seq != at[0] {
		return
	}
	asking, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	said, err := fleet.Command(asking, h.NATS, table, h.Keys.subjects(table), h.Keys.Operate, setting.Command)
	if err != nil {
		s.mu.Lock()
		s.later[table] = time.Now().Add(10 * arrangePause)
		s.mu.Unlock()
		return
	}
	t := taken{Setting: setting.seq, Answer: said}
	if health != nil {
		t.Boot, t.Install = health.Boot, health.Install
	}
	data, err := json.Marshal(t)
	if err != nil {
		return
	}
	subject, place := subjectTaken(table, name), [2]string{table, name}
	ack, err := h.js.Publish(asking, h.Keys.inside(subject), data, jetstream.WithExpectLastSequencePerSubject(at[1]))
	s.mu.Lock()
	s.unsure[place] = err != nil
	s.again[place] = time.Now().Add(againPause)
	s.mu.Unlock()
	switch {
	case err == nil:
		s.note(subject, data, ack.Sequence)
		h.Log.Info("a setting of all tables", "table", table, "setting", name, "code", said.Code)
	case !dial.RefusedAsLater(err) && !errors.Is(err, context.Canceled):
		h.Log.Warn("That a table has a setting cannot be noted; it is given again.", "table", table, "setting", name, "err", err)
	}
}

// adopt notes which disk has the settings that an earlier hall gave to a table.
func (h *Hall) adopt(ctx context.Context, table string, health *fleet.Health) {
	if health == nil || health.Install == "" {
		return
	}
	s := h.settings
	old := map[string]taken{}
	s.mu.Lock()
	for at, t := range s.taken {
		if at[0] == table && t.Install == "" && t.Answer.Code == "" && t.Setting == s.all[at[1]].seq && !s.unsure[at] {
			old[at[1]] = t
		}
	}
	s.mu.Unlock()
	for name, t := range old {
		t.Install = health.Install
		data, err := json.Marshal(t)
		if err != nil {
			return
		}
		subject := subjectTaken(table, name)
		ack, err := h.js.Publish(ctx, h.Keys.inside(subject), data, jetstream.WithExpectLastSequencePerSubject(t.seq))
		if err != nil {
			return // it is tried again, or another hall has done so
		}
		s.note(subject, data, ack.Sequence)
	}
}
