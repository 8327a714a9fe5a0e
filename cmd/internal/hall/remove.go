package hall

import (
	"net/http"
	"time"

	"stonehand/cmd/internal/fleet"
)

// remove takes a table off the page that is there no more. Its games stay. Should it connect
// again, it is back.
func (h *Hall) remove(r *http.Request, _ string, _ struct{}) (any, error) {
	table := r.PathValue("table")
	t, ok := h.view.all(time.Now())[table]
	switch {
	case !ok:
		return nil, errNoTable
	case t.SilentMS <= silent.Milliseconds():
		return nil, refusing(http.StatusConflict, "not-now", "The table was connected within the last two minutes. Switch it off first.")
	}
	// Home Assistant forgets it first, or it would take the next message for news of the table.
	err := h.NATS.Publish(fleet.AssistantSubject(table), nil)
	// An empty message tells other halls, and is what the stream has from then on.
	for _, part := range []string{fleet.PartState, fleet.PartHealth} {
		if err == nil {
			_, err = h.js.Publish(r.Context(), h.Keys.subjects(table)[part], nil)
		}
	}
	if err != nil {
		return nil, refusing(http.StatusServiceUnavailable, "offline", "The hall's servers did not remove the table. Try again.")
	}
	h.view.remove(table)
	h.Log.Info("a table was removed", "table", table, "from", host(r))
	return h.view.all(time.Now()), nil
}

// remove forgets a table.
func (v *view) remove(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, ok := v.tables[name]; ok {
		delete(v.tables, name)
		v.ring(name)
	}
}
