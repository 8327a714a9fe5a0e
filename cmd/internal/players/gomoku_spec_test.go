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
		"level:16":       `player "level:16": level "16" is not a number from 1 to 15`,
		"gomocup:":       `player "gomocup:" does not name a program`,
		"five,time=soon": `time="soon" is not a time like 1s or 300ms`,
		"five,soft=-1s":  `soft="-1s" is below 0`,
		"five,speed=1":   `there is no option "speed=1"`,
		"five,nodes=-1":  `nodes="-1" is not a number`,
		"five,depth=x":   `depth="x" is not a number`,
	} {
		if _, err := ParseGomoku(spec, game.Freestyle(), limit.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if _, err := ParseConnect6("default,time=-1s", limit.Limits{}); err == nil || !strings.Contains(err.Error(), `time="-1s" is below 0`) {
		t.Error(err)
	}
}
