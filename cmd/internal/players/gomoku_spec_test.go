package players

import (
	"strings"
	"testing"

	"stonehand/engine/game"
	"stonehand/engine/limit"
)

func TestParseGomokuRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"six":            `"six" is not a player; there are five, template, region, tuple`,
		"level:11":       `player "level:11": level "11" is not a number from 1 to 10`,
		"gomocup:":       `player "gomocup:" does not name a program`,
		"five,time=soon": `time="soon" is not a time like 1s or 300ms`,
		"five,speed=1":   `there is no option "speed=1"`,
		"five,nodes=-1":  `nodes="-1" is not a number`,
		"five,depth=x":   `depth="x" is not a number`,
	} {
		if _, err := ParseGomoku(spec, game.Freestyle(), limit.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
