package service

import (
	"fmt"
	"strings"

	"stonehand/cmd/internal/table"
)

// Summary says in one line how the table stands, for a person who looks after
// the machine: "connect6, turn 12, black to move, link up".
func Summary(s *table.Snapshot) string {
	parts := []string{s.Game}
	switch {
	case s.Result == "draw":
		parts = append(parts, fmt.Sprintf("over after %d turns, a draw", len(s.Moves)))
	case s.Result == "void":
		parts = append(parts, fmt.Sprintf("abandoned after %d turns", len(s.Moves)))
	case s.Result != "":
		parts = append(parts, fmt.Sprintf("over after %d turns, %s won", len(s.Moves), s.Result))
	default:
		parts = append(parts, fmt.Sprintf("turn %d", len(s.Moves)+1), s.ToMove+" to move")
		switch s.Phase {
		case table.PhaseThinking:
			parts = append(parts, "thinking")
		case table.PhasePlace:
			parts = append(parts, "waiting for its stones to be placed")
		case table.PhaseClear:
			parts = append(parts, "waiting for the board to be cleared")
		case table.PhaseRepair:
			parts = append(parts, "waiting for the board to be put right")
		case table.PhasePaused:
			parts = append(parts, "paused")
		case table.PhaseOff:
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
