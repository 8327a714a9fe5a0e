package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/serialport"
)

// endWithin is how long the commands of the arm may take to stop it and to end.
const endWithin = 6 * time.Second

func runArm(ctx context.Context, args []string, std stdio) error {
	var word []string
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		word, args = args[:1], args[1:]
	}
	part := strings.Join(word, "")
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
		return wrongPart("arm", []string{"calibrate", "test", "home", "park"}, word)
	}
	if s.cfg.Arm.Kind != config.ArmGRBL {
		return hinted{errors.New("the configuration names no arm"), `set kind = "grbl" and port under [arm]; docs/arm.md has an example`}
	}
	// A daemon beside it would not learn that the arm was stopped here, and would write over it.
	switch release, err := store.Lock(s.cfg.Store.Dir, slog.New(slog.DiscardHandler)); {
	case errors.Is(err, store.ErrInUse):
		return hinted{err, "stop the daemon first: sudo systemctl stop stonehand"}
	case err == nil:
		defer release()
	}
	ctx, out, stop := service.Heard(ctx, std.out) // who hears nothing of the arm cannot stop it either
	defer stop()
	std.out = out
	defer service.AtOnce(ctx, func() { // the program ends in good order meanwhile
		stop()
		time.Sleep(endWithin)
	})()
	r := &robot{ctx: ctx, cfg: s.cfg, std: std, lines: readLines(std.in)}
	told := map[string]bool{}
	arm, err := makeArm(s.cfg, s.cfg.Store.Dir, part == "calibrate", func(o *grbl.Options) {
		recall(o, s.cfg.Store.Dir, func(what string, err error) {
			if !told[what] {
				std.warn(fmt.Sprintf("%s: %v", what, err))
			}
			told[what] = true
		})
	})
	if err != nil {
		return err
	}
	r.arm = arm
	if part == "calibrate" {
		if r.touch, err = r.touchPoints(*points); err != nil {
			return err
		}
	}
	if r.hand, err = arm.Open(ctx, r.may); errors.As(err, new(hinted)) {
		return err
	} else if err != nil {
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
// calibration yet. What recalls gives the options a memory; nil is none.
func makeArm(cfg config.Config, dir string, again bool, recalls func(*grbl.Options)) (*grbl.Arm, error) {
	o, err := armOptions(cfg, dir)
	if err != nil && !again {
		return nil, err
	}
	if again {
		o.Fit = nil
	}
	o.Log = slog.New(slog.DiscardHandler)
	if recalls != nil {
		recalls(&o)
	}
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
	arm, err := makeArm(cfg, dir, false, nil)
	if err != nil {
		if arm, err = makeArm(cfg, dir, true, nil); err != nil {
			return []hw.Finding{{Device: "arm at " + where, Health: hw.Bad, Text: err.Error(), Do: "correct [arm] in the configuration"}}
		}
	}
	return arm.Examine(ctx, where)
}

// may asks the person at the terminal whether an arm that is stopped may go on.
func (r *robot) may(why error) error {
	stopped := fmt.Errorf("the arm is stopped: %w", why)
	if !isTerminal(r.std.in) {
		return hinted{stopped, `only a person can say so: run this in a terminal beside the arm, over SSH with "ssh -t", and answer yes; or resume the arm on the page`}
	}
	fmt.Fprintf(r.std.out, "The arm is stopped: %v.\nType yes to let it move: ", why)
	select {
	case line := <-r.lines:
		if strings.EqualFold(strings.TrimSpace(line), "yes") {
			return nil
		}
	case <-r.ctx.Done():
	}
	return hinted{stopped, "to let it move, run this again and answer yes"}
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
