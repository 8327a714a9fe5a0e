package grblsim

// Error codes, as interface.md and error_codes_en_US.csv number them. Those that
// only other builds of GRBL give are not here: 12, 14, 17.
const (
	errLetter      = 1
	errNumber      = 2
	errStatement   = 3
	errNegative    = 4
	errHomingOff   = 5
	errStepPulse   = 6
	errEEPROM      = 7
	errNotIdle     = 8
	errLocked      = 9
	errNoHoming    = 10
	errOverflow    = 11
	errDoor        = 13
	errTravel      = 15
	errJog         = 16
	errUnsupported = 20
	errModalGroup  = 21
	errFeed        = 22
	errInteger     = 23
	errAxisClash   = 24
	errRepeated    = 25
	errNoAxis      = 26
	errLineNumber  = 27
	errMissing     = 28
	errCoordSystem = 29
	errG53         = 30
	errAxisUnused  = 31
	errArcNoAxis   = 32
	errTarget      = 33
	errArcRadius   = 34
	errArcNoOffset = 35
	errUnused      = 36
	errToolLength  = 37
	errTool        = 38
)

// Alarm codes, as interface.md and alarm_codes_en_US.csv number them.
const (
	alarmHardLimit  = 1
	alarmSoftLimit  = 2
	alarmAbort      = 3
	alarmProbeStart = 4
	alarmProbeMiss  = 5
	alarmHomeReset  = 6
	alarmHomeDoor   = 7
	alarmHomeStuck  = 8
	alarmHomeMiss   = 9
)

// Feedback messages, without their brackets.
const (
	msgCritical  = "Reset to continue"
	msgLocked    = "'$H'|'$X' to unlock"
	msgUnlocked  = "Caution: Unlocked"
	msgEnabled   = "Enabled"
	msgDisabled  = "Disabled"
	msgDoor      = "Check Door"
	msgLimits    = "Check Limits"
	msgEnd       = "Pgm End"
	msgDefaults  = "Restoring defaults"
	msgSpindle   = "Restoring spindle"
	msgSleep     = "Sleeping"
	banner       = "\r\nGrbl " + Version + " ['$' for help]\r\n"
	helpLine     = "[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H ~ ! ? ctrl-x]\r\n"
	buildDate    = "20190825"
	okLine       = "ok\r\n"
	lineSize     = 80  // bytes of a line, its end included
	rxSize       = 128 // bytes of the serial receive buffer
	plannerSize  = 16  // blocks; one stays free
	coordSystems = 6   // G54 to G59
)
