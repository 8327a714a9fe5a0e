package console

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/player"
)

// Gomocup is the Piskvork brain protocol, by which Gomoku tournaments drive a
// program (J. Mares and P. Lastovicka, "New Gomoku protocol", and its extension
// for the opening swap2), with the commands of Yixin's interface that concern a
// board: yxboard, yxstop, yxshowforbid and yxhashclear. Points are "x,y", counted
// from 0 in the upper left corner.
//
// A line that cannot be carried out is answered ERROR and a sentence, one that is
// not known UNKNOWN; neither changes anything.
type Gomocup struct {
	Player  player.Player
	Now     func() time.Time // the clock; the player's, too
	Time    time.Duration    `flag:"time"`  // for a move, until INFO timeout_turn sets another; DefaultTime if 0
	Nodes   uint64           `flag:"nodes"` // the most positions searched for a move; 0: any number
	Version string           // what ABOUT says of the program's age
	// Messages are passed on to the manager, for people, while the player thinks; may
	// be nil.
	Messages <-chan string
	// Thoughts tells the manager what the player thinks, in MESSAGE lines.
	Thoughts bool `flag:"thoughts"`
}

// Run answers the lines of in on out until END, the end of in, or the end of ctx,
// and returns nil in these cases. Run goes on reading while it thinks: YXSTOP and
// END, whatever came before them, end a search with the best move it has, and so
// does the end of in when the search would go on for long. One goroutine may stay
// blocked in in.Read after Run has returned; it ends when that read does.
func (c *Gomocup) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &brain{Gomocup: c, turnTime: c.Time}
	if s.turnTime <= 0 {
		s.turnTime = DefaultTime
	}
	return s.converse(ctx, in, out, s.obey)
}

// brain is one Run.
type brain struct {
	*Gomocup
	conversation

	size     board.Size // zero before START
	stones   []stone    // in order of play
	opened   bool       // they are the three of swap2 that were put down here, and nobody's yet
	rule     int        // of INFO rule
	others   bool       // it was said that stones of finished rows are not anybody's here
	yixin    bool       // the interface is Yixin's: a yx command has come
	turnTime time.Duration
	match    bool // there is a time for the whole match, of which is left:
	timeLeft time.Duration
}

// stone is a stone as the protocol tells of it.
type stone struct {
	at  board.Point
	own bool
	// row says that the stone is part of a row that won before, in a game that goes
	// on after it: the point is taken, and the stone counts for nobody.
	row bool
}

// obey carries a line out.
func (s *brain) obey(ctx context.Context, l line) {
	if l.long {
		s.say("ERROR the line is longer than %d bytes", maxLine)
		return
	}
	word, rest := command(l.text)
	if strings.HasPrefix(word, "YX") {
		s.yixin = true
	}
	if s.size == (board.Size{}) && needsBoard[word] {
		if word == "BOARD" || word == "YXBOARD" || word == "SWAP2BOARD" {
			s.list(ctx)
		}
		s.say("ERROR there is no board yet; begin with START and its size")
		return
	}
	switch word {
	case "":
	case "START":
		s.start(rest, rest)
	case "RECTSTART":
		cols, rows, _ := strings.Cut(rest, ",")
		s.start(strings.TrimSpace(cols), strings.TrimSpace(rows))
	case "RESTART":
		s.stones, s.opened = nil, false
		s.say("OK")
	case "BEGIN":
		if len(s.stones) > 0 {
			s.say("ERROR the board is not empty; RESTART clears it")
			return
		}
		s.move(ctx)
	case "TURN":
		if s.add(rest, false) {
			if s.opened { // the opponent has taken White, and moved
				s.opened = false
				s.own(func(i int) bool { return i%2 == 0 })
			}
			if n := len(s.stones) - 1; !s.move(ctx) {
				s.stones = s.stones[:n]
			}
		}
	case "PLAY":
		if s.add(rest, true) {
			s.sayPoint(s.stones[len(s.stones)-1].at)
		}
	case "TAKEBACK":
		s.takeBack(rest)
	case "BOARD":
		if s.set(ctx) {
			s.move(ctx)
		}
	case "YXBOARD":
		s.set(ctx)
	case "SWAP2BOARD":
		s.swap2(ctx)
	case "INFO":
		s.info(rest)
	case "ABOUT":
		s.say("name=%q, version=%q, author=%q", "Stonehand", s.Version, "the Stonehand team")
	case "YXSHOWFORBID":
		s.showForbidden()
	case "YXSTOP": // there is no search to stop
	case "YXHASHCLEAR":
		player.Forget(s.Player)
	case "END":
		s.left = true
	default:
		s.say("UNKNOWN %q is not a command that is known here", text.Clip(word))
	}
}

// command divides a line into the command, in upper case, and what follows it.
func command(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return strings.ToUpper(text[:end]), strings.TrimSpace(text[end:])
}

// needsBoard are the commands that mean nothing before START.
var needsBoard = map[string]bool{
	"RESTART": true, "BEGIN": true, "TURN": true, "PLAY": true, "TAKEBACK": true, "BOARD": true, "YXBOARD": true,
	"SWAP2BOARD": true, "YXSHOWFORBID": true,
}

// leastSide is the shortest side of a board on which five fit.
const leastSide = 5

