package web

import (
	"cmp"
	"fmt"
	"net/http"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/attempts"
	"stonehand/hw"
)

// String returns the role's name in the contract.
func (r Role) String() string {
	return cmp.Or(map[Role]string{Look: "look", Play: "play", Operate: "operate"}[r], fmt.Sprintf("Role(%d)", int(r)))
}

// commandRoles says who may give a command. Which role a route needs stands with
// the routes.
var commandRoles = map[string]Role{
	api.DoNewGame:   Play,
	api.DoSeats:     Play,
	api.DoUndo:      Play,
	api.DoResign:    Play,
	api.DoMoveNow:   Play,
	api.DoPause:     Play,
	api.DoResume:    Play,
	api.DoAnswer:    Play,
	api.DoChoose:    Play,
	api.DoPass:      Play,
	api.DoDead:      Play,
	api.DoAgree:     Play,
	api.DoPlayOn:    Play,
	api.DoRefill:    Play,
	api.DoHint:      Play,
	api.DoShow:      Play,
	api.DoHands:     Play,
	api.DoReview:    Play,
	api.DoHere:      Play,
	api.DoRules:     Play,
	api.DoResumeArm: Play, // but see mayResume
	api.DoVolume:    Operate,
	api.DoLanguage:  Operate,
	api.DoCalibrate: Operate,
	api.DoOpen:      Operate,
	api.DoTest:      Operate,
	api.DoShutdown:  Operate,
}

// requestRoles are those of commands that have requests of their own in the HTTP contract.
var requestRoles = map[string]Role{api.DoSensors: Operate, api.DoTimetable: Operate, api.DoArm: Operate}

// takes returns the role that a command takes: Play for one that is not known, which the
// table then refuses.
func takes(do string) Role {
	if r, ok := commandRoles[do]; ok {
		return r
	}
	return max(Play, requestRoles[do])
}

// Takes returns the name of the role that a command takes which comes from afar: nobody there sees
// whether anyone is near the arm.
func Takes(do string) string {
	if do == api.DoResumeArm {
		return Operate.String()
	}
	return takes(do).String()
}

// admit completes who asks by what they show: a cookie, or HTTP's own means with any
// name and the password, for programs.
func (s *Server) admit(r *http.Request, c caller) (caller, error) {
	switch door := doorOf(r.Context()); {
	case door == Owners:
		return c, nil
	case door == Spectators:
		c.local, c.role = false, Look
		return c, nil
	case s.hasCookie(r):
		c.role = Operate
		return c, nil
	}
	if _, password, ok := r.BasicAuth(); ok && s.Password != "" {
		if err := s.attempt(r, "password", attempts.Pause, func() bool { return s.isPassword(password) }); err != nil {
			return c, err
		}
		c.role = Operate
		return c, nil
	}
	if c.local && s.Password == "" {
		c.role = Operate
		return c, nil
	}
	if k, err := r.Cookie(pinCookie); err == nil && s.pins.holds(k.Value) {
		c.role = Play
	} else if s.hasTurn(r) {
		c.role = Play
	}
	return c, nil
}

// needs says why a request may not do what takes a role, or nil.
func (s *Server) needs(r *http.Request, role Role) error {
	c := who(r)
	switch {
	case c.role >= role:
		return nil
	case doorOf(r.Context()) == Spectators:
		return refusing(http.StatusForbidden, "spectators", "This address is for watching only. You cannot play or manage the board from here.")
	case role == Play && s.Password == "":
		return refusing(http.StatusForbidden, "locked", "To play, enter the PIN shown on the board's own screen. Without it, only the board's own computer can play.")
	case role == Play:
		return refusing(http.StatusUnauthorized, "log-in", "Log in first, with the PIN shown on the board's own screen or with the board's password.")
	case s.Password == "":
		return refusing(http.StatusForbidden, "locked", "Only the board's own computer can do this, or someone who has logged in. To allow logins, set web.password in its configuration (you come from %s).", c.from())
	}
	return refusing(http.StatusUnauthorized, "log-in", "Log in first: this needs the board's password.")
}

// needsFor is [Server.needs] for a command of the table. To power the computer off
// takes more than to come from a loopback address, which a relay can make anybody
// seem to do: the password, or the owner's socket.
func (s *Server) needsFor(r *http.Request, asked *api.Command) error {
	if err := s.needs(r, takes(asked.Do)); err != nil {
		return err
	}
	if asked.Do == api.DoResumeArm {
		return s.mayResume(r, *asked.Told)
	}
	if c := who(r); asked.Do == api.DoShutdown && s.PowersOff && !c.owner && s.Password == "" {
		return refusing(http.StatusForbidden, "locked", "Without a password, the page cannot shut this computer down. Set web.password in its configuration, use the board's own menu or buttons, or run \"systemctl poweroff\".")
	}
	return nil
}

// mayResume says why a request may not let an arm go on that was stopped for a cause, or nil. Where somebody stopped it on
// a page, that may have been for a hand in it, and nothing at the arm has to be released before: a
// phone, wherever it is, takes the role of those who look after the table. People at the table have
// the board's menu and its buttons.
func (s *Server) mayResume(r *http.Request, told hw.ArmCause) error {
	if told != hw.ArmOperator || who(r).role >= Operate {
		return nil
	}
	return refusing(http.StatusForbidden, "locked", "Someone stopped the arm on the page. When nobody is near it, resume it with the board's menu or a button. On the page, only an operator can.")
}
