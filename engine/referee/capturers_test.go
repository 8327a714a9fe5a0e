package referee

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

var (
	goGames = flag.Int("gogames", 60, "how many games of Go TestCapturers plays")
	goSeed  = flag.Uint64("goseed", 1, "what TestCapturers makes its choices from")
)

// Whole games of Go with many captures, by clumsy but honest people, on boards that tell
// colours and on some that do not: every game that is recorded is the one that was meant,
// and the stones on the board are those of the record.
func TestCapturers(t *testing.T) {
	games := *goGames
	if testing.Short() {
		games = 12
	}
	done := map[string]int{}
	for n := range games {
		seed := *goSeed + uint64(n)
		c := newCapturers(seed, done)
		if err := c.play(); err != nil {
			for _, l := range c.log[max(0, len(c.log)-60):] {
				t.Log(l)
			}
			t.Fatalf("-goseed %d -gogames 1, %v: %v", seed, c.g.Size(), err)
		}
		done["turns"] += len(c.g.Turns())
	}
	t.Log(done)
	if testing.Short() {
		return
	}
	for _, what := range []string{"captures", "ko taken back", "snapback", "suicide", "lifted first", "both at once", "in two lifts", "left lying", "wrong chain", "taken back", "bumped", "swept", "asked capture"} {
		if done[what] == 0 {
			t.Errorf("in %d games nobody met: %s", games, what)
		}
	}
}

// capturers are two people at a board, or one and a machine.
type capturers struct {
	rng     *rand.Rand
	g       *game.Game  // as recorded
	truth   *weiqi.Game // as meant
	want    []weiqi.Move
	r       *Referee
	view    View
	now     time.Time
	stones  [board.Cells]board.Color // that lie on the board
	tells   bool                     // the board tells colours
	machine board.Color              // plays one side, Empty: nobody
	next    board.Point              // where the stone that is meant goes
	undone  int                      // turns that people mean to take back
	err     error
	log     []string
	done    map[string]int
}

func newCapturers(seed uint64, done map[string]int) *capturers {
	rng := rand.New(rand.NewPCG(seed, 16))
	side := []int{4, 5, 5, 6, 7, 9, 13, 19}[rng.IntN(8)]
	size := board.Size{Cols: side, Rows: side + rng.IntN(2)*(rng.IntN(2))}
	if size.Rows > 19 {
		size.Rows = 19
	}
	preset := []string{"chinese", "new-zealand"}[rng.IntN(2)]
	rules, err := weiqi.Preset(preset)
	if err != nil {
		panic(err)
	}
	truth, err := weiqi.New(rules, size)
	if err != nil {
		panic(err)
	}
	c := &capturers{
		rng: rng, truth: truth, g: game.New(capturing{size: size, suicide: rules.Suicide}), now: time.Unix(1000, 0), next: board.Nowhere,
		tells: rng.IntN(3) > 0, machine: []board.Color{board.Empty, board.Empty, board.Black, board.White}[rng.IntN(4)], done: done,
	}
	c.r = New(Default(), c.g)
	return c
}

func (c *capturers) note(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf("%8.2f ", float64(c.now.UnixMilli())/1000)+fmt.Sprintf(format, args...))
}

func (c *capturers) chance(n int) bool { return c.rng.IntN(n) == 0 }