func (s *brain) start(cols, rows string) {
	c, errC := strconv.Atoi(cols)
	r, errR := strconv.Atoi(rows)
	if errC != nil || errR != nil {
		s.say("ERROR START needs the size of the board as a number, RECTSTART two with a comma between them")
		return
	}
	if c < leastSide || r < leastSide || c > board.MaxSide || r > board.MaxSide {
		s.say("ERROR a board of %dx%d is not supported: each side goes from %d to %d", c, r, leastSide, board.MaxSide)
		return
	}
	s.size, s.stones, s.opened = board.Size{Cols: c, Rows: r}, nil, false
	s.prepare()
	s.say("OK")
}

// prepare lets the player get ready for a game while no move's time passes.
func (s *brain) prepare() {
	if p, ok := s.Player.(player.Preparer); ok && s.size != (board.Size{}) {
		if err := p.Prepare(s.rules()); err != nil {
			s.say("MESSAGE %v", err)
		}
	}
}

// point reads "x,y".
func (s *brain) point(written string) (board.Point, error) {
	a, b, ok := strings.Cut(written, ",")
	x, errX := strconv.Atoi(strings.TrimSpace(a))
	y, errY := strconv.Atoi(strings.TrimSpace(b))
	if !ok || errX != nil || errY != nil {
		return board.Nowhere, fmt.Errorf("%q is not a point; write one like 7,7", text.Clip(written))
	}
	if x < 0 || y < 0 || x >= s.size.Cols || y >= s.size.Rows {
		return board.Nowhere, fmt.Errorf("%d,%d is off the board of %dx%d points", x, y, s.size.Cols, s.size.Rows)
	}
	return board.At(x, s.size.Rows-1-y), nil
}

// free reads a point without a stone.
func (s *brain) free(text string) (board.Point, error) {
	at, err := s.point(text)
	for _, st := range s.stones {
		if err == nil && st.at == at {
			err = fmt.Errorf("a stone is on %s already", text)
		}
	}
	return at, err
}

// add puts a stone down, or says why not.
func (s *brain) add(text string, own bool) bool {
	at, err := s.free(text)
	if err != nil {
		s.say("ERROR %v", err)
		return false
	}
	s.stones = append(s.stones, stone{at: at, own: own})
	return true
}

func (s *brain) takeBack(text string) {
	at, err := s.point(text)
	if err != nil {
		s.say("ERROR %v", err)
		return
	}
	for i, st := range s.stones {
		if st.at == at {
			s.stones, s.opened = append(s.stones[:i], s.stones[i+1:]...), false
			s.say("OK")
			return
		}
	}
	s.say("ERROR no stone is on %s", text)
}

// list reads the lines up to DONE; ok is false when there is none, or too many
// lines before it.
func (s *brain) list(ctx context.Context) (texts []string, ok bool) {
	const most = board.MaxSide * board.MaxSide
	for {
		l, more := s.next(ctx)
		if !more || l.err != nil {
			s.failed = l.err
			return nil, false
		}
		text := strings.TrimSpace(l.text)
		if l.long {
			text = "..."
		}
		switch {
		case strings.EqualFold(text, "DONE") && len(texts) > most:
			s.say("ERROR there are more stones than points on any board, at most %d", most)
			return nil, false
		case strings.EqualFold(text, "DONE"):
			return texts, true
		case text != "" && len(texts) <= most:
			texts = append(texts, text)
		}
	}
}

// set reads a whole board.
func (s *brain) set(ctx context.Context) bool {
	texts, ok := s.list(ctx)
	if !ok {
		return false
	}
	before := s.stones
	s.stones, s.opened = nil, false
	for _, written := range texts {
		cut := strings.LastIndex(written, ",")
		if cut < 0 {
			cut = len(written)
		}
		who := strings.TrimSpace(strings.TrimPrefix(written[cut:], ","))
		at, err := s.free(written[:cut])
		switch {
		case strings.HasPrefix(written, "-1,-1"):
			continue // a pass
		case strings.Count(written, ",") != 2:
			err = fmt.Errorf("%q is not a point and whose stone stands there; write them like 7,7,1", text.Clip(written))
		case err == nil && who != "1" && who != "2" && who != "3":
			err = fmt.Errorf("%q does not say whose the stone is: 1 for one's own, 2 for the opponent's, 3 for one of a finished row", text.Clip(written))
		}
		if err != nil {
			s.stones = before
			s.say("ERROR %v", err)
			return false
		}
		if who == "3" && !s.others {
			s.others = true
			s.say("MESSAGE games that go on after a row are not known here; stones of finished rows take their points, and count for nobody")
		}
		s.stones = append(s.stones, stone{at: at, own: who == "1", row: who == "3"})
	}
	return true
}

func (s *brain) showForbidden() {
	var text strings.Builder
	for _, at := range s.rules().Forbidden(s.question().Board(), board.Black) {
		fmt.Fprintf(&text, "%02d%02d", at.X(), s.size.Rows-1-at.Y())
	}
	s.say("FORBID %s.", text.String())
}

func (s *brain) sayPoint(at board.Point) { s.say("%s", s.name(at)) }

// name writes a point.
func (s *brain) name(at board.Point) string {
	return fmt.Sprintf("%d,%d", at.X(), s.size.Rows-1-at.Y())
}
