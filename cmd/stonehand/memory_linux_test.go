package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestTextPages(t *testing.T) {
	for line, ok := range map[string]bool{
		"00400000-00acd000 r-xp 00000000 fe:01 1234    /usr/bin/stonehand":                true,
		"00acd000-01511000 r--p 006cd000 fe:01 1234    /usr/bin/stonehand":                true,
		"01511000-01598000 rw-p 01111000 fe:01 1234    /usr/bin/stonehand":                false,
		"7f0000000000-7f0000001000 r-xp 00000000 fe:01 99 /usr/lib/libc.so.6":             false,
		"7ffd9d746000-7ffd9d747000 r-xp 00000000 00:00 0                          [vdso]": false,
		"00acd000-00400000 r-xp 00000000 fe:01 1234    /usr/bin/stonehand":                false,
		"nonsense": false, "": false,
	} {
		if from, to, got := textPages(line, "/usr/bin/stonehand"); got != ok || got && from >= to {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// The program goes on after its pages were given back, and has fewer.
func TestDropText(t *testing.T) {
	before := rssFile(t)
	dropText()
	after := rssFile(t)
	t.Logf("from %d KiB to %d KiB", before, after)
	if after >= before {
		t.Errorf("%d KiB of files in memory, before %d KiB", after, before)
	}
}

// The program goes on in parts of which the kernel maps each alone.
func TestMapInParts(t *testing.T) {
	count := func() (n int) {
		text, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Fatal(err)
		}
		program, err := os.Readlink("/proc/self/exe")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, _, ok := textPages(strings.TrimSpace(line), program); ok {
				n++
			}
		}
		return n
	}
	mapInParts()
	dropText()
	var bytes uintptr
	for _, part := range programText() {
		bytes += part[1] - part[0]
	}
	want := int(bytes) / max(textPart, os.Getpagesize())
	if n := count(); n < want*9/10 || n > want+len(programText()) {
		t.Errorf("%d KiB of the program are mapped in %d parts, want %d", bytes>>10, n, want)
	}
}

// rssFile is how much of files a process has in memory, KiB.
func rssFile(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	sum, told := 0, false
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && (f[0] == "RssFile:" || f[0] == "RssShmem:") { // the latter of files that are kept in memory
			n, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			sum, told = sum+n, true
		}
	}
	if !told {
		t.Skip("this kernel does not say how much of files a process has in memory")
	}
	return sum
}
