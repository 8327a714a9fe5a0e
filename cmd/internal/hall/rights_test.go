package hall

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

// as connects with a table's credentials.
func (p *place) as(table string) *nats.Conn {
	p.t.Helper()
	nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(p.credentials(table)), nats.CustomInboxPrefix("_INBOX."+table), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(nc.Close)
	return nc
}

// TestAStrangerGetsNowhere tries to come in without credentials, and with those of
// another hall.
func TestAStrangerGetsNowhere(t *testing.T) {
	p := newPlace(t)
	if nc, err := nats.Connect("nats://" + p.conf.Listen); err == nil {
		nc.Close()
		t.Error("somebody without credentials is let in")
	}
	other := newPlace(t)
	if nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(other.credentials("one"))); err == nil {
		nc.Close()
		t.Error("a table of another hall is let in")
	}
}

// TestATableIsOnlyItself tries, with one table's credentials, all that another one may do
// and all that only the hall may do.
func TestATableIsOnlyItself(t *testing.T) {
	p := newPlace(t)
	nc := p.as("two")
	for _, subject := range []string{
		p.keys.subjects("one")[fleet.PartJournal], p.keys.subjects("one")[fleet.PartState], p.keys.subjects("one")[fleet.PartHealth], p.keys.subjects("one")[fleet.PartFault],
		p.keys.subjects("one")[fleet.PartGame] + "." + "20260101-000000-1", p.keys.subjects("one")[fleet.PartCommand], p.keys.subjects("one")[fleet.PartChallenge], p.keys.subjects("two")[fleet.PartCommand],
		p.keys.subjects("one")[fleet.PartVisits] + ".202601010000", subjectSetting("volume"), subjectTaken("one", "volume"), subjectTaken("two", "volume"),
		fleet.SubjectHall, "homeassistant.device.stonehand_one.config", "homeassistant.status",
		"$JS.API.STREAM.DELETE." + fleet.StreamGames, "$JS.API.STREAM.PURGE." + fleet.StreamFacts, "$JS.API.STREAM.NAMES", "$JS.API.CONSUMER.CREATE." + fleet.StreamFacts,
		"$JS.API.STREAM.MSG.GET." + fleet.StreamFacts, "$JS.API.DIRECT.GET." + fleet.StreamFacts + "." + p.keys.subjects("one")[fleet.PartJournal],
	} {
		errs := make(chan error, 1)
		nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { errs <- err })
		if err := nc.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		select {
		case <-errs:
		case <-time.After(patience):
			t.Errorf("a table may publish to %s", subject)
		}
	}
	for _, subject := range []string{">", "stonehand.>", p.keys.subjects("one")[fleet.PartCommand], "_INBOX.>", "_INBOX.one.>", "$SYS.>"} {
		errs := make(chan error, 1)
		nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { errs <- err })
		if _, err := nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		select {
		case <-errs:
		case <-time.After(patience):
			t.Errorf("a table may listen to %s", subject)
		}
	}
	if n := len(p.read(fleet.StreamFacts, fleet.Subject("*", "*", "*"))); n != 0 {
		t.Errorf("%d facts got through", n)
	}
}

