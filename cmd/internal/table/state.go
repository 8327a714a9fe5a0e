package table

import (
	"cmp"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/cmd/internal/table/calibrate"
	"stonehand/cmd/internal/table/care"
	"stonehand/cmd/internal/table/clockwork"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/table/logged"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/table/queue"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/table/sensing"
	"stonehand/cmd/internal/table/shutdown"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/table/think"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/record"
	"stonehand/engine/referee"
	"stonehand/engine/weiqi"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/soc"
)

// core is the table without the world: all of its state, and what follows from what
// happens to it. It knows no channel, no goroutine and no clock but the one that is
// passed in; what is to be done in the world it returns as [Effects].
type core struct {
	cfg  Config // whether a part is there, and settings; no part is called
	lang text.Language
	log  logged.Lines
	out  Effects // of the step under way

	now     time.Time // of the step
	refusal *api.CommandError
	aloud   bool // a command of this step came from the board: a refusal is said there
	ending  bool // the arm begins nothing any more
	ended   bool // nothing follows but what is saved

	match      record.Game
	sensed     sensing.Machine
	search     think.Machine
	seated     seated // what the player was told of programs
	heat       soc.State
	notices    notices.Machine
	pace       pace
	unsaved    unsaved
	recovery   recovery
	unkept     unkept
	keys       []api.Key // what the buttons are called
	buttons    buttons.Machine
	speech     speech.Machine
	voice      voice
	leaving    shutdown.Machine
	arm        arm.Machine
	calib      calibrate.Machine
	review     reviewing
	attract    attract.Machine
	hours      hours.Machine
	queue      queue.Machine
	care       care.Machine
	byHand     byhand.Machine
	wall       time.Time    // the clock on the wall, as it was read last
	tallied    string       // the game that was counted last
	opened     time.Time    // when the game on record had its first turn, or the program began after that; zero if it has none
	aside      *record.Game // the game on record while the machine demonstrates another, which is on no record
	doubt      calibrate.Doubt
	unseen     bool // the referee has not looked at what the board showed last
	opponent   opponent.Machine
	alone      bool // nobody has touched the board since the program began
	clockwork  clockwork.Machine
	touched    touched
	advice     advice.Machine
	considered considered
	proposed   endOfPlay     // dead stones were looked for at it last
	changed    bool          // something has changed that the world is to be told
	told       bool          // tell had something new
	shown      *api.Snapshot // last
	picture    hw.Picture    // shown last
	invited    bool          // an invitation from the board's menu is open
	houseWaits bool          // the house's game begins once the remote opponent has been left
	helping    bool          // helping hands are at work on the simulated board
}

// reviewing is a recorded game that people are led through. The game on record is
// paused for it, and the referee sees nothing.
type reviewing struct {
	machine review.Machine
	paused  bool   // the game was paused for it
	left    bool   // it is over, and its stones may lie on the board: that is put right first
	game    string // that was on record as it began
}

// size is the board that the sensors are read for.
func (t *core) size() board.Size {
	if v := t.review.machine.View(); v != nil {
		return v.Order.Size
	}
	return t.match.Game.Size()
}

// Input is one thing that has happened: one field is set. None is that time has
// passed.
type Input struct {
	Begin   bool // the table begins to run
	Ending  bool // it is about to end: the arm begins nothing any more
	End     bool // it ends, and what can be saved is
	Reading *hw.Reading
	Watch   *arm.Watch // of the board, for the arm
	Command *api.Command
	Answer  *think.Answer
	Thought *think.Thought
	Heat    *soc.State
	Button  *hw.Button
	Fault   *partFault
	Placed  *hw.Placement // by the arm
	News    *hw.ArmNews
	ArmDone *arm.Done
	Asked   *shutdown.Asked
	Counted *counted
	Found   *advice.Found
	Invited *invited
	Moved   *moved // the arm, by hand
	Saved   *Saved // what became of the effects that are saved
	Tick    *ticked
	Wall    time.Time // Begin and Tick: what the clock on the wall shows
}

// ticked is that a tick has passed.
type ticked struct {
	Remade bool  // the folder of the games had to be made again since the last one
	Unset  error // why something that people have set is not saved; nil: all is
}

// partFault is a complaint of a part that is no sensor.
type partFault struct {
	part  notices.Part
	fault notices.Fault // the zero value: it is over
}

