package service

import (
	"fmt"
	"strings"

	"stonehand/cmd/internal/api"
)

// waits is what a game waits for, where that is nothing that a person at the board plays.
var waits = map[api.Phase]string{
	api.PhaseThinking: "thinking",
	api.PhasePlace:    "waiting for its stones to be placed",
	api.PhaseChoose:   "waiting for a choice in the opening",
	api.PhaseCount:    "being counted",
	api.PhaseClear:    "waiting for the board to be cleared",
	api.PhaseRepair:   "waiting for the board to be put right",
	api.PhasePaused:   "paused",
	api.PhaseRemote:   "waiting for the remote opponent",
	api.PhaseOff:      "shutting down",
}

// scenes is what an exhibit does that nobody is at, by [api.Attract.Scene].
var scenes = map[string]string{
	"offer": "offering the unfinished game", "clear": "waiting for the board to be cleared",
	"lesson": "showing the rules of GAME", "demo": "showing a game of GAME",
}

// Summary says in one line how the table stands, for a person who looks after
// the machine: "connect6, turn 12, black to move, link up".
func Summary(s *api.Snapshot) string {
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	show := s.Attract
	if show == nil {
		show = &api.Attract{}
	}
	switch {
	case s.Phase == api.PhaseClosed && show.Opens != nil:
		say("closed until %s", show.Opens.Format("Monday, 2006-01-02 15:04"))
	case s.Phase == api.PhaseClosed:
		say("closed")
	case s.Phase == api.PhaseAttract:
		say("nobody is there, %s", strings.Replace(scenes[show.Scene], "GAME", s.Game, 1))
	case s.Phase == api.PhaseReview:
		say("leading people through a recorded game")
	case s.Phase == api.PhaseCalibrate:
		say("being calibrated")
	case s.Result == "draw":
		say("%s, over after %d turns, a draw", s.Game, len(s.Moves))
	case s.Result == "void":
		say("%s, abandoned after %d turns", s.Game, len(s.Moves))
	case s.Result != "":
		say("%s, over after %d turns, %s won", s.Game, len(s.Moves), s.Result)
	default:
		say("%s, turn %d, %s to move", s.Game, len(s.Moves)+1, s.ToMove)
		if what, ok := waits[s.Phase]; ok {
			say("%s", what)
		}
		if s.Pondering {
			say("pondering")
		}
	}
	switch {
	case s.Link && s.Sim:
		say("simulated board")
	case s.Link:
		say("link up")
	default:
		say("link lost")
	}
	if s.ArmState != "" {
		say("arm %s", s.ArmState)
	}
	if s.Fault != "" {
		say("fault: %s", s.Fault)
	}
	return strings.Join(parts, ", ")
}
