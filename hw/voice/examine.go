package voice

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stonehand/hw"
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
		return []hw.Finding{{Device: "voice", Health: hw.Bad, Text: err.Error(), Do: "put the section [voice] of the configuration right"}}
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
		f.Do = "set volume under [voice], or on the page, if it is to be heard"
	}
	err = s.utter(ctx, plain(text), volume)
	switch {
	case ctx.Err() != nil:
		f.Health, f.Text = hw.Bad, fmt.Sprintf("was not done after %v, played by %s", examineTime, player)
		f.Do = "see whether the sound card is in use or gone: aplay -l; try it: espeak-ng --stdout hello | aplay"
	case err != nil:
		f.Health = hw.Bad
		f.Text, f.Do, _ = strings.Cut(strings.TrimPrefix(err.Error(), "nothing can be said: "), "; ")
		if f.Do == "" {
			f.Do = "try it: espeak-ng --stdout hello | aplay"
		}
	}
	found := []hw.Finding{f}
	if c := soundCard(cards, "/dev/snd"); f.Health == hw.Bad && c.Text != "" {
		found = append(found, c)
	}
	return found
}

// soundCard says what is wrong with the computer's sound, or nothing: proc lists
// the cards, and dev holds their devices.
func soundCard(proc, dev string) hw.Finding {
	f := hw.Finding{Device: "sound card", Health: hw.Bad}
	list, err := os.ReadFile(proc)
	if err != nil || strings.Contains(string(list), "no soundcards") {
		f.Text = "there is none"
		f.Do = "plug one in, or on a Raspberry Pi add dtparam=audio=on to /boot/firmware/config.txt and restart"
		return f
	}
	devices, _ := filepath.Glob(filepath.Join(dev, "pcmC*p"))
	for _, d := range devices {
		file, err := os.OpenFile(d, os.O_WRONLY|os.O_APPEND|nonblock, 0)
		if err == nil {
			file.Close()
			continue
		}
		if os.IsPermission(err) {
			f.Text = fmt.Sprintf("this user may not use %s", d)
			f.Do = "put the user into the group audio: usermod -aG audio USER, and log in again"
			return f
		}
	}
	if len(devices) == 0 {
		f.Text = "the cards that there are cannot play"
		f.Do = "look at " + proc + ", and name the device that is to play in player under [voice]"
		return f
	}
	return hw.Finding{}
}
