package grblsim

// Motion modes, and commands that are no modes, in hundredths: G28.1 is 2810.
const (
	seek        = 0
	linear      = 100
	arcCW       = 200
	arcCCW      = 300
	dwellWord   = 400
	setData     = 1000
	goG28       = 2800
	setG28      = 2810
	goG30       = 3000
	setG30      = 3010
	probeToward = 3820
	probeTry    = 3830
	probeAway   = 3840
	probeAwayTr = 3850
	noMotion    = 8000
	absolute    = 5300
	setOffset   = 9200
	clearOffset = 9210
)

const mmPerInch = 25.4

// maxLine is the highest line number, maxTool the highest tool.
const (
	maxLine = 10_000_000
	maxTool = 255
)

// modal is what words set for the lines after them.
type modal struct {
	motion      int
	coord       int // 0 is G54
	plane       int // 17, 18, 19
	inches      bool
	incremental bool
	inverse     bool // G93
	toolOffset  bool // G43.1
	spindle     int  // 1 is M3, -1 M4, 0 M5
	flood, mist bool
}

// parser is the g-code parser between lines.
type parser struct {
	modal    modal
	position Vec // where the lines so far lead, machine coordinates
	system   Vec // of the coordinate system
	offset   Vec // G92
	tool     float64
	feed     float64 // mm/min
	rpm      float64
	number   int // T
}

// reset is how a start finds the parser.
func (g *parser) reset(rom *EEPROM) {
	*g = parser{modal: modal{plane: 17}, system: rom.Coords[0]}
}

// toolAxis is the axis that tool lengths are along.
const toolAxis = Z

// wco is the work coordinate offset.
func (g *parser) wco() Vec {
	v := g.system
	for a := range v {
		v[a] += g.offset[a]
	}
	v[toolAxis] += g.tool
	return v
}

// axisCommand is what a block wants its axis words for.
type axisCommand uint8

const (
	axisNone axisCommand = iota
	axisNonModal
	axisMotion
	axisTool
)

// block is one line of g-code as it is being understood.
type gblock struct {
	modal    modal
	nonModal int
	axis     axisCommand
	end      int // 0, or the M word of program flow: 1 is M0, 2 M2, 30 M30
	groups   uint32
	have     uint32 // value words that were given, by letter
	unused   uint32 // those that nothing has used so far
	value    [26]float64
	target   Vec
	data     Vec // what G10, G28 and G92 work out
	place    int // of Coords, for G10
	center   [2]float64
	radius   float64
	jog      bool
}

func letter(c byte) uint32               { return 1 << (c - 'A') }
func (b *gblock) has(c byte) bool        { return b.have&letter(c) != 0 }
func (b *gblock) val(c byte) float64     { return b.value[c-'A'] }
func (b *gblock) put(c byte, v float64)  { b.value[c-'A'] = v }
func (b *gblock) use(cs string)          { b.unused &^= letters(cs) }
func (b *gblock) axisWords() (mask uint) { return uint(b.have>>('X'-'A')) & 7 }

func letters(cs string) uint32 {
	var m uint32
	for i := range len(cs) {
		m |= letter(cs[i])
	}
	return m
}

// Modal groups, as NIST RS274/NGC numbers them; those of M words have ten more.
const (
	groupNonModal = iota
	groupMotion
	groupPlane
	groupDistance
	groupArcDistance
	groupFeedMode
	groupUnits
	groupCutter
	groupTool
	groupCoord
	groupControl
	groupFlow = 10 + iota
	groupSpindle
	groupCoolant
)

// block understands a line of g-code, a jog included, and returns what is to be
// done, or an error code.
func (m *Machine) block(line string) (code int, todo []step) {
	b := gblock{modal: m.gc.modal}
	if line != "" && line[0] == '$' {
		b.jog = true
		b.modal.motion, b.modal.inverse = linear, false
		line = line[len("$J="):]
	}
	list, unread := words(line)
	for _, w := range list {
		if code := b.take(w, m.opt.Mist); code != 0 {
			return code, nil
		}
	}
	if unread != 0 {
		return unread, nil
	}
	if code := m.check(&b); code != 0 {
		return code, nil
	}
	if b.jog {
		return m.jog(&b)
	}
	return 0, m.execute(&b)
}

