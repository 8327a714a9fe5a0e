package present

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	protocol "stonehand/firmware-protocol"
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