// choose returns a move, rather one that captures than another; Nowhere: there is none.
func (c *capturers) choose() board.Point {
	color, b := c.truth.ToMove(), c.truth.Board()
	var points []board.Point
	for i := range b.Size().Count() {
		p := b.Size().Point(i)
		if c.truth.Check(color, p) != nil {
			continue
		}
		weight := 1
		if taken := b.Captures(color, p, nil); len(taken) > 0 {
			weight = 4
			if n := len(c.want); n > 0 && slices.Contains(taken, c.want[n-1].Point) {
				weight = 12
			}
		}
		for range weight {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return board.Nowhere
	}
	return points[c.rng.IntN(len(points))]
}

func (c *capturers) play() error {
	c.expect()
	c.step()
	turns := min(3*c.truth.Board().Size().Count(), 120)
	for range turns {
		p := c.choose()
		if p == board.Nowhere {
			break
		}
		if c.chance(4) {
			c.slip()
		}
		if c.chance(12) && len(c.want) > 0 && c.machine == board.Empty {
			c.takeBack()
			continue
		}
		if err := c.turn(p); err != nil {
			return err
		}
	}
	c.obey()
	c.pass(3 * time.Second)
	if c.err == nil && !c.view.Agrees {
		c.err = fmt.Errorf("in the end the board does not agree with the game: %s", describe(c.view))
	}
	return c.check()
}

// check compares what was meant with the record and with the stones.
func (c *capturers) check() error {
	if c.err != nil {
		return c.err
	}
	if len(c.g.Turns()) != len(c.want) {
		return fmt.Errorf("%d turns recorded, %d meant", len(c.g.Turns()), len(c.want))
	}
	for i := range c.g.Size().Count() {
		p := c.g.Size().Point(i)
		if c.g.At(p) != c.truth.Board().At(p) {
			return fmt.Errorf("%v is %v on record", p, c.g.At(p))
		}
		if c.view.Agrees && c.stones[p] != c.g.At(p) {
			return fmt.Errorf("%v is %v on the board, and %v on record", p, c.stones[p], c.g.At(p))
		}
	}
	return nil
}

// turn plays a stone on p, in one of the ways that people have.
func (c *capturers) turn(p board.Point) error {
	color, b := c.truth.ToMove(), c.truth.Board()
	taken := b.Captures(color, p, nil)
	if len(taken) > 0 && b.At(taken[0]) == color {
		taken = append(taken, p)
		c.done["suicide"]++
	}
	n := len(c.want)
	if len(taken) > 0 {
		c.done["captures"]++
		if slices.Contains(taken, c.want[n-1].Point) {
			c.done["of the stone just played"]++
		}
		if n > 1 && len(taken) > 1 && c.want[n-2].Point == p {
			c.done["snapback"]++
		}
	}
	if _, err := c.truth.Play(color, p); err != nil {
		return err
	}
	if ko, _ := b.Ko(); ko != board.Nowhere {
		c.done["ko"]++
		if n > 3 && slices.ContainsFunc(c.want[:n-2], func(m weiqi.Move) bool { return m.Color == color && m.Point == p }) {
			c.done["ko taken back"]++
		}
	}
	c.want = append(c.want, weiqi.Move{Color: color, Point: p})
	c.next = p
	c.expect()
	c.note("%v means to play %v and to capture %s", color, p, list(taken))
	var way int
	for try := 0; len(c.g.Turns()) <= n; try++ {
		if try > 12 {
			return fmt.Errorf("nobody can play %v on %v: %s", color, p, describe(c.view))
		}
		if c.stones[p] != board.Empty && try == 0 {
			c.touch(p, board.Empty) // a captive lies there
			c.soon()
		}
		if way = c.rng.IntN(7); try > 6 {
			way = 0
		}
		c.place(p, color, taken, way)
		if c.err != nil {
			return c.err
		}
		if len(c.g.Turns()) <= n {
			c.obey()
			c.long()
		}
	}
	c.next = board.Nowhere
	switch left := c.captives(); {
	case len(left) == 0:
	case c.chance(3):
		c.done["left lying"]++
		return c.err
	case c.chance(2):
		c.done["in two lifts"]++
		for _, q := range left[:(len(left)+1)/2] {
			c.touch(q, board.Empty)
		}
		c.long()
		c.obey()
	case c.chance(4):
		c.done["wrong chain"]++
		c.wrongChain()
		c.obey()
	default:
		c.rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		for _, q := range left {
			c.touch(q, board.Empty)
			if c.chance(2) {
				c.soon()
			}
		}
	}
	if !c.chance(4) {
		c.long()
	}
	return c.err
}

// place puts the stone down and lifts what it captures, one before the other.
func (c *capturers) place(p board.Point, color board.Color, taken []board.Point, way int) {
	others := without(taken, []board.Point{p})
	put := func() {
		if c.stones[p] == board.Empty && len(c.g.Turns()) < len(c.want) {
			c.touch(p, color)
		}
	}
	lift := func(points []board.Point) {
		for _, q := range points {
			if c.stones[q] != board.Empty {
				c.touch(q, board.Empty)
				if c.chance(2) {
					c.soon()
				}
			}
		}
	}
	half := others[:(len(others)+1)/2]
	switch {
	case way == 1 && len(others) > 0:
		c.done["lifted first"]++
		lift(others)
		if c.chance(2) {
			c.pass(time.Duration(300+c.rng.IntN(3000)) * time.Millisecond)
		}
		put()
	case way == 2 && len(others) > 0:
		c.done["both at once"]++
		for _, q := range half {
			c.set(q, board.Empty)
		}
		put()
	case way == 3 && len(others) > 0:
		put()
		c.soon()
		lift(half)
	case way == 4:
		// On a wrong point first, and seen at once.
		if q := c.free(); q != board.Nowhere && q != p {
			c.touch(q, color)
			c.soon()
			c.touch(q, board.Empty)
			c.soon()
		}
		put()
	case way == 5 && len(others) > 0:
		// And one too many.
		lift(others)
		if q := c.stone(); q != board.Nowhere {
			c.touch(q, board.Empty)
			c.soon()
		}
		put()
	default:
		put()
	}
	c.pass(Default().Settle + time.Duration(c.rng.IntN(600))*time.Millisecond)
}

// slip does what nobody means to do.
func (c *capturers) slip() {
	q := c.stone()
	if q == board.Nowhere {
		return
	}
	switch c.rng.IntN(6) {
	case 0:
		c.done["swept"]++
		c.note("the board is swept")
		c.stones = [board.Cells]board.Color{}
		c.step()
	case 1:
		c.wrongChain()
	case 2: // touched
		color := c.stones[q]
		c.touch(q, board.Empty)
		c.soon()
		if c.g.At(q) != board.Empty { // no captive
			c.touch(q, color)
		}
	case 3: // a blip
		color := c.stones[q]
		c.touch(q, board.Empty)
		c.pass(time.Duration(1+c.rng.IntN(70)) * time.Millisecond)
		c.touch(q, color)
	case 4: // pushed to the next point
		for _, to := range c.truth.Board().Around(q, nil) {
			if c.stones[to] == board.Empty {
				c.note("%v is pushed to %v", q, to)
				c.done["bumped"]++
				c.stones[to], c.stones[q] = c.stones[q], board.Empty
				c.step()
				break
			}
		}
	default:
		c.touch(q, board.Empty)
		c.done["bumped"]++
	}
	if c.chance(3) {
		c.soon()
	} else {
		c.long()
	}
	c.obey()
}

// wrongChain lifts stones that nobody captured.
func (c *capturers) wrongChain() {
	q := c.stone()
	if q == board.Nowhere || c.g.At(q) == board.Empty {
		return
	}
	chain, _ := c.r.chain(q)
	for _, q := range chain {
		c.touch(q, board.Empty)
	}
	c.soon()
}

// takeBack takes the last turn back by lifting its stone for as long as it takes.
func (c *capturers) takeBack() {
	c.obey()
	c.long()
	n := len(c.want)
	last := c.want[n-1]
	if c.g.At(last.Point) != last.Color || c.stones[last.Point] == board.Empty {
		return // it was suicide, or is away
	}
	c.note("%v is to be taken back", last.Point)
	c.undone = 1
	c.touch(last.Point, board.Empty)
	c.pass(6 * time.Second)
	if c.undone == 0 {
		c.done["taken back"]++
	}
	c.undone = 0
	c.obey()
}

// obey does what the lights say until there is nothing more to do.
func (c *capturers) obey() {
	idle := 0
	for range 900 {
		if c.err != nil || idle == 60 {
			return
		}
		if q := c.view.Question; q != nil {
			c.answer(q)
			continue
		}
		guide := c.view.Guide
		for _, p := range c.view.Wanted {
			guide = append(guide, Mark{Point: p, Kind: MarkWanted, Color: c.machine})
		}
		// Whoever finds a stone that moved takes it back to its place.
		guide = slices.Clone(guide)
		slices.SortStableFunc(guide, func(a, b Mark) int { return btoi(a.Kind != MarkExtra) - btoi(b.Kind != MarkExtra) })
		busy := false
		for _, m := range guide {
			there := c.stones[m.Point]
			switch {
			case (m.Kind == MarkExtra || m.Kind == MarkCaptured || m.Kind == MarkWrong || m.Kind == MarkRefused) && there != board.Empty:
				c.touch(m.Point, board.Empty)
			case (m.Kind == MarkMissing || m.Kind == MarkWanted) && there == board.Empty:
				c.touch(m.Point, m.Color)
			default:
				continue
			}
			busy = true
			c.soon()
			break
		}
		if busy {
			idle = 0
			continue
		}
		// The next light may be about to come on.
		if idle++; !c.view.Disturbed && len(c.view.Captured) == 0 && idle > 3 {
			return
		}
		c.soon()
	}
	c.err = fmt.Errorf("the lights are never satisfied: %s", describe(c.view))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// answer answers a question by the truth.
func (c *capturers) answer(q *Question) {
	c.done["asked "+string(q.Kind)]++
	a := No
	switch q.Kind {
	case AskColors:
		a = Yes
	case AskCapture, AskTurns:
		a = Yes
		for _, t := range q.Turns {
			for _, p := range t.Points {
				if c.stones[p] != t.Color || p != c.next {
					a = No
				}
			}
		}
	}
	c.note("%s: %s", inWords(q), a)
	if err := c.r.Answer(q.Serial, a); err != nil {
		c.err = err
	}
	c.step()
}

// captives returns the stones that were captured and lie there still.
func (c *capturers) captives() (points []board.Point) {
	for i := range c.g.Size().Count() {
		if p := c.g.Size().Point(i); c.stones[p] != board.Empty && c.g.At(p) == board.Empty {
			points = append(points, p)
		}
	}
	return points
}

// stone returns a point on which a stone lies, and free one without, if there is one.
func (c *capturers) stone() board.Point { return c.any(false) }
func (c *capturers) free() board.Point  { return c.any(true) }

func (c *capturers) any(free bool) board.Point {
	var points []board.Point
	for i := range c.g.Size().Count() {
		if p := c.g.Size().Point(i); (c.stones[p] == board.Empty) == free {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return board.Nowhere
	}
	return points[c.rng.IntN(len(points))]
}

func (c *capturers) set(p board.Point, color board.Color) {
	if color == board.Empty {
		c.note("lifts %v %v", c.stones[p], p)
	} else {
		c.note("puts %v %v", color, p)
	}
	c.stones[p] = color
}

func (c *capturers) touch(p board.Point, color board.Color) {
	c.set(p, color)
	c.step()
}

func (c *capturers) soon() { c.pass(time.Duration(100+c.rng.IntN(250)) * time.Millisecond) }
func (c *capturers) long() { c.pass(time.Duration(1000+c.rng.IntN(2000)) * time.Millisecond) }

// pass lets time pass, and the referee look whenever it asked to.
func (c *capturers) pass(d time.Duration) {
	for until := c.now.Add(d); ; {
		next := c.view.Next
		if next.IsZero() || next.After(until) {
			c.now = until
			c.step()
			return
		}
		c.now = maxTime(c.now, next)
		c.step()
	}
}

// step shows the board to the referee, and makes a fact of what it says.
func (c *capturers) step() {
	for c.err == nil {
		var o Observation
		for i := range c.g.Size().Count() {
			p := c.g.Size().Point(i)
			if o[p] = sightOf(c.stones[p]); o[p] != Empty && !c.tells {
				o[p] = Stone
			}
		}
		e, v := c.r.Step(c.now, &o)
		c.view = v
		switch e := e.(type) {
		case nil:
			return
		case Agreed, Touched:
			continue
		case Played:
			c.note("recorded: %v %s", e.Turn.Color, list(e.Turn.Points))
			n := len(c.g.Turns())
			if n >= len(c.want) || c.want[n].Color != e.Turn.Color || c.want[n].Point != e.Turn.Points[0] {
				c.err = fmt.Errorf("recorded %v %s, which nobody played", e.Turn.Color, list(e.Turn.Points))
				return
			}
			if c.err = c.g.Play(e.Turn); c.err != nil {
				return
			}
		case TakenBack:
			c.note("taken back: %d", e.Turns)
			if e.Turns != c.undone {
				c.err = fmt.Errorf("%d turns were taken back, which nobody wanted", e.Turns)
				return
			}
			c.undone = 0
			c.g.Undo()
			c.truth.Undo()
			c.want = c.want[:len(c.want)-1]
		default:
			c.err = fmt.Errorf("nobody wanted %#v", e)
		}
		c.expect()
	}
}

func (c *capturers) expect() {
	color, _ := c.g.Due()
	a := Ask{Task: Play, Touch: true, Reply: c.machine == board.Empty}
	if color == c.machine {
		a.Task, a.Reply = Watch, false
		if n := len(c.g.Turns()); n < len(c.want) {
			a.Task, a.Points = Place, []board.Point{c.want[n].Point}
		}
	}
	if c.machine == board.Empty {
		for k := range c.g.Turns() {
			a.Back = append(a.Back, k+1)
		}
	}
	c.r.Expect(c.now, c.g, a)
}
