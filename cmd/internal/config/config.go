// Package config turns one TOML file into one typed [Config]. A file names only
// what differs from [Default]; an unknown key is an error with its line and a
// guess at what was meant, and every value is held against its range. All that
// is wrong with a file is said at once, each as a sentence.
package config

import (
	_ "embed"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/weiqi"
	"stonehand/hw/matrix"
	"stonehand/hw/voice"
)

// Config is everything that can be set.
type Config struct {
	Language string  `toml:"language"` // of everything shown or spoken: "en" or "zh"
	Game     Game    `toml:"game"`
	Board    Board   `toml:"board"`
	Matrix   Matrix  `toml:"matrix"`
	Sim      Sim     `toml:"sim"`
	Lights   Lights  `toml:"lights"`
	Buttons  Buttons `toml:"buttons"`
	Voice    Voice   `toml:"voice"`
	Arm      Arm     `toml:"arm"`
	Engine   Engine  `toml:"engine"`
	Players  Players `toml:"players"`
	Web      Web     `toml:"web"`
	Store    Store   `toml:"store"`
	Fleet    Fleet   `toml:"fleet"`
	Exhibit  Exhibit `toml:"exhibit"`
	Power    Power   `toml:"power"`
	Log      Log     `toml:"log"`

	// Warnings are what is right in the file and may not stay as it is, a sentence
	// each.
	Warnings []string `toml:"-"`
}

// Game is how the first game on a new table is played. Later games are set up
// at the table itself.
type Game struct {
	Rules string `toml:"rules"` // "connect6", "connect6-fives", "gomoku", "gomoku-standard", "renju" or "go"
	// Opening is how games of k in a row begin: "free", "swap" for Connect6, "swap2", or
	// for Renju "renju" and "renju-rif".
	Opening Opening `toml:"opening"`
	// Terms are those of Go: rules, komi and handicap. People change them for later games.
	Terms game.Terms `toml:"terms"`
	Human string     `toml:"human"` // the colours that people play: "black", "white", "both" or "none"
	Level int        `toml:"level"` // the machine's strength, 1 (weakest) to 15
	Time  Duration   `toml:"time"`  // the machine's budget for a turn, 10ms to 1h; with a clock it plans from that
	Clock Clock      `toml:"clock"` // how the sides are given time
	// Adviser gives hints, by its name in [players] or that of an engine that every table
	// has, of the games that it plays; empty: the machine.
	Adviser string `toml:"adviser"`
}

// On lists the games that can be played on a board of that size, the first one
// that is to be played first; empty if that cannot be played there. Connect6 has a
// board of its own size; the others are played on 15x15, in the middle of a larger
// board, or on all of a smaller one. Go is played on all of the board, and on 13x13 and
// 9x9 in the middle of a larger one.
func (g Game) On(size board.Size) []game.Rules {
	var list []game.Rules
	if c := game.Connect6(); c.Board == size {
		list = append(list, c, game.Fives())
	}
	if size.Cols == size.Rows && size.Cols >= leastGomoku {
		for _, five := range []game.Gomoku{game.Freestyle(), game.Standard(), game.Renju()} {
			if size.Cols < five.Board.Cols {
				five.Board = size
			}
			list = append(list, five)
		}
	}
	if size.Cols == size.Rows && size.Cols >= leastGo && size.Cols <= weiqi.MaxSide {
		for i, side := range []int{size.Cols, 13, 9} {
			if i == 0 || side < size.Cols {
				list = append(list, game.Weiqi{Board: board.Size{Cols: side, Rows: side}, Terms: g.Terms})
			}
		}
	}
	i := slices.IndexFunc(list, func(r game.Rules) bool { return r.Name() == g.Rules })
	if i < 0 {
		return nil
	}
	first := list[i]
	return slices.Insert(slices.Delete(list, i, i+1), 0, first)
}

// openings lists how the first game may begin on a board of that size.
func (g Game) openings(size board.Size) []opening.Kind {
	if list := g.On(size); len(list) > 0 {
		return game.Openings(list[0])
	}
	return []opening.Kind{opening.Free}
}

// leastGo is the shortest side of a board that Go is offered on.
const leastGo = 5

// leastGomoku is the shortest side of a board that Gomoku is offered on.
const leastGomoku = 9

// Colors returns the colours that people play, Black before White; never nil.
func (g Game) Colors() []board.Color {
	switch g.Human {
	case "black":
		return []board.Color{board.Black}
	case "white":
		return []board.Color{board.White}
	case "both":
		return []board.Color{board.Black, board.White}
	}
	return []board.Color{}
}

