// Package doctor finds out what keeps a machine from playing: its settings, the
// computer it runs on, its storage, its page and a daemon that is running
// already. What is wrong with a device, the device's own package finds out; here
// findings are brought into one order and one form.
//
// The doctor leaves everything as it found it. It asks a running daemon over its
// HTTP contract and takes no device from it.
package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"stonehand/cmd/internal/config"
	"stonehand/hw"
)

// Report is everything that was found, in the order in which it is told.
type Report []hw.Finding

// Write prints one finding a line, and a last line that sums them up:
//
//	ok    board at /dev/ttyACM0: what it is. Do: what to do.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	var n [hw.Bad + 1]int // findings, by health
	for _, f := range r {
		n[f.Health]++
		fmt.Fprintf(&b, "%s  %s: %s", [...]string{hw.OK: "ok  ", hw.Warn: "warn", hw.Bad: "BAD "}[f.Health], f.Device, oneSentence(f.Text))
		if f.Do != "" {
			fmt.Fprintf(&b, " Do: %s", oneSentence(f.Do))
		}
		b.WriteByte('\n')
	}
	switch warnings, bad := n[hw.Warn], n[hw.Bad]; {
	case bad > 0 && warnings > 0:
		fmt.Fprintf(&b, "%s, %s.\n", count(bad, "error"), count(warnings, "warning"))
	case bad > 0:
		fmt.Fprintf(&b, "%s.\n", count(bad, "error"))
	case warnings > 0:
		fmt.Fprintf(&b, "No errors, %s.\n", count(warnings, "warning"))
	default:
		b.WriteString("Nothing is wrong.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// oneSentence brings a text onto one line, with a full stop unless it ends as a sentence does.
func oneSentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// WriteJSON prints the findings as one JSON object: "worst", which is "ok",
// "warn" or "bad", and "findings", each as [hw.Finding] has it.
func (r Report) WriteJSON(w io.Writer) error {
	if r == nil {
		r = Report{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Worst    hw.Health `json:"worst"`
		Findings Report    `json:"findings"`
	}{hw.Worst(r), r})
}

// Settings says what is wrong with a file of settings: err is what
// [config.Load] returned for path.
func Settings(path string, err error) []hw.Finding {
	device := "settings"
	if path == "" {
		return []hw.Finding{{Device: device, Text: "there is no file, so all settings have their defaults, with a simulated board"}}
	}
	var problems config.Problems
	switch {
	case err == nil:
		return []hw.Finding{{Device: device, Text: path + " has no errors"}}
	case errors.As(err, &problems):
		var fs []hw.Finding
		for _, p := range problems {
			fs = append(fs, hw.Finding{Device: device, Health: hw.Bad, Text: p.Error(), Do: "correct the file; docs/config.md lists every key"})
		}
		return fs
	}
	f := hw.Finding{Device: device, Health: hw.Bad, Text: err.Error(), Do: "check the path after --config"}
	if errors.Is(err, fs.ErrPermission) {
		f.Do = "run sudo stonehand doctor"
	}
	return []hw.Finding{f}
}
