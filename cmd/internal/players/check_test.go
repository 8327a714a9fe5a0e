package players

import (
	"testing"

	"stonehand/cmd/internal/program"
)

// A program is tried at the games that it will be asked to play, by the names that it is told.
func TestCheckedGamesAreThoseOfTheSettings(t *testing.T) {
	for _, name := range program.MayPlay(program.ProtocolGTP) {
		if got := checked(name).Name(); got != name {
			t.Errorf("%s is checked as %s", name, got)
		}
	}
}
