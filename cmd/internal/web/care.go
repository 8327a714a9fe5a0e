package web

import (
	"context"
	"math"
	"net/http"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// Care is what those need who look after the table, beside its state. What is nil or zero
// is not there.
type Care struct {
	// Sensors returns what the sensors showed last, nil for nothing yet.
	Sensors func() *api.Sensors
	// Log returns the last lines of the log, the earliest first.
	Log func() []LogLine
	// Timetable returns the exhibit's timetable, and the one of the configuration.
	Timetable func() (now, configured api.Timetable)
	// Restart ends the program, which the service manager then starts again.
	Restart func()
	// Language is what the table speaks now, "en" or "zh".
	Language func() string
	// Version is that of the program, and Started since when it runs.
	Version string
	Started time.Time
}

// LogLine is a line of the log.
type LogLine struct {
	At    time.Time `json:"at"`
	Level string    `json:"level"` // "INFO", "WARN", "ERROR"
	Text  string    `json:"text"`
}

// overview is the body of GET /api/operator.
type overview struct {
	Version   string `json:"version"`
	Started   string `json:"started"`   // RFC 3339
	Language  string `json:"language"`  // that the table speaks: "en", "zh"
	Reach     string `json:"reach"`     // the page's address for other devices
	Hint      string `json:"hint"`      // what to do so that they reach it; empty if they can
	Restart   bool   `json:"restart"`   // POST /api/restart can be asked
	Exhibit   bool   `json:"exhibit"`   // there are a timetable and counts of visitors
	Streams   int    `json:"streams"`   // pages that are open
	Loop      int64  `json:"loop_ms"`   // since the game loop's last round
	Recording bool   `json:"recording"` // GET /api/recording has something
}

// operator answers GET /api/operator.
func (s *Server) operator(r *http.Request) (any, error) {
	base, hint := s.reach(r)
	language := ""
	if s.Care.Language != nil {
		language = s.Care.Language()
	}
	return overview{
		Version: s.Care.Version, Started: s.Care.Started.UTC().Format(time.RFC3339), Language: language, Reach: base + "/", Hint: hint,
		Restart: s.Care.Restart != nil, Exhibit: s.Visits != nil, Streams: s.streams.open(), Loop: max(0, s.Clock().Sub(s.Table.Progress())).Milliseconds(),
		Recording: s.Recording != nil,
	}, nil
}

// tellTable has the table do something, and returns its state after it.
func (s *Server) tellTable(r *http.Request, c api.Command) (*api.Snapshot, error) {
	ctx, cancel := context.WithTimeout(r.Context(), commandTime)
	defer cancel()
	state, err := s.Table.Do(ctx, c)
	return state, commandRefusal(err)
}

// sensors answers GET /api/sensors, and has them measured for a while.
func (s *Server) sensors(r *http.Request) (any, error) {
	_, err := s.tellTable(r, api.Command{Do: api.DoSensors})
	var now *api.Sensors
	if err == nil && s.Care.Sensors != nil {
		now = s.Care.Sensors()
	}
	if err == nil && now == nil {
		err = refusing(http.StatusServiceUnavailable, "no-sensors", "There are no sensor readings yet. Try again in a second.")
	}
	return now, err
}

// logLines answers GET /api/log.
func (s *Server) logLines(r *http.Request) (any, error) {
	lines := []LogLine{}
	if s.Care.Log != nil {
		lines = append(lines, s.Care.Log()...)
	}
	return lines, nil
}

// timetable is the body of GET /api/timetable.
type timetable struct {
	Now        api.Timetable `json:"now"`
	Configured api.Timetable `json:"configured"` // by the configuration
}

var errNoTimetable = notFound("This table has no opening hours: set exhibit.enabled in its configuration.")

// showTimetable answers GET /api/timetable.
func (s *Server) showTimetable(*http.Request) (any, error) {
	if s.Care.Timetable == nil || s.Visits == nil {
		return nil, errNoTimetable
	}
	now, configured := s.Care.Timetable()
	return timetable{now, configured}, nil
}

// setTimetable answers PUT /api/timetable.
func (s *Server) setTimetable(_ http.ResponseWriter, r *http.Request, t api.Timetable) (any, error) {
	if s.Care.Timetable == nil || s.Visits == nil {
		return nil, errNoTimetable
	}
	if _, err := s.tellTable(r, api.Command{Do: api.DoTimetable, Hours: &t}); err != nil {
		return nil, err
	}
	s.audit.did(r, "timetable")
	return s.showTimetable(r)
}

// dropTimetable answers DELETE /api/timetable: the configuration's holds again.
func (s *Server) dropTimetable(r *http.Request) (any, error) {
	var t api.Timetable
	if s.Care.Timetable != nil {
		_, t = s.Care.Timetable()
	}
	return s.setTimetable(nil, r, t)
}

// restart answers POST /api/restart, and then ends the program.
func (s *Server) restart(w http.ResponseWriter, r *http.Request) {
	var none struct{}
	err := read(r, &none, `{}`)
	if err == nil && s.Care.Restart == nil {
		err = refusing(http.StatusConflict, "not-a-service", "The program does not run as a service, so nothing would start it again.")
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.Log.Info("the program restarts, as asked", "from", who(r).from())
	s.audit.did(r, "restart")
	s.reply(w, r, http.StatusOK, none)
	s.Care.Restart()
}

// arming is the body of POST /api/arm.
type arming struct {
	Do   string  `json:"do"`
	Axis string  `json:"axis"` // jog: "x", "y", "z"
	MM   float64 `json:"mm"`   // jog: how far
}

// stepLook is how often it is asked whether a step of the arm is over, and stepTime how
// long that is waited for.
const (
	stepLook = 20 * time.Millisecond
	stepTime = 10 * time.Second
)

// arm answers POST /api/arm. A step is answered when it has been made, so that a person who holds
// a key down asks for one after the other. Anybody who plays may stop it; all else takes who
// operates.
func (s *Server) arm(_ http.ResponseWriter, r *http.Request, a arming) (any, error) {
	o := api.ArmOrder{Do: a.Do}
	if a.Do != api.ArmStop {
		if err := s.needs(r, Operate); err != nil {
			return nil, err
		}
	}
	switch a.Do {
	case api.ArmAsk, api.ArmHome, api.ArmEnd, api.ArmStop:
	case api.ArmJog:
		i := strings.Index("xyz", a.Axis)
		if len(a.Axis) != 1 || i < 0 || !(math.Abs(a.MM) <= hw.MaxStep) || a.MM == 0 {
			return nil, badValue(`A step goes along an "axis", "x", "y" or "z", by "mm" from -%d to %d.`, hw.MaxStep, hw.MaxStep)
		}
		o.By[i] = a.MM
	default:
		return nil, badValue(`"do" cannot be %q: ask, jog, home, end or stop.`, text.Clip(a.Do))
	}
	_, err := s.tellTable(r, api.Command{Do: api.DoArm, Arm: &o})
	if err == nil && a.Do == api.ArmJog {
		err = s.stepped(r)
	}
	if err != nil {
		return nil, err
	}
	if a.Do != api.ArmJog {
		s.audit.did(r, "arm", "do", a.Do)
	}
	return struct{}{}, nil
}

// stepped waits until the arm has made a step, and says why it has not.
func (s *Server) stepped(r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), stepTime)
	defer cancel()
	for s.Table.Snapshot().ArmManual == "moving" {
		if !hw.Sleep(ctx, stepLook) {
			return commandRefusal(ctx.Err())
		}
	}
	_, err := s.tellTable(r, api.Command{Do: api.DoArm, Arm: &api.ArmOrder{Do: api.ArmResult}})
	return err
}