// TestTheServerSpeaksForNobody asks the server, with the credentials of a table, a worker and a
// laboratory, for answers that are to go where only another table or the hall may publish:
// who asks may name any subject for that.
func TestTheServerSpeaksForNobody(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x, s := orders(t, p), p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	id := p.read(fleet.StreamFacts, fleet.SubjectHall)
	table, worker, laboratory := p.dial("two", p.keys.Table), p.dial("pc-1", p.keys.Worker), p.dial("ann", p.keys.Laboratory)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	token, seed, err := p.keys.user(p.keys.account, "all", nil, []string{">"}, nil)
	must(err)
	all, err := nats.Connect("nats://"+p.conf.Listen, nats.UserJWTAndSeed(token, string(seed)))
	must(err)
	defer all.Close()
	var answers atomic.Int64
	_, err = all.Subscribe(fleet.Subject("one", "guess", fleet.PartJournal), func(*nats.Msg) { answers.Add(1) })
	must(errors.Join(err, all.Flush()))
	// What it would be made to say: the last of these is a command.
	say := []byte(`{"do":"pause","table":"one","id":"other","line":1,"seq":7}`)
	own := p.keys.subjects("two")[fleet.PartJournal]
	_, err = table.RequestWithContext(ctx, own, say)
	must(err)
	_, err = laboratory.RequestWithContext(ctx, "farm.cancel.ann.b.1", say)
	must(err)
	consumer := func(nc *nats.Conn, stream, filter, deliver string) {
		c := map[string]any{"name": rand.Text(), "deliver_subject": deliver, "ack_policy": "none", "filter_subject": filter, "mem_storage": true}
		if stream == farm.StreamJobs { // of which there is one kind of consumer alone
			c = map[string]any{"name": "machines-1", "durable_name": "machines-1", "ack_policy": "explicit", "filter_subject": filter}
		}
		data, err := json.Marshal(map[string]any{"stream_name": stream, "config": c})
		must(err)
		_, err = nc.RequestWithContext(ctx, fmt.Sprintf("$JS.API.CONSUMER.CREATE.%s.%s.%s", stream, c["name"], filter), data)
		must(err)
	}
	for _, to := range []string{
		"stonehand.one.journal", "stonehand.one.state", fleet.Subject("one", "guess", fleet.PartJournal), fleet.Subject("one", "guess", fleet.PartState), fleet.Subject("one", "guess", fleet.PartHealth),
		fleet.Subject("one", "guess", fleet.PartGame) + ".20260101-000000-1", fleet.Subject("one", "guess", fleet.PartVisits) + ".202601010000", fleet.Subject("one", "guess", fleet.PartCommand),
		fleet.SubjectHall, subjectSetting("volume"), subjectTournament("abc"), subjectTaken("one", "volume"), fleet.SubjectPiece("abc", "0"), "guess." + subjectSetting("volume"),
	} {
		must(table.PublishRequest(own, to, say))
		must(table.PublishRequest("$JS.API.DIRECT.GET."+fleet.StreamFacts+"."+own, to, nil))
		consumer(laboratory, farm.StreamResults, "farm.cancel.ann.>", to)
		_, err = laboratory.RequestWithContext(ctx, "farm.job.1.machines.ann.b.1", say)
		must(err)
		consumer(worker, farm.StreamJobs, "farm.job.1.machines.>", "")
		must(worker.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+farm.StreamJobs+".machines-1", to, []byte(`{"batch":1,"expires":1000000000}`)))
		for _, nc := range []*nats.Conn{table, worker, laboratory} {
			must(nc.Flush())
		}
	}
	until(t, "the answers that the table asked for", func() bool { return answers.Load() >= 2 })
	time.Sleep(2 * arrangePause) // the hall gives settings to tables after one
	if now := p.read(fleet.StreamFacts, fleet.SubjectHall); len(now) != 1 || string(now[0]) != string(id[0]) {
		t.Errorf("the hall is called %q", now)
	}
	if n := len(p.read(fleet.StreamFacts, p.keys.subjects("one")[fleet.PartJournal])); n != 0 {
		t.Errorf("the hall has %d facts of a table that has told none", n)
	}
	if list := s.hall.settings.shown(); len(list) != 0 {
		t.Errorf("the hall has the settings %v", list)
	}
	if list := s.hall.shownAll(); len(list) != 0 {
		t.Errorf("the hall has the tournaments %v", list)
	}
	if _, all := s.hall.shelf.search(""); all != 0 {
		t.Errorf("the hall has %d games", all)
	}
	if list := s.hall.visits.list(); len(list) != 0 {
		t.Errorf("the hall has the visits %v", list)
	}
	if list := x.orders(); len(list) != 0 {
		t.Errorf("the table was told to do %v", list)
	}
	if now := s.hall.view.all(time.Now())["one"]; now.State == nil || now.State.Boot == "" || now.Health == nil || now.Health.Boot == "" {
		t.Errorf("the hall shows what the table has not said: %+v", now)
	}
}

// orders is a table that takes orders from the hall's keys.
func orders(t *testing.T, p *place) *table {
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.conf.Operators = map[string]string{public(p.keys.Play): "play", public(p.keys.Operate): "operate"}
	x.start()
	until(t, "the table", func() bool { return len(p.read(fleet.StreamState, p.keys.subjects("one")[fleet.PartState])) > 0 })
	return x
}

func TestTheTableChecksOrders(t *testing.T) {
	p := newPlace(t)
	x := orders(t, p)
	stranger, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, c := range []struct {
		key  nkeys.KeyPair
		text string
		code string
	}{
		{p.keys.Play, `{"do":"pause"}`, ""},
		{p.keys.Operate, " {\"do\" : \"answer\",\n\"answer\":\"<yes> & no\"} ", ""},
		{p.keys.Operate, `{"do":"shutdown"}`, ""},
		{p.keys.Play, `{"do":"shutdown"}`, "forbidden"},
		{stranger, `{"do":"pause"}`, "forbidden"},
		{p.keys.Play, `{"do":"undo"}`, "nothing-to-undo"},
		{p.keys.Play, `{"do":4}`, "bad-value"},
		{p.keys.Play, `"undo"`, "bad-value"},
	} {
		before := len(x.orders())
		a, err := fleet.Command(ctx, p.nc, "one", p.keys.subjects("one"), c.key, json.RawMessage(c.text))
		if err != nil || a.Code != c.code {
			t.Errorf("%s: %+v, %v; want the code %q", c.text, a, err, c.code)
		}
		if done := len(x.orders()) > before; done != (c.code == "" || c.code == "nothing-to-undo") {
			t.Errorf("%s: given to the table: %v", c.text, done)
		}
	}
}

