package store

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"stonehand/cmd/internal/api"
)

// maxLine is the longest line of a journal, in bytes, its end included. The
// longest that the table writes are below 4 KB.
const maxLine = 64 << 10

// castagnoli is the polynomial of CRC-32C (RFC 3720, appendix B.4).
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(text []byte) uint32 { return crc32.Checksum(text, castagnoli) }

// encode writes an entry as a line: the CRC-32C of the JSON that follows, as
// eight hexadecimal digits, a space, the entry as JSON, and the end of the line.
func encode(e api.Entry) ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("entry %d cannot be written as JSON: %w", e.Seq, err)
	}
	line := fmt.Appendf(make([]byte, 0, len(text)+10), "%08x ", checksum(text))
	line = append(append(line, text...), '\n')
	if len(line) > maxLine {
		return nil, fmt.Errorf("entry %d is %d bytes long, and a line of the journal holds %d", e.Seq, len(line), maxLine)
	}
	return line, nil
}

// decode reads a line without its end. The error completes "the line is
// damaged: ...".
func decode(line []byte) (api.Entry, error) {
	var e api.Entry
	if len(line) >= maxLine {
		return e, fmt.Errorf("it is longer than %d bytes", maxLine)
	}
	sum, text, ok := bytes.Cut(line, []byte(" "))
	var want [4]byte
	if n, err := hex.Decode(want[:], sum[:min(len(sum), 8)]); !ok || err != nil || n != 4 || len(sum) != 8 {
		return e, errors.New("it does not begin with a checksum of eight hexadecimal digits")
	}
	if got := checksum(text); got != uint32(want[0])<<24|uint32(want[1])<<16|uint32(want[2])<<8|uint32(want[3]) {
		return e, fmt.Errorf("its checksum says %s, and its text gives %08x", sum, got)
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("its text is not a journal entry: %w", err)
	}
	if e.Seq == 0 {
		return e, errors.New("it holds entry 0, and the first is entry 1")
	}
	return e, nil
}
