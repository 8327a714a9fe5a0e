package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"
)

// pins is the PIN by which people at the table may play. Its holders are not kept:
// what they hold is made of a key that changes with the PIN.
type pins struct {
	clock  func() time.Time
	lasts  time.Duration // 0: there is none
	draw   func() string // makes one
	mu     sync.Mutex    // guards what follows
	pin    string
	key    []byte
	ending time.Time
}

// now returns the PIN and the key of its holders; an empty PIN if there is none.
func (p *pins) now() (pin string, key []byte, ending time.Time) {
	if p.lasts <= 0 {
		return "", nil, time.Time{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.clock().Before(p.ending) {
		p.renew()
	}
	return p.pin, p.key, p.ending
}

// renew makes another PIN; p.mu is held.
func (p *pins) renew() {
	p.pin, p.key, p.ending = p.draw(), []byte(rand.Text()), p.clock().Add(p.lasts)
}

// sixFigures makes a PIN.
func sixFigures() string { return fmt.Sprintf("%06d", below(1_000_000)) }

// below returns a random number from 0 to n-1 that nobody can guess.
func below(n int64) int64 {
	v, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // never, says crypto/rand
	}
	return v.Int64()
}

// change makes another PIN, which ends what holders of the present one may do.
func (p *pins) change() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.renew()
}

// is reports whether given is the PIN, in a time that tells nothing of it.
func (p *pins) is(given string) bool {
	pin, _, _ := p.now()
	return pin != "" && subtle.ConstantTimeCompare([]byte(pin), []byte(given)) == 1
}

// token is what a holder of the PIN shows from then on, and holds whether that is
// still good.
func (p *pins) token() string {
	_, key, _ := p.now()
	id := rand.Text()
	return id + "." + sign(key, id)
}

func (p *pins) holds(token string) bool {
	_, key, _ := p.now()
	return key != nil && signed(key, token)
}

// sign returns a proof that who made id knows key.
func sign(key []byte, id string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(id))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// signed reports whether token is an id and its proof.
func signed(key []byte, token string) bool {
	id, proof, ok := strings.Cut(token, ".")
	return ok && hmac.Equal([]byte(proof), []byte(sign(key, id)))
}

// pinned is the body of GET /api/pin.
type pinned struct {
	PIN   string `json:"pin"`
	Until string `json:"until"` // RFC 3339
	Link  string `json:"link"`  // leads to the page with the PIN entered
	Hint  string `json:"hint"`  // what to do if the link cannot be reached; empty if it can
}

// PIN returns the PIN that is good now; "" if there is none. It is for ways of telling
// it that only people at the table hear or see.
func (s *Server) PIN() string {
	pin, _, _ := s.pins.now()
	return pin
}

// atTheTable says why a caller is neither a screen at the table nor who looks after it, or
// nil.
func (s *Server) atTheTable(r *http.Request) error {
	if who(r).local {
		return nil
	}
	return s.needs(r, Operate)
}

// maySeePIN says why a caller may not see the PIN, or nil: it is for who looks after
// the board, and for the screen at the table.
func (s *Server) maySeePIN(r *http.Request) error {
	if err := s.atTheTable(r); err != nil {
		return err
	}
	if s.pins.lasts <= 0 {
		return notFound("This board has no PIN. To use one, set web.pin in its configuration.")
	}
	return nil
}

// showPIN answers GET /api/pin.
func (s *Server) showPIN(r *http.Request) (any, error) { return s.pinned(r) }

// pinned returns the PIN for a caller who may see it.
func (s *Server) pinned(r *http.Request) (pinned, error) {
	if err := s.maySeePIN(r); err != nil {
		return pinned{}, err
	}
	pin, _, ending := s.pins.now()
	base, hint := s.reach(r)
	return pinned{PIN: pin, Until: ending.UTC().Format(time.RFC3339), Link: base + "/#pin=" + pin, Hint: hint}, nil
}

// changePIN answers POST /api/pin/change with another one.
func (s *Server) changePIN(_ http.ResponseWriter, r *http.Request, _ struct{}) (any, error) {
	if err := s.maySeePIN(r); err != nil {
		return nil, err
	}
	s.pins.change()
	return s.pinned(r)
}

// pinQR answers GET /api/pin.svg.
func (s *Server) pinQR(r *http.Request) (link string, err error) {
	p, err := s.pinned(r)
	return p.Link, err
}

// asQR makes a handler of what returns a link or why there is none: it answers with the link
// as a QR code (ISO/IEC 18004).
func (s *Server) asQR(f func(r *http.Request) (link string, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := f(r)
		if err == nil {
			text, err = drawQR(text)
		}
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "image/svg+xml")
		h.Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(text))
	}
}

// quiet is the margin around a QR code, in its own squares.
const quiet = 4

// drawQR draws a text as a QR code.
func drawQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("drawing a QR code: %w", err)
	}
	var b strings.Builder
	all := code.Size + 2*quiet
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="`, all, all, all, all)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String(), nil
}

// TerminalQR draws a text as a QR code for a terminal: two squares above each other in
// each character, black on white whatever the terminal's own colours are (ECMA-48,
// SGR 30 and 47). It fails for texts that no QR code holds.
func TerminalQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", fmt.Errorf("drawing a QR code: %w", err)
	}
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		b.WriteString("\x1b[30;47m")
		for x := -quiet; x < code.Size+quiet; x++ {
			both := 0
			if code.Black(x, y) {
				both = 1
			}
			if code.Black(x, y+1) {
				both += 2
			}
			b.WriteString([]string{" ", "▀", "▄", "█"}[both])
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String(), nil
}