// Effects are what follows in the world, to be carried out in this order.
type Effects struct {
	Arm []arm.Order // first: a hand may be in its way

	// What is to be saved, with the step that follows from [Saved] before anything
	// below is carried out that follows from it.
	Store       []stored
	Calibration *calibrationOrder

	Lamps   *hw.Picture
	State   *told
	Fault   string       // that State is the first to have
	Thought *api.Thought // of the machine, for subscribers

	Voice       []voiceOrder
	Tally       []api.Count
	Place       *arm.Job
	Seated      *seated
	Move        *armMove
	Search      []think.Order
	Count       *countOrder
	Advice      []advice.Order
	Invite      *inviteOrder
	Wishes      []api.Wish
	Probe       *bool
	Sensors     *api.Sensors   // what the sensors show, for who has asked
	KeepHours   *api.Timetable // the exhibit has another timetable
	KeepOpen    *time.Time     // people have opened the exhibit until then
	Levels      *[]hw.Level
	Known       *boardKnown
	KeepVolume  *int
	Dim         *int // the lamps, in percent
	KeepHelping *bool
	KeepArm     bool
	// KeepLanguage is the language that people have set.
	KeepLanguage *text.Language
	Shutdown     bool // let the voice finish, and ask the computer

	Refusal *api.CommandError // of the step's command
	Log     logged.Lines
}

// saves reports whether something is to be saved.
func (e *Effects) saves() bool { return len(e.Store) > 0 || e.Calibration != nil }

// voiceVolume is what a voice that was configured silent begins to speak with.
const voiceVolume = 50

// newCore returns the state of a table that has not run yet.
func newCore(c Config) core {
	_, kept := c.Arm.(hw.ArmKeeper)
	_, lifts := c.Arm.(hw.Lifter)
	c.TurnTime = c.TurnTime.Truncate(time.Millisecond) // as entries tell it
	s := referee.Default()
	s.Settle, s.TakeBack, s.Bare, s.SetUp, s.Menu = c.Settle, c.TakeBack, c.Bare, c.SetUp, c.Menu
	t := core{
		cfg:     c,
		lang:    c.Language,
		match:   record.New(c.Games, record.Seats{People: record.People(c.Human), Level: c.Level, Budget: c.TurnTime}, c.Clock),
		keys:    present.Keys(c.Wiring),
		buttons: buttons.New(c.Wiring, c.HoldTime),
		voice:   voice{volume: c.Volume, loud: cmp.Or(c.Volume, voiceVolume)},
		arm:     arm.New(kept, lifts, c.ArmClears || lifts && c.Attract.On),
		attract: attract.New(c.Attract, attract.Program(c.Games)),
		hours:   hours.New(c.Hours, c.OpenUntil),
		helping: c.Simulated && c.Helping,
		calib:   calibrate.New(c.Calibration, c.Uncalibrated),
		doubt:   calibrate.NewDoubt(),
		changed: true,
	}
	t.match.Opens = c.Opening
	t.sensed.Referee = referee.New(s, t.match.Game)
	return t
}

// status is how the table stands.
func (t *core) status() *status.Status {
	m := &t.match
	s := &status.Status{
		Now: t.now, Game: m.ID, Position: m.Position,
		Begun: m.Begun(), Over: m.Game.Result().Over, Paused: m.Paused || t.byHand.Step() == byhand.On, Mending: m.Mend != "" || t.review.left, Clearing: m.Mend == record.Clear,
		Linked: m.Remote != board.Empty && !m.Guest, Live: t.sensed.Live(), Calibrating: t.calib.Underway(), Reviewing: t.review.machine.Active(), Leaving: t.leaving.On(),
		Side: m.Game.Side(), Choices: m.Game.Choices(), Decision: m.Decision, Placed: m.Placed,
		View: t.sensed.View, Faults: status.Faults(t.sensed.View.Verdicts),
	}
	s.Stones, s.Due = m.Game.Due()
	s.Serves = !m.People[board.Black] || !m.People[board.White]
	s.Showing, s.Closed = t.attract.Shows(t.now), t.hours.Closed()
	s.InPlay = s.Begun && !s.Over && !s.Paused && !s.Mending && !s.Reviewing && !s.Showing && !s.Closed
	s.Counting = m.Game.Counting()
	switch {
	case s.Over || !s.Begun || s.Counting:
	case m.People[s.Side]:
		s.Actor = status.Person
	case s.Side == m.Remote:
		s.Actor = status.Remote
	default:
		s.Actor = status.Machine
	}
	return s
}

// ticking returns whose time is to run: that of the side to move while nothing else is
// waited for. A turn that captures is complete when the captured stones are off the board;
// until then the time of the side that played it runs, and nobody's where others lift them.
func (t *core) ticking() board.Color {
	s := t.status()
	switch {
	case !s.Waits():
		return board.Empty
	case s.Actor == status.Remote && (!t.opponent.Stand().Up || t.opponent.Stand().Timed):
		return board.Empty // its own table keeps its time
	case t.alone && s.Actor == status.Person:
		return board.Empty
	case t.clearsCaptured(s):
		if mover := s.Side.Other(); t.match.People[mover] && !t.helping && (t.cfg.Arm == nil || !s.Serves) {
			return mover
		}
		return board.Empty
	}
	return s.Side
}

