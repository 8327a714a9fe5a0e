package present

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/calibrate"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// What a device says of itself is told in the reader's language where its kind is known.
func TestDevice(t *testing.T) {
	for _, cause := range []error{
		protocol.Error{Code: protocol.CodeChain, Detail: 7},
		&protocol.VersionError{Got: protocol.Major + 1}, &protocol.VersionError{Got: protocol.Major - 1},
	} {
		for _, err := range []error{cause, fmt.Errorf("%w", cause)} {
			table := Table{Faults: &notices.Faults{notices.Device: {Text: err.Error(), Cause: err}}, Status: &status.Status{}}
			if got := table.In(text.English).Device(); got != cause.Error() {
				t.Errorf("%q, want %q", got, cause)
			}
			got := table.In(text.Chinese).Device()
			if !strings.ContainsFunc(got, func(r rune) bool { return unicode.Is(unicode.Han, r) }) || strings.Contains(got, "protocol") || strings.Contains(got, "chain") {
				t.Errorf("in Chinese: %q", got)
			}
		}
	}
	table := Table{Faults: &notices.Faults{notices.Device: notices.Broken(errors.New("on fire"))}}
	if got := table.In(text.English).Device(); got != "on fire" {
		t.Errorf("%q", got)
	}
	if got := table.In(text.Chinese).Device(); got != "棋盘部件报告：on fire" {
		t.Errorf("%q", got)
	}
}

// Why a device fails is said in the reader's language, wherever it is shown.
func TestFaultsOfDevices(t *testing.T) {
	gone := hw.Errorf("%s is in use by another program; end that program (%w)", "/dev/x", syscall.EBUSY)
	const en, zh = "/dev/x is in use by another program; end that program (device or resource busy)", "/dev/x 正被其他程序使用；请结束那个程序（设备忙）"
	for name, c := range map[string]struct {
		table          Table
		before, behind string
	}{
		"board":  {Table{Link: &hw.Link{Reason: gone.Error(), Cause: gone}, Status: &status.Status{}}, "The board cannot be reached: ", "无法连接棋盘："},
		"sensor": {Table{Faults: &notices.Faults{notices.Device: notices.Broken(gone)}, Status: &status.Status{}}, "", "棋盘部件报告："},
		"lights": {Table{Faults: &notices.Faults{notices.Lights: notices.Broken(gone)}, Status: &status.Status{}}, "The lights cannot be reached: ", "无法连接棋盘的灯："},
		"voice":  {Table{Faults: &notices.Faults{notices.Voice: notices.Broken(gone)}, Volume: 50, Status: &status.Status{}}, "", ""},
	} {
		if c.table.Faults == nil {
			c.table.Faults = &notices.Faults{}
		}
		machine := arm.New(false, false, false)
		c.table.Arm = &machine
		if got := c.table.In(text.English).Fault(); got != c.before+en {
			t.Errorf("%s: %s", name, got)
		}
		if got := c.table.In(text.Chinese).Fault(); got != c.behind+zh {
			t.Errorf("%s: %s", name, got)
		}
	}
	_, unread := calib.Parse([]byte(`{"version":9}`))
	table := Table{Faults: &notices.Faults{}, Status: &status.Status{}, Calib: &calibrate.Machine{Trouble: text.Tell(text.CalibUnread, "calibration.json", unread)}}
	if got := table.In(text.Chinese).calibrationTrouble(); got != "calibration.json 中的校准结果无法使用：格式版本为 9，最高支持 1：它由本程序的较新版本写成。请从菜单中校准棋盘。" {
		t.Errorf("calibration: %s", got)
	}
	machine := arm.New(true, false, false)
	*machine.News() = hw.ArmNews{State: hw.ArmAway, Text: gone.Error(), Why: gone}
	if got, want := ArmFault(&machine).In(text.Chinese), text.Chinese.Say(text.ArmAway, zh); got != want {
		t.Errorf("arm: %s, want %s", got, want)
	}
}
