package table

import (
	"context"
	"errors"
	"stonehand/cmd/internal/api"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/table/arm"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// keeper is an arm that puts stones on a simulated board, a second each, and can
// be told what goes wrong.
type keeper struct {
	board *sim.Board
	news  chan hw.ArmNews

	mu     sync.Mutex
	wrong  func(point int) error // nil for nothing; errBeside: the stone falls beside the board
	held   bool
	holds  int
	left   int
	asked  [][]int
	giveUp bool // the job under way is to be given up
	gaveUp int
	notes  []string // what the table said
}

var errBeside = errors.New("beside")

func (k *keeper) String() string { return "keeper" }
func (k *keeper) Halt() error    { return nil }

func (k *keeper) Keep(ctx context.Context, out chan<- hw.ArmNews) error {
	for {
		select {
		case n := <-k.news:
			select {
			case out <- n:
			case <-ctx.Done():
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (k *keeper) Hold(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held = on; on {
		k.holds++
	}
}

func (k *keeper) tell(s hw.ArmState, text string) {
	k.news <- hw.ArmNews{State: s, Text: text, Onto: -1, Trays: k.trays()}
}

func (k *keeper) trays() []hw.ArmTray {
	k.mu.Lock()
	defer k.mu.Unlock()
	return []hw.ArmTray{{Color: hw.White, Left: k.left, Full: 5, Low: 2}}
}

// lower says that a stone is on its last way.
func (k *keeper) lower(point int) {
	k.news <- hw.ArmNews{State: hw.ArmWorking, Onto: point, Trays: k.trays()}
	time.Sleep(200 * time.Millisecond)
}

func (k *keeper) Resume(hw.ArmCause) { k.note("resume") }
func (k *keeper) Stop(c hw.ArmCause) { k.note("stop " + string(c)); go k.stopped(c, false) }
func (k *keeper) GiveUp() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.giveUp = true
}

// givesUp reports, once, whether the job under way is to be given up.
func (k *keeper) givesUp() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	gives := k.giveUp
	if k.giveUp = false; gives {
		k.gaveUp++
	}
	return gives
}

func (k *keeper) Missed(s hw.State) { k.note("missed " + s.String()) }

func (k *keeper) note(what string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.notes = append(k.notes, what)
}

// stopped says that the arm waits for a person.
func (k *keeper) stopped(c hw.ArmCause, pressed bool) {
	k.news <- hw.ArmNews{State: hw.ArmStopped, Cause: c, Pressed: pressed, Onto: -1, Trays: k.trays()}
}

func (k *keeper) Refill() {
	k.mu.Lock()
	k.left = 5
	k.mu.Unlock()
	go k.tell(hw.ArmParked, "")
}

func (k *keeper) Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error {
	k.mu.Lock()
	k.asked = append(k.asked, points)
	k.mu.Unlock()
	for _, p := range points {
		for left := time.Second; left > 0; left -= 10 * time.Millisecond {
			time.Sleep(10 * time.Millisecond)
			for k.isHeld() {
				time.Sleep(10 * time.Millisecond)
				if k.givesUp() {
					err := &hw.ArmError{Trouble: hw.ArmDropped, Color: s, Err: errors.New("gave up")}
					out <- hw.Placement{Point: p, Err: err}
					return err
				}
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		k.mu.Lock()
		var err error
		if k.wrong != nil {
			err = k.wrong(p)
		}
		if err == nil && k.left == 0 {
			err = &hw.ArmError{Trouble: hw.ArmEmpty, Color: s, Err: errors.New("empty")}
		}
		beside := errors.Is(err, errBeside)
		if beside {
			err = nil
		}
		if err == nil {
			k.left--
		}
		k.mu.Unlock()
		if err == nil {
			k.lower(p)
			if !beside {
				if e := k.board.Put(p, s); e != nil {
					return e
				}
			}
			k.tell(hw.ArmWorking, "")
		}
		out <- hw.Placement{Point: p, Err: err}
		if err != nil {
			return err
		}
	}
	k.tell(hw.ArmParked, "")
	return nil
}

func (k *keeper) isHeld() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held
}

// kept is a rig with a keeper, after the first turn of a person.
func kept(t *testing.T, wrong func(int) error) (*rig, *keeper) {
	t.Helper()
	k := &keeper{news: make(chan hw.ArmNews), left: 5, wrong: wrong}
	r := newRig(t, sim.Settings{}, nil, func(c *Config) {
		k.board = c.Sensor.(*sim.Board)
		c.Arm = k
	})
	r.pass(time.Second)
	k.tell(hw.ArmParked, "")
	r.put("J10", board.Black)
	r.pass(2 * time.Second) // it settles, and the machine thinks
	return r, k
}

func TestKeptArmPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(10 * time.Second)
		s := r.phase(api.PhaseHuman)
		if len(s.Moves) != 2 || k.holds > 1 || s.ArmState != hw.ArmParked || len(s.Trays) != 1 || s.Trays[0].Left != 3 {
			t.Errorf("%d holds, %+v", k.holds, s)
		}
	})
}

// A hand over the board stops the arm; it goes on when the board is right and the
// hand is gone.
func TestHandStopsTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(time.Second)
		if s := r.phase(api.PhasePlace); !s.Arm || k.isHeld() {
			t.Fatalf("%+v", s)
		}
		r.lift("J10")
		r.pass(150 * time.Millisecond)
		if !k.isHeld() {
			t.Fatal("the arm goes on while a stone is being lifted")
		}
		r.pass(10 * time.Second)
		if !k.isHeld() || len(k.board.Stones()) == 0 {
			t.Fatal("the arm went on over a board that is wrong")
		}
		r.put("J10", board.Black)
		r.pass(time.Second)
		if !k.isHeld() {
			t.Error("the arm does not wait until the hand is gone")
		}
		r.pass(10 * time.Second)
		if s := r.phase(api.PhaseHuman); k.isHeld() || len(s.Moves) != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// What is wrong may hang on the gripper: the arm gives up at last, and starts again
// when the board is right.
func TestArmGivesUpWhatIsStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("A19", board.White)
		r.pass(arm.Stuck + time.Second)
		if s := r.phase(api.PhasePlace); k.gaveUp != 1 || s.Arm || !strings.Contains(s.Message, "dropped a white stone") {
			t.Errorf("%d, %+v", k.gaveUp, s)
		}
		r.lift("A19")
		r.pass(15 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// A stone that does not come up is tried once more, then it is people's; so is one
// that fell.
func TestArmHandsOver(t *testing.T) {
	unraced(t)
	for name, trouble := range map[string]error{
		"beside":  errBeside,
		"dropped": &hw.ArmError{Trouble: hw.ArmDropped, Color: hw.White, Err: errors.New("alarm 1")},
		"failed":  &hw.ArmError{Trouble: hw.ArmFailed, Color: hw.White, Err: errors.New("error 22")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, k := kept(t, func(p int) error {
					if p == 0 {
						return trouble
					}
					return nil
				})
				defer r.stop()
				k.mu.Lock()
				k.left = 100
				k.mu.Unlock()
				r.pass(20 * time.Second)
				s := r.phase(api.PhasePlace)
				if s.Arm || len(s.Wanted) == 0 || s.Wanted[0].String() != "A1" || !strings.Contains(s.Message, "Please put") {
					t.Errorf("%s: %+v", s.Message, s)
				}
				n := len(k.asked)
				tried := 0
				for _, points := range k.asked {
					if points[0] == 0 {
						tried++
					}
				}
				if tried != armTries {
					t.Errorf("asked for %v", k.asked)
				}
				want := "stop failing"
				if name == "beside" {
					want = "missed white,missed white,stop missing"
				}
				if got := strings.Join(k.notes, ","); got != want || s.ArmState != hw.ArmStopped || s.Fault == "" {
					t.Errorf("told %s, fault %q: %+v", got, s.Fault, s)
				}
				r.pass(time.Hour)
				r.obey()
				r.phase(api.PhaseHuman)
				r.put("J11", board.Black)
				r.put("J12", board.Black)
				r.pass(time.Minute)
				if s = r.phase(api.PhasePlace); len(k.asked) != n || s.Arm {
					t.Errorf("a stopped arm is asked: %v", k.asked)
				}
				r.do(api.Command{Do: api.DoResumeArm})
				if k.notes[len(k.notes)-1] != "resume" {
					t.Errorf("%q", k.notes)
				}
				k.tell(hw.ArmUnhomed, "")
				r.pass(10 * time.Second)
				if s = r.phase(api.PhaseHuman); len(k.asked) == n || s.Fault != "" {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// An arm that was stopped waits for a person's word, which counts only after what
// stopped it was let go.
func TestStoppedArmWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(10 * time.Second) // its turn is down
		r.refused(api.Command{Do: api.DoResumeArm}, "not-now")
		k.stopped(hw.ArmEmergency, true)
		r.pass(time.Second)
		if s := r.table.Snapshot(); s.ArmCause != hw.ArmEmergency || !s.ArmPressed || !strings.Contains(s.Fault, "The emergency stop is pressed") || !strings.Contains(s.Message, "The emergency stop is pressed") {
			t.Errorf("%+v", s)
		}
		r.refused(api.Command{Do: api.DoResumeArm}, "stop-pressed")
		k.stopped(hw.ArmEmergency, false)
		r.pass(time.Second)
		for _, c := range []hw.ArmCause{hw.ArmReset, hw.ArmDoor, hw.ArmHold, hw.ArmCut, hw.ArmMissing, hw.ArmFailing, hw.ArmEmergency} {
			k.stopped(c, false)
			r.pass(time.Second)
			if s := r.table.Snapshot(); !strings.Contains(s.Fault, "It homes first") {
				t.Errorf("%s: %q", c, s.Fault)
			}
		}
		told := hw.ArmMissing // by a page that has not heard yet of the emergency stop
		r.refused(api.Command{Do: api.DoResumeArm, Told: &told}, "not-now")
		r.do(api.Command{Do: api.DoResumeArm})
		if len(k.notes) != 1 || k.notes[0] != "resume" {
			t.Errorf("%q", k.notes)
		}
	})
}

// A program that was killed when one stone of a turn stood has the arm place the
// other only.
func TestRestartWithHalfATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		r.pass(1600 * time.Millisecond)
		s := r.phase(api.PhasePlace)
		for range 20 {
			if s = r.phase(api.PhasePlace); len(s.Wanted) == 1 {
				break
			}
			r.pass(100 * time.Millisecond)
		}
		r.stop()
		if len(s.Wanted) != 1 {
			t.Fatalf("%+v", s)
		}
		k.mu.Lock()
		k.asked = nil
		k.mu.Unlock()
		r.start(r.journal.all(), func(c *Config) { c.Arm = k })
		defer r.stop()
		r.pass(time.Second)
		k.tell(hw.ArmUnhomed, "")
		r.pass(10 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 || len(s.Stones) != 3 {
			t.Errorf("%+v", s)
		}
		if len(k.asked) != 1 || len(k.asked[0]) != 1 || k.left != 3 {
			t.Errorf("asked for %v, %d stones left", k.asked, k.left)
		}
	})
}

// Somebody puts the arm's second stone down himself: the arm does not put another
// on it.
func TestArmIsForestalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(500 * time.Millisecond) // its first stone is on the way
		s := r.phase(api.PhasePlace)
		if !s.Arm || len(s.Wanted) != 2 {
			t.Fatalf("%+v", s)
		}
		r.put(s.Wanted[1].String(), board.White)
		r.pass(150 * time.Millisecond)
		if !k.isHeld() {
			t.Error("a hand over the board does not stop the arm")
		}
		r.pass(15 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 || k.left != 4 || len(k.asked) != 2 || len(k.asked[1]) != 1 {
			t.Errorf("%d left, asked for %v: %+v", k.left, k.asked, s)
		}
	})
}

