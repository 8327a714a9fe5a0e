package main_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// cupTerms are what a game is played by.
type cupTerms struct {
	Cols, Rows int
	Rule       cupRule
	Turn       time.Duration // for a move; 0: at once
	Match      time.Duration // for all moves of a side; 0: any time
	Memory     int64         // bytes; 0: any
	Slack      time.Duration // how much later a move may come
	Opening    []cupPoint    // stones that are there at the beginning
	Swap2      bool          // the brains open the game themselves, no matter who is named Black first
	// Tricks are played on brains that are Rude-ly treated: garbage, wrong moves,
	// a whole BOARD in the middle of the game, take-backs.
	Tricks bool
}

// cupInstant is what a move that is to be played at once may take.
const cupInstant = 50 * time.Millisecond

// cupVerdict is how a game ended.
type cupVerdict struct {
	Black  *cupBrain // who played Black: after swap2 that is the one who came to
	Winner cupSide   // Nobody: drawn
	Fault  string    // what the loser did wrong; "" if it simply lost
	Moves  []cupPoint
	// Slowest is the longest time over which a move of either side took, and Most
	// the longest of all.
	Slowest, Most [3]time.Duration
}

// cupSeat is a brain in a game.
type cupSeat struct {
	*cupBrain
	side  cupSide
	left  time.Duration // of the match time
	fresh bool          // nothing was sent of this game's stones
	terms *cupTerms
}

// playCup plays a game. Brains keep running, for another. The error is that of a
// brain that does not keep to the protocol at all; what is wrong in a game is in
// the verdict.
func playCup(black, white *cupBrain, t cupTerms, random *rand.Rand) (cupVerdict, error) {
	b := newCupBoard(t.Cols, t.Rows, t.Rule)
	v := cupVerdict{Black: black}
	seats := [3]*cupSeat{cupBlack: {black, cupBlack, t.Match, true, &t}, cupWhite: {white, cupWhite, t.Match, true, &t}}
	for _, s := range seats[1:] {
		if err := s.begin(random); err != nil {
			return v, err
		}
	}
	if t.Swap2 {
		var err error
		if seats[cupBlack], seats[cupWhite], err = cupSwap2(seats[cupBlack], seats[cupWhite], b, random); err != nil {
			return v, err
		}
		v.Black = seats[cupBlack].cupBrain
	} else {
		for _, p := range t.Opening {
			b.Play(p)
		}
	}
	for !b.Full() {
		s := seats[b.Turn()]
		p, took, err := s.move(b, random)
		if err != nil {
			return v, err
		}
		v.Most[s.side] = max(v.Most[s.side], took)
		allowed := t.Turn
		if allowed == 0 {
			allowed = cupInstant
		}
		v.Slowest[s.side] = max(v.Slowest[s.side], took-allowed)
		fault := b.Fault(p)
		switch {
		case took > allowed+t.Slack:
			fault = fmt.Sprintf("took %v for a move, and %v were allowed", took, allowed)
		case t.Match > 0 && s.left+t.Slack < 0:
			fault = fmt.Sprintf("took %v longer than its %v for the match", -s.left, t.Match)
		case t.Memory > 0 && s.Peak() > t.Memory:
			fault = fmt.Sprintf("took %d bytes, and %d were allowed", s.Peak(), t.Memory)
		}
		v.Moves = b.Moves()
		if fault != "" {
			// Where everything is forbidden to Black, he has lost by the rules alone.
			if fault == "forbidden to cupBlack" && b.stuck() {
				fault = ""
			} else {
				fault = fmt.Sprintf("%s, move %d to %v: %s", s.Name, len(b.Moves())+1, p, fault)
			}
			v.Winner, v.Fault = s.side.Other(), fault
			return v, nil
		}
		b.Play(p)
		v.Moves = b.Moves()
		if b.Wins(p) {
			v.Winner = s.side
			return v, nil
		}
	}
	return v, nil
}

// stuck reports whether every free point is forbidden to Black.
func (b *cupBoard) stuck() bool {
	for x := range b.Cols {
		for y := range b.Rows {
			if p := (cupPoint{x, y}); b.At(p) == cupNobody && !b.Forbidden(p) {
				return false
			}
		}
	}
	return true
}

