package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// stubPlayer takes the first free point, or whatever think says.
type stubPlayer struct {
	asked []player.Question
	think func(q player.Question) player.Answer
}

func (p *stubPlayer) Hurries() {}

func (p *stubPlayer) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	p.asked = append(p.asked, q)
	if p.think != nil {
		return p.think(q), nil
	}
	if len(q.Choices) > 0 {
		return player.Answer{Choice: q.Choices[0]}, nil
	}
	return player.Answer{Points: firstFree(q)}, nil
}

// talkBrain says lines to a brain and returns its answers.
func talkBrain(t testing.TB, p player.Player, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	c := Gomocup{Player: p, Now: time.Now, Version: "1"}
	if err := c.Run(context.Background(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestGomocup(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string // divided by ;
		want  string // answers after that of START
	}{
		{"a game", "BEGIN;TURN 7,7;TURN 8,8", "0,14|1,14|2,14"},
		{"as White", "TURN 7,7", "0,14"},
		{"lower case, spaces and CR", "turn  7 , 7\r", "0,14"},
		{"a rectangle", "RECTSTART 10,6;BEGIN", "OK|0,5"},
		{"too small", "START 4", "ERROR a board of 4x4 is not supported: each side goes from 5 to 20"},
		{"no size", "START big", "ERROR START needs the size of the board as a number, RECTSTART two with a comma between them"},
		{"restart", "TURN 7,7;RESTART;BEGIN", "0,14|OK|0,14"},
		{"begin twice", "BEGIN;BEGIN", "0,14|ERROR the board is not empty; RESTART clears it"},
		{"off the board", "TURN 15,0", "ERROR 15,0 is off the board of 15x15 points"},
		{"occupied", "BEGIN;TURN 0,14", "0,14|ERROR a stone is on 0,14 already"},
		{"no point", "TURN here", `ERROR "here" is not a point; write one like 7,7`},
		{"take back", "TURN 7,7;TAKEBACK 0,14;TAKEBACK 7,7;TAKEBACK 7,7;BEGIN", "0,14|OK|OK|ERROR no stone is on 7,7|0,14"},
		{"play", "PLAY 3,4;TURN 7,7", "3,4|0,14"},
		{"a board", "BOARD;7,7,1;8,8,2;DONE", "0,14"},
		{"a wrong board changes nothing", "TURN 7,7;BOARD;1,1,1;1,1,2;DONE;TURN 8,8", "0,14|ERROR a stone is on 1,1 already|1,14"},
		{"a board without whose", "BOARD;7,7;DONE", `ERROR "7,7" is not a point and whose stone stands there; write them like 7,7,1`},
		{"a silent board", "YXBOARD;7,7,1;8,8,2;DONE;YXSTOP;YXHASHCLEAR;TURN 9,9", "0,14"},
		{"unknown", "DANCE now", `UNKNOWN "DANCE" is not a command that is known here`},
		{"after the end", "END;BEGIN", ""},
		{"swap2 of four stones", "SWAP2BOARD;1,1;2,2;3,3;4,4;DONE", "ERROR swap2 has 0, 3 or 5 stones, not 4"},
		{"no fouls but at Renju", "YXBOARD;6,7,1;8,7,1;7,6,1;7,8,1;DONE;YXSHOWFORBID", "FORBID ."},
		{"Yixin's Renju", "YXHASHCLEAR;INFO rule 2;YXBOARD;6,7,1;0,0,2;8,7,1;0,14,2;7,6,1;14,0,2;7,8,1;14,14,2;DONE;YXSHOWFORBID", "FORBID 0707."},
		{"Gomocup's Renju", "INFO rule 4;BOARD;6,7,1;0,0,2;8,7,1;0,1,2;7,6,1;14,0,2;7,8,1;14,14,2;DONE;YXSHOWFORBID", "0,14|FORBID 0707."},
		{"evaluate", "YXBOARD;3,3,1;4,3,1;5,3,1;0,0,2;DONE;INFO evaluate 6,3", "MESSAGE 6,3 makes straight for Black and quiet for White"},
		{"infos without meaning", "INFO max_memory 83886080;INFO folder /tmp;INFO strange;INFO game_type 1", ""},
		{"tabs", "turn\t7,7", "0,14"},
		{"a board of too many stones", "BOARD;" + strings.Repeat("1,1,1;", 401) + "DONE;BEGIN", "ERROR there are more stones than points on any board, at most 400|0,14"},
		{"stones of a finished row", "BOARD;5,5,3;6,5,3;7,5,3;8,5,3;9,5,3;0,0,1;1,1,2;DONE;TURN 6,5", "MESSAGE games that go on after a row are not known here; stones of finished rows take their points, and count for nobody|0,14|ERROR a stone is on 6,5 already"},
		{"caro", "INFO rule 8", "MESSAGE the rule caro is not supported; rows that are blocked at both ends win here, too"},
		{"a continuous game", "INFO rule 2", "MESSAGE a game that goes on after a row is not supported; for Renju the rule is 4, but 2 from Yixin's interface"},
		{"little memory", "INFO max_memory 1000000", "MESSAGE at least 41943040 bytes of memory are needed"},
		{"a wrong info", "INFO timeout_turn soon", "ERROR INFO timeout_turn needs a number that is not negative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := append([]string{"START 15"}, strings.Split(c.lines, ";")...)
			got := strings.Join(talkBrain(t, &stubPlayer{}, lines...), "|")
			if want := strings.TrimSuffix("OK|"+c.want, "|"); got != want {
				t.Errorf("%s\n got %s\nwant %s", c.lines, got, want)
			}
		})
	}
}

func TestGomocupWithoutABoard(t *testing.T) {
	const want = "ERROR there is no board yet; begin with START and its size"
	if got := talkBrain(t, &stubPlayer{}, "BEGIN", "BOARD", "7,7,1", "DONE", "INFO evaluate 3,3"); strings.Join(got, "|") != want+"|"+want {
		t.Errorf("%q", got)
	}
}

// Swap2: three stones at first; then a choice, with the stones that follow it.
func TestGomocupSwap2(t *testing.T) {
	var answer player.Answer
	p := &stubPlayer{think: func(q player.Question) player.Answer {
		if len(q.Choices) > 0 {
			return answer
		}
		return player.Answer{Points: firstFree(q)}
	}}
	if got := strings.Join(talkBrain(t, p, "START 15", "SWAP2BOARD", "DONE"), "|"); got != "OK|0,14 1,14 2,14" {
		t.Errorf("%q", got)
	}
	three := []string{"START 15", "SWAP2BOARD", "7,7", "8,8", "6,6", "DONE"}
	five := []string{"START 15", "SWAP2BOARD", "7,7", "8,8", "6,6", "5,5", "4,4", "DONE", "TURN 1,1"}
	corner := []board.Point{board.At(0, 0), board.At(1, 0)}
	white, alone := player.Answer{Choice: opening.TakeWhite, Points: corner[:1]}, player.Answer{Choice: opening.TakeWhite}
	black, more := player.Answer{Choice: opening.TakeBlack}, player.Answer{Choice: opening.PutTwo, Points: corner}
	for _, c := range []struct {
		lines  []string
		answer player.Answer
		want   string
	}{
		{three, white, "0,14"}, {three, alone, "0,0"}, {three, black, "SWAP"}, {three, more, "0,14 1,14"}, {five, white, "0,14|0,0"}, {five, black, "SWAP|0,0"},
	} {
		answer = c.answer
		p.think = func(q player.Question) player.Answer {
			if len(q.Choices) > 0 {
				return answer
			}
			return player.Answer{Points: []board.Point{board.At(0, 14)}}
		}
		if got := strings.Join(talkBrain(t, p, c.lines...)[1:], "|"); got != c.want {
			t.Errorf("%s: %s, not %s", c.answer.Choice, got, c.want)
		}
	}
	if last := p.asked[len(p.asked)-1]; last.ToMove != board.Black {
		t.Errorf("after SWAP it plays %s", last.ToMove)
	}
	for _, q := range p.asked {
		if r := q.Rules.(game.Gomoku); len(q.Choices) > 0 && (r.Opening != opening.Swap2 || !slices.Equal(q.Choices, r.Opening.Next(len(q.Turns), q.Made).Choices)) {
			t.Errorf("asked %v of %v after %d stones", q.Choices, r, len(q.Turns))
		}
	}
}

// Where the opponent takes White after the three stones put down here, Black goes on.
func TestGomocupSwap2Taken(t *testing.T) {
	p := &stubPlayer{}
	if got := talkBrain(t, p, "START 15", "SWAP2BOARD", "DONE", "TURN 7,7"); len(got) != 3 {
		t.Fatalf("%q", got)
	}
	q := p.asked[len(p.asked)-1]
	colors := ""
	for _, c := range q.Stones {
		colors += c.String()[:1]
	}
	if q.ToMove != board.Black || colors != "bwbw" {
		t.Errorf("%s to move after %s", q.ToMove, colors)
	}
}

// A search is bounded by the manager's times, with something to spare.
func TestGomocupTime(t *testing.T) {
	for _, c := range []struct {
		info     string
		low, top time.Duration
	}{
		{"INFO timeout_turn 1000", 850 * time.Millisecond, 950 * time.Millisecond},
		{"INFO timeout_turn 0", 10 * time.Millisecond, 30 * time.Millisecond},
		{"INFO timeout_turn 30", 5 * time.Millisecond, 20 * time.Millisecond},
		{"INFO timeout_turn 1", 1, time.Millisecond},
		{"INFO timeout_turn 5000;INFO timeout_match 60000;INFO time_left 40", 1, 5 * time.Millisecond},
		{"INFO timeout_turn 5000;INFO timeout_match 60000;INFO time_left 0", 1, time.Millisecond},
		{"INFO timeout_turn 30000;INFO timeout_match 60000;INFO time_left 8000", 800 * time.Millisecond, time.Second},
		{"INFO timeout_turn 5000;INFO time_left 2147483647", 4800 * time.Millisecond, 5 * time.Second},
		{"INFO timeout_turn 2000000000000000", 24 * time.Hour, 25 * 24 * time.Hour},
	} {
		p := &stubPlayer{}
		talkBrain(t, p, append(append([]string{"START 15"}, strings.Split(c.info, ";")...), "BEGIN")...)
		if l := p.asked[0].Limits; l.Hard < c.low || l.Hard > c.top || l.Soft > l.Hard {
			t.Errorf("%s: %+v", c.info, l)
		}
	}
}

// stopping is a player that thinks until it is told to stop.
func stopping() *stubPlayer {
	p := &stubPlayer{}
	p.think = func(q player.Question) player.Answer {
		<-q.Hurry
		return player.Answer{Points: firstFree(q)}
	}
	return p
}

// It reads on while it thinks: YXSTOP and END get the move there is, whatever came
// before them.
func TestGomocupStops(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"YXSTOP\nTURN 1,1\nYXSTOP", "0,14\n1,14"},
		{"END", "0,14"},
		{"INFO time_left 1000\n\nINFO evaluate 1,1\nyxstop\nABOUT", "0,14\nMESSAGE 1,1 makes quiet for Black and quiet for White\nname=\"Stonehand\", version=\"1\", author=\"the Stonehand team\""},
		{"FOO\nABOUT\n  end ", "0,14\nUNKNOWN \"FOO\" is not a command that is known here\nname=\"Stonehand\", version=\"1\", author=\"the Stonehand team\""},
		{strings.Repeat("INFO nothing 1\n", 900) + "END", "0,14"},
	} {
		synctest.Test(t, func(t *testing.T) {
			in, to := io.Pipe()
			var out bytes.Buffer
			done := make(chan error)
			go func() { done <- (&Gomocup{Player: stopping(), Now: time.Now, Version: "1"}).Run(t.Context(), in, &out) }()
			io.WriteString(to, "START 15\nBEGIN\n")
			synctest.Wait()
			begun := time.Now()
			go func() {
				io.WriteString(to, c.words+"\n")
				to.Close()
			}()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(strings.TrimPrefix(out.String(), "OK\n")); got != c.want {
				t.Errorf("%s:\n got %q\nwant %q", c.words, got, c.want)
			}
			if took := time.Since(begun); took > 0 {
				t.Errorf("%s: it took %v", c.words, took)
			}
		})
	}
}

