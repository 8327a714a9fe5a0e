package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The check of the boot ROM is CRC-32/MPEG-2, whose value for these digits is known.
func TestCheck(t *testing.T) {
	if got := check([]byte("123456789")); got != 0x0376E6E7 {
		t.Errorf("check %08x", got)
	}
}

func TestPack(t *testing.T) {
	image := bytes.Repeat([]byte{0xA5}, 600)
	copy(image[stage:], []byte{0, 0, 0, 0})
	out, err := pack(image)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != 3*blockSize {
		t.Fatalf("%d bytes", len(out))
	}
	var back []byte
	for i := range 3 {
		b := out[i*blockSize:][:blockSize]
		word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
		if word(0) != magicFirst || word(4) != magicSecond || word(508) != magicLast || word(28) != familyRP2 {
			t.Errorf("block %d has other magic numbers", i)
		}
		if word(12) != uint32(flash+i*256) || word(16) != 256 || word(20) != uint32(i) || word(24) != 3 {
			t.Errorf("block %d says it is block %d of %d, %d bytes for %08x", i, word(20), word(24), word(16), word(12))
		}
		back = append(back, b[32:32+256]...)
	}
	if binary.LittleEndian.Uint32(back[stage:]) != check(image[:stage]) {
		t.Error("the second stage has no check")
	}
	copy(back[stage:], []byte{0, 0, 0, 0})
	if !bytes.Equal(back[:600], image) || !bytes.Equal(back[600:], make([]byte, 168)) {
		t.Error("the firmware came out changed")
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for image, want := range map[string]string{
		"short":                               "ends within the second stage",
		string(bytes.Repeat([]byte{1}, 1000)): "longer than 252 bytes",
	} {
		if err := os.WriteFile(from, []byte(image), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run(from, to); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := run(filepath.Join(dir, "none"), to); err == nil {
		t.Error("a missing file was packed")
	}
}
