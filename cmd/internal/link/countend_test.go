package link

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// The last to agree to a count leaves while the link carries nothing: the other table
// learns of both at once, and has the game with its score.
func TestAgreesAndLeaves(t *testing.T) {
	for last, name := range []string{"host", "guest"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPairOf(t, tiny, remote.Offer{Guest: board.White, Rules: "go"})
				defer p.end()
				first := 1 - last
				for _, c := range []struct {
					end int
					do  string
				}{{atHost, api.DoPass}, {atGuest, api.DoPass}, {first, api.DoAgree}} {
					p.command(c.end, api.Command{Do: c.do})
					p.settle()
				}
				p.hold(true, true)
				p.command(last, api.Command{Do: api.DoAgree})
				time.Sleep(time.Second)
				p.leave(last)
				p.ends[first].kill()
				p.hold(false, false)
				p.ends[first].start()
				time.Sleep(2 * partPause)
				p.settle()
				p.left(first, "white", string(game.ByScore))
			})
		})
	}
}

// Both agree to a count at the same moment: it is over, and nobody is asked again.
func TestBothAgreeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPairOf(t, tiny, remote.Offer{Guest: board.White, Rules: "go"})
		defer p.end()
		for _, end := range []int{atHost, atGuest} {
			p.command(end, api.Command{Do: api.DoPass})
			p.settle()
		}
		p.hold(true, true)
		p.command(atHost, api.Command{Do: api.DoAgree})
		p.command(atGuest, api.Command{Do: api.DoAgree})
		time.Sleep(time.Second)
		p.hold(false, false)
		p.settle()
		for _, end := range []int{atHost, atGuest} {
			if s := p.ends[end].table.Snapshot(); s.Reason != string(game.ByScore) {
				t.Errorf("end %d: %q, and %v agree", end, s.Reason, s.Go.Agreed)
			}
		}
	})
}
