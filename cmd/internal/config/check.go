package config

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/search"
	"stonehand/engine/weiqi"
	"stonehand/hw"
	"stonehand/hw/gpiochip"
)

// checker collects what is wrong with values.
type checker struct {
	file     string
	places   map[string]place
	problems Problems
}

// refuse notes that key may not have value v; right says what it may be.
func (c *checker) refuse(key string, v any, right string, args ...any) {
	shown := fmt.Sprint(v)
	if s, ok := v.(string); ok {
		shown = strconv.Quote(text.Clip(s))
	}
	c.note(key, "%s is %s; %s", key, shown, chinese.Of(right, args...))
}

// note notes a sentence about a key, or about a section.
func (c *checker) note(key, format string, args ...any) {
	p := problem(c.file, 0, key, format, args...)
	p.Line = c.line(key, p.Text)
	c.problems = append(c.problems, p)
}

// line is where a key is set. Where the file leaves it out, it is where another one is that the
// sentence names, or else where its section begins; 0 where there is neither.
func (c *checker) line(key, said string) int {
	if p, set := c.places[key]; set {
		return p.line
	}
	beside := key[:strings.LastIndex(key, ".")+1]
	for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return r > unicode.MaxASCII || strings.ContainsRune(" ;:,()\"'", r) }) {
		for _, other := range []string{word, beside + word} {
			if p, set := c.places[other]; set {
				return p.line
			}
		}
	}
	first := 0
	for section := key; first == 0 && section != ""; section = section[:max(0, strings.LastIndex(section, "."))] {
		for other, p := range c.places {
			if (other == section || strings.HasPrefix(other, section+".")) && (first == 0 || p.line < first) {
				first = p.line
			}
		}
	}
	return first
}

func (c *checker) between(key string, v, lo, hi int) {
	if v < lo || v > hi {
		c.refuse(key, v, "it can be %d to %d", lo, hi)
	}
}

func (c *checker) lasting(key string, v Duration, lo, hi time.Duration) {
	if v.Duration < lo || v.Duration > hi {
		c.refuse(key, v, "it can be %s to %s", clock.Short(lo), clock.Short(hi))
	}
}

// lastingOrOff is lasting for what a time of 0 turns off.
func (c *checker) lastingOrOff(key string, v Duration, lo, hi time.Duration) {
	if v.Duration != 0 && (v.Duration < lo || v.Duration > hi) {
		c.refuse(key, v, "it can be %s to %s, or 0s to turn it off", clock.Short(lo), clock.Short(hi))
	}
}

// share checks a probability. A board that is wrong more often than in one of
// five readings is no board.
func (c *checker) share(key string, v float64) {
	if !(v >= 0 && v <= 0.2) { // NaN fails too
		c.refuse(key, v, "it can be 0 to 0.2")
	}
}

// finite refuses every number that TOML can write and nothing can be set to: nan and
// inf. What else a number may be is said key by key, and of some only where they
// are used.
func (c *checker) finite(v reflect.Value, key string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name, ok := v.Type().Field(i).Tag.Lookup("toml")
			if ok {
				c.finite(v.Field(i), strings.TrimPrefix(key+"."+name, "."))
			}
		}
	case reflect.Float64:
		told := slices.ContainsFunc(c.problems, func(p Problem) bool { return p.Key == key })
		if f := v.Float(); !told && (math.IsNaN(f) || math.IsInf(f, 0)) {
			c.refuse(key, f, "write a number such as 1.5")
		}
	}
}

func (c *checker) oneOf(key, v string, right ...string) {
	if !slices.Contains(right, v) {
		c.refuse(key, v, "it can be %s", hw.Choice(right))
	}
}

// usbID is vendor:product in hexadecimal, with or without a serial number.
var usbID = regexp.MustCompile(`^[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}(:[^:\s]+)?$`)

// bauds are the line speeds that an ordinary USB adapter and an AVR both keep.
var bauds = []int{9600, 19200, 38400, 57600, 115200, 230400, 250000, 500000, 1000000}

