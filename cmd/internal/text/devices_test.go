package text_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
	"stonehand/hw"
)

// devices are the sources of the packages whose errors people are told of.
func devices() (files []string) {
	for _, dir := range []string{".", "calib", "devnode", "gpiochip", "grbl", "matrix", "mcu", "recording", "serialport", "strip", "voice", "wiring"} {
		files = append(files, "../../../hw/"+dir+"/*.go")
	}
	return files
}

// What devices say is wrong with them is said in Chinese too.
func TestDeviceProblemsInChinese(t *testing.T) {
	texttest.Formats(t, text.Devices, append(devices(), "../../../firmware-protocol/*.go"), map[string]int{"hw.Errorf": 0, "say": 0, "upsetf": 0, "stoppedf": 1, "refuse": 0, "wrong": 1},
		"a %s stone has fallen: %w")
}

// What is in English alone is for programmers.
func TestNoDeviceProblemInEnglishAlone(t *testing.T) {
	texttest.English(t, devices(), map[string]int{"fmt.Errorf": 0, "errors.New": 0})
}

// needs are what an arm's controller's settings are called, and why they are needed; meanings
// are those of its errors and its alarms.
var (
	needs    = regexp.MustCompile(`(?:Name|Why):\s+"([^"]+)"`)
	meanings = regexp.MustCompile(`(?m)^\d+ (.+)$`)
)

// What these sentences name in Chinese, devices do name.
func TestDevicePartsAreNamed(t *testing.T) {
	var source strings.Builder
	for _, pattern := range devices() {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			code, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(code)
		}
	}
	file, err := os.ReadFile("../../../hw/grbl/meanings.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(needs.FindAllStringSubmatch(source.String(), -1), meanings.FindAllStringSubmatch(string(file), -1)...) {
		if text.Parts.Formats()[m[1]] == "" {
			t.Errorf("no Chinese for %q", m[1])
		}
		fmt.Fprintf(&source, "%q\n", m[1])
	}
	for part := range text.Parts.Formats() {
		if !strings.Contains(source.String(), strconv.Quote(part)) {
			t.Errorf("nothing names %q", part)
		}
	}
}

func TestBecauseOfDevices(t *testing.T) {
	gone := hw.Errorf("there is no device at %s; is the %s plugged in? (%w)", "/dev/ttyACM0", "board", syscall.ENOENT)
	for _, c := range []struct {
		err    error
		en, zh string
	}{
		{gone, "there is no device at /dev/ttyACM0; is the board plugged in? (no such file or directory)", "/dev/ttyACM0 处没有设备；棋盘插好了吗？（没有该文件或目录）"},
		{hw.Errorf("%w: %w", hw.Errorf("%s is not there", "/dev/spidev0.0"), hw.Errorf("add %s to %s and restart", "dtparam=spi=on", "/boot/config.txt")),
			"/dev/spidev0.0 is not there: add dtparam=spi=on to /boot/config.txt and restart", "没有 /dev/spidev0.0：请将 dtparam=spi=on 加入 /boot/config.txt，然后重启电脑"},
		{hw.Errorf("the tray of %s stones is empty", hw.Black), "the tray of black stones is empty", "黑子棋盒已空"},
		{&hw.ArmError{Trouble: hw.ArmDropped, Color: hw.White, Err: hw.Errorf("the arm was told to stop")}, "a white stone has fallen: the arm was told to stop", "一枚白棋子掉落：机械臂已收到停止命令"},
		{hw.Errorf("the board has said nothing for %v; check its cable and its power", 3*time.Second), "the board has said nothing for 3s; check its cable and its power", "棋盘已有 3s 没有回应；请检查数据线和供电"},
		{hw.Errorf("$%s (%s) is %s", "20", "a % stands where it must not", "0"), "$20 (a % stands where it must not) is 0", "$20（% 出现在不该出现的位置）为 0"},
		{hw.Errorf("the controller's settings are not safe: %w", hw.List{hw.Errorf("$%s (%s) is %s", "20", "soft limits", "0"), hw.Errorf("$%s (%s) is %s", "21", "hard limits", "0")}),
			"the controller's settings are not safe: $20 (soft limits) is 0 and $21 (hard limits) is 0", "控制器的设置不安全：$20（软限位）为 0、$21（硬限位）为 0"},
		{hw.Errorf("is %q; it can be %s", "zigzag", hw.Choice{"straight", "bytes"}), `is "zigzag"; it can be "straight", "bytes"`, `的值是 "zigzag"；可以是 "straight"、"bytes"`},
		{hw.Errorf("line %d of the recording: %w", 3, hw.Errorf("the frame ends with a number")), "line 3 of the recording: the frame ends with a number", "录制文件第3行：帧以数字结尾"},
		{&fs.PathError{Op: "open", Path: "/dev/x", Err: syscall.EACCES}, "open /dev/x: permission denied", "/dev/x：没有权限"},
		{syscall.EBUSY, "device or resource busy", "设备忙"},
		// What says more than the system's reason keeps it.
		{fmt.Errorf("here: %w", syscall.EIO), "here: input/output error", "here: input/output error"},
	} {
		w := text.Because(c.err)
		if got := w.In(text.English); got != c.en || c.err.Error() != c.en {
			t.Errorf("%s, want %s", got, c.en)
		}
		if got := w.In(text.Chinese); got != c.zh {
			t.Errorf("%s, want %s", got, c.zh)
		}
	}
}