// take adds a word to the block.
func (b *gblock) take(w word, mist bool) int {
	switch w.letter {
	case 'G':
		return b.takeG(w)
	case 'M':
		return b.takeM(w, mist)
	case 'F', 'I', 'J', 'K', 'L', 'N', 'P', 'R', 'S', 'X', 'Y', 'Z':
	case 'T':
		if w.value > maxTool {
			return errTool
		}
	default:
		return errUnsupported
	}
	if b.has(w.letter) {
		return errRepeated
	}
	if w.value < 0 && letter(w.letter)&letters("FNPTS") != 0 {
		return errNegative
	}
	b.have |= letter(w.letter)
	b.unused |= letter(w.letter)
	b.put(w.letter, w.value)
	return 0
}

// join notes a command of a modal group.
func (b *gblock) join(group int) int {
	if b.groups&(1<<group) != 0 {
		return errModalGroup
	}
	b.groups |= 1 << group
	return 0
}

// claim notes what the axis words are for.
func (b *gblock) claim(c axisCommand) int {
	if b.axis != axisNone {
		return errAxisClash
	}
	b.axis = c
	return 0
}

// takeG adds a G word.
func (b *gblock) takeG(w word) int {
	n, hundredths := w.parts()
	word := 100*n + hundredths
	group, mode := 0, &b.modal
	switch word {
	case setData, goG28, goG30, setOffset:
		if code := b.claim(axisNonModal); code != 0 {
			return code
		}
		b.nonModal = word
	case dwellWord, absolute, setG28, setG30, clearOffset:
		b.nonModal = word
	case seek, linear, arcCW, arcCCW, probeToward, probeTry, probeAway, probeAwayTr:
		if code := b.claim(axisMotion); code != 0 {
			return code
		}
		group, mode.motion = groupMotion, word
	case noMotion:
		group, mode.motion = groupMotion, word
	case 1700, 1800, 1900:
		group, mode.plane = groupPlane, n
	case 9000, 9100:
		group, mode.incremental = groupDistance, n == 91
	case 9110:
		group = groupArcDistance
	case 9300, 9400:
		group, mode.inverse = groupFeedMode, n == 93
	case 2000, 2100:
		group, mode.inches = groupUnits, n == 20
	case 4000:
		group = groupCutter
	case 4310, 4900:
		if code := b.claim(axisTool); code != 0 {
			return code
		}
		group, mode.toolOffset = groupTool, n == 43
	case 5400, 5500, 5600, 5700, 5800, 5900:
		group, mode.coord = groupCoord, n-54
	case 6100:
		group = groupControl
	default:
		switch n {
		case 4, 10, 53, 0, 1, 2, 3, 80, 17, 18, 19, 93, 94, 20, 21, 40, 54, 55, 56, 57, 58, 59:
			return errInteger
		}
		return errUnsupported
	}
	return b.join(group)
}

// takeM adds an M word.
func (b *gblock) takeM(w word, mist bool) int {
	n, hundredths := w.parts()
	if hundredths > 0 {
		return errInteger
	}
	group := groupFlow
	switch n {
	case 0:
		b.end = 1
	case 1: // optional stop: ignored
	case 2, 30:
		b.end = n
	case 3, 4, 5:
		group = groupSpindle
		b.modal.spindle = [...]int{1, -1, 0}[n-3]
	case 7:
		if !mist {
			return errUnsupported
		}
		group, b.modal.mist = groupCoolant, true
	case 8:
		group, b.modal.flood = groupCoolant, true
	case 9:
		group, b.modal.flood, b.modal.mist = groupCoolant, false, false
	default:
		return errUnsupported
	}
	return b.join(group)
}
