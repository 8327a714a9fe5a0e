package grbl

import "fmt"

// What GRBL 1.1 documents of its answers, in our words, and what to do.

// refusals are the meanings of "error:N".
var refusals = map[int]string{
	1:  "a g-code word has no letter",
	2:  "a g-code word has no number, or a malformed one",
	3:  "the $ command is not known",
	4:  "a value is negative that must not be",
	5:  "homing is switched off ($22=0); type $22=1",
	6:  "the step pulse is shorter than 3 microseconds",
	7:  "its stored settings could not be read and are at their defaults; check all of them ($$)",
	8:  "the $ command is only taken while the machine stands still",
	9:  "it is in alarm and takes no motion before it was homed",
	10: "soft limits need homing ($22=1)",
	11: "the line was too long",
	12: "a setting asks for more steps a second than it can make",
	13: "the safety door is open; close it",
	14: "a stored line was too long",
	15: "the target of a jog lies outside the machine",
	16: "the jog command is malformed",
	17: "laser mode needs a spindle output with PWM",
	20: "a g-code command is not supported",
	21: "two commands of one line exclude each other",
	22: "no feed rate is set",
	23: "a value must be a whole number",
	24: "two commands of one line need axis words",
	25: "a word stands twice in one line",
	26: "a command needs axis words and has none",
	27: "the line number is not valid",
	28: "a command lacks a value",
	29: "there is no such work coordinate system",
	30: "G53 goes with G0 and G1 only",
	31: "axis words stand in a line that uses none",
	32: "an arc needs an axis word of its plane",
	33: "the target of a motion is not valid",
	34: "the radius of an arc is not valid",
	35: "an arc needs an offset in its plane",
	36: "a value stands in a line that uses none",
	37: "a tool length offset is on another axis than the tool",
	38: "the tool number is too high",
}

// alarms are the meanings of "ALARM:N".
var alarms = map[int]string{
	1:  "a limit switch was hit; see that nothing is in the arm's way",
	2:  "a motion would have left the machine's travel; check $130 to $132 and the places in the configuration",
	3:  "it was reset while it moved",
	4:  "the probe was not as it should be before it was used",
	5:  "the probe touched nothing",
	6:  "homing was broken off by a reset",
	7:  "the safety door was opened while it homed; close it",
	8:  "homing could not leave a limit switch; check the switch, or raise the pull-off ($27)",
	9:  "homing found no limit switch; check the switches and their cables, or raise the travel ($130 to $132)",
	10: "homing found only one of the two switches of an axis",
}

// refusal says what "error:n" means.
func refusal(n int) string {
	if s, ok := refusals[n]; ok {
		return fmt.Sprintf("error %d: %s", n, s)
	}
	return fmt.Sprintf("error %d, which GRBL 1.1 does not document", n)
}

// alarm says what "ALARM:n" means.
func alarm(n int) string {
	if s, ok := alarms[n]; ok {
		return fmt.Sprintf("alarm %d: %s", n, s)
	}
	return fmt.Sprintf("alarm %d, which GRBL 1.1 does not document", n)
}
