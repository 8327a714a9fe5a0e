package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
)

// mostFaults is how many faults that the hall does not have are kept; the oldest go
// first. A device that fails and returns every minute makes as many in a day.
const mostFaults = 2000

// faultLog keeps on disk when faults began and ended: the journal has none of them. It
// is safe for concurrent use.
type faultLog struct {
	path string

	mu      sync.Mutex // guards what follows
	last    uint64
	text    string // of the fault that holds
	entries []api.Kept
}

// openFaults reads the log; what is damaged in it is left out.
func openFaults(path string) (*faultLog, error) {
	l := &faultLog{path: path}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the faults for the hall cannot be read: %w", err)
	}
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		var f Fault
		if json.Unmarshal(line, &f) != nil || f.Seq <= l.last {
			continue
		}
		l.last, l.text = f.Seq, f.Text
		l.entries = append(l.entries, keptOf(f.Seq, line))
	}
	return l, nil
}

func keptOf(seq uint64, text []byte) api.Kept {
	return api.Kept{Place: api.Place{Seq: seq, Sum: crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))}, Text: text}
}

// note looks whether a fault has begun or ended.
func (l *faultLog) note(s *api.Snapshot, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.Fault == l.text {
		return nil
	}
	f := Fault{Seq: l.last + 1, At: now, Text: s.Fault, Said: map[string]string{}}
	for language, said := range s.Said {
		f.Said[language] = said.Fault
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	l.last, l.text = f.Seq, f.Text
	l.entries = append(l.entries, keptOf(f.Seq, text))
	if len(l.entries) > mostFaults {
		l.entries = l.entries[len(l.entries)-mostFaults/2:]
		return l.rewrite()
	}
	out, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o640)
	if err != nil {
		return err
	}
	// The line begins with an end of line, so that one that a power cut left unfinished spoils no other.
	_, err = fmt.Fprintf(out, "\n%s\n", text)
	return errors.Join(err, out.Sync(), out.Close())
}

// rewrite writes the file again; l.mu is held.
func (l *faultLog) rewrite() error {
	var all []byte
	for _, e := range l.entries {
		all = append(append(all, e.Text...), '\n')
	}
	return renameio.WriteFile(l.path, all, 0o640)
}

// Since implements [Log].
func (l *faultLog) Since(after api.Place, most int) (list []api.Kept, known bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known = after.Seq <= l.last || len(l.entries) == 0
	for _, e := range l.entries {
		if e.Seq == after.Seq && e.Sum != after.Sum {
			known = false
		}
	}
	for _, e := range l.entries {
		if (e.Seq > after.Seq || !known) && len(list) < most {
			list = append(list, e)
		}
	}
	return list, known, nil
}

// Forget implements [Log]: all but the last entry may go, once there are many.
func (l *faultLog) Forget(seq uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for n < len(l.entries)-1 && l.entries[n].Seq <= seq {
		n++
	}
	if n < 64 {
		return nil
	}
	l.entries = l.entries[n:]
	return l.rewrite()
}

// faultOf makes the message of a fault.
func faultOf(o Origin, text []byte) (any, error) {
	f := FaultFact{Origin: o}
	err := json.Unmarshal(text, &f.Fault)
	return f, err
}
