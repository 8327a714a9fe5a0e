//go:build race

package web

// With the race detector compression takes ten times as long, and no memory is measured;
// most daemons that tests start so show no page.
const packEarly = false
