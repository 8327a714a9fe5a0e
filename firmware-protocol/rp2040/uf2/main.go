// Command uf2 packs a firmware for the RP2040 as the file that its boot ROM takes when
// it is copied onto the drive of a Pico that was plugged in with BOOTSEL held.
//
//	uf2 FIRMWARE.bin FIRMWARE.uf2
//
// The firmware begins with the second stage of the boot, 256 bytes whose last four
// are the check of the others; uf2 fills it in.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// Where the flash begins, how much of it a block holds, and the second stage's length
// before its check (RP2040 Datasheet, 2.8.1.3).
const (
	flash     = 0x10000000
	blockData = 256
	stage     = 252
)

// UF2's own numbers: https://github.com/microsoft/uf2.
const (
	blockSize   = 512
	magicFirst  = 0x0A324655
	magicSecond = 0x9E5D5157
	magicLast   = 0x0AB16F30
	hasFamily   = 0x00002000
	familyRP2   = 0xE48BFF56
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: uf2 FIRMWARE.bin FIRMWARE.uf2")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(from, to string) error {
	image, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	packed, err := pack(image)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return os.WriteFile(to, packed, 0o644)
}

// pack returns image, as it is to lie in the flash, as UF2.
func pack(image []byte) ([]byte, error) {
	if len(image) <= stage+4 {
		return nil, errors.New("no firmware: it ends within the second stage of the boot")
	}
	for _, b := range image[stage : stage+4] {
		if b != 0 {
			return nil, errors.New("the second stage of the boot is longer than 252 bytes")
		}
	}
	image = append([]byte(nil), image...)
	binary.LittleEndian.PutUint32(image[stage:], check(image[:stage]))
	blocks := (len(image) + blockData - 1) / blockData
	out := make([]byte, 0, blocks*blockSize)
	for i := range blocks {
		var b [blockSize]byte
		at := i * blockData
		for j, v := range []uint32{
			magicFirst, magicSecond, hasFamily, uint32(flash + at), blockData, uint32(i), uint32(blocks), familyRP2,
		} {
			binary.LittleEndian.PutUint32(b[4*j:], v)
		}
		copy(b[32:32+blockData], image[at:])
		binary.LittleEndian.PutUint32(b[blockSize-4:], magicLast)
		out = append(out, b[:]...)
	}
	return out, nil
}

// check returns the CRC-32 that the boot ROM holds against the second stage: polynomial
// 0x04C11DB7, start of all ones, nothing reflected, no final xor.
func check(p []byte) uint32 {
	crc := ^uint32(0)
	for _, b := range p {
		crc ^= uint32(b) << 24
		for range 8 {
			if crc&(1<<31) != 0 {
				crc = crc<<1 ^ 0x04C11DB7
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