func TestTrays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		k.mu.Lock()
		k.left = 1
		k.mu.Unlock()
		r.pass(8 * time.Second)
		s := r.phase(api.PhasePlace)
		if s.Arm || len(s.Wanted) != 1 || !strings.Contains(s.Fault, "tray of white stones is empty") {
			t.Errorf("%+v", s)
		}
		r.do(api.Command{Do: api.DoRefill})
		r.pass(8 * time.Second)
		if s := r.phase(api.PhaseHuman); s.Fault != "" || s.Trays[0].Left != 4 {
			t.Errorf("%+v", s)
		}
		r.put("B10", board.Black)
		r.put("C10", board.Black)
		r.pass(6 * time.Second)
		if s := r.table.Snapshot(); !strings.Contains(s.Message, "My arm has only two white stones left.") {
			t.Errorf("%s", s.Message)
		}
		r.do(api.Command{Do: api.DoNewGame})
		r.pass(time.Second)
		if k.left != 5 {
			t.Errorf("%d stones in a new game", k.left)
		}
	})
}

// An arm that is away leaves the game to people, and goes on when it is back.
func TestArmComesAndGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, func(int) error {
			return &hw.ArmError{Trouble: hw.ArmNotReady, Color: hw.White, Err: errors.New("unplugged")}
		})
		defer r.stop()
		k.tell(hw.ArmAway, "the cable is out")
		r.pass(5 * time.Second)
		s := r.phase(api.PhasePlace)
		if s.Arm || !strings.Contains(s.Fault, "cannot be used: the cable is out") || s.ArmState != hw.ArmAway {
			t.Errorf("%+v", s)
		}
		n := len(k.asked)
		r.pass(time.Minute)
		k.mu.Lock()
		if len(k.asked) != n {
			t.Errorf("an arm that is away was asked: %v", k.asked)
		}
		k.wrong = nil
		k.mu.Unlock()
		k.tell(hw.ArmUnhomed, "")
		r.pass(10 * time.Second)
		if s := r.phase(api.PhaseHuman); s.Fault != "" || len(s.Moves) != 2 {
			t.Errorf("%+v", s)
		}
		r.refused(api.Command{Do: "refil"}, "unknown-command")
	})
}