// clearsCaptured reports whether stones still lie on the board that the last turn captured.
func (t *core) clearsCaptured(s *status.Status) bool {
	n := len(t.match.Game.Turns())
	return n > 0 && slices.ContainsFunc(t.match.Game.Captured(n-1), func(p board.Point) bool { return slices.Contains(s.View.Captured, p) })
}

// calibrationOrder is a calibration that is to be kept, or, of nil, that what is kept
// is to be forgotten.
type calibrationOrder struct{ keep *calib.Calibration }

// boardKnown is what is known of the points of the board that was reached, nil for nothing.
type boardKnown struct{ calibration *calib.Calibration }

// unsaved is what the journal has not taken yet. The game goes on without it.
type unsaved struct {
	entries []api.Entry // in order
	cause   error       // why; nil if there are none, or they were not tried yet
	retryAt time.Time   // when to try again; zero: at once
	now     bool        // at once, whatever retryAt says
}

// unkept are games that the archive has not taken yet.
type unkept struct {
	games []finishedGame
	due   bool // they are to be tried
}

// finishedGame is a game for the archive, and the last entry that belongs before it.
type finishedGame struct {
	api.Finished
	after uint64
}

// stored is something to be saved: an entry for the journal or a game for the archive.
type stored struct {
	entry *api.Entry
	game  *api.Finished
}

// Saved is what became of [Effects.Store] and [Effects.Calibration].
type Saved struct {
	Entries, Games        int // so many were taken, the first of each
	Journal, Archive      error
	Calibration           *calibrationOrder // that was carried out
	CalibrationNotChanged error
}

// recovery is what there is to say of the journal that the table was restored
// from.
type recovery struct {
	loss api.Loss
	kept string // the name of the file that has what was damaged; "" if there is none
	// doubt says that people may know more of the game than the record does, and
	// have not shown it yet.
	doubt bool
	began time.Time // when Run began to tell
}

// pace is how many commands may be given now.
type pace struct {
	spent int       // of commandBurst
	since time.Time // when spent was worked out
}

// voice is how loud the board speaks.
type voice struct {
	volume int // 0 to 100
	loud   int // the volume before it was 0
}

// voiceOrder is what a voice is told; one field is set.
type voiceOrder struct {
	hush   bool
	say    string
	volume *int
	// language is that of what is said from here on.
	language *text.Language
}

// give gives the order.
func (o voiceOrder) give(v Voice) {
	switch {
	case o.hush:
		v.Hush()
	case o.volume != nil:
		v.SetVolume(*o.volume)
	case o.language != nil:
		v.SetLanguage(*o.language)
	default:
		v.Say(o.say)
	}
}

// told is what the world was told last, with the clock as it was then.
type told struct {
	state *api.Snapshot
	clock clock.Clock
}

// masked lists the game's points, by number, that are not to be believed.
func (t *core) masked() []int {
	in := t.sensed.Map(t.size())
	return t.calib.Masked(t.cfg.Masked, &in)
}

// touched is the stone of a game of Go that was touched last.
type touched struct {
	point    board.Point
	until    time.Time // how long its liberties are shown; zero: none is shown
	position uint64    // in which it was
}

// endOfPlay is a position at which both sides had passed; zero: play has not ended.
type endOfPlay struct {
	game string
	key  board.Key
}

// considered is what the machine or a program thought last, and of which position.
type considered struct {
	position uint64
	thought  *api.Thought
}

// seated is a game and the programs that play in it.
type seated struct {
	id       string
	rules    game.Rules
	programs [3]string
}

// countOrder is a board whose dead stones are to be found.
type countOrder struct {
	at       endOfPlay
	board    weiqi.Board
	question player.Question // the same for the programs that play
	programs []string        // by name, each once
}

// counted is what was found.
type counted struct {
	at       endOfPlay
	dead     []board.Point
	disputed bool // the programs that play do not agree
}

// inviteOrder is an invitation that is to be opened, or, leave, a remote game or
// invitation that is to be ended.
type inviteOrder struct{ leave bool }

// armMove is a motion that somebody has asked for; one field is set.
type armMove struct {
	by     [3]float64 // mm
	home   bool
	park   bool
	cancel bool // the one under way
}

// moved is that a motion is over.
type moved struct{ err error }

// invited is what became of an inviteOrder.
type invited struct {
	left bool
	code string
	err  error
}

// wish hands on what people here want.
func (t *core) wish(w api.Wish) {
	if t.cfg.Wish != nil {
		t.out.Wishes = append(t.out.Wishes, w)
	}
}
