package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/serialport"
)

func runArm(ctx context.Context, args []string, std stdio) error {
	part := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		part, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("arm", flag.ContinueOnError)
	path := flags.String("config", "", "")
	data := flags.String("data", "", "")
	points := flags.String("points", "", "")
	room := flags.Float64("clear", 2, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if !(*room >= 0 && *room <= 50) {
		return hinted{usageError{fmt.Sprintf("--clear is %v; it can be 0 to 50", *room)}, flagsHint(flags)}
	}
	s := findSite(*path)
	if s.err != nil {
		return s.err
	}
	override(&s.cfg.Store.Dir, *data)
	s.cfg.Store.Dir = s.dataDir()
	run := map[string]func(*robot) error{
		"calibrate": (*robot).calibrate,
		"test":      func(r *robot) error { return r.test(*room) },
		"home":      func(*robot) error { return nil },
		"park":      (*robot).park,
	}[part]
	if run == nil {
		return hinted{usageError{fmt.Sprintf("%q is not a part of \"stonehand arm\"", part)}, `write "stonehand arm calibrate", "test", "home" or "park"`}
	}
	if s.cfg.Arm.Kind != config.ArmGRBL {
		return hinted{errors.New("the configuration names no arm"), `set kind = "grbl" and port under [arm]; docs/arm.md has an example`}
	}
	ctx, out, stop := service.Heard(ctx, std.out) // who hears nothing of the arm cannot stop it either
	defer stop()
	std.out = out
	r := &robot{ctx: ctx, cfg: s.cfg, std: std, lines: readLines(std.in)}
	arm, err := makeArm(s.cfg, s.cfg.Store.Dir, part == "calibrate")
	if err != nil {
		return err
	}
	r.arm = arm
	if part == "calibrate" {
		if r.touch, err = r.touchPoints(*points); err != nil {
			return err
		}
	}
	if r.hand, err = arm.Open(ctx); err != nil {
		return hinted{err, `if the daemon uses it, stop that first: sudo systemctl stop stonehand`}
	}
	defer r.hand.Close()
	fmt.Fprintln(std.out, "The arm homes.")
	if err := r.hand.Home(); err != nil {
		return err
	}
	return run(r)
}

// makeArm makes the arm of the configuration. Calibration needs no
// calibration yet.
func makeArm(cfg config.Config, dir string, again bool) (*grbl.Arm, error) {
	o, err := armOptions(cfg, dir)
	if err != nil && !again {
		return nil, err
	}
	if again {
		o.Fit = nil
	}
	o.Log = slog.New(slog.DiscardHandler)
	dial, err := serialport.New("arm", cfg.Arm.Address(), cfg.Arm.Baud)
	if err != nil {
		return nil, err
	}
	return grbl.New(dial, o)
}

// examineArm tries the arm that the settings name.
func examineArm(ctx context.Context, cfg config.Config) []hw.Finding {
	if cfg.Arm.Kind != config.ArmGRBL {
		return nil
	}
	where := cfg.Arm.Address()
	dir, err := stateDir(cfg)
	if err != nil {
		dir = ""
	}
	arm, err := makeArm(cfg, dir, false)
	if err != nil {
		if arm, err = makeArm(cfg, dir, true); err != nil {
			return []hw.Finding{{Device: "arm at " + where, Health: hw.Bad, Text: err.Error(), Do: "correct [arm] in the configuration"}}
		}
	}
	return arm.Examine(ctx, where)
}

// robot is an arm in the hands of somebody at a terminal.
type robot struct {
	ctx   context.Context
	cfg   config.Config
	std   stdio
	lines <-chan string // of the person at the terminal; closed at their end
	arm   *grbl.Arm
	hand  *grbl.Manual
	touch []board.Point
	show  func(p board.Point, on bool)
}

func (r *robot) park() error {
	fmt.Fprintln(r.std.out, "It parks.")
	return r.hand.Park()
}

// test goes to the corners without a stone.
func (r *robot) test(room float64) error {
	visits := r.arm.Visits(room)
	if len(visits) == 0 || !visits[0].Low {
		return hinted{errors.New("the arm does not know where the board is"), "run stonehand arm calibrate first"}
	}
	for _, v := range visits {
		fmt.Fprintf(r.std.out, "%s: X %.2f  Y %.2f\n", v.What, v.At[0], v.At[1])
		if err := r.hand.Over(v.At); err != nil {
			return err
		}
		if v.Low {
			if err := r.hand.Lower(v.At[2]); err != nil {
				return err
			}
		}
	}
	return r.park()
}

// touchPoints reads the list of points to touch.
func (r *robot) touchPoints(list string) ([]board.Point, error) {
	if list == "" {
		c, r := r.cfg.Board.Cols-1, r.cfg.Board.Rows-1
		return []board.Point{board.At(0, 0), board.At(c, 0), board.At(0, r), board.At(c, r)}, nil
	}
	var points []board.Point
	for name := range strings.SplitSeq(list, ",") {
		p, err := r.cfg.Board.Size().Parse(strings.TrimSpace(name), board.Algebraic)
		if err != nil {
			return nil, usageError{fmt.Sprintf("--points: %v", err)}
		}
		points = append(points, p)
	}
	if len(points) < 3 {
		return nil, usageError{"--points names fewer than three points; touch three corners, or better four"}
	}
	return points, nil
}

const calibrateHelp = `    x10, y-0.5, z-3   moves by so many mm; several at once: x10 y-5
    ok                this is the place
    back              does the point before once more
    grip, release     closes, opens the gripper
    quit              leaves everything as it was
`

// errQuit is that somebody leaves.
var errQuit = errors.New("nothing was saved")

// calibrate lets somebody touch points and keeps where they are.
func (r *robot) calibrate() error {
	out := r.std.out
	stop := r.lights()
	defer stop()
	fmt.Fprint(out, calibrateHelp)
	var corners []string
	for len(corners) < len(r.touch) {
		i := len(corners)
		p := r.touch[i]
		fmt.Fprintf(out, "%d of %d: bring the gripper to %s, as low as it is to let go of a stone.\n", i+1, len(r.touch), p)
		r.show(p, true)
		at, back, err := r.steer()
		r.show(p, false)
		if err != nil {
			return err
		}
		if back {
			corners = corners[:max(0, i-1)]
			continue
		}
		corners = append(corners, grbl.FormatTouch(p.String(), at))
		// Whatever stands on the board, the way to the next point is above it.
		if err := r.hand.Lower(r.cfg.Arm.SafeZ); err != nil {
			return err
		}
	}
	touched, err := config.Touched(corners, r.cfg.Board.Size())
	if err != nil {
		return err
	}
	fit, err := grbl.NewFit(touched)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The board: %s.\n", fit.Verdict())
	if err := r.keep(corners); err != nil {
		return err
	}
	return r.park()
}

// keep saves a calibration, or says what to write where the configuration has one
// of its own.
func (r *robot) keep(corners []string) error {
	if len(r.cfg.Arm.Corners) > 0 {
		fmt.Fprintf(r.std.out, "The configuration has corners of its own. Put these in their place, under [arm]:\ncorners = [\"%s\"]\n", strings.Join(corners, `", "`))
		return nil
	}
	dir := r.cfg.Store.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the calibration cannot be saved: %w", err)
	}
	if err := writeArm(dir, cornersFile, armCorners{corners}); err != nil {
		return fmt.Errorf("the calibration cannot be saved: %w", err)
	}
	fmt.Fprintf(r.std.out, "Kept in %s.\n", filepath.Join(dir, cornersFile))
	return nil
}

