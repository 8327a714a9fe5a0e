package avrtest

import "testing"

// TestOnPico runs on the RP2040 what other tests run on the AVRs. Under -short it is left
// to the tests that name an RP2040 themselves.
func TestOnPico(t *testing.T) {
	if testing.Short() {
		t.Skip("TestOnPico runs without -short")
	}
	for name, test := range map[string]func(*testing.T){
		"introduction": TestIntroduction,
		"deltas":       TestStonesComeAsDeltas,
		"snapshot":     TestSnapshotIsTheTruth,
		"all deltas":   TestDeltasLeaveNothingOut,
		"mended chain": TestAMendedChainIsToldAtOnce,
		"broken chain": TestABrokenChainTellsNoLies,
		"raw fields":   TestRawFields,
		"garbage":      TestGarbageCostsFramesAndNothingElse,
		"storm":        TestAStormOfBytes,
		"duplicates":   TestDuplicatesChangeNothing,
		"versions":     TestOtherVersions,
		"reset":        TestAResetInTheMiddle,
		"busy":         TestStatsOfABusyBoard,
		"pictures":     TestPicturesShowWholeOrNotAtAll,
		"wrong lights": TestWrongLightsAreRefusedWhole,
		"current":      TestCurrentLimitAndBrightness,
		"lost host":    TestALostHostIsShown,
		"looks":        TestEverySignalHasItsLook,
		"watchdog":     TestTheWatchdogEndsAHang,
		"wear":         TestStartsWearNothing,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}
