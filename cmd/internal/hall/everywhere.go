package hall

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/text"
)

// visits are the counts of all exhibits, made of their stream. It is safe for concurrent
// use.
type visits struct {
	mu  sync.Mutex
	all map[string]fleet.Visits // by subject; guarded by mu
}

// Count is what one table counted.
type Count struct {
	Table string `json:"table"`
	api.Count
}

func (v *visits) run(ctx context.Context, follow following, k *Keys) error {
	return follow(ctx, fleet.StreamVisits, []string{fleet.Subject("*", "*", fleet.PartVisits) + ".*"}, func(m jetstream.Msg) {
		var hour fleet.Visits
		if json.Unmarshal(m.Data(), &hour) != nil || !hour.Possible() || m.Subject() != k.subjects(hour.Table)[fleet.PartVisits]+"."+hour.Name() {
			return
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.all == nil {
			v.all = map[string]fleet.Visits{}
		}
		v.all[m.Subject()] = hour
	})
}

// list returns all counts, the earliest hour first.
func (v *visits) list() []Count {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := []Count{}
	for _, hour := range v.all {
		for _, c := range hour.Counts {
			list = append(list, Count{hour.Table, c})
		}
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(a.Hour.Compare(b.Hour), cmp.Compare(a.Table, b.Table), cmp.Compare(b.What, a.What), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Level, b.Level), cmp.Compare(a.Result, b.Result))
	})
	return list
}

// errOperator is that somebody does not operate.
var errOperator = refusing(http.StatusForbidden, "forbidden", "This needs the hall's operator password.")

// operating lets in who operates.
func (h *Hall) operating(f func(w http.ResponseWriter, r *http.Request) (any, error)) func(w http.ResponseWriter, r *http.Request) (any, error) {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		if h.role(r, time.Now()) != operate {
			return nil, errOperator
		}
		return f(w, r)
	}
}

func (h *Hall) showVisits(http.ResponseWriter, *http.Request) (any, error) {
	return h.visits.list(), nil
}

func (h *Hall) visitsTable(w http.ResponseWriter, r *http.Request) {
	if h.role(r, time.Now()) != operate {
		refuse(w, r, errOperator)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="visits.csv"`)
	out := csv.NewWriter(w)
	out.Write([]string{"table", "hour", "what", "game", "level", "result", "count", "turns", "seconds"})
	for _, c := range h.visits.list() {
		out.Write([]string{c.Table, c.Hour.Format(time.RFC3339), c.What, c.Game, strconv.Itoa(c.Level), c.Result, strconv.Itoa(c.Count.Count), strconv.Itoa(c.Turns), fmt.Sprint(c.Time)})
	}
	out.Flush()
}

func (h *Hall) showSettings(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.shownTo(r), nil
}

// shownTo are the settings, worded for the person who asks.
func (h *Hall) shownTo(r *http.Request) map[string]Setting {
	list := h.settings.shown()
	for _, s := range list {
		for table, a := range s.Taken {
			if s.Taken[table] = worded(r, a); !h.view.known(table) {
				delete(s.Taken, table) // it was removed
			}
		}
	}
	return list
}

// setSetting keeps a command for all tables, also for those that are switched off now.
func (h *Hall) setSetting(r *http.Request, _ string, body json.RawMessage) (any, error) {
	if err := h.setFor(r, body); err != nil {
		return nil, err
	}
	return h.shownTo(r), nil
}

// setFor keeps a command for all tables.
func (h *Hall) setFor(r *http.Request, body []byte) error {
	c, err := fleet.ParseCommand(body)
	bad := c.CheckSetting()
	switch {
	case err != nil:
		return &reason{http.StatusBadRequest, fleet.Refusal("bad-value", text.Because(err))}
	case bad != nil:
		return &reason{http.StatusBadRequest, fleet.Refusal(bad.Code, bad)}
	case !slices.Contains(kept, c.Do):
		return refusing(http.StatusBadRequest, "bad-value", "%q is not a setting. Use one of %s.", text.Clip(c.Do), strings.Join(kept, ", "))
	case h.set(r.Context(), c.Do, body) != nil:
		return refusing(http.StatusServiceUnavailable, "offline", "The hall's servers did not save the setting. Try again.")
	}
	h.Log.Info("setting of all tables", "from", host(r), "command", string(body))
	return nil
}

// timetable is the setting of that name, as a command.
type timetable struct {
	Do        string        `json:"do"`
	Timetable api.Timetable `json:"timetable"`
}

// showTimetable and setTimetable are what the form of a table's own page asks for.
func (h *Hall) showTimetable(http.ResponseWriter, *http.Request) (any, error) {
	var t timetable
	if s := h.settings.shown()[api.DoTimetable]; s.Command != nil {
		if err := json.Unmarshal(s.Command, &t); err != nil {
			h.Log.Warn("The timetable of all tables cannot be read.", "err", err)
		}
	}
	return map[string]api.Timetable{"now": t.Timetable, "configured": t.Timetable}, nil
}

func (h *Hall) setTimetable(r *http.Request, _ string, t api.Timetable) (any, error) {
	body, err := json.Marshal(timetable{api.DoTimetable, t})
	if err == nil {
		err = h.setFor(r, body)
	}
	if err != nil {
		return nil, err
	}
	return h.showTimetable(nil, nil)
}
