package hall

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

// TestNobodyReachesTheStreams has the server answer requests of a table, a worker and a
// laboratory, and deliver messages to them, where streams are deleted, changed and read.
func TestNobodyReachesTheStreams(t *testing.T) { newPlace(t).unreached() }

func (p *place) unreached() {
	t := p.t.(*testing.T)
	table, worker, laboratory := p.dial("two", p.keys.Table), p.dial("pc-1", p.keys.Worker), p.dial("ann", p.keys.Laboratory)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fault, journal := p.keys.subjects("two")[fleet.PartFault], p.keys.subjects("two")[fleet.PartJournal]
	told := []byte("told before")
	for range 3 {
		_, err := p.js.Publish(ctx, journal, told)
		must(err)
	}
	_, err := p.js.Publish(ctx, p.keys.inside(subjectTournament("abc")), told)
	must(err)
	_, err = p.js.Publish(ctx, p.keys.subjects("one")[fleet.PartGame]+".20260101-000000-1", told)
	must(err)
	// What is not theirs, by stream: its configuration, its first message and how many it lacks.
	look := func() map[string]string {
		t.Helper()
		all := map[string]string{}
		list := p.js.ListStreams(ctx)
		for s := range list.Info() {
			c, err := json.Marshal(s.Config)
			must(err)
			all[s.Config.Name] = fmt.Sprintf("%s first %d deleted %d", c, s.State.FirstSeq, s.State.NumDeleted)
			if s.Config.Name == farm.StreamJobs || s.Config.Name == farm.StreamFiles || s.Config.Name == fleet.StreamFacts && s.State.Msgs >= 3 {
				all[s.Config.Name] = string(c)
			}
			q, err := p.js.Stream(ctx, s.Config.Name)
			must(err)
			for c := range q.ListConsumers(ctx).Info() {
				if c.Config.DeliverSubject != "" {
					all[c.Config.DeliverSubject] = "delivers"
				}
			}
		}
		must(list.Err())
		return all
	}
	before := look()
	cup, err := p.js.Stream(ctx, streamTournaments)
	must(err)
	changed := cup.CachedInfo().Config
	changed.Description = "changed"
	text := func(v any) string {
		data, err := json.Marshal(v)
		must(err)
		return string(data)
	}
	consumer := func(nc *nats.Conn, stream, filter, deliver string) (name string) {
		t.Helper()
		name = rand.Text()
		c := map[string]any{"ack_policy": "explicit", "filter_subject": filter, "inactive_threshold": time.Hour}
		if stream == farm.StreamJobs {
			name = "machines-" + strings.Split(filter, ".")[2]
			c["durable_name"] = name
		}
		c["name"] = name
		if deliver != "" {
			c["Deliver_Subject"] = deliver // a server reads names in any case
		}
		m, err := nc.RequestWithContext(ctx, "$JS.API.CONSUMER.CREATE."+stream+"."+name+"."+filter, []byte(text(map[string]any{"stream_name": stream, "config": c})))
		must(err)
		if refused := strings.Contains(string(m.Data), `"error"`); refused != (deliver != "") {
			t.Errorf("a consumer that delivers to %q: %s", deliver, m.Data)
		}
		return name
	}
	names := map[*nats.Conn]string{table: "two", worker: "pc-1", laboratory: "ann"}
	var spied atomic.Int64
	for nc, name := range names {
		_, err := nc.Subscribe("_INBOX."+name+".spy.>", func(*nats.Msg) { spied.Add(1) })
		must(err)
	}
	n := 0
	for nc, name := range names {
		spy := "_INBOX." + name + ".spy.x"
		for _, try := range [][2]string{
			{"STREAM.DELETE." + fleet.StreamGames, ""},
			{"STREAM.DELETE." + fleet.StreamVisits, "{}"},
			{"STREAM.PURGE." + streamTournaments, ""},
			{"STREAM.PURGE." + fleet.StreamFacts, `{"seq":3}`},
			{"STREAM.CREATE.SPY", text(map[string]any{"name": "SPY", "storage": "memory", "sources": []any{map[string]any{"name": fleet.StreamFacts}}, "republish": map[string]any{"src": ">", "dest": "_INBOX." + name + ".spy.>"}})},
			{"STREAM.UPDATE." + streamTournaments, text(changed)},
			{"STREAM.MSG.DELETE." + fleet.StreamFacts, `{"seq":2}`},
			{"CONSUMER.CREATE." + fleet.StreamFacts + "." + name, text(map[string]any{"stream_name": fleet.StreamFacts, "config": map[string]any{"name": name, "deliver_subject": spy, "ack_policy": "none", "mem_storage": true}})},
			{"CONSUMER.CREATE." + fleet.StreamFacts, text(map[string]any{"stream_name": fleet.StreamFacts, "config": map[string]any{"deliver_subject": spy, "ack_policy": "none", "mem_storage": true}})},
			{"CONSUMER.CREATE." + farm.StreamResults + "." + name, text(map[string]any{"stream_name": farm.StreamResults, "config": map[string]any{"name": name, "deliver_subject": spy, "ack_policy": "none", "mem_storage": true}})},
		} {
			n++
			to, body, at := "$JS.API."+try[0], []byte(try[1]), fmt.Sprintf("%d.machines.ann.b.1", n)
			file := fmt.Sprint("farm.file.f", n)
			for subject, data := range map[string][]byte{file: body, "farm.cancel.ann.b." + fmt.Sprint(n): body, "farm.job." + at: body} {
				_, err := laboratory.RequestWithContext(ctx, subject, data)
				must(err)
			}
			switch nc {
			case table:
				_, err := nc.RequestWithContext(ctx, fault, body)
				must(err)
				must(nc.PublishRequest(fault, to, body)) // the answer says where it is kept
				must(nc.PublishRequest("$JS.API.DIRECT.GET."+fleet.StreamFacts+"."+fault, to, nil))
				must(nc.PublishRequest("$JS.API.DIRECT.GET."+fleet.StreamGames+"."+p.keys.subjects("two")[fleet.PartGame]+".none", to, nil))
			case worker:
				must(nc.PublishRequest("farm.result.ann.b.1.pc-1", to, body))
				must(nc.PublishRequest("$JS.API.DIRECT.GET."+farm.StreamFiles+".farm.file.none", to, nil))
				must(nc.PublishRequest("$JS.API.DIRECT.GET."+farm.StreamFiles+"."+file, to, nil))
				for _, deliver := range []string{to, spy} {
					consumer(nc, farm.StreamJobs, fmt.Sprintf("farm.job.%d.machines.>", n), deliver)
				}
				q := consumer(nc, farm.StreamJobs, fmt.Sprintf("farm.job.%d.machines.>", n), "")
				must(nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+farm.StreamJobs+"."+q, to, []byte(`{"batch":1,"expires":1000000000}`)))
			case laboratory:
				must(nc.PublishRequest(file, to, body))
				must(nc.PublishRequest("$JS.API.DIRECT.GET."+farm.StreamFiles+"."+file, to, nil))
				for _, deliver := range []string{to, spy} {
					consumer(nc, farm.StreamResults, fmt.Sprint("farm.cancel.ann.b.", n), deliver)
				}
				q := consumer(nc, farm.StreamResults, fmt.Sprint("farm.cancel.ann.b.", n), "")
				must(nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+farm.StreamResults+"."+q, to, []byte(`{"batch":1,"expires":1000000000}`)))
			}
			must(nc.Flush())
		}
	}
	time.Sleep(time.Second) // whatever comes of it
	for name, was := range before {
		if name == farm.StreamResults {
			continue // they publish into it themselves
		}
		if now := look()[name]; now != was {
			t.Errorf("%s was\n%s and is\n%s", name, was, now)
		}
	}
	for name := range look() {
		if _, ok := before[name]; !ok {
			t.Errorf("there is %s", name)
		}
	}
	if n := spied.Load(); n != 0 {
		t.Errorf("%d messages were read", n)
	}
}
