package store

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"stonehand/cmd/internal/table"
)

// maxLine is the longest line of a journal, in bytes, its end included. The
// longest that the table writes are below 1 KB.
const maxLine = 64 << 10

// castagnoli is the polynomial of CRC-32C (RFC 3720, appendix B.4).
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode writes an entry as a line: the CRC-32C of the JSON that follows, as
// eight hexadecimal digits, a space, the entry as JSON, and the end of the line.
func encode(e table.Entry) ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("entry %d cannot be written as JSON: %w", e.Seq, err)
	}
	line := fmt.Appendf(make([]byte, 0, len(text)+10), "%08x ", crc32.Checksum(text, castagnoli))
	line = append(append(line, text...), '\n')
	if len(line) > maxLine {
		return nil, fmt.Errorf("entry %d is %d bytes long, and a line of the journal holds %d", e.Seq, len(line), maxLine)
	}
	return line, nil
}

// encodeAll writes entries as lines.
func encodeAll(entries []table.Entry) ([]byte, error) {
	var lines []byte
	for _, e := range entries {
		line, err := encode(e)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line...)
	}
	return lines, nil
}

// decode reads a line without its end. The error completes "the line is
// damaged: ...".
func decode(line []byte) (table.Entry, error) {
	var e table.Entry
	sum, text, ok := bytes.Cut(line, []byte(" "))
	var want [4]byte
	if n, err := hex.Decode(want[:], sum[:min(len(sum), 8)]); !ok || err != nil || n != 4 || len(sum) != 8 {
		return e, errors.New("it does not begin with a checksum of eight hexadecimal digits")
	}
	if got := crc32.Checksum(text, castagnoli); got != uint32(want[0])<<24|uint32(want[1])<<16|uint32(want[2])<<8|uint32(want[3]) {
		return e, fmt.Errorf("its checksum says %s, and its text gives %08x", sum, got)
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("its text is no journal entry: %w", err)
	}
	return e, nil
}

// scan is what a journal was found to hold.
type scan struct {
	entries []table.Entry
	good    int64  // length of the good lines in bytes
	torn    bool   // what follows the good lines is the beginning of one more
	ended   bool   // the last good line has its end
	fault   string // what ended the reading, and where; "" if the end did
}

// read reads a journal up to its first fault.
func read(r io.Reader) scan {
	s := scan{ended: true}
	in := bufio.NewReaderSize(r, maxLine)
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return s
		}
		ended := err == nil
		e, fault := decode(bytes.TrimSuffix(line, []byte("\n")))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			fault = fmt.Errorf("it is longer than %d bytes", maxLine)
		case err != nil && !errors.Is(err, io.EOF):
			fault = fmt.Errorf("it cannot be read: %w", err)
		}
		if n := len(s.entries); fault == nil && n > 0 && e.Seq != s.entries[n-1].Seq+1 {
			fault = fmt.Errorf("it holds entry %d, and entry %d was due", e.Seq, s.entries[n-1].Seq+1)
		}
		if fault != nil {
			s.torn = errors.Is(err, io.EOF)
			s.fault = fmt.Sprintf("line %d, at byte %d: %s", number, s.good, fault)
			return s
		}
		s.entries = append(s.entries, e)
		s.good += int64(len(line))
		s.ended = ended
	}
}
