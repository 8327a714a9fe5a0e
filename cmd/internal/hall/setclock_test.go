package hall

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/fleet"
)

// heardAt is a message that the server took at some time.
type heardAt struct {
	jetstream.Msg
	data string
	at   time.Time
}

func (m heardAt) Data() []byte { return []byte(m.data) }
func (m heardAt) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Timestamp: m.at.Round(0)}, nil
}

// TestTheClockIsSet sets the clock of a hall back by an hour and on by some years: how long a
// table has said nothing does not change by that.
func TestTheClockIsSet(t *testing.T) {
	now := time.Now()
	const health = `{"table":"one","boot":"b"}`
	for name, at := range map[string]time.Time{"before it was set back": now.Add(time.Hour), "now": now, "before the hall's start": now.Add(-time.Minute)} {
		t.Run(name, func(t *testing.T) {
			v := newView()
			v.take("one", fleet.PartHealth, heardAt{data: health, at: at}, now)
			most := min(time.Minute, max(0, now.Sub(at))) + time.Minute
			if got := v.all(now.Add(time.Minute))["one"].SilentMS; got != most.Milliseconds() {
				t.Errorf("a minute later, the table has said nothing for %d ms, want %d", got, most.Milliseconds())
			}
			if heard := v.tables["one"].heard; heard == heard.Round(0) {
				t.Errorf("it was heard at %v, which moves when the clock is set", heard)
			}
		})
	}
}