// Kinds of board, for [Board.Kind].
const (
	KindSim    = "sim"    // simulated: no hardware
	KindMCU    = "mcu"    // behind a microcontroller, on a serial line
	KindMatrix = "matrix" // wired to the computer itself, as [Matrix] says
)

// Board is the board and how its readings are settled.
type Board struct {
	Kind      string   `toml:"kind"`       // KindSim, KindMCU or KindMatrix
	Cols      int      `toml:"cols"`       // points from left to right: 19, as Connect6 is played
	Rows      int      `toml:"rows"`       // points from bottom to top: 19
	Port      string   `toml:"port"`       // mcu: the serial device's path
	USB       string   `toml:"usb"`        // mcu: "vendor:product" or "vendor:product:serial", in place of Port
	Baud      int      `toml:"baud"`       // mcu: bits a second
	DebounceN int      `toml:"debounce_n"` // a point changes when N of its last M readings agree
	DebounceM int      `toml:"debounce_m"`
	Settle    Duration `toml:"settle"`    // how long a turn's stones must lie still, 10ms to 10s
	TakeBack  Duration `toml:"take_back"` // how long a turn's stones must stay lifted for it to be taken back, 100ms to 10m
	Empty     Duration `toml:"empty"`     // how long the board must be empty before a new game is offered, 100ms to 10m
	SetUp     Duration `toml:"set_up"`    // how long another position must stand before people are asked to play on from it, 100ms to 10m
	Menu      Duration `toml:"menu"`      // how long a stone of the game must lie on a corner to open the menu, 100ms to 10m
	Masked    []string `toml:"masked"`    // points whose sensors are not believed, "J10"
}

// Size returns the extent of the board.
func (b Board) Size() board.Size { return board.Size{Cols: b.Cols, Rows: b.Rows} }

// MaskedPoints returns the points of Masked. Those that are none, which a Config
// that was read from a file never holds, are left out.
func (b Board) MaskedPoints() []board.Point {
	var points []board.Point
	for _, text := range b.Masked {
		if p, err := b.Size().Parse(text, board.Algebraic); err == nil {
			points = append(points, p)
		}
	}
	return points
}

// Sim is how good or bad the simulated board is.
type Sim struct {
	Scan      Duration `toml:"scan"`      // from one reading of the board to the next, 1ms to 1s
	Bounce    Duration `toml:"bounce"`    // how long a stone rattles when it is put down or lifted, 0 to 2s
	Noise     float64  `toml:"noise"`     // the share of single readings that are wrong, 0 to 0.2
	Crosstalk float64  `toml:"crosstalk"` // the share of readings in which a stone shows at an empty neighbour too, 0 to 0.2
	Hand      Duration `toml:"hand"`      // what the simulated hand takes to put down or lift one stone, 0 to 10s
	Seed      uint64   `toml:"seed"`      // of everything random in it; the same seed gives the same faults

	// AsRealBoard leaves to people every stone that a real board would leave to them.
	// Else helping hands put the machine's stones down, take stones off after an undo
	// and clear the board for a new game.
	AsRealBoard bool     `toml:"as_real_board"`
	Pause       Duration `toml:"pause"` // what the helping hands wait before each movement, 0 to 10s

	// How it was put together, for a calibration to find out.

	Rotate      int      `toml:"rotate"`       // how the sensors are turned clockwise, degrees: 0, 90, 180, 270
	Mirror      bool     `toml:"mirror"`       // the sensors are mirrored left to right, before they are turned
	LampsRotate int      `toml:"lamps_rotate"` // the same of the lamps
	LampsMirror bool     `toml:"lamps_mirror"`
	Stuck       []string `toml:"stuck"`  // points that always show a black stone, "J10"
	Dead        []string `toml:"dead"`   // points that never show one
	Weak        []string `toml:"weak"`   // points that lose a stone in half of the readings
	Fields      bool     `toml:"fields"` // the sensors measure fields; weak points then have a faint one
}

// How much memory the daemon may take, for [Engine.Memory].
const (
	MemoryNormal = "normal"
	MemoryLean   = "lean" // the whole daemon stays below 24 MiB, and plays a little weaker
)

// Engine is what the machine thinks with.
type Engine struct {
	Memory  string `toml:"memory"`   // MemoryNormal or MemoryLean
	TableMB int    `toml:"table_mb"` // memory of Connect6's transposition table, MiB, half of it in Gomoku and Renju: 1 to 4096; 0: as Memory says
	Threads int    `toml:"threads"`  // search threads, 1 to 64; 0: one for every core
	Mix     string `toml:"mix"`      // "own", or candidate scorer and leaf scorer as in "road/shape"
	Book    bool   `toml:"book"`     // open from the book
	Ponder  bool   `toml:"ponder"`   // think on while a person does, at level 15
	// PonderBelow is the temperature of the processor, in degrees Celsius, from
	// which on it does not ponder: 40 to 100.
	PonderBelow int  `toml:"ponder_below"`
	Farm        bool `toml:"farm"` // ask the hall's workers for second opinions
}