// A manager that dies leaves no brain that thinks on for days.
func TestGomocupAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		begun := time.Now()
		in := strings.NewReader("START 15\nINFO timeout_turn 2000000000\nBEGIN\n")
		if err := (&Gomocup{Player: stopping(), Now: time.Now}).Run(t.Context(), in, &out); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took != aloneTime || out.String() != "OK\n0,14\n" {
			t.Errorf("after %v: %q", took, out.String())
		}
	})
}

// Getting ready takes time that is no move's: at START, and when the rules change.
func TestGomocupPrepares(t *testing.T) {
	var ready []string
	p := preparing{&stubPlayer{}, func(r game.Rules) {
		if r.Size().Cols != 15 {
			t.Errorf("it prepares for %v", r)
		}
		ready = append(ready, r.Name())
	}}
	talkBrain(t, p, "INFO rule 1", "START 15", "INFO rule 4", "BEGIN")
	if len(ready) < 2 || ready[len(ready)-2] != "gomoku-standard" || ready[len(ready)-1] != "renju" {
		t.Errorf("it prepared for %v", ready)
	}
}

type preparing struct {
	*stubPlayer
	prepare func(game.Rules)
}

func (p preparing) Prepare(r game.Rules) error {
	p.prepare(r)
	return nil
}

// The stones of a finished row are a wall: nobody has three side by side of it.
func TestPatchwork(t *testing.T) {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for i := range 400 {
			x, y := i/20, i%20
			if a, b := x+2*d[0], y+2*d[1]; a > 19 || b > 19 || b < 0 {
				continue
			}
			c := patchwork(board.At(x, y))
			if c == patchwork(board.At(x+d[0], y+d[1])) && c == patchwork(board.At(x+2*d[0], y+2*d[1])) {
				t.Errorf("three %s stones from %d,%d on", c, x, y)
			}
		}
	}
}

