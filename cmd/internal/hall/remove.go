package hall

import (
	"net/http"
	"time"

	"stonehand/cmd/internal/fleet"
)

// remove takes a table off the page that is there no more. Its games stay. Should it connect
// again, it is back.
func (h *Hall) remove(w http.ResponseWriter, r *http.Request) {
	var none struct{}
	if _, ok := h.player(w, r, &none); !ok || !h.operator(w, r) {
		return
	}
	table := r.PathValue("table")
	t, ok := h.view.all(time.Now())[table]
	switch {
	case !ok:
		refuse(w, r, http.StatusNotFound, "not-found", "There is no such table.")
		return
	case t.SilentMS <= silent.Milliseconds():
		refuse(w, r, http.StatusConflict, "not-now", "The table was connected within the last two minutes. Switch it off first.")
		return
	}
	// Home Assistant forgets it first, or it would take the next message for news of the table.
	if err := h.NATS.Publish(fleet.AssistantSubject(table), nil); err != nil {
		refuse(w, r, http.StatusServiceUnavailable, "offline", "The hall's servers did not remove the table. Try again.")
		return
	}
	// An empty message tells other halls, and is what the stream has from then on.
	for _, part := range []string{fleet.PartState, fleet.PartHealth} {
		if _, err := h.js.Publish(r.Context(), h.Keys.subjects(table)[part], nil); err != nil {
			refuse(w, r, http.StatusServiceUnavailable, "offline", "The hall's servers did not remove the table. Try again.")
			return
		}
	}
	h.view.remove(table)
	h.Log.Info("a table was removed", "table", table, "from", host(r))
	answer(w, http.StatusOK, h.view.all(time.Now()))
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