// Web is the page and the HTTP contract.
type Web struct {
	Listen string   `toml:"listen"` // "host:port"; ":8019" is reached from other machines and needs a password
	Hosts  []string `toml:"hosts"`  // further names under which browsers may ask for the page; "*": any
	// Password is what it takes to operate the board; empty: to be at this computer,
	// and then Listen is a loopback address.
	Password string   `toml:"password"`
	Name     string   `toml:"name"`      // who plays here, as remote opponents are told; may be empty
	PIN      Duration `toml:"pin"`       // how long a PIN is good by which people at the table play, 10m to 720h; 0: none
	TakeHome Duration `toml:"take_home"` // how long people can take a finished game home, 24h to 8784h; 0: they cannot
	// Spectators is a second address, for looking on alone; empty: none.
	Spectators string `toml:"spectators"`
	// TrustLocal is whether who comes from a loopback address and asks for one counts
	// as being at this computer.
	TrustLocal bool `toml:"trust_local"`
	// TrustedProxies are addresses and networks of programs that hand on others'
	// requests, and whose X-Forwarded-For is believed.
	TrustedProxies []string `toml:"trusted_proxies"`
	TLS            TLS      `toml:"tls"`
}

// TLS is how the page is served by https: with files, or with a certificate that is
// got by ACME; or, with neither, not at all.
type TLS struct {
	Cert      string `toml:"cert"`      // PEM file of the certificate and those that vouch for it
	Key       string `toml:"key"`       // PEM file of its key
	ACME      string `toml:"acme"`      // the name to get a certificate for
	Email     string `toml:"email"`     // whom the authority writes to; may be empty
	Directory string `toml:"directory"` // of the authority; empty: Let's Encrypt
}

// Enabled reports whether the page is served by https.
func (t TLS) Enabled() bool { return t.Cert != "" || t.ACME != "" }

// Proxies returns the networks of TrustedProxies. Those that are none, which a Config
// that was read from a file never holds, are left out.
func (w Web) Proxies() []netip.Prefix {
	var list []netip.Prefix
	for _, text := range w.TrustedProxies {
		if p, ok := parseNetwork(text); ok {
			list = append(list, p)
		}
	}
	return list
}

func parseNetwork(text string) (netip.Prefix, bool) {
	if a, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()), a.Zone() == ""
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err == nil
}

// Store is where games are kept.
type Store struct {
	Dir    string   `toml:"dir"`    // empty: $STATE_DIRECTORY, else the user's own data directory
	Record Duration `toml:"record"` // how much of what the sensors report is kept in memory, 0 to 24h
	// Analyses is how many analyses of games are kept, the latest, 8 to 10000, and
	// AnalysesMB in how many MiB, 1 to 1024.
	Analyses   int `toml:"analyses"`
	AnalysesMB int `toml:"analyses_mb"`
}

// Buttons is what the buttons beside the board do. Each of a list is a button's
// name and an action of [api.ButtonActions], "1 undo".
type Buttons struct {
	// Pins are the GPIO lines of the computer that buttons and levers are on: a
	// name and a line, "1 GPIO5", down when it is joined to ground; or "1 !GPIO5",
	// down when it is not.
	Pins     []string `toml:"pins"`
	Turn     string   `toml:"turn"`      // when a person's turn counts: TurnSettle or TurnLever
	Press    []string `toml:"press"`     // when pressed
	Hold     []string `toml:"hold"`      // when held
	HoldTime Duration `toml:"hold_time"` // for how long, 500ms to 10s
}

// When a person's turn counts, for [Buttons.Turn].
const (
	TurnSettle = "settle" // when its stones have lain still, or a button ends it
	TurnLever  = "lever"  // when a button ends it
)

// Keys returns the buttons that are on GPIO lines. Those that are none, which a
// Config that was read from a file never holds, are left out.
func (b Buttons) Keys() []matrix.Key {
	var keys []matrix.Key
	for _, p := range b.Pins {
		name, line, ok := strings.Cut(p, " ")
		line = strings.TrimSpace(line)
		line, inverse := strings.CutPrefix(line, "!")
		if ok {
			keys = append(keys, matrix.Key{Name: name, Line: line, Inverse: inverse})
		}
	}
	return keys
}

