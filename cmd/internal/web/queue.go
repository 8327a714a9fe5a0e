package web

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// kept is how many analyses are kept in memory, the latest. One of a usual game
// takes some 20 KiB, one of the longest possible less than 1 MiB.
const kept = 8

// queue does one analysis at a time, and keeps the latest.
type queue struct {
	analyst Analyst
	shelf   Analyses // nil: none are kept beyond the program
	log     *slog.Logger
	wake    chan struct{} // has a token when there may be a job to begin

	mu      sync.Mutex
	job     *job          // the one under way or about to be; nil if there is none
	results []*result     // the latest last
	told    Progress      // how the latest job stands
	changed chan struct{} // closed when told changes, and then replaced
}

// job is one analysis that was asked for.
type job struct {
	record   []byte
	sum      [sha256.Size]byte // of the record: a game that was reopened has another one
	each     time.Duration
	progress Progress
	stop     context.CancelFunc // nil before it has begun
}

// result is a finished analysis, as it is handed out, and as it outlives the program.
type result struct {
	sum [sha256.Size]byte
	report
	SGF map[string]string `json:"sgf"`
}

func newQueue(a Analyst, shelf Analyses, log *slog.Logger) *queue {
	return &queue{analyst: a, shelf: shelf, log: log, wake: make(chan struct{}, 1), changed: make(chan struct{})}
}

// start asks for an analysis, unless that very one is there or under way.
func (d *queue) start(id string, record []byte, each time.Duration) (Progress, error) {
	sum := sha256.Sum256(record)
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.job; j != nil {
		if j.progress.Game == id && j.sum == sum && j.each == each {
			return j.progress, nil
		}
		return Progress{}, refusing(http.StatusConflict, "analysis-busy", "Another analysis is running, and there is one at a time: wait for it, or cancel it.")
	}
	if r := d.find(id, record, sum); r != nil && r.Progress.Time == each.Seconds() {
		return r.Progress, nil
	}
	d.job = &job{record: record, sum: sum, each: each,
		progress: Progress{Game: id, State: AnalysisRunning, Time: each.Seconds()}}
	d.tell(d.job.progress)
	hw.Ring(d.wake)
	return d.job.progress, nil
}

// cancel ends the analysis of a game.
func (d *queue) cancel(id string) (Progress, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.job == nil || d.job.progress.Game != id {
		return Progress{}, refusing(http.StatusConflict, "not-analysing", "Game %s is not being analysed.", text.Clip(id))
	}
	if d.job.stop != nil {
		d.job.stop()
	}
	p := Progress{Game: id, State: AnalysisNone, Time: d.job.each.Seconds()}
	d.job = nil
	d.tell(p)
	return p, nil
}

// look says how the analysis of a game stands, whose record is this one now, and
// returns it if it is done.
func (d *queue) look(id string, record []byte) (Progress, *result) {
	sum := sha256.Sum256(record)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.job != nil && d.job.progress.Game == id {
		return d.job.progress, nil
	}
	if r := d.find(id, record, sum); r != nil {
		return r.Progress, r
	}
	if d.told.Game == id && d.told.State == AnalysisFailed {
		return d.told, nil
	}
	return Progress{Game: id, State: AnalysisNone}, nil
}

// latest says how the latest job stands, the zero Progress before the first, and
// returns a channel that is closed when that changes.
func (d *queue) latest() (Progress, <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.told, d.changed
}

// find returns a kept analysis of this record; d.mu is held.
func (d *queue) find(id string, record []byte, sum [sha256.Size]byte) *result {
	for _, r := range d.results {
		if r.Progress.Game == id && r.sum == sum {
			return r
		}
	}
	if d.shelf == nil {
		return nil
	}
	r := &result{sum: sum}
	text := d.shelf.Find(record)
	if text == nil || json.Unmarshal(text, r) != nil || r.Progress.Game != id || r.Progress.State != AnalysisDone || len(r.SGF) == 0 {
		return nil
	}
	d.keep(r)
	return r
}

// put has a finished analysis outlive the program.
func (d *queue) put(record []byte, r *result) {
	if d.shelf == nil {
		return
	}
	text, err := encode(r)
	if err == nil {
		err = d.shelf.Keep(record, text)
	}
	if err != nil {
		d.log.Warn("an analysis is not saved; it is there until the program ends", "game", r.Progress.Game, "error", err)
	}
}

// tell makes known how the latest job stands; d.mu is held.
func (d *queue) tell(p Progress) {
	d.told = p
	close(d.changed)
	d.changed = make(chan struct{})
}

// run does what is asked for until ctx ends.
func (d *queue) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
			d.work(ctx)
		}
	}
}

// work does the job that is waiting, if it has not been cancelled.
func (d *queue) work(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	d.mu.Lock()
	j := d.job
	if j != nil {
		j.stop = stop
	}
	d.mu.Unlock()
	if j == nil {
		return
	}
	began := time.Now()
	r, err := d.judge(ctx, j)
	d.mu.Lock()
	defer func() {
		d.mu.Unlock()
		if r != nil && r.Progress.State == AnalysisDone {
			d.put(j.record, r) // people have it already
		}
	}()
	if d.job != j {
		return // cancelled; the client that did that has told
	}
	d.job = nil
	p := j.progress
	p.Waiting = false
	switch {
	case ctx.Err() != nil:
		p.State = AnalysisNone
	case err != nil:
		d.log.Error("an analysis failed", "game", p.Game, "error", err)
		p.State = AnalysisFailed
	default:
		d.log.Info("a game was analysed", "game", p.Game, "positions", p.All, "took", time.Since(began).Round(time.Millisecond))
		p.State = AnalysisDone
		r.Progress = p
		d.keep(r)
	}
	d.tell(p)
}

// keep adds a result and forgets those there is no room for; d.mu is held.
func (d *queue) keep(r *result) {
	d.results = slices.DeleteFunc(d.results, func(old *result) bool { return old.Progress.Game == r.Progress.Game })
	d.results = append(d.results, r)
	if n := len(d.results) - kept; n > 0 {
		d.results = slices.Delete(d.results, 0, n)
	}
}

// judge has the analyst judge a job's game. Whatever happens to him, the game on
// the table goes on.
func (d *queue) judge(ctx context.Context, j *job) (r *result, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("the analyst panicked: %v\n%s", p, debug.Stack())
		}
	}()
	a, err := d.analyst.Analyze(ctx, j.record, j.each, func(s Step) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.job == j {
			j.progress.Done, j.progress.All, j.progress.Waiting = s.Done, s.All, s.Waiting
			d.tell(j.progress)
		}
	})
	if err != nil {
		return nil, err
	}
	r = &result{sum: j.sum, report: report{Turning: a.Turning}, SGF: a.SGF}
	r.Turns, err = encode(api.List[Judged](a.Turns))
	return r, err
}