// begin sets a board up.
func (s *cupSeat) begin(random *rand.Rand) error {
	t := s.terms
	switch start := fmt.Sprintf("START %d", t.Cols); {
	case t.Cols != t.Rows:
		if err := s.expect("OK", fmt.Sprintf("RECTSTART %d,%d", t.Cols, t.Rows)); err != nil {
			return err
		}
	default:
		if err := s.expect("OK", start); err != nil {
			return err
		}
	}
	infos := []string{
		fmt.Sprintf("INFO timeout_turn %d", t.Turn.Milliseconds()),
		fmt.Sprintf("INFO timeout_match %d", t.Match.Milliseconds()),
		fmt.Sprintf("INFO max_memory %d", t.Memory),
		"INFO game_type 1", fmt.Sprintf("INFO rule %d", t.Rule), "INFO folder /tmp",
	}
	if s.Rude {
		random.Shuffle(len(infos), func(i, j int) { infos[i], infos[j] = infos[j], infos[i] })
	}
	if _, err := s.Say(infos...); err != nil {
		return err
	}
	if t.Tricks && random.IntN(3) == 0 {
		return s.expect("OK", "RESTART")
	}
	return nil
}

// move asks for a move and says how long it took, the time left out for which
// others had the machine's processors.
func (s *cupSeat) move(b *cupBoard, random *rand.Rand) (cupPoint, time.Duration, error) {
	if s.terms.Tricks {
		if err := s.trick(b, random); err != nil {
			return cupPoint{}, 0, err
		}
	}
	var lines []string
	if s.terms.Match > 0 {
		lines = append(lines, fmt.Sprintf("INFO time_left %d", s.left.Milliseconds()))
	}
	moves := b.Moves()
	switch {
	case len(moves) == 0:
		lines = append(lines, "BEGIN")
	case s.fresh && len(moves) > 1:
		lines = append(lines, s.board(b)...)
	default:
		last := moves[len(moves)-1]
		lines = append(lines, fmt.Sprintf("TURN %d,%d", last.X, last.Y))
	}
	s.fresh = false
	if err := s.Silent(); err != nil {
		return cupPoint{}, 0, err
	}
	cupWaited := s.Waited()
	sent, err := s.Say(lines...)
	if err != nil {
		return cupPoint{}, 0, err
	}
	l, err := s.Hear(s.terms.Turn + s.terms.Slack + cupPatience)
	if err != nil {
		return cupPoint{}, 0, err
	}
	took := max(l.at.Sub(sent)-(s.Waited()-cupWaited), 0)
	s.left -= took
	var p cupPoint
	var more string
	if n, _ := fmt.Sscanf(l.text+" .", "%d,%d %s", &p.X, &p.Y, &more); n != 3 || more != "." {
		return p, took, fmt.Errorf("%s answers %q to %q, and not a point", s.Name, l.text, lines)
	}
	return p, took, nil
}

// board are the lines that tell of a whole position.
func (s *cupSeat) board(b *cupBoard) []string {
	lines := []string{"BOARD"}
	for i, p := range b.Moves() {
		whose := 2
		if (i%2 == 0) == (s.side == cupBlack) {
			whose = 1
		}
		lines = append(lines, fmt.Sprintf("%d,%d,%d", p.X, p.Y, whose))
	}
	return append(lines, "DONE")
}

// trick does something that a brain has to bear before its move. It leaves the
// brain with the stones up to the opponent's last, or without any.
func (s *cupSeat) trick(b *cupBoard, random *rand.Rand) error {
	moves := b.Moves()
	switch random.IntN(14) {
	case 0:
		return s.expect("UNKNOWN", "FROBNICATE 7,7")
	case 1:
		return s.expect("UNKNOWN", strings.Repeat("x", 1000)+" \x00\xff;")
	case 2:
		return s.expect("name=", "ABOUT")
	case 3:
		_, err := s.Say("INFO", "INFO evaluate", "INFO evaluate 3,3", "INFO nonsense 5", "INFO evaluate 99,99")
		return err
	case 4:
		return s.expect("ERROR", fmt.Sprintf("TURN %d,%d", b.Cols, 0))
	case 5:
		return s.expect("ERROR", "TURN here")
	case 6: // a wrong board changes nothing
		return s.expect("ERROR", "BOARD", "0,0,1", "0,0,2", "DONE")
	case 7: // the whole position again instead of the last move
		s.fresh = s.fresh || len(moves) > 1
	case 8:
		s.fresh = s.fresh || len(moves) > 1
		return s.expect("OK", "RESTART")
	case 9:
		if len(moves) > 1 && !s.fresh {
			at := moves[len(moves)-2] // its own last stone
			return s.expect("ERROR", fmt.Sprintf("TURN %d,%d", at.X, at.Y))
		}
	case 10:
		if len(moves) > 1 && !s.fresh {
			at := moves[len(moves)-2]
			if err := s.expect("OK", fmt.Sprintf("TAKEBACK %d,%d", at.X, at.Y)); err != nil {
				return err
			}
			return s.expect(fmt.Sprintf("%d,%d", at.X, at.Y), fmt.Sprintf("PLAY %d,%d", at.X, at.Y))
		}
	case 11:
		_, err := s.Say("", " ", "YXSTOP", "INFO time_left 2147483647")
		return err
	case 12:
		if b.Rule == cupRenju {
			return s.forbidden(b)
		}
	}
	return nil
}

