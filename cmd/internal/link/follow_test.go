package link

import (
	"errors"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// Why a table does not follow is logged once; what people may be about to do, only when it
// has stayed for a while.
func TestRefusalsAreLoggedOnce(t *testing.T) {
	var r refusal
	now := time.Unix(0, 0)
	notNow, broken := &api.CommandError{Code: "not-now", Text: "Not now."}, errors.New("it has stopped")
	for i, x := range []struct {
		after time.Duration
		err   error
		want  bool
	}{
		{0, notNow, false},
		{refusalTime - time.Second, notNow, false},
		{time.Second, notNow, true},
		{time.Hour, notNow, false},
		{0, nil, false},
		{0, notNow, false},
		{0, broken, true},
		{time.Second, broken, false},
		{0, nil, false},
		{0, broken, true},
	} {
		if now = now.Add(x.after); r.stays(now, x.err) != x.want {
			t.Errorf("%d: %v is logged: %v", i, x.err, !x.want)
		}
	}
}

// What comes of dialing for a game that was left meanwhile does nothing to the next one.
func TestDialOfAGameThatWasLeft(t *testing.T) {
	d, err := New(Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, next := range []*accepted{nil, {Guest: "next"}} {
		if d.kept.Session = next; next != nil {
			if err := d.open(); err != nil {
				t.Fatal(err)
			}
		}
		ended := false
		d.take(t.Context(), line{up: true, guest: "left", conn: &conn{end: func() { ended = true }}})
		if !ended || d.conn != nil {
			t.Errorf("with the session %+v the connection ends: %v; it is in use: %v", next, ended, d.conn != nil)
		}
		d.take(t.Context(), line{guest: "left", err: refusedBy(closed)})
		if d.kept.Session != next {
			t.Error("another host's refusal ends the game")
		}
	}
}
