package kerneltest

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	output := "loading\r\n" +
		"\x16=== RUN   TestBoard\n" +
		"\x16=== RUN   TestBoard/one\n" +
		"    x_test.go:1: hello\n" +
		"\x16=== RUN   TestBoard/one/deep\n" +
		"inner\n" +
		"\x16=== RUN   TestBoard/two\n" +
		"\x16=== NAME  TestBoard/two\n" +
		"    x_test.go:2: bad\n" +
		"\x16=== RUN   TestBoard/three\n" +
		"panic: oh\n" +
		"\x16--- FAIL: TestBoard (0.10s)\n" +
		"\x16    --- PASS: TestBoard/one (0.05s)\n" +
		"\x16        --- PASS: TestBoard/one/deep (0.01s)\n" +
		"\x16    --- FAIL: TestBoard/two (0.05s)\n" +
		"\x16=== NAME  \nFAIL\n"
	r := parse("TestBoard", output)
	for name, verdict := range map[string]string{"one": "PASS", "two": "FAIL", "three": "it did not end"} {
		if r[name].verdict != verdict {
			t.Errorf("%s: %q, want %q", name, r[name].verdict, verdict)
		}
	}
	for name, text := range map[string]string{"one": "hello\ninner", "two": "bad", "three": "panic: oh", "": "loading"} {
		for _, line := range strings.Split(text, "\n") {
			if !strings.Contains(r[name].said, line) {
				t.Errorf("%q said %q, without %q", name, r[name].said, line)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("\x16=== RUN   T/a\nx\n\x16--- PASS: T/a (0.00s)\n")
	f.Fuzz(func(t *testing.T, output string) {
		for name, r := range parse("T", output) {
			if name != "" && r.verdict == "" {
				t.Errorf("part %q has no verdict", name)
			}
		}
	})
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err := archive(&b, map[string]string{"/a/b/c": file}, map[string]string{"/a/d": "1234"})
	if err != nil {
		t.Fatal(err)
	}
	// Every member begins at a multiple of four, where the one before it ended.
	var names []string
	for rest := b.Bytes(); ; {
		if string(rest[:6]) != "070701" {
			t.Fatalf("a member begins with %q", rest[:6])
		}
		size := number(t, rest[54:62])
		nameSize := number(t, rest[94:102])
		name := string(rest[110 : 110+nameSize-1])
		names = append(names, name)
		if name == "TRAILER!!!" {
			break
		}
		data := (110 + nameSize + 3) / 4 * 4
		if name == "a/b/c" && string(rest[data:data+size]) != "12345" {
			t.Errorf("a/b/c holds %q", rest[data:data+size])
		}
		rest = rest[(data+size+3)/4*4:]
	}
	if got := strings.Join(names, " "); got != "a a/b a/b/c a/d TRAILER!!!" {
		t.Errorf("the members are %s", got)
	}
	if err := archive(&b, map[string]string{"/x": filepath.Join(dir, "none")}, nil); err == nil {
		t.Error("a file that is not there is archived")
	}
}

// tree is a flattened device tree: a root with a node "uart", which has a
// property and a node "bluetooth", and a node "gpio".
func tree() []byte {
	b := make([]byte, 40)
	binary.BigEndian.PutUint32(b, 0xd00dfeed)
	binary.BigEndian.PutUint32(b[8:], 40)
	word := func(v ...uint32) {
		for _, w := range v {
			b = binary.BigEndian.AppendUint32(b, w)
		}
	}
	word(fdtBegin, 0)
	word(fdtBegin)
	b = append(b, "uart\x00\x00\x00\x00"...)
	word(fdtProp, 5, 0, 0x01020304, 0x05000000)
	word(fdtBegin)
	b = append(b, "bluetooth\x00\x00\x00"...)
	word(fdtProp, 0, 0, fdtEnd, fdtEnd)
	word(fdtBegin)
	b = append(b, "gpio\x00\x00\x00\x00"...)
	word(fdtEnd, fdtEnd, fdtDone)
	return b
}

func TestWithout(t *testing.T) {
	got, err := without(tree(), "bluetooth")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(got, []byte("bluetooth")) || !bytes.Contains(got, []byte("gpio")) || len(got) != len(tree()) {
		t.Errorf("%q", got)
	}
	if again, err := without(got, "gpio"); err != nil || bytes.Contains(again, []byte("gpio")) {
		t.Errorf("a tree with gaps: %v", err)
	}
	if _, err := without(got, "bluetooth"); err == nil {
		t.Error("a node was found that is not there")
	}
	for n := range tree() {
		without(tree()[:n], "bluetooth")
	}
}

func FuzzWithout(f *testing.F) {
	f.Add(tree())
	f.Fuzz(func(t *testing.T, dtb []byte) {
		got, err := without(dtb, "bluetooth")
		if err == nil && len(got) != len(dtb) {
			t.Error("the tree has another length")
		}
	})
}

func number(t *testing.T, hex []byte) (n int) {
	t.Helper()
	for _, c := range hex {
		n = n*16 + strings.IndexByte("0123456789abcdef", c)
	}
	return n
}

// TestConverse shows that an emulator is ended once its program has ended, or
// when it hangs.
func TestConverse(t *testing.T) {
	said, status, err := converse(exec.Command("sh", "-c", "echo hello; echo "+ended+"7; exec sleep 60"), time.Minute)
	if said != "hello\n" || status != "7" || err != nil {
		t.Errorf("%q, %q, %v", said, status, err)
	}
	if _, _, err = converse(exec.Command("sleep", "infinity"), 50*time.Millisecond); err == nil {
		t.Error("nothing was said of a hang")
	}
	if _, _, err = converse(exec.Command("sh", "-c", "echo no such machine >&2; exit 3"), time.Minute); err == nil || !strings.Contains(err.Error(), "no such machine") {
		t.Errorf("an emulator that cannot start: %v", err)
	}
}