// When Renju forbids every point to Black, he answers a point all the same: the
// protocol knows no pass.
func TestGomocupAllForbidden(t *testing.T) {
	p := &stubPlayer{think: func(player.Question) player.Answer { return player.Answer{} }}
	got := talkBrain(t, p, "START 15", "INFO rule 4", "PLAY 0,14", "TURN 1,14")
	if want := "OK|0,14|MESSAGE every free point is forbidden to Black|2,14"; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
}

// Whatever is said, every line is answered or passed over, and nothing panics.
func FuzzGomocup(f *testing.F) {
	f.Add("START 15\nBEGIN\nTURN 7,7\nTAKEBACK 7,7\nEND\n")
	f.Add("RECTSTART 7,9\nBOARD\n1,1,1\n2,2,2\nDONE\nINFO rule 4\nYXSHOWFORBID\n")
	f.Add("START 20\nSWAP2BOARD\nDONE\nSWAP2BOARD\n1,1\n2,2\n3,3\nDONE\n")
	f.Add("START 5\nINFO evaluate 1,1\nYXBOARD\n-1,-1,1\nDONE\nPLAY 0,0\nRESTART\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		c := Gomocup{Player: &stubPlayer{}, Now: time.Now}
		if err := c.Run(context.Background(), strings.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		if s := out.String(); s != "" && !strings.HasSuffix(s, "\n") {
			t.Errorf("an answer is cut: %q", s)
		}
	})
}