// steer obeys lines until a place is found, or somebody goes back a point.
func (r *robot) steer() (at [3]float64, back bool, err error) {
	for {
		line, err := r.ask("> ")
		if err != nil {
			return at, false, err
		}
		switch line {
		case "":
			continue
		case "ok":
			at, err := r.hand.Place()
			return at, false, err
		case "back":
			return at, true, nil
		case "grip", "release":
			if err := r.hand.Grip(line == "grip"); err != nil {
				return at, false, err
			}
			continue
		case "quit", "exit":
			return at, false, errQuit
		case "help", "?":
			fmt.Fprint(r.std.out, calibrateHelp)
			continue
		}
		by, err := grbl.ParseJog(line)
		if err == nil {
			err = r.hand.Jog(by)
		}
		if grbl.Lost(err) {
			return at, false, err
		}
		if err != nil {
			fmt.Fprintf(r.std.out, "%s\n", err)
		}
		now := r.hand.At()
		fmt.Fprintf(r.std.out, "X %.2f  Y %.2f  Z %.2f\n", now[0], now[1], now[2])
	}
}

// ask asks the person for a line, and has the arm watched meanwhile: what stops it then is
// an error.
func (r *robot) ask(prompt string) (line string, err error) {
	fmt.Fprint(r.std.out, prompt)
	came, over := make(chan struct{}), make(chan struct{})
	ok := false
	go func() {
		defer close(came)
		select {
		case line, ok = <-r.lines:
		case <-over:
		}
	}()
	err = r.hand.Rest(came)
	close(over)
	<-came
	switch {
	case err != nil:
		return "", err
	case !ok:
		return "", errQuit
	}
	return strings.ToLower(strings.TrimSpace(line)), nil
}

