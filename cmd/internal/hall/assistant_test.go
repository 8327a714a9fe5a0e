package hall

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nkeys"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
)

// TestHomeAssistantFindsATable listens over MQTT as Home Assistant does: it says that it
// is there, is told of the table, and reads what the table shows.
func TestHomeAssistantFindsATable(t *testing.T) {
	p := newPlace(t)
	p.stop()
	p.conf.MQTT = webtest.Address(t)
	p.start()
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.conf.HomeAssistant = true
	x.start()
	until(t, "the table", func() bool { return len(p.read(fleet.StreamState, fleet.Subject("one", "*", fleet.PartState))) > 0 })

	password, err := p.keys.Assistant()
	if err != nil {
		t.Fatal(err)
	}
	config, state := make(chan []byte, 64), make(chan []byte, 64)
	o := mqtt.NewClientOptions().AddBroker("tcp://" + p.conf.MQTT).SetClientID("home-assistant").SetUsername("home-assistant").SetPassword(password).
		SetCleanSession(true).SetConnectTimeout(patience).SetAutoReconnect(false)
	c := mqtt.NewClient(o)
	done := func(what string, token mqtt.Token) {
		t.Helper()
		if !token.WaitTimeout(patience) || token.Error() != nil {
			t.Fatalf("%s: %v", what, token.Error())
		}
	}
	done("connecting", c.Connect())
	defer c.Disconnect(100)
	done("subscribing", c.Subscribe("homeassistant/#", 0, func(_ mqtt.Client, m mqtt.Message) {
		if strings.HasSuffix(m.Topic(), "/config") {
			config <- m.Payload()
		}
	}))
	done("the birth message", c.Publish("homeassistant/status", 0, false, "online"))
	var device struct {
		Device struct {
			Identifiers []string `json:"identifiers"`
		} `json:"device"`
		Origin     struct{ Name string }
		Components map[string]struct {
			Platform, Name string
			ID             string `json:"unique_id"`
			Topic          string `json:"state_topic"`
			Value          string `json:"value_template"`
		}
	}
	if err := json.Unmarshal(<-config, &device); err != nil {
		t.Fatal(err)
	}
	if len(device.Device.Identifiers) != 1 || device.Origin.Name != "Stonehand" || len(device.Components) < 5 {
		t.Fatalf("the device is %+v", device)
	}
	at := p.keys.subjects("one")
	topics := map[string]bool{strings.ReplaceAll(at[fleet.PartState], ".", "/"): true, strings.ReplaceAll(at[fleet.PartHealth], ".", "/"): true}
	ids := map[string]bool{}
	for key, part := range device.Components {
		if part.Platform == "" || part.ID == "" || ids[part.ID] || part.Value == "" || !topics[part.Topic] {
			t.Errorf("the component %s is %+v", key, part)
		}
		ids[part.ID] = true
	}
	done("subscribing to the state", c.Subscribe(device.Components["phase"].Topic, 0, func(_ mqtt.Client, m mqtt.Message) { state <- m.Payload() }))
	x.change(func(s *api.Snapshot) { s.Phase = api.PhaseThinking })
	var s fleet.State
	for s.Phase != api.PhaseThinking {
		if err := json.Unmarshal(<-state, &s); err != nil {
			t.Fatal(err)
		}
	}
	// Nobody else comes in this way.
	text, err := os.ReadFile(p.credentials("two"))
	if err != nil {
		t.Fatal(err)
	}
	token, err := nkeys.ParseDecoratedJWT(text)
	if err != nil {
		t.Fatal(err)
	}
	for user, word := range map[string]string{"": "", "home-assistant": "nonsense", "two": token} {
		other := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + p.conf.MQTT).SetClientID("other").SetUsername(user).SetPassword(word).SetConnectTimeout(patience).SetAutoReconnect(false).SetConnectRetry(false))
		if token := other.Connect(); token.WaitTimeout(patience) && token.Error() == nil {
			t.Errorf("%q comes in over MQTT", user)
			other.Disconnect(0)
		}
	}
	// It may look, and not command.
	refused := p.keys.subjects("one")[fleet.PartJournal]
	c.Publish(strings.ReplaceAll(refused, ".", "/"), 0, false, "{}").WaitTimeout(patience)
	if n := len(p.read(fleet.StreamFacts, refused)); n != 0 {
		t.Errorf("%d facts came over MQTT", n)
	}
}