// Check says what is wrong with c, as [Problems], or nil. What [Load] and
// [Parse] return has been checked; a Config changed afterwards, by flags for
// one, has not.
func (c Config) Check() error {
	if ps := c.check("settings", nil); len(ps) > 0 {
		return ps
	}
	return nil
}

func (c Config) check(file string, at map[string]place) Problems {
	k := &checker{file: file, places: at}
	k.oneOf("language", c.Language, "en", "zh")

	k.oneOf("game.rules", c.Game.Rules, titles...)
	c.fits(k)
	k.oneOf("game.human", c.Game.Human, "black", "white", "both", "none")
	k.between("game.level", c.Game.Level, api.MinLevel, api.MaxLevel)
	k.lasting("game.time", c.Game.Time, 10*time.Millisecond, time.Hour)

	c.Players.check(k)
	if who := c.Game.Adviser; who != "" {
		k.oneOf("game.adviser", who, c.advisers()...)
	}
	c.Board.check(k)
	if c.Board.Size().Valid() {
		c.Matrix.check(k, c.Board.Kind == KindMatrix, c.Board.Cols, c.Board.Rows)
	}

	k.lasting("sim.scan", c.Sim.Scan, time.Millisecond, time.Second)
	k.lasting("sim.bounce", c.Sim.Bounce, 0, 2*time.Second)
	k.share("sim.noise", c.Sim.Noise)
	k.share("sim.crosstalk", c.Sim.Crosstalk)
	k.lasting("sim.hand", c.Sim.Hand, 0, 10*time.Second)
	k.lasting("sim.pause", c.Sim.Pause, 0, 10*time.Second)
	c.Sim.checkBuild(k, c.Board.Size())

	c.Lights.check(k, c.Board.Cols, c.Board.Rows)
	c.Engine.check(k)
	k.between("engine.ponder_below", c.Engine.PonderBelow, 40, 100)
	k.oneOf("engine.mix", c.Engine.Mix, "road/road", "shape/shape", "shape/road", "road/shape", "own")

	c.Web.check(k)
	if strings.ContainsRune(c.Store.Dir, 0) {
		k.refuse("store.dir", c.Store.Dir, "a directory's name holds no zero byte")
	}
	k.lasting("store.record", c.Store.Record, 0, 24*time.Hour)
	k.between("store.analyses", c.Store.Analyses, 8, 10000)
	k.between("store.analyses_mb", c.Store.AnalysesMB, 1, 1024)
	c.Fleet.check(k, c.Engine.Farm)
	c.Buttons.check(k)
	c.Arm.check(k, c.Board.Size())
	if c.Arm.Kind == ArmGRBL && c.Board.Kind == KindMCU && c.Arm.Port+c.Arm.USB == c.Board.Port+c.Board.USB && c.Arm.Address() != "" {
		k.refuse("arm.port", c.Arm.Address(), "the board is there; name the arm's own line, as ls /dev/serial/by-id shows it")
	}
	c.Voice.check(k)
	c.Exhibit.check(k)
	k.oneOf("power.shutdown", c.Power.Shutdown, ShutdownAuto, ShutdownPowerOff, ShutdownExit, ShutdownOff)
	k.oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	k.oneOf("log.format", c.Log.Format, "text", "json")

	k.finite(reflect.ValueOf(c), "")
	slices.SortStableFunc(k.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return k.problems
}

// serial checks where a section's device is on a serial line, and that it is said
// if its kind needs one.
func (c *checker) serial(section, kind string, needed bool, port, usb string, baud int) {
	if needed && port == "" && usb == "" {
		c.refuse(section+".kind", kind, "set %s.port or %[1]s.usb too, so that the %[1]s can be found", section)
	}
	if port != "" && usb != "" {
		c.refuse(section+".usb", usb, "%s.port is set too; keep one of them", section)
	}
	if usb != "" && !usbID.MatchString(usb) {
		c.refuse(section+".usb", usb, `write vendor:product in hexadecimal, like "2341:0042", or with the serial number behind`)
	}
	if !slices.Contains(bauds, baud) {
		c.refuse(section+".baud", baud, "it can be %s", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(bauds)), ", "), "[]"))
	}
}

