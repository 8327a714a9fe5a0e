package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"stonehand/cmd/internal/table"
	"stonehand/hw/soc"
)

// heatMetrics registers what is measured of the computer itself.
func heatMetrics(reg *prometheus.Registry, w *soc.Watcher, t *table.Table) {
	reg.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_celsius", Help: "Temperature of the processor; 0 where it cannot be read."},
			func() float64 { return w.State().Celsius }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_hot", Help: "1 while the computer is too hot to ponder (engine.ponder_below)."},
			func() float64 { return truth(w.State().Hot) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_pondering", Help: "1 while the machine thinks on a person's time."},
			func() float64 { return truth(t.Snapshot().Pondering) }),
	)
	for _, reason := range soc.AllReasons() {
		reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_throttled", Help: "1 while the computer runs slower than it could, by reason.",
			ConstLabels: prometheus.Labels{"reason": reason.Names()[0]}},
			func() float64 { return truth(w.State().Throttle&reason != 0) }))
	}
}

// truth is a truth as a metric.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
