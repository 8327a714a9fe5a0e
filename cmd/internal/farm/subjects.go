// Package farm has jobs done by other computers, over NATS with JetStream. An [Asker] puts
// them into a queue, and a [Worker] takes them from there: workers connect outwards
// and nothing connects to it.
//
// Delivery is JetStream's: a job belongs to a worker for as long as that sends heartbeats,
// goes to another one otherwise, and is set aside after three tries. What this package adds is
// trust: an asker has a share of the jobs done twice, looks itself where two results
// differ, and takes back what came from a worker that was wrong.
//
// docs/farm.md lists the subjects and the messages.
package farm

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Streams of a farm.
const (
	StreamJobs    = "STONEHAND_JOBS"    // a work queue
	StreamResults = "STONEHAND_RESULTS" // results, and what was called off
	StreamFiles   = "STONEHAND_FILES"   // files that jobs need
)

// Priorities of jobs. All of the first are taken before any of the second, which machines
// alone wait for.
const (
	People   = "people"   // somebody waits for it
	Machines = "machines" // an experiment
	// checks are jobs that are done a second time: others wait for what comes of them.
	checks = "checks"
)

// priorities are all of them, the first first.
var priorities = []string{People, checks, Machines}

const (
	// mostTries is how often a job is handed out before it is set aside.
	mostTries = 3
	// keepJobs, keepResults and keepFiles are how long messages stay.
	keepJobs    = 7 * 24 * time.Hour
	keepResults = 24 * time.Hour
	keepFiles   = 30 * 24 * time.Hour
	// lease is how long a job is a worker's after a heartbeat.
	lease = 30 * time.Second
	// idle is after how long a signature's queue goes that no worker asks for.
	idle = 14 * 24 * time.Hour
)

// Subjects. NAME is an asker, BATCH one of its runs, ID a job of that.
const (
	// SubjectRing is rung whenever there is work.
	SubjectRing = "farm.ring"
	// advisory says that a job was handed out for the last time:
	// https://docs.nats.io/running-a-nats-service/nats_admin/monitoring/monitoring_jetstream#advisories
	advisory = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + StreamJobs + ".*"
)

// place is where a job stands: an asker's name, batch and number.
type place struct{ name, batch, id string }

func (p place) String() string { return p.name + "." + p.batch + "." + p.id }

// subjectJob is "farm.job.SIGNATURE.PRIORITY.NAME.BATCH.ID".
func subjectJob(signature, priority string, p place) string {
	return "farm.job." + signature + "." + priority + "." + p.String()
}

// placeOf reads the place in a subject, behind the given number of words; more may follow.
func placeOf(subject string, words int) (p place, rest []string, ok bool) {
	w := strings.Split(subject, ".")
	if len(w) < words+3 {
		return p, nil, false
	}
	w = w[words:]
	return place{w[0], w[1], w[2]}, w[3:], true
}

// Queue is the consumer from which workers with a signature take the jobs of a priority.
func Queue(priority, signature string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: priority + "-" + signature, FilterSubject: "farm.job." + signature + "." + priority + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxDeliver: mostTries, MaxAckPending: -1, InactiveThreshold: idle,
	}
}

// QueueNamed is the [Queue] of that name; ok is false where no queue is called so.
func QueueNamed(name string) (c jetstream.ConsumerConfig, ok bool) {
	priority, signature, _ := strings.Cut(name, "-")
	if !slices.Contains(priorities, priority) || signature == "" || strings.ContainsAny(signature, ".*> ") {
		return c, false
	}
	return Queue(priority, signature), true
}

func subjectResult(p place, worker string) string { return "farm.result." + p.String() + "." + worker }
func subjectProgress(p place, worker string) string {
	return "farm.progress." + p.String() + "." + worker
}
func subjectCancel(p place) string   { return "farm.cancel." + p.String() }
func subjectFile(name string) string { return "farm.file." + name }

// SubjectAccused is where askers say that they have set a worker aside.
func SubjectAccused(worker string) string { return "farm.accused." + worker }

// all stands for every job of a batch where a batch is called off.
const all = "all"

// Job is a job in the queue.
type Job struct {
	Kind string          `json:"kind"` // "pair", "opinion", "proof", "book", "game" and others
	Args json.RawMessage `json:"args"`
	// Not are workers that are not to do it: they have done it before, or were set aside.
	Not []string `json:"not"`
}

// Result is what became of a job.
type Result struct {
	Body []byte `json:"body"` // what the job's function returned, by gzip
	// Error is why the job has no result: a sentence. The same job has the same one.
	Error string `json:"error"`
	// Back says that the worker gives the job back: "ending", or "not" where the job
	// does not want this worker and no other one took it.
	Back string `json:"back"`
	MS   int64  `json:"ms"` // how long it took
	// Token is the worker's, as its credentials file has it, and Sign what its key makes of
	// the job and the result, see docs; both are empty without credentials.
	Token string `json:"token"`
	Sign  []byte `json:"sign"`
}

// signed is the text of a result that its worker signs.
func (r Result) signed(p place, worker string, j Job) ([]byte, error) {
	args, err := json.Marshal(j.Args)
	if err != nil {
		return nil, err
	}
	text := sha256.New()
	for _, part := range [][]byte{[]byte(p.String()), []byte(worker), []byte(j.Kind), args, r.Body, []byte(r.Error), []byte(r.Back)} {
		fmt.Fprintf(text, "%d\n", len(part))
		text.Write(part)
	}
	return fmt.Appendf(nil, "stonehand result\n%x", text.Sum(nil)), nil
}

