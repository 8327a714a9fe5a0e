package voice

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// examineTime is how long Examine takes at the longest.
const examineTime = 8 * time.Second

// cards is where the kernel lists its sound cards.
const cards = "/proc/asound/cards"

// Examine says the text aloud and finds out whether that works: the synthesizer,
// its voice, the player and the sound card.
func Examine(ctx context.Context, o Options, text string) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, examineTime)
	defer cancel()
	s, err := New(o)
	if err != nil {
		return []hw.Finding{{Device: "voice", Health: hw.Bad, Text: err.Error(), Do: "correct the section [voice] of the configuration"}}
	}
	f := hw.Finding{Device: s.String()}
	player := "espeak-ng itself"
	if p := s.o.Player; p != nil {
		player = strings.Join(p, " ")
	} else if p := AutoPlayer(); p != nil {
		player = strings.Join(p, " ")
	}
	volume := s.volume
	f.Text = fmt.Sprintf("said %q at volume %d, played by %s", text, volume, player)
	if volume == 0 {
		f.Health, volume = hw.Warn, DefaultVolume
		f.Text = fmt.Sprintf("works, but the volume is 0; said %q louder, played by %s", text, player)
		f.Do = "to hear it, set volume under [voice] or on the page"
	}
	err = s.utter(ctx, plain(text), volume)
	switch {
	case ctx.Err() != nil:
		f.Health, f.Text = hw.Bad, fmt.Sprintf("had not finished after %v, played by %s", examineTime, player)
		f.Do = "check whether the sound card is in use or missing with aplay -l, and try espeak-ng --stdout hello | aplay"
	case err != nil:
		f.Health = hw.Bad
		f.Text, f.Do, _ = strings.Cut(strings.TrimPrefix(err.Error(), "nothing can be said: "), "; ")
		if f.Do == "" {
			f.Do = "try espeak-ng --stdout hello | aplay"
		}
	}
	found := []hw.Finding{f}
	if f.Health == hw.Bad {
		found = append(found, ExamineCard(devnode.System{})...)
	}
	return found
}

// ExamineCard says what keeps a user from the sound cards of the computer; nil is
// nothing.
func ExamineCard(s devnode.System) []hw.Finding {
	const device = "sound card"
	bad := func(text, do string) []hw.Finding {
		return []hw.Finding{{Device: device, Health: hw.Bad, Text: text, Do: do}}
	}
	list, err := os.ReadFile(filepath.Join("/", s.Root, cards))
	if err != nil || strings.Contains(string(list), "no soundcards") {
		return bad("there is none", "plug one in, or on a Raspberry Pi add dtparam=audio=on to /boot/firmware/config.txt and restart")
	}
	nodes, _ := filepath.Glob(filepath.Join("/", s.Root, "dev/snd/pcmC*p"))
	if len(nodes) == 0 {
		return bad("none of the sound devices can play", "choose a device from "+cards+", and set it in player under [voice]")
	}
	var found []hw.Finding
	for _, n := range nodes {
		found = s.Examine(device, "/dev/snd/"+filepath.Base(n))
		if hw.Worst(found) != hw.Bad {
			return nil // one is enough
		}
	}
	return found
}