// titles are the games that a configuration may name.
var titles = []string{"connect6", "connect6-fives", "gomoku", "gomoku-standard", "renju", "go"}

// fits checks that the first game can be played on the board.
func (c *Config) fits(k *checker) {
	if !slices.Contains(titles, c.Game.Rules) {
		return // refused already, and no size would mend it
	}
	if b := c.Board; len(c.Game.On(b.Size())) == 0 {
		side := game.Connect6().Board
		k.refuse("board.cols", b.Cols, "with board.rows = %d that is not a board for game.rules = %q: connect6 is played on %d columns and %d rows, gomoku and renju on as many columns as rows, %d to %d, go on as many, %d to %d",
			b.Rows, c.Game.Rules, side.Cols, side.Rows, leastGomoku, board.MaxSide, leastGo, weiqi.MaxSide)
		return
	}
	if c.Game.Rules == "go" {
		if err := c.Game.Terms.Check(c.Game.On(c.Board.Size())[0].Size()); err != nil {
			text, _ := c.Game.Terms.MarshalText()
			k.refuse("game.terms", string(text), "%v", err)
		}
	}
	if !slices.Contains(c.Game.openings(c.Board.Size()), c.Game.Opening.Kind) {
		k.refuse("game.opening", c.Game.Opening.String(), "%s on %d columns and %d rows begins with %s", c.Game.Rules, c.Board.Cols, c.Board.Rows, words(c.Game.openings(c.Board.Size())))
	}
}

// words lists openings in words.
func words(list []opening.Kind) (all hw.Choice) {
	for _, k := range list {
		all = append(all, k.String())
	}
	return all
}

// check checks what takes memory.
func (e Engine) check(k *checker) {
	k.oneOf("engine.memory", e.Memory, MemoryNormal, MemoryLean)
	k.between("engine.table_mb", e.TableMB, 0, 4096)
	k.between("engine.threads", e.Threads, 0, 64)
	if e.Memory != MemoryLean {
		return
	}
	const lean = "with engine.memory \"lean\" it can be 0 to %d"
	if e.TableMB > search.LeanTableMB {
		k.refuse("engine.table_mb", e.TableMB, lean, search.LeanTableMB)
	}
	if e.Threads > search.LeanThreads {
		k.refuse("engine.threads", e.Threads, lean, search.LeanThreads)
	}
}

func (b Board) check(k *checker) {
	k.oneOf("board.kind", b.Kind, KindSim, KindMCU, KindMatrix)
	k.serial("board", b.Kind, b.Kind == KindMCU, b.Port, b.USB, b.Baud)
	k.between("board.debounce_m", b.DebounceM, 1, 64)
	if n, m := b.DebounceN, b.DebounceM; m >= 1 && m <= 64 && (n > m || 2*n <= m) {
		k.refuse("board.debounce_n", n, "more than half of debounce_m must agree: %d to %d of %d", m/2+1, m, m)
	}
	k.lasting("board.settle", b.Settle, 10*time.Millisecond, 10*time.Second)
	k.lasting("board.take_back", b.TakeBack, 100*time.Millisecond, 10*time.Minute)
	k.lasting("board.empty", b.Empty, 100*time.Millisecond, 10*time.Minute)
	k.lasting("board.menu", b.Menu, 100*time.Millisecond, 10*time.Minute)
	k.lasting("board.set_up", b.SetUp, 100*time.Millisecond, 10*time.Minute)
	if !b.Size().Valid() {
		return // no board to look for the masked points on
	}
	for _, text := range b.Masked {
		if _, err := b.Size().Parse(text, board.Algebraic); err != nil {
			k.refuse("board.masked", b.Masked, "%s", err)
			return
		}
	}
}

