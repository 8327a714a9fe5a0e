package store

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
)

// maxFile is how much of a journal is read, in bytes: its end, where the present
// game is. What is written is begun afresh long before; earlier versions of the
// program let a game's journal grow for as long as it lasted.
const maxFile = 64 << 20

// line is one entry as it stands in a journal.
type line struct {
	api.Entry
	raw   []byte // with its end, as it was written: it may have fields that are not known here
	twice bool   // it stands there a second time, behind itself
}

// text is how the line is written: one with the whole state twice, so that nothing
// depends on a single byte, in the journal and in its copy.
func (l line) text() []byte {
	if l.Whole() {
		return slices.Concat(l.raw, l.raw)
	}
	return l.raw
}

// scan is what a journal was found to hold.
type scan struct {
	data  []byte // what was read
	lines []line // what is whole, in order of the numbers, each number once
	ended bool   // the last line has its end
	torn  bool   // nothing is wrong but a last line that is the beginning of one
	// broken says that after the last whole line there is something that is not
	// just the beginning of one.
	broken bool
	fault  string // the first thing that is wrong, and where; "" if nothing is
	good   int    // bytes before the first fault
}

// clean reports whether nothing has to be done to the file.
func (s *scan) clean() bool { return s.fault == "" && s.ended }

// load reads a journal. An error says that it cannot be read at all, and wraps
// [os.ErrNotExist] if there is none. What can be read only in part is no error.
func load(path string) (scan, error) {
	f, info, err := regular.Open(path)
	if err != nil {
		return scan{}, err
	}
	defer f.Close()
	skipped := max(0, info.Size()-maxFile)
	if _, err := f.Seek(skipped, io.SeekStart); err != nil {
		return scan{}, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil && len(data) == 0 {
		return scan{}, err
	}
	s := read(data)
	switch {
	case err != nil:
		s.broken = true
		s.blame(fmt.Sprintf("what follows byte %d, which cannot be read: %s", len(data), err), len(data))
	case skipped > 0:
		s.fault, s.good, s.torn = fmt.Sprintf("its length: it has %d bytes, and only its last %d are read", info.Size(), maxFile), 0, false
	}
	return s, nil
}

// blame notes a fault at a byte.
func (s *scan) blame(fault string, at int) {
	s.torn = false
	if s.fault == "" || at < s.good {
		s.fault, s.good = fault, at
	}
}

// read takes a journal apart. It finds what is whole wherever it stands: lines
// that come twice count once, which is no fault of those with the whole state, and those that stand in the wrong place are put
// in order by their numbers. Of two lines of one number that say different
// things the first counts.
func read(data []byte) scan {
	s := scan{data: data, ended: true}
	ordered := true
	take := func(e api.Entry, raw []byte, where string, at int) {
		if n := len(s.lines); n > 0 {
			last := &s.lines[n-1]
			if e.Whole() && e.Seq == last.Seq && !last.twice && bytes.Equal(bytes.TrimSuffix(raw, newline), bytes.TrimSuffix(last.raw, newline)) {
				last.twice, s.broken = true, false
				return
			}
			due := last.Seq + 1
			if e.Seq != due && !(e.Whole() && e.Seq > due) {
				ordered = false
				s.blame(fmt.Sprintf("%s: it holds entry %d, and entry %d was due", where, e.Seq, due), at)
			}
		}
		s.lines = append(s.lines, line{Entry: e, raw: raw})
		s.broken = false
	}
	for number, at := 1, 0; at < len(data); number++ {
		raw, _, found := bytes.Cut(data[at:], newline)
		end := at + len(raw)
		if found {
			end++
		}
		where := fmt.Sprintf("line %d, at byte %d", number, at)
		e, err := decode(raw)
		if err == nil {
			take(e, data[at:end:end], where, at)
			s.ended = found
		} else {
			// Some file systems leave zeros where a file had grown when the power failed.
			torn := s.fault == "" && (!found || len(bytes.Trim(data[at:], "\x00")) == 0)
			s.blame(fmt.Sprintf("%s: %s", where, err), at)
			s.broken = true
			for _, piece := range pieces(raw) {
				if e, err := decode(piece); err == nil {
					take(e, append(bytes.Clone(piece), '\n'), where, at)
					torn = false
				} else {
					s.broken = true
				}
			}
			if torn {
				s.torn, s.broken = true, false
				break
			}
		}
		at = end
	}
	if !s.ended {
		// The end is all that it lacks.
		l := &s.lines[len(s.lines)-1]
		l.raw = append(bytes.TrimSuffix(bytes.Clone(l.raw), newline), '\n')
	}
	if !ordered {
		s.lines = inOrder(s.lines)
	}
	if s.fault == "" {
		s.good = len(data)
	}
	return s
}

var newline = []byte("\n")

// opening is what a line begins with, after its checksum.
var opening = []byte(` {"seq":`)

// pieces takes a damaged line apart where it looks as if lines had lost the end
// between them.
func pieces(raw []byte) (all [][]byte) {
	begin := 0
	for i := 9; i < len(raw); i++ {
		if bytes.HasPrefix(raw[i:], opening) && i-8 > begin {
			// The byte between them was the end of a line, or is missing.
			all = append(all, raw[begin:i-9], raw[begin:i-8])
			begin = i - 8
		}
	}
	if begin > 0 {
		all = append(all, raw[begin:])
	}
	return all
}

// belong reports whether two journals are of one history: no number says
// different things in them.
func belong(a, b []line) bool {
	i, k, common := 0, 0, 0
	for i < len(a) && k < len(b) {
		switch {
		case a[i].Seq < b[k].Seq:
			i++
		case a[i].Seq > b[k].Seq:
			k++
		default:
			if !bytes.Equal(a[i].raw, b[k].raw) {
				return false
			}
			common++
			i++
			k++
		}
	}
	return common > 0 || len(a) == 0 || len(b) == 0
}

// inOrder sorts lines by their numbers and keeps the first of each.
func inOrder(all []line) []line {
	slices.SortStableFunc(all, func(x, y line) int { return cmp.Compare(x.Seq, y.Seq) })
	return slices.CompactFunc(all, func(x, y line) bool { return x.Seq == y.Seq })
}

// chain returns what follows without a gap on lines with the whole state, these
// included, and whether something of the last game had to be left out.
func chain(all []line) (kept []line, gap bool) {
	due := uint64(0) // nothing follows
	for _, l := range all {
		switch {
		case l.Whole():
			gap = false
		case due == 0 || l.Seq != due:
			due, gap = 0, true
			continue
		}
		kept = append(kept, l)
		due = l.Seq + 1
	}
	return kept, gap
}

// bytesOf writes lines as the journal has them that they were read from.
func bytesOf(lines []line) []byte {
	var all []byte
	for _, l := range lines {
		if all = append(all, l.raw...); l.twice {
			all = append(all, l.raw...)
		}
	}
	return all
}

// rewritten writes lines as a journal is written again.
func rewritten(lines []line) []byte {
	var all []byte
	for _, l := range lines {
		all = append(all, l.text()...)
	}
	return all
}
