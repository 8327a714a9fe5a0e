package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// tried is for how long Examine reads a board.
const tried = 2 * time.Second

// Nodes lists the devices that the board opens, as far as the configuration names
// them by their path.
func (b *Board) Nodes() []string {
	switch s := b.source.(type) {
	case *Chain:
		if spi, ok := s.shifter.(*SPI); ok && spi.OpenPort == nil {
			return []string{spi.Path}
		}
	case *Expanders:
		return s.bus.nodes()
	case *Grid:
		return s.bus.nodes()
	}
	return nil
}

func (b *I2C) nodes() []string {
	if b.OpenBus != nil {
		return nil
	}
	return []string{b.Path}
}

// Examine reads the board for two seconds, as the game would, and says what came
// of it. Reading changes nothing but the settings of expanders, which the game
// sets too. The board must not be sensed meanwhile.
func (b *Board) Examine(ctx context.Context) []hw.Finding {
	for _, path := range b.Nodes() {
		if found := (devnode.System{}).Examine(b.name, path); len(found) > 0 {
			return found
		}
	}
	ctx, cancel := context.WithTimeout(ctx, tried)
	defer cancel()
	out := make(chan hw.Reading)
	ended := make(chan error, 1)
	go func() {
		ended <- b.Sense(ctx, out)
	}()
	var seen tally
	for {
		select {
		case r := <-out:
			seen.take(r)
			continue
		case err := <-ended:
			if err != nil {
				return []hw.Finding{finding(b.name, hw.Bad, err.Error())}
			}
		}
		return seen.findings(b)
	}
}

// tally is what was seen of a board while it was tried.
type tally struct {
	downs, faults []string
	up            bool
	frame         *hw.Frame
}

func (t *tally) take(r hw.Reading) {
	switch {
	case r.Link != nil:
		if t.up = r.Link.Up; !t.up && !slices.Contains(t.downs, r.Link.Reason) {
			t.downs = append(t.downs, r.Link.Reason)
		}
	case r.Fault != nil:
		if !slices.Contains(t.faults, r.Fault.Text) {
			t.faults = append(t.faults, r.Fault.Text)
		}
	case r.Frame != nil:
		t.frame = r.Frame
	}
}

func (t *tally) findings(b *Board) []hw.Finding {
	var fs []hw.Finding
	for _, text := range t.faults {
		fs = append(fs, finding(b.name, hw.Warn, text))
	}
	for _, text := range t.downs {
		fs = append(fs, finding(b.name, hw.Bad, text))
	}
	c := b.Stats()
	switch {
	case t.frame == nil && len(t.downs) == 0:
		return append(fs, hw.Finding{Device: b.name, Health: hw.Bad, Text: fmt.Sprintf("all %d readings were implausible", c.Scans), Do: "check the supply, the ground and the data wire"})
	case t.frame == nil:
		return fs
	}
	stones, blind := 0, 0
	for _, s := range t.frame.Points {
		switch s {
		case hw.Unknown:
			blind++
		case hw.Empty:
		default:
			stones++
		}
	}
	f := hw.Finding{Device: b.name, Text: fmt.Sprintf("%s; %d of %d readings were good, the last took %v; stones on %d points", describe(b.source), c.Scans-c.Unsound, c.Scans, c.Took.Round(10*time.Microsecond), stones)}
	if blind > 0 {
		f.Health = hw.Warn
		f.Text += fmt.Sprintf(", and %d points cannot be read", blind)
	}
	if !Proven(b.source) {
		f.Health = hw.Warn
		f.Text += "; nothing checks its readings, so a broken wire may look like an empty board"
		f.Do = "tie the spare inputs of the last chip alternately high and low, and set matrix.check and matrix.tail"
	}
	return append([]hw.Finding{f}, fs...)
}

// describe says what a source is.
func describe(s Source) string {
	switch s := s.(type) {
	case *Chain:
		return fmt.Sprintf("%d chips of 74HC165 in a chain", s.chips)
	case *Expanders:
		return fmt.Sprintf("%d expanders", len(s.bus.Expanders))
	case *Grid:
		return fmt.Sprintf("a grid of %d rows and %d columns on %d expanders", s.rows, s.cols, len(s.bus.Expanders))
	}
	return s.String()
}

// finding makes a finding of a sentence that says what is wrong and then, behind
// a semicolon, what to do.
func finding(device string, h hw.Health, sentence string) hw.Finding {
	text, do, _ := strings.Cut(sentence, "; ")
	// The cause in brackets is for reading, not for doing.
	if i := strings.LastIndex(do, " ("); i >= 0 && strings.HasSuffix(do, ")") {
		text, do = text+do[i:], do[:i]
	}
	return hw.Finding{Device: device, Health: h, Text: text, Do: do}
}

// Examine takes the lines of the keys, reads them and gives them back.
func (k *Keys) Examine(context.Context) []hw.Finding {
	lines, err := k.open(k.lines)
	if err != nil {
		f := finding(k.String(), hw.Bad, err.Error())
		return []hw.Finding{f}
	}
	defer lines.Close()
	levels, err := lines.Read()
	if err != nil {
		return []hw.Finding{finding(k.String(), hw.Bad, err.Error())}
	}
	var down []string
	for i, is := range k.state(levels) {
		if is {
			down = append(down, k.keys[i].Name)
		}
	}
	text := fmt.Sprintf("%d keys on %d lines; ", len(k.keys), len(k.lines))
	if len(down) == 0 {
		text += "none is pressed"
	} else {
		text += "pressed: " + strings.Join(down, ", ")
	}
	return []hw.Finding{{Device: k.String(), Text: text + "; to test one, hold it down and run this again"}}
}