// turnEnder is a button that ends turns.
var turnEnder = regexp.MustCompile(`^\S+ +turn(-black|-white)?$`)

// checkPins checks the GPIO lines of buttons. A line may serve two names, one of
// them the other way round: the two sides of a lever.
func (b Buttons) checkPins(k *checker) {
	names, lines := map[string]bool{}, map[string]bool{}
	for i, key := range b.Keys() {
		sense := key.Line
		if key.Inverse {
			sense = "!" + sense
		}
		switch {
		case !buttonName.MatchString(key.Name) || !gpiochip.Valid(key.Line):
			k.refuse("buttons.pins", b.Pins[i], `write a button's name and its GPIO line, like "1 GPIO5" or "1 gpiochip0:5"`)
		case names[key.Name]:
			k.refuse("buttons.pins", b.Pins[i], "the button %s is there twice", key.Name)
		case lines[sense]:
			k.refuse("buttons.pins", b.Pins[i], "the line %s is there twice", key.Line)
		default:
			names[key.Name], lines[sense] = true, true
			continue
		}
		return
	}
	if len(b.Keys()) < len(b.Pins) {
		k.refuse("buttons.pins", b.Pins, `write a button's name and its GPIO line, like "1 GPIO5"`)
	}
}

// buttonName is how a button may be called.
var buttonName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,16}$`)

func (b Buttons) check(k *checker) {
	b.checkPins(k)
	k.oneOf("buttons.turn", b.Turn, TurnSettle, TurnLever)
	ends := func(e string) bool { return turnEnder.MatchString(e) }
	if b.Turn == TurnLever && !slices.ContainsFunc(b.Press, ends) {
		k.refuse("buttons.turn", b.Turn, `let a button end turns, like press = ["left turn-black", "right turn-white"]`)
	}
	if i := slices.IndexFunc(b.Hold, ends); i >= 0 {
		k.refuse("buttons.hold", b.Hold[i], "a lever stays down, so nothing can be done by holding it")
	}
	for _, w := range b.Wiring() {
		if w.Hold != "" && turnEnder.MatchString(w.Name+" "+w.Press) {
			k.refuse("buttons.hold", w.Name+" "+w.Hold, "pressing it ends turns; a lever stays down, so nothing can be done by holding it")
		}
	}
	k.lasting("buttons.hold_time", b.HoldTime, 500*time.Millisecond, 10*time.Second)
	for key, entries := range map[string][]string{"buttons.press": b.Press, "buttons.hold": b.Hold} {
		seen := map[string]bool{}
		for _, e := range entries {
			name, action, _ := strings.Cut(e, " ")
			action = strings.TrimSpace(action)
			switch {
			case !buttonName.MatchString(name):
				k.refuse(key, e, `write a button's name, 1 to 16 letters or digits, and what it does, like "1 undo"`)
			case !slices.Contains(api.ButtonActions, action):
				k.refuse(key, e, "a button can do %s", strings.Join(api.ButtonActions, ", "))
			case seen[name]:
				k.refuse(key, e, "the button %s is there twice; one thing is enough", name)
			default:
				seen[name] = true
				continue
			}
			break
		}
	}
}

// nearest returns the known key that was most likely meant by an unknown one,
// or "" when nothing is near.
func nearest(key string) string {
	best, distance := "", 0
	for _, k := range sortedKeys() {
		d := text.Edits(key, k)
		// A key that stands in the wrong section is spelled right.
		if tail(k) == tail(key) {
			d = min(d, 1)
		}
		if d <= max(1, min(len(key), len(k))/3) && (best == "" || d < distance) {
			best, distance = k, d
		}
	}
	return best
}

func sortedKeys() []string { return slices.Sorted(maps.Keys(known())) }

// tail returns the last part of a dotted key.
func tail(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
