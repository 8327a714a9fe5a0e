package grbl

import (
	"stonehand/hw"
)

// What the firmwares' own sources document of their answers, in our words, and
// what to do: GRBL 1.1h's report.h, grblHAL's errors.h and alarms.h, FluidNC's
// Error.h and Alarm.h.

// refusals are the meanings of "error:N" that all of them share.
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

// alarms are the meanings of "ALARM:N" that all of them share.
var alarms = map[int]string{
	1: "a limit switch was hit; see that nothing is in the arm's way",
	2: "a motion would have left the machine's travel; check $130 to $132 and the places in the configuration",
	3: "it was reset while it moved",
	4: "the probe was not as it should be before it was used",
	5: "the probe touched nothing",
	6: "homing was broken off by a reset",
	7: "the safety door was opened while it homed; close it",
	8: "homing could not leave a limit switch; check the switch, or raise the pull-off ($27)",
	9: "homing found no limit switch; check the switches and their cables, or raise the travel ($130 to $132)",
}

// more are the meanings that each flavor has of its own.
var more = [...]struct{ refusals, alarms map[int]string }{
	GRBL: {alarms: map[int]string{10: "homing found only one of the two switches of an axis"}},
	GrblHAL: {
		refusals: map[int]string{
			18: "it is being reset",
			19: "a value must be above zero",
			39: "a value is out of range",
			40: "it waits for a tool change; end it with a reset",
			41: "the spindle does not turn",
			42: "the plane is not valid for the command",
			43: "the feed rate is above the maximum of an axis ($110 to $112)",
			44: "the spindle speed is out of range; check grip_power against $30 and $31",
			45: "a limit switch is pressed; move the arm off it by hand",
			46: "it has to be homed first",
			47: "the tool is not valid",
			48: "two values of one line exclude each other",
			49: "its self-test failed; switch it off and on",
			50: "the emergency stop is pressed; release it",
			51: "a motor driver reports a fault; check the drivers, their cooling and their supply",
			52: "the value is out of the setting's range",
			53: "the setting is not available in this build",
			54: "the retract position is below the drilling depth",
			55: "homing is set up in a way that excludes itself; check $22, $23 and $44 to $46",
			56: "the work coordinate system is locked",
			57: "a % stands where it must not",
			58: "there is no such auxiliary port",
			60: "the SD card cannot be read",
			61: "a file cannot be read",
			62: "a folder cannot be opened",
			63: "there is no such folder",
			64: "no SD card is mounted",
			65: "the file system is not mounted",
			66: "the file system can only be read",
			70: "Bluetooth did not start",
			71: "an expression has an unknown operator",
			72: "an expression divides by zero",
			73: "a value of an expression is out of range",
			74: "a value of an expression is not valid",
			75: "an expression is malformed",
			76: "an expression has no valid result",
			77: "it wants a password first",
			78: "the command is not permitted",
			79: "it is stopped by a critical event; reset it",
			80: "a flow control statement stands outside of a macro",
			81: "a flow control statement is malformed",
			82: "flow control is nested too deep",
			83: "flow control ran out of memory",
			84: "a file cannot be opened",
			85: "the file system could not be formatted",
			86: "the auxiliary port cannot be used so",
			87: "there is a tool in the spindle already",
			88: "there is no tool in the spindle",
			89: "a file cannot be deleted",
			90: "the command is not possible with cutter compensation",
			91: "the motion does not fit cutter compensation",
			92: "cutter compensation is not valid here",
		},
		alarms: map[int]string{
			10: "the emergency stop is pressed",
			11: "it has to be homed first",
			12: "a limit switch is pressed; move the arm off it by hand",
			13: "the probe is triggered; see that nothing touches it",
			14: "the spindle did not reach its speed; check what is wired to the spindle output",
			15: "homing found only one of the two switches of an axis",
			16: "its self-test failed; switch it off and on",
			17: "a motor driver reports a fault; check the drivers, their cooling and their supply",
			18: "homing failed; check switches and settings ($22, $44 to $46)",
			19: "what is wired by Modbus does not answer",
			20: "an I/O expander does not answer",
			21: "its stored settings cannot be read or written",
			22: "its input buffer ran over",
		},
	},
	FluidNC: {
		refusals: map[int]string{
			5:   "the setting is switched off in its configuration",
			18:  "no axis has a homing cycle in its configuration",
			19:  "single axes cannot be homed in its configuration",
			39:  "a value of P is too high",
			40:  "an input was active when it started; release the switches and buttons",
			60:  "the file system cannot be mounted",
			61:  "a file cannot be read",
			62:  "a folder cannot be opened",
			63:  "there is no such folder",
			64:  "a file is empty",
			65:  "there is no such file",
			66:  "a file cannot be opened",
			67:  "the file system is busy",
			68:  "a folder cannot be deleted",
			69:  "a file cannot be deleted",
			70:  "a file cannot be renamed",
			80:  "the value is out of the setting's range",
			81:  "the value is not valid for the setting",
			82:  "a file cannot be made",
			83:  "the file system could not be formatted",
			90:  "a message could not be sent",
			100: "a setting could not be stored",
			101: "its store of settings cannot be examined",
			110: "it wants a password first",
			111: "a line ended too early",
			112: "a file ended too early",
			113: "it is being reset",
			114: "there is nothing to read",
			120: "another sender is using it; close the web page or program that is connected to it",
			130: "a jog was cancelled",
			150: "its configuration names a pin that is none",
			151: "there is no such item in its configuration",
			152: "its configuration is not valid; read its start-up messages ($SS)",
			160: "an upload failed",
			161: "a download failed",
			162: "the setting can only be read",
			170: "an expression divides by zero",
			171: "a value of an expression is not valid",
			172: "an expression has no valid result",
			173: "an expression has an unknown operator",
			174: "a value of an expression is out of range",
			175: "an expression is malformed",
			176: "a flow control statement is malformed",
			177: "a flow control statement stands outside of a macro",
			178: "flow control ran out of memory",
			179: "flow control is nested too deep",
			180: "a parameter could not be set",
			181: "a value of a word is not valid",
		},
		alarms: map[int]string{
			10: "the spindle does not answer",
			11: "an input was active when it started; release the switches and buttons",
			12: "homing cannot tell which switch of an axis is pressed; move the arm off it by hand",
			13: "it was stopped hard, by its fault or emergency stop input",
			14: "it has to be homed first",
			15: "it has just started",
			16: "an I/O expander was reset",
			17: "a line of a program was wrong",
			18: "the probe touched something on the way",
		},
	},
}