// readLines reads lines beside everything else: nothing can end a read of a
// terminal.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

// lights shows on the board which point is to be touched, if the board has lights.
func (r *robot) lights() (stop func()) {
	r.show = func(board.Point, bool) {}
	dev, _, err := openBoard(r.cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return func() {}
	}
	lamps, ok := dev.(hw.Lamps)
	if !ok || !r.cfg.Lights.Enabled || r.cfg.Board.Kind == config.KindSim {
		return func() {}
	}
	ctx, cancel := context.WithCancel(r.ctx)
	readings := make(chan hw.Reading)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// A board that cannot be reached has no lights to show.
		_ = dev.Sense(ctx, readings)
	}()
	go func() {
		for {
			select {
			case <-readings:
			case <-ended:
				return
			}
		}
	}()
	size := r.cfg.Board.Size()
	r.show = func(p board.Point, on bool) {
		picture := hw.Picture{Points: make([]hw.Signal, size.Count())}
		if on {
			picture.Points[size.Index(p)] = hw.PlaceBlack
		}
		lamps.Show(picture)
	}
	return func() {
		_ = dev.Halt()
		cancel()
		<-ended
	}
}

// What is kept of the arm in the directory of the games.
const (
	cornersFile = "arm-corners.json" // what a calibration found
	memoryFile  = "arm-stock.json"   // what is left in the trays, and whether it was stopped
)

// armCorners is the arm's calibration as it is kept.
type armCorners struct {
	Corners []string `json:"corners"` // as arm.corners has them
}

// readArm reads a file of the arm's into v; one that is not there leaves it as it
// is.
func readArm(dir, name string, v any) error {
	data, err := regular.Read(filepath.Join(dir, name), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be used: %w", filepath.Join(dir, name), err)
	}
	return nil
}

// writeArm replaces a file of the arm's as a whole.
func writeArm(dir, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(dir, name), append(data, '\n'), 0o644)
}

// stateDir is where games and the arm's files are.
func stateDir(cfg config.Config) (string, error) {
	if cfg.Store.Dir != "" {
		return cfg.Store.Dir, nil
	}
	return store.DefaultDir()
}

// armOptions returns what the configured arm is to be, with the calibration that
// is kept in dir.
func armOptions(cfg config.Config, dir string) (grbl.Options, error) {
	var saved armCorners
	if err := readArm(dir, cornersFile, &saved); err != nil && len(cfg.Arm.Corners) == 0 {
		return grbl.Options{}, hinted{err, "calibrate the arm again: stonehand arm calibrate"}
	}
	o, err := cfg.Arm.Options(cfg.Board.Size(), saved.Corners)
	if err != nil {
		return o, hinted{fmt.Errorf("the arm's calibration in %s is wrong: %w", filepath.Join(dir, cornersFile), err), "calibrate the arm again: stonehand arm calibrate"}
	}
	return o, nil
}

// openArm makes the arm that the configuration names, nil for none.
func openArm(cfg config.Config, log *slog.Logger) (*grbl.Arm, error) {
	if cfg.Arm.Kind != config.ArmGRBL {
		return nil, nil
	}
	dir, err := stateDir(cfg)
	if err != nil {
		return nil, err
	}
	o, err := armOptions(cfg, dir)
	if err != nil {
		// A game needs no arm: it says what it lacks, and the lights go on.
		log.Error("the arm's calibration cannot be used; it will not move", "err", err)
		o.Fit = nil
	}
	memory := grbl.Memory{Stock: grbl.Stock{Black: o.Black.Stones, White: o.White.Stones}}
	if err := readArm(dir, memoryFile, &memory); err != nil {
		log.Warn("it is not known how the arm was left; its trays count as full, and it waits for a person", "err", err)
		memory = grbl.Memory{Stock: grbl.Stock{Black: o.Black.Stones, White: o.White.Stones}, Stopped: hw.ArmCut}
	}
	o.Memory, o.Log = &memory, log
	o.Save = func(m grbl.Memory) {
		if err := writeArm(dir, memoryFile, m); err != nil {
			log.Warn("how the arm stands, and what is left in its trays, cannot be kept", "err", err)
		}
	}
	dial, err := serialport.New("arm", cfg.Arm.Address(), cfg.Arm.Baud)
	if err != nil {
		return nil, err
	}
	return grbl.New(dial, o)
}
