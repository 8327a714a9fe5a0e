package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
)

// mending puts a damaged file in order. It returns the name under which it has
// set aside what is not used, or "".
type mending func() (side string, err error)

// finding is what came of reading the journal and its copy.
type finding struct {
	entries  []api.Entry
	loss     api.Loss
	kept     string   // where what was damaged is set aside; "" if nothing is, yet
	warnings []string // for those who look after the machine
}

// judgement is what journal and copy are worth together. It is worked out
// without touching a file.
type judgement struct {
	lines    []line // what is used
	loss     api.Loss
	restored int    // lines that only the copy had
	unjoined int    // good lines that cannot be used
	what     string // what is wrong, as the beginning of a sentence; "" if nothing is
	whole    bool   // every good line of the journal is used, and nothing else
}

// judge holds a journal against its copy. The errors are those of [load].
func judge(main, twin scan, err, twinErr error) judgement {
	missing := errors.Is(err, os.ErrNotExist)
	unreadable := err != nil && !missing
	if missing && len(twin.lines) == 0 {
		return judgement{whole: true} // nothing was played yet
	}
	ours := belong(main.lines, twin.lines)
	if !ours || err == nil && main.clean() && bytes.HasPrefix(main.data, twin.data) {
		twin.lines = nil // it does not count, or knows nothing more: so it should be
	}
	all := inOrder(slices.Concat(main.lines, twin.lines))
	var v judgement
	var gap bool
	v.lines, gap = chain(all)
	v.restored, v.unjoined = len(all)-len(main.lines), len(all)-len(v.lines)
	v.whole = v.restored == 0 && v.unjoined == 0 && err == nil
	switch {
	case err == nil && twinErr == nil && len(main.data)+len(twin.data) == 0:
		// A copy is made of a journal that has something.
		v.what, v.loss = "The journal and its copy are empty, so that what they had of a game is lost", api.LossAll
		return v
	case unreadable:
		v.what = fmt.Sprintf("The journal cannot be read (%s)", err)
	case missing:
		v.what = "The journal is missing"
	case main.torn:
		v.what = fmt.Sprintf("The journal's last line is cut short, as by a power cut (%s)", main.fault)
	case main.fault != "":
		v.what = fmt.Sprintf("The journal is damaged in %s", main.fault)
	case v.restored > 0:
		v.what = "The journal lacks entries that its copy has"
	case !main.ended:
		v.what = "The journal's last line had lost its end"
	case v.unjoined > 0:
		v.what = "The journal lacks the beginning of a game"
	default:
		return v
	}
	switch {
	case len(v.lines) == 0 && (unreadable || len(main.data) > 0 && !main.torn):
		v.loss = api.LossAll
	case gap, main.broken && v.restored == 0 && (twinErr != nil || !ours || twin.fault != ""):
		v.loss = api.LossPart
	case v.restored > 0:
		v.loss = api.LossMended
	}
	if v.restored > 0 {
		v.what += fmt.Sprintf(". Its copy has %d of the entries that it lacks", v.restored)
	}
	v.what += fmt.Sprintf(". %d entries are used", len(v.lines))
	if v.unjoined > 0 {
		v.what += fmt.Sprintf(", and %d that cannot be joined to them are not", v.unjoined)
	}
	return v
}

// recover reads the journal and its copy, finds out what of them is good, and
// puts the files in order, or, if that cannot be done now, leaves it to the next
// Append. Nothing that it finds is an error.
func (j *journal) recover() finding {
	main, err := load(j.path)
	twin, twinErr := load(j.twin.path)
	v := judge(main, twin, err, twinErr)
	f := finding{loss: v.loss}
	for _, l := range v.lines {
		f.entries = append(f.entries, l.Entry)
		j.note(l)
	}
	text := bytesOf(v.lines)
	j.good = int64(main.good)
	j.twin.same = twinErr == nil && bytes.Equal(twin.data, text)
	switch {
	case v.what == "":
		return f
	case len(main.data) == 0 && len(v.lines) == 0 && err == nil:
		f.warnings = []string{v.what + "."} // there is nothing to set aside
		return f
	case main.torn && v.whole:
		j.repair = j.keepTail
	case main.fault == "" && v.whole:
		j.repair = j.endLine
	default:
		unreadable := err != nil && !errors.Is(err, os.ErrNotExist)
		again := rewritten(v.lines)
		j.repair = func() (string, error) { return j.keepGood(again, unreadable) }
	}
	f.kept, f.warnings = j.mendNow(v.what)
	return f
}

// recopy makes the copy what the journal is, if it is not.
func (j *journal) recopy() {
	if j.repair != nil || j.twin.same || j.good == 0 {
		return
	}
	if data, err := os.ReadFile(j.path); err == nil && int64(len(data)) == j.good {
		j.mirrorAll(data)
	}
}

// mendNow puts the file in order, and says what was found and done.
func (j *journal) mendNow(what string) (side string, said []string) {
	side, err := j.repair()
	if err != nil {
		return "", []string{fmt.Sprintf("%s. It cannot be mended now (%s); this is tried again before the next entry is written.", what, err)}
	}
	j.repair = nil
	if side == "" {
		return "", []string{what + "; it is mended."}
	}
	return side, []string{fmt.Sprintf("%s; what was found is kept in %s.", what, side)}
}

// keepGood keeps the journal as it is under another name, and makes the good
// lines, atomically, the whole journal. One that cannot be read is moved.
func (j *journal) keepGood(good []byte, unreadable bool) (side string, err error) {
	if unreadable {
		if side, err = aside(j.path+".damaged", func(to string) error { return move(j.path, to) }); err == nil {
			err = regular.SyncDir(j.dir)
		}
	} else {
		side, err = j.keepWhole()
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	_, err = j.replace(good)
	return side, err
}