// forbidden compares what the brain says is forbidden with the own rules.
func (s *cupSeat) forbidden(b *cupBoard) error {
	lines := s.board(b)
	lines[0] = "YXBOARD"
	got, err := s.Ask(append(lines, "YXSHOWFORBID")...)
	if err != nil {
		return err
	}
	s.fresh = len(b.Moves()) > 1
	if !s.fresh {
		if err := s.expect("OK", "RESTART"); err != nil {
			return err
		}
	}
	var want []string
	for x := range b.Cols {
		for y := range b.Rows {
			if p := (cupPoint{x, y}); b.At(p) == cupNobody && b.Forbidden(p) {
				want = append(want, fmt.Sprintf("%02d%02d", x, y))
			}
		}
	}
	text := strings.TrimSuffix(strings.TrimPrefix(got, "FORBID "), ".")
	var points []string
	for len(text) >= 4 {
		points, text = append(points, text[:4]), text[4:]
	}
	slices.Sort(points)
	if !slices.Equal(points, want) || text != "" {
		return fmt.Errorf("%s says %q is forbidden after %v, and not %v", s.Name, got, b.Moves(), want)
	}
	return nil
}

// cupScatter returns an opening of so many allowed stones, none of which wins: the
// first near the middle, and each one near another.
func cupScatter(cols, rows int, rule cupRule, stones int, random *rand.Rand) []cupPoint {
	b := newCupBoard(cols, rows, rule)
	b.Play(cupPoint{cols / 2, rows / 2})
	for tries := 0; len(b.Moves()) < stones && tries < 1000; tries++ {
		p := b.Moves()[random.IntN(len(b.Moves()))]
		p.X, p.Y = p.X+random.IntN(7)-3, p.Y+random.IntN(7)-3
		if b.Fault(p) != "" {
			continue
		}
		if b.Play(p); b.Wins(p) {
			b.Undo()
		}
	}
	return b.Moves()
}

// cupSwap2 lets two brains open a game by swap2: the first puts three stones down, the
// second takes White and moves, takes Black, or puts two more down and leaves the
// colours to the first. It returns the seats of Black and White, and plays the
// stones on b.
func cupSwap2(first, second *cupSeat, b *cupBoard, random *rand.Rand) (black, white *cupSeat, err error) {
	put := func(s *cupSeat, stones ...int) (answer string, err error) {
		lines := []string{"SWAP2BOARD"}
		for _, p := range b.Moves() {
			lines = append(lines, fmt.Sprintf("%d,%d", p.X, p.Y))
		}
		if answer, err = s.Ask(append(lines, "DONE")...); err != nil || answer == "SWAP" && len(b.Moves()) > 0 {
			return answer, err
		}
		words := strings.Fields(answer)
		for _, n := range stones {
			if n != len(words) {
				continue
			}
			for _, word := range words {
				var p cupPoint
				if k, _ := fmt.Sscanf(word, "%d,%d", &p.X, &p.Y); k != 2 || b.At(p) != cupNobody {
					return "", fmt.Errorf("%s answers %q to cupSwap2 of %v, and not free points", s.Name, answer, b.Moves())
				}
				b.Play(p)
			}
			return answer, nil
		}
		return "", fmt.Errorf("%s answers %q to cupSwap2 of %v", s.Name, answer, b.Moves())
	}
	// Who has just answered knows the stones, and may be told of the next by TURN.
	knows := func(s *cupSeat) { s.fresh = random.IntN(2) == 0 }
	if _, err = put(first, 3); err != nil {
		return nil, nil, err
	}
	black, white = first, second
	answer, err := put(second, 1, 2)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case answer == "SWAP":
		black, white = second, first
		knows(second)
	case len(b.Moves()) == 5:
		if answer, err = put(first, 1); err != nil {
			return nil, nil, err
		}
		if answer != "SWAP" {
			black, white = second, first
		}
		knows(first)
	default:
		knows(second)
	}
	black.side, white.side = cupBlack, cupWhite
	return black, white, nil
}