// Wiring returns the buttons, each once, in the order in which they are named.
// What is wrong with them [Config.Check] says.
func (b Buttons) Wiring() []api.Wiring {
	var list []api.Wiring
	add := func(entries []string, set func(w *api.Wiring, action string)) {
		for _, e := range entries {
			name, action, _ := strings.Cut(e, " ")
			i := slices.IndexFunc(list, func(w api.Wiring) bool { return w.Name == name })
			if i < 0 {
				i = len(list)
				list = append(list, api.Wiring{Name: name})
			}
			set(&list[i], strings.TrimSpace(action))
		}
	}
	add(b.Press, func(w *api.Wiring, action string) { w.Press = action })
	add(b.Hold, func(w *api.Wiring, action string) { w.Hold = action })
	return list
}

// Names returns the names of the buttons.
func (b Buttons) Names() []string {
	var names []string
	for _, w := range b.Wiring() {
		names = append(names, w.Name)
	}
	return names
}

// What people shut down, for [Power.Shutdown].
const (
	ShutdownAuto     = "auto"     // the computer if the daemon is a systemd service, else nothing
	ShutdownPowerOff = "poweroff" // the computer
	ShutdownExit     = "exit"     // the program
	ShutdownOff      = "off"      // nothing: nobody can ask for it
)

// Power is the computer's.
type Power struct {
	Shutdown string `toml:"shutdown"` // what shuts down when people ask for it: one of the constants above
}

// Log is what the daemon says of itself.
type Log struct {
	Level  string `toml:"level"`  // "debug", "info", "warn" or "error"
	Format string `toml:"format"` // "text" or "json"
}

// Slog returns the level as [slog] counts.
func (l Log) Slog() slog.Level {
	var level slog.Level
	if level.UnmarshalText([]byte(l.Level)) != nil {
		return slog.LevelInfo
	}
	return level
}

// Duration is a time in TOML: a string like "700ms", "5s" or "1m30s".
type Duration struct{ time.Duration }

// MarshalText implements [encoding.TextMarshaler].
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Duration) UnmarshalText(data []byte) error {
	v, err := time.ParseDuration(string(data))
	if err != nil {
		return chinese.Of(`%q is not a time; write one like "700ms", "5s" or "1m30s"`, text.Clip(data))
	}
	d.Duration = v
	return nil
}

// Opening is an [opening.Kind] in the file; the decoder would take a plain one for
// any text.
type Opening struct{ opening.Kind }

// Clock is a [clock.Control] in the file, as people write it: see [clock.Parse].
type Clock struct{ clock.Control }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Clock) UnmarshalText(text []byte) (err error) {
	c.Control, err = clock.Parse(string(text))
	return err
}

// DefaultPort is the TCP port of the page.
const DefaultPort = "8019"

// Default returns the settings of a daemon without a file: Connect6 against a
// person who plays Black, on the simulated board, with the page on this machine
// alone.
func Default() Config {
	return Config{
		Language: "en",
		Game:     Game{Rules: "connect6", Human: "black", Level: 5, Time: Duration{5 * time.Second}},
		Board: Board{
			Kind: KindSim, Cols: 19, Rows: 19, Baud: 115200,
			DebounceN: 3, DebounceM: 5, Settle: Duration{700 * time.Millisecond},
			TakeBack: Duration{5 * time.Second}, Empty: Duration{3 * time.Second}, SetUp: Duration{15 * time.Second}, Menu: Duration{3 * time.Second},
		},
		Matrix:  Matrix{Preset: HallSPI},
		Sim:     Sim{Scan: Duration{20 * time.Millisecond}, Bounce: Duration{60 * time.Millisecond}, Pause: Duration{500 * time.Millisecond}, Seed: 1},
		Lights:  defaultLights(),
		Buttons: Buttons{Turn: TurnSettle, HoldTime: Duration{3 * time.Second}},
		Voice:   Voice{Program: voice.DefaultProgram, Speed: voice.DefaultSpeed, Volume: voice.DefaultVolume},
		Engine:  Engine{Memory: MemoryNormal, Mix: "own", Book: true, Ponder: true, PonderBelow: 75},
		Web:     Web{Listen: "127.0.0.1:" + DefaultPort, PIN: Duration{12 * time.Hour}, TakeHome: Duration{720 * time.Hour}, TrustLocal: true},
		Arm:     defaultArm(),
		Exhibit: defaultExhibit(),
		Power:   Power{Shutdown: ShutdownAuto},
		Store:   Store{Record: Duration{10 * time.Minute}, Analyses: 64, AnalysesMB: 8},
		Fleet:   Fleet{BacklogMB: 64},
		Log:     Log{Level: "info", Format: "text"},
	}
}

// Example is an annotated file with every key at its default: what a person
// starts from.
//
//go:embed example.toml
var Example string