// The strong player answers any position at all with a free point: also one that
// no game leads to.
func FuzzGomocupPlayer(f *testing.F) {
	f.Add([]byte{7, 7, 1, 8, 8, 2, 6, 6, 1}, uint8(4), uint8(15), uint8(15))
	f.Add([]byte{0, 0, 1, 1, 0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 5, 0, 1, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 1, 2, 4, 1, 2, 4, 4, 3}, uint8(0), uint8(6), uint8(5))
	f.Add(bytes.Repeat([]byte{1, 2, 1, 3, 1, 2, 2, 2, 1}, 40), uint8(1), uint8(9), uint8(20))
	strong, err := gomoku.New(gomoku.Five, five.DefaultOptions(), time.Now)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, stones []byte, rule, cols, rows uint8) {
		cols, rows = 5+cols%16, 5+rows%16
		var text strings.Builder
		fmt.Fprintf(&text, "RECTSTART %d,%d\nINFO rule %d\nBOARD\n", cols, rows, rule%8)
		taken := map[[2]byte]bool{}
		for ; len(stones) >= 3; stones = stones[3:] {
			at := [2]byte{stones[0] % cols, stones[1] % rows}
			if !taken[at] {
				fmt.Fprintf(&text, "%d,%d,%d\n", at[0], at[1], 1+stones[2]%3)
			}
			taken[at] = true
		}
		text.WriteString("DONE\nYXSHOWFORBID\nINFO evaluate 0,0\n")
		var out bytes.Buffer
		c := Gomocup{Player: checking{t, strong}, Now: time.Now, Nodes: 40}
		if err := c.Run(context.Background(), strings.NewReader(text.String()), &out); err != nil {
			t.Fatal(err)
		}
		if full := len(taken) == int(cols)*int(rows); strings.Contains(out.String(), "ERROR") != full {
			t.Errorf("%s\nis answered\n%s", &text, &out)
		}
	})
}

// checking is a player whose every answer is checked.
type checking struct {
	t *testing.T
	player.Player
}

func (p checking) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	a, err := p.Player.Choose(ctx, q, report)
	for _, at := range a.Points {
		if q.At(at) != board.Empty {
			p.t.Errorf("it answers %+v with a point that is taken, %v", q, at)
		}
	}
	if err != nil || len(a.Points) == 0 && q.Rules.Name() != "renju" && q.Count() < q.Rules.Size().Count() {
		p.t.Errorf("it answers %+v with no point: %v", q, err)
	}
	return a, err
}
