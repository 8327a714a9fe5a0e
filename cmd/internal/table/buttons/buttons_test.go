package buttons

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/hw"
)

// What is pressed acts at once, unless it could be held; a contact that bounces is no
// press, and a button that was let go while nobody listened is not held.
func TestButtons(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m := New([]api.Wiring{{Name: "back", Press: api.DoUndo}, {Name: "pause", Press: api.DoPause, Hold: api.DoNewGame}, {Name: "off", Hold: api.DoShutdown}}, 3*time.Second)
	push := func(after time.Duration, name string, down bool) Out {
		now = now.Add(after)
		return m.Step(now, In{Button: &hw.Button{Name: name, Down: down}})
	}
	is := func(got Out, want ...Act) {
		t.Helper()
		if len(got.Acts) != len(want) || len(want) > 0 && got.Acts[0] != want[0] {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	is(push(0, "back", true), Act{"back", api.DoUndo, false})
	is(push(time.Second, "back", false))
	is(push(bounce/2, "back", true))
	is(push(0, "back", false))
	is(push(time.Second, "pause", true))
	is(push(time.Second, "pause", false), Act{"pause", api.DoPause, false})
	is(push(time.Second, "pause", true))
	now = m.Next()
	is(m.Step(now, In{}), Act{"pause", api.DoNewGame, true})
	is(push(time.Second, "pause", false))
	is(push(time.Second, "off", true))
	if out := push(time.Second, "off", false); out.HoldOn != api.DoShutdown {
		t.Errorf("%+v", out)
	}
	is(push(time.Second, "off", true))
	m.Step(now, In{Lost: true})
	is(push(time.Minute, "off", false))
	if !m.Next().IsZero() || !push(0, "other", true).Unknown {
		t.Error("a button is held that was lost, or one is known that is not there")
	}
}