// refusal says what "error:n" means.
func (f Flavor) refusal(n int) error {
	if s, ok := more[f].refusals[n]; ok {
		return hw.Errorf("error %d: %s", n, s)
	}
	if s, ok := refusals[n]; ok {
		return hw.Errorf("error %d: %s", n, s)
	}
	return hw.Errorf("error %d, which %s does not document", n, f)
}

// alarm says what "ALARM:n" means.
func (f Flavor) alarm(n int) error {
	if s, ok := more[f].alarms[n]; ok {
		return hw.Errorf("alarm %d: %s", n, s)
	}
	if s, ok := alarms[n]; ok {
		return hw.Errorf("alarm %d: %s", n, s)
	}
	return hw.Errorf("alarm %d, which %s does not document", n, f)
}

// cause is the stop that "ALARM:n" tells of, which may have been a person's;
// empty where it is a fault of the machine's.
func (f Flavor) cause(n int) hw.ArmCause {
	switch {
	case n == 3 || n == 6:
		return hw.ArmReset
	case n == 7:
		return hw.ArmDoor
	case f == GrblHAL && (n == 10 || n == 17) || f == FluidNC && n == 13:
		return hw.ArmEmergency
	}
	return ""
}

// unhomed reports whether "ALARM:n" only says that a controller which has just
// started has to be homed.
func (f Flavor) unhomed(n int) bool {
	return f == GrblHAL && (n == 11 || n == 12) || f == FluidNC && (n == 11 || n == 14 || n == 15)
}
