package service

import (
	"fmt"
	"strings"

	"stonehand/cmd/internal/api"
)

// Summary says in one line how the table stands, for a person who looks after
// the machine: "connect6, turn 12, black to move, link up".
func Summary(s *api.Snapshot) string {
	parts := []string{s.Game}
	switch {
	case s.Result == "draw":
		parts = append(parts, fmt.Sprintf("over after %d turns, a draw", len(s.Moves)))
	case s.Result == "void":
		parts = append(parts, fmt.Sprintf("abandoned after %d turns", len(s.Moves)))
	case s.Result != "":
		parts = append(parts, fmt.Sprintf("over after %d turns, %s won", len(s.Moves), s.Result))
	default:
		parts = append(parts, fmt.Sprintf("turn %d", len(s.Moves)+1), s.ToMove.String()+" to move")
		switch s.Phase {
		case api.PhaseThinking:
			parts = append(parts, "thinking")
		case api.PhasePlace:
			parts = append(parts, "waiting for its stones to be placed")
		case api.PhaseClear:
			parts = append(parts, "waiting for the board to be cleared")
		case api.PhaseRepair:
			parts = append(parts, "waiting for the board to be put right")
		case api.PhasePaused:
			parts = append(parts, "paused")
		case api.PhaseOff:
			parts = append(parts, "shutting down")
		}
		if s.Pondering {
			parts = append(parts, "pondering")
		}
	}
	switch {
	case s.Link && s.Sim:
		parts = append(parts, "simulated board")
	case s.Link:
		parts = append(parts, "link up")
	default:
		parts = append(parts, "link lost")
	}
	if s.ArmState != "" {
		parts = append(parts, "arm "+string(s.ArmState))
	}
	if s.Fault != "" {
		parts = append(parts, "fault: "+s.Fault)
	}
	return strings.Join(parts, ", ")
}
