package web

import (
	"fmt"
	"net/http"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/hw"
)

// pulse is the body of GET /healthz.
type pulse struct {
	OK    bool        `json:"ok"`     // the game loop makes progress
	AgeMS int64       `json:"age_ms"` // since the loop's last round
	Phase api.Phase   `json:"phase"`
	Link  bool        `json:"link"`  // the board is reached; says nothing of OK
	Arm   hw.ArmState `json:"arm"`   // what the arm is doing; empty where there is none
	Fault string      `json:"fault"` // what is wrong with a device, if anything
	Error string      `json:"error,omitempty"`
	Code  string      `json:"code,omitempty"`
}

// health answers GET /healthz: 200 while the game loop makes progress, else
// 503. A board that cannot be reached is no reason to restart the program, so
// it does not count.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	age := max(0, s.Clock().Sub(s.Table.Progress()))
	now := s.Table.Snapshot()
	p := pulse{OK: age <= s.Stall, AgeMS: age.Milliseconds(), Phase: now.Phase, Link: now.Link, Arm: now.ArmState, Fault: now.Fault}
	status := http.StatusOK
	if !p.OK {
		status = http.StatusServiceUnavailable
		p.Code = "stalled"
		p.Error = fmt.Sprintf("The game loop has made no progress for %s; it is allowed %s.", age.Round(time.Millisecond), s.Stall)
	}
	s.reply(w, r, status, p)
}