// Progress is that a worker has begun a job.
type Progress struct {
	Signature string `json:"signature"` // of the worker's engine
}

// Accusation is that an asker has set a worker aside.
type Accusation struct {
	By   string          `json:"by"` // name of the asker
	Kind string          `json:"kind"`
	Args json.RawMessage `json:"args"` // of a job whose result was wrong
	Said string          `json:"said"` // the beginning of that result
	True string          `json:"true"` // what it should have been
}

// Prepare makes a farm's streams, or brings those that are there up to date.
func Prepare(ctx context.Context, js jetstream.JetStream, replicas int) error {
	for _, c := range []jetstream.StreamConfig{
		{Name: StreamJobs, Description: "Jobs that wait for a worker", Subjects: []string{"farm.job.>"}, Retention: jetstream.WorkQueuePolicy, MaxAge: keepJobs},
		{Name: StreamResults, Description: "Results of jobs", Subjects: []string{"farm.result.>", "farm.cancel.>", "farm.accused.>", advisory}, MaxMsgsPerSubject: -1, MaxAge: keepResults},
		{Name: StreamFiles, Description: "Files that jobs need", Subjects: []string{"farm.file.*"}, MaxMsgsPerSubject: 1, MaxAge: keepFiles},
	} {
		c.AllowDirect, c.Replicas, c.Storage = true, replicas, jetstream.FileStorage
		if err := MakeStream(ctx, js, c); err != nil {
			return err
		}
	}
	return nil
}

// MakeStream makes a stream, or brings it up to date. It takes no copies away: another hall
// may have been told of more.
func MakeStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) error {
	s, err := js.Stream(ctx, c.Name)
	if err == nil {
		was := s.CachedInfo().Config
		c.Replicas = max(c.Replicas, was.Replicas)
		if c.Replicas > 1 && was.PersistMode == jetstream.AsyncPersistMode {
			// A server neither keeps copies of such a stream nor changes its mode. What it has
			// need not last.
			err = js.DeleteStream(ctx, c.Name)
		} else {
			c.PersistMode = was.PersistMode
		}
	}
	if err == nil || errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = js.CreateOrUpdateStream(ctx, c)
	}
	if err != nil {
		return fmt.Errorf("the stream %s cannot be made: %w", c.Name, err)
	}
	return nil
}

// api are subjects of JetStream's requests.
func api(request, stream string) string { return "$JS.API." + request + "." + stream }

func direct(stream, subject string) string { return api("DIRECT.GET", stream) + "." + subject }

// Kept are the subjects by which streams take what is published, and answer once.
func Kept() []string {
	return []string{
		"farm.job.>", "farm.result.>", "farm.cancel.>", "farm.accused.*", "farm.file.*", "$JS.ACK." + StreamJobs + ".>",
		direct(StreamResults, "farm.cancel.>"), direct(StreamFiles, "farm.file.*"), api("STREAM.INFO", StreamResults),
		api("CONSUMER.INFO", StreamJobs) + ".>", api("CONSUMER.INFO", StreamResults) + ".>", api("CONSUMER.DELETE", StreamResults) + ".>",
	}
}

// Pulls are the subjects by which consumers are asked for messages.
func Pulls() []string {
	return []string{api("CONSUMER.MSG.NEXT", StreamJobs) + ".>", api("CONSUMER.MSG.NEXT", StreamResults) + ".>"}
}

// WorkerPermissions are the subjects that a worker may use.
func WorkerPermissions(name string) (publish, subscribe []string) {
	return []string{
		"farm.result.*.*.*." + name, "farm.progress.*.*.*." + name, SubjectRing,
		api("CONSUMER.CREATE", StreamJobs) + ".>", api("CONSUMER.INFO", StreamJobs) + ".>", api("CONSUMER.MSG.NEXT", StreamJobs) + ".>",
		"$JS.ACK." + StreamJobs + ".>", direct(StreamResults, "farm.cancel.>"), direct(StreamFiles, "farm.file.*"),
	}, []string{"_INBOX." + name + ".>", SubjectRing, "farm.cancel.>"}
}

// AskerPermissions are the subjects that an asker may use.
func AskerPermissions(name string) (publish, subscribe []string) {
	return append(askJobs(name, "*"),
		"farm.accused.*", "farm.file.*", direct(StreamFiles, "farm.file.*"), api("STREAM.INFO", StreamResults),
		api("CONSUMER.CREATE", StreamResults)+".>", api("CONSUMER.DELETE", StreamResults)+".>", api("CONSUMER.INFO", StreamResults)+".>", api("CONSUMER.MSG.NEXT", StreamResults)+".>",
	), []string{"_INBOX." + name + ".>", "farm.progress." + name + ".>"}
}

// TablePermissions are the subjects by which a table asks for opinions.
func TablePermissions(table string) (publish, subscribe []string) {
	return askJobs(table, People), []string{"farm.result." + table + ".>"}
}

func askJobs(name, priority string) []string {
	return []string{"farm.job.*." + priority + "." + name + ".>", "farm.cancel." + name + ".>", SubjectRing}
}
