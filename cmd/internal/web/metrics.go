package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"stonehand/cmd/internal/api"
	"stonehand/hw"
)

// metrics answers GET /metrics.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	promhttp.HandlerFor(s.Metrics, promhttp.HandlerOpts{
		ErrorLog: promLog{s},
		// A collector that fails must not hide the others.
		ErrorHandling: promhttp.ContinueOnError,
		// A compressor takes 1 MiB and would spare the local network 10 KiB.
		DisableCompression: true,
	}).ServeHTTP(w, r)
}

// promLog passes promhttp's complaints on to the server's log.
type promLog struct{ s *Server }

// Println implements [promhttp.Logger].
func (l promLog) Println(v ...any) { l.s.Log.Warn("metrics", "error", fmt.Sprint(v...)) }

// meters are the table's metrics, read off its updates as any subscriber could.
type meters struct {
	table    api.Board
	clock    func() time.Time
	turns    *prometheus.CounterVec
	games    *prometheus.CounterVec
	thinking prometheus.Histogram
	nodes    prometheus.Counter
	link     prometheus.Gauge
	faults   prometheus.Counter
	commands *prometheus.CounterVec
	errors   *prometheus.CounterVec

	// What watch has seen last.
	seen    *api.Snapshot
	since   time.Time // when the present thinking began
	counted uint64    // nodes of the present search that are counted already
}

func newMeters(reg *prometheus.Registry, t api.Board, clock func() time.Time, streams func() int) *meters {
	metric := promauto.With(reg)
	metric.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "stonehand_subscribers", Help: "Streams open."}, func() float64 { return float64(streams()) })
	metric.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "stonehand_loop_age_seconds", Help: "Time since the game loop's last round."},
		func() float64 { return max(0, clock().Sub(t.Progress()).Seconds()) })
	return &meters{
		table: t,
		clock: clock,
		turns: metric.NewCounterVec(prometheus.CounterOpts{
			Name: "stonehand_turns_total", Help: "Turns played, by who played them."}, []string{"by"}),
		games: metric.NewCounterVec(prometheus.CounterOpts{
			Name: "stonehand_games_finished_total", Help: "Games finished, by result."}, []string{"result"}),
		thinking: metric.NewHistogram(prometheus.HistogramOpts{
			Name: "stonehand_thinking_seconds", Help: "Time the machine took to choose a turn.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30, 60, 120}}),
		nodes: metric.NewCounter(prometheus.CounterOpts{
			Name: "stonehand_nodes_total", Help: "Turns tried by the search, as far as it has reported them."}),
		link: metric.NewGauge(prometheus.GaugeOpts{
			Name: "stonehand_link_up", Help: "1 while the board is reached."}),
		faults: metric.NewCounter(prometheus.CounterOpts{
			Name: "stonehand_faults_total", Help: "Faults that devices reported."}),
		commands: metric.NewCounterVec(prometheus.CounterOpts{
			Name: "stonehand_commands_total", Help: "Commands carried out over HTTP."}, []string{"do"}),
		errors: metric.NewCounterVec(prometheus.CounterOpts{
			Name: "stonehand_command_errors_total", Help: "Commands refused over HTTP, by the code of the refusal."}, []string{"do", "code"}),
	}
}

// watch counts what the table tells until ctx ends.
func (m *meters) watch(ctx context.Context) {
	for ctx.Err() == nil {
		for u := range m.table.Subscribe(ctx) {
			m.count(u)
		}
		// Dropped, or the table has stopped: not so fast again.
		hw.Sleep(ctx, time.Second)
	}
}

func (m *meters) count(u api.Update) {
	switch {
	case u.Fault != "":
		m.faults.Inc()
	case u.Thought != nil:
		if u.Thought.Nodes < m.counted {
			m.counted = 0 // another search
		}
		m.nodes.Add(float64(u.Thought.Nodes - m.counted))
		m.counted = u.Thought.Nodes
	case u.State != nil:
		m.state(u.State)
	}
}

func (m *meters) state(now *api.Snapshot) {
	was := m.seen
	m.seen = now
	m.link.Set(0)
	if now.Link {
		m.link.Set(1)
	}
	thinks := now.Phase == api.PhaseThinking
	thought := was != nil && was.Phase == api.PhaseThinking
	if thinks && !thought {
		m.since, m.counted = m.clock(), 0
	}
	if was == nil {
		return // what happened before is not ours to count
	}
	if thought && !thinks {
		m.thinking.Observe(m.clock().Sub(m.since).Seconds())
	}
	if now.GameID != was.GameID || now.GameID == api.Demonstration {
		return
	}
	side := was.Side // in an opening, and after a handicap, the number of the turn does not say whose it is
	for range len(now.Moves) - len(was.Moves) {
		by := "machine"
		if slices.Contains(was.Human, side) {
			by = "human"
		}
		m.turns.WithLabelValues(by).Inc()
		side = side.Other()
	}
	if was.Result == "" && now.Result != "" {
		m.games.WithLabelValues(now.Result).Inc()
	}
}

// known keeps foreign words out of labels.
func known(do string) string {
	if slices.Contains(dos, do) {
		return do
	}
	return "unknown"
}

func (m *meters) done(do string) { m.commands.WithLabelValues(known(do)).Inc() }

func (m *meters) refused(do string, err error) {
	code := "internal"
	if f, ok := errors.AsType[*refusal](err); ok {
		code = f.code
	}
	m.errors.WithLabelValues(known(do), code).Inc()
}
