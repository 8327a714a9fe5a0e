package gpiochip

import (
	"strings"
	"testing"
	"unsafe"
)

// The sizes are those of the kernel's structures, which are part of the numbers
// of its ioctls.
func TestTheKernelsStructures(t *testing.T) {
	for name, s := range map[string][2]uintptr{
		"gpiochip_info":        {unsafe.Sizeof(chipInfo{}), 68},
		"gpio_v2_line_info":    {unsafe.Sizeof(lineInfo{}), 256},
		"gpio_v2_line_config":  {unsafe.Sizeof(lineConfig{}), 272},
		"gpio_v2_line_request": {unsafe.Sizeof(lineRequest{}), 592},
		"gpio_v2_line_values":  {unsafe.Sizeof(lineValues{}), 16},
		"gpio_v2_line_event":   {unsafe.Sizeof(lineEvent{}), 48},
		"GPIO_V2_GET_LINE":     {getLine, 0xC250B407},
	} {
		if s[0] != s[1] {
			t.Errorf("%s is %#x, and %#x for the kernel", name, s[0], s[1])
		}
	}
}

func TestOpenWhatIsNotThere(t *testing.T) {
	for want, lines := range map[string][]Line{
		"/dev/gpiochip999 is not there": {{"/dev/gpiochip999", 1}},
		"is not a GPIO chip":            {{"/dev/null", 1}},
		"0 GPIO lines":                  {},
		"are of two chips":              {{"/dev/gpiochip0", 1}, {"/dev/gpiochip1", 1}},
	} {
		l, err := Open(lines, Options{})
		if err == nil {
			l.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", lines, err, want)
		}
	}
	if _, err := Find("gpiochip0:17", "no-such-line"); err == nil || !strings.Contains(err.Error(), "no-such-line") {
		t.Errorf("a line that there is not: %v", err)
	}
}
