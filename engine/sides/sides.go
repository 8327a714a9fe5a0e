// Package sides writes and reads files with what was learned of the two sides of a game: a
// magic, how many sides it holds (one where it serves both, or two), the numbers of each in
// the order of their fields, little endian, and the CRC-32 (IEEE) of all before it.
package sides

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"reflect"
)

// Format is a kind of file. T is a side's numbers, of a fixed size as [binary.Size] has it.
type Format[T any] struct {
	Name  string // of what the file is, which errors begin with
	Magic string
}

// Write writes one side or two.
func (f Format[T]) Write(out io.Writer, sides []*T) error {
	b := append([]byte(f.Magic), byte(len(sides)))
	for _, side := range sides {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, side); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
	return err
}

// Read reads what Write writes: the numbers of both sides, the same if the file has one.
func (f Format[T]) Read(in io.Reader) ([2]*T, error) {
	most := len(f.Magic) + 1 + 2*binary.Size(new(T)) + 4
	b, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return [2]*T{}, fmt.Errorf("%s: %w", f.Name, err)
	}
	return f.Parse(b)
}

// Parse is Read for a file that is in memory.
func (f Format[T]) Parse(b []byte) (sides [2]*T, err error) {
	sides, err = f.parse(b)
	if err != nil {
		return [2]*T{}, fmt.Errorf("%s: %w", f.Name, err)
	}
	return sides, nil
}

func (f Format[T]) parse(b []byte) (sides [2]*T, err error) {
	if len(b) < len(f.Magic)+5 || string(b[:len(f.Magic)]) != f.Magic {
		return sides, fmt.Errorf("it does not begin with %q", f.Magic)
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return sides, errors.New("it is damaged: its checksum does not match")
	}
	size := binary.Size(new(T))
	n, rest := int(body[len(f.Magic)]), body[len(f.Magic)+1:]
	if n < 1 || n > 2 || len(rest) != n*size {
		return sides, fmt.Errorf("%d bytes are not %d sides of %d", len(rest), n, size)
	}
	for i := range n {
		sides[i] = new(T)
		if _, err := decode(rest[i*size:], reflect.ValueOf(sides[i]).Elem()); err != nil {
			return sides, err
		}
	}
	if n == 1 {
		sides[1] = sides[0]
	}
	return sides, nil
}

// decode is [binary.Decode] for a value of structs, arrays and integers, and returns the
// bytes after it. It reads a row of integers as one slice: to find each of them by reflection
// takes twice as long.
func decode(b []byte, v reflect.Value) (rest []byte, err error) {
	var row any
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if b, err = decode(b, v.Field(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	case v.Kind() != reflect.Array:
		row = v.Addr().Interface()
	case v.Type().Elem().Kind() == reflect.Array || v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			if b, err = decode(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	default:
		row = v.Slice(0, v.Len()).Interface()
	}
	size := binary.Size(row)
	_, err = binary.Decode(b[:size], binary.LittleEndian, row)
	return b[size:], err
}