// TestAnOrderCountsOnce gives a table an order twice, an order for another table, and one
// whose command was changed on the way.
func TestAnOrderCountsOnce(t *testing.T) {
	p := newPlace(t)
	x := orders(t, p)
	var sent []byte
	spy, err := p.nc.Subscribe(p.keys.subjects("one")[fleet.PartCommand], func(m *nats.Msg) { sent = m.Data })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if a, err := fleet.Command(ctx, p.nc, "one", p.keys.subjects("one"), p.keys.Play, json.RawMessage(`{"do":"pause"}`)); err != nil || a.Code != "" {
		t.Fatal(a, err)
	}
	if err := p.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	spy.Drain()
	until(t, "the spy's end", func() bool { return !spy.IsValid() })
	give := func(what string, change func(*fleet.Order)) {
		t.Helper()
		var o fleet.Order
		if err := json.Unmarshal(sent, &o); err != nil {
			t.Fatal(err)
		}
		if change != nil {
			var c fleet.Challenge
			m, err := p.nc.RequestWithContext(ctx, p.keys.subjects("one")[fleet.PartChallenge], nil)
			if err == nil {
				err = json.Unmarshal(m.Data, &c)
			}
			if err != nil || c.Nonce == "" {
				t.Fatal(c, err)
			}
			o.Nonce = c.Nonce
			change(&o)
		}
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.nc.RequestWithContext(ctx, p.keys.subjects("one")[fleet.PartCommand], data)
		var a fleet.Answer
		if err == nil {
			err = json.Unmarshal(m.Data, &a)
		}
		if err != nil || a.Code != "forbidden" {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
	}
	give("an order twice", nil)
	give("an old signature on a new challenge", func(*fleet.Order) {})
	give("another command", func(o *fleet.Order) { o.Command = json.RawMessage(`{"do":"resign"}`) })
	give("no key", func(o *fleet.Order) { o.Key = "" })
	give("a signature that is none", func(o *fleet.Order) { o.Sign = "!" })
	if n := len(x.orders()); n != 1 {
		t.Errorf("%d orders were carried out", n)
	}
}

// orders returns what the table was told to do.
func (x *table) orders() []api.Command {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.done
}

// TestTwoTablesUnderOneName run with the same credentials: the hall must not fill up with
// their quarrel.
func TestTwoTablesUnderOneName(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	one, two := newTable(t, "one", p.conf.Listen, p.credentials("one")), newTable(t, "one", p.conf.Listen, p.credentials("one"))
	for n, x := range []*table{one, two} {
		x.start()
		x.begin()
		for i := range 30 {
			x.turn(i + 100*n)
		}
	}
	stream, err := p.js.Stream(context.Background(), fleet.StreamFacts)
	if err != nil {
		t.Fatal(err)
	}
	var last *jetstream.StreamInfo
	for range 20 { // they are at it all the time
		for _, x := range []*table{one, two} {
			x.turn(1)
		}
		if last, err = stream.Info(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if most := uint64(8 * 100); last.State.Msgs > most {
		t.Errorf("the hall has %d facts of two tables that wrote 51 each", last.State.Msgs)
	}
}

// TestTheHallNamesTwins shows two tables under one name as such, commands neither of them, and
// has the games of both.
func TestTheHallNamesTwins(t *testing.T) {
	p := newPlace(t)
	s := p.serve()
	one := orders(t, p)
	two := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	two.conf.Operators = one.conf.Operators
	two.start()
	if s.hall.view.twins("one") {
		t.Error("a table that was started again is two")
	}
	for n, x := range []*table{one, two} {
		x.begin()
		for i := range 30 {
			x.turn(i + 100*n)
		}
	}
	until(t, "the twins", func() bool {
		for _, x := range []*table{one, two} {
			x.turn(1)
			time.Sleep(10 * time.Millisecond)
		}
		return s.hall.view.twins("one")
	})
	one.finish(one.id(501))
	two.finish(two.id(502))
	until(t, "the games of both", func() bool { _, n := s.hall.shelf.search(""); return n == 2 })
	s.logIn("play-password")
	for path, body := range map[string]string{"/api/tables/one/command": `{"do":"pause"}`, "/api/tournaments/x/send": `{"pairing":0,"table":"one"}`} {
		if said := s.wants("POST", path, body, 409); !strings.Contains(said, "Two tables run as one") {
			t.Errorf("%s: %s", path, said)
		}
	}
	if said := s.wants("POST", "/api/command", `{"do":"pause"}`, 200); !strings.Contains(said, "Two tables run as one") {
		t.Errorf("a command to all: %s", said)
	}
	s.logIn("operate-password")
	s.wants("POST", "/api/settings", `{"do":"volume","volume":40}`, 200)
	other := newTable(t, "other", p.conf.Listen, p.credentials("other"))
	other.conf.Operators = one.conf.Operators
	other.start()
	until(t, "the volume of another table", func() bool { return len(other.orders()) > 0 })
	if n := len(one.orders()) + len(two.orders()); n != 0 {
		t.Errorf("they carried out %d orders", n)
	}
}
