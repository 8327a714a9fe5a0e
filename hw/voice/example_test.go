package voice_test

import (
	"fmt"

	"stonehand/hw/voice"
)

func ExampleNew() {
	v, err := voice.New(voice.Options{Voice: "en", Volume: 80})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v)
	v.Say("Black wins.") // once Speak runs
	// Output: voice en of espeak-ng
}
