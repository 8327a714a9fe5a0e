package queue

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

var start = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

// rig is a queue at a table that a script drives.
type rig struct {
	Machine
	now   time.Time
	state State
}

// newRig returns a queue at a table that nobody plays at.
func newRig() *rig {
	r := &rig{now: start}
	r.do("free")
	return r
}

// do carries out a word of a script, and lets the queue do all that is due until then.
func (r *rig) do(word string) (out Out) {
	verb, arg, _ := strings.Cut(word, " ")
	n := 0
	_, _ = fmt.Sscan(arg, &n)
	switch verb {
	case "join":
		return r.Step(r.now, r.state, In{Join: &arg})
	case "here":
		return r.Step(r.now, r.state, In{Here: n})
	case "leave":
		return r.Step(r.now, r.state, In{Leave: n})
	case "busy", "free":
		r.state.Busy = verb == "busy"
	case "held", "let":
		r.state.Held = verb == "held"
	case "close", "open":
		r.state.Closed = verb == "close"
	case "wait":
		d, err := time.ParseDuration(arg)
		if err != nil {
			panic(err)
		}
		for end := r.now.Add(d); ; {
			next := r.Next(r.state)
			if next.IsZero() || next.After(end) {
				r.now = end
				break
			}
			r.now = next
			r.Step(r.now, r.state, In{})
		}
	}
	return r.Step(r.now, r.state, In{})
}

// String is who waits, who is called in brackets, and who plays in front of a bar.
func (r *rig) String() string {
	var list []string
	if p := r.Playing(); p != nil {
		list = append(list, fmt.Sprint(p.Number, " plays"))
	}
	if p := r.Called(); p != nil {
		list = append(list, fmt.Sprint(p.Number, " called"))
	}
	for _, p := range r.Waiting() {
		list = append(list, fmt.Sprint(p.Number))
	}
	return strings.Join(list, ", ")
}

func TestQueue(t *testing.T) {
	for name, script := range map[string][]string{
		"the first is called at once where nobody plays": {"wait 1m", "join Ada", "=1 called", "here 1", "=1 plays", "busy", "=1 plays"},
		"a game is waited for":                           {"busy", "join Ada", "join Bo", "=1, 2", "free", "=1, 2", "wait 19s", "=1, 2", "wait 1s", "=1 called, 2"},
		"who does not come is passed over":               {"wait 1m", "join Ada", "join Bo", "=1 called, 2", "wait 89s", "=1 called, 2", "wait 1s", "=2 called", "wait 90s", "="},
		"who plays a turn has come":                      {"wait 1m", "join Ada", "busy", "=1 plays", "wait 1h", "=1 plays"},
		"who comes and does not play is passed over":     {"wait 1m", "join Ada", "here 1", "join Bo", "wait 179s", "=1 plays, 2", "wait 1s", "=2 called"},
		"the next is called after the game":              {"wait 1m", "join Ada", "here 1", "busy", "join Bo", "wait 10m", "free", "=1 plays, 2", "wait 20s", "=2 called"},
		"another game while nobody waits":                {"wait 1m", "join Ada", "here 1", "busy", "free", "wait 2m", "=1 plays", "busy", "wait 9m", "free", "wait 3m", "="},
		"places end":                                     {"busy", "join Ada", "wait 30m", "join Bo", "wait 30m", "=2", "wait 30m", "="},
		"leaving":                                        {"busy", "join Ada", "join Bo", "join Cy", "leave 2", "=1, 3", "free", "wait 20s", "=1 called, 3", "leave 1", "=3 called", "leave 3", "="},
		"a player leaves":                                {"wait 1m", "join Ada", "here 1", "join Bo", "leave 1", "=2 called"},
		"closing forgets everybody":                      {"wait 1m", "join Ada", "join Bo", "=1 called, 2", "close", "=", "open", "="},
		"a place is kept while nobody can play":          {"wait 1m", "join Ada", "wait 30s", "held", "wait 1h", "=1 called", "let", "wait 59s", "=1 called", "wait 1s", "="},
		"so is that of who has come":                     {"wait 1m", "join Ada", "here 1", "wait 1m", "held", "wait 50m", "=1 plays", "let", "wait 119s", "=1 plays", "wait 1s", "="},
		"nobody is called while nobody can play":         {"wait 1m", "held", "join Ada", "wait 5m", "=1", "let", "=1 called", "wait 89s", "=1 called", "wait 1s", "="},
		"nor after a game":                               {"wait 1m", "join Ada", "here 1", "busy", "join Bo", "held", "free", "wait 5m", "=1 plays, 2", "let", "=2 called"},
		"who is called may leave meanwhile":              {"wait 1m", "join Ada", "join Bo", "held", "leave 1", "wait 5m", "=2", "let", "=2 called", "wait 90s", "="},
		"closing forgets those who are called, too":      {"wait 1m", "join Ada", "held", "close", "=", "let", "="},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig()
			for i, word := range script {
				if want, ok := strings.CutPrefix(word, "="); ok {
					if got := r.String(); got != want {
						t.Fatalf("after %v: %q, want %q", script[:i], got, want)
					}
					continue
				}
				if out := r.do(word); out.Err != nil {
					t.Fatalf("%s: %v", word, out.Err)
				}
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	r := newRig()
	r.do("busy")
	for i := range Most {
		if out := r.do("join"); out.Err != nil || !out.Changed {
			t.Fatalf("place %d: %v", i, out.Err)
		}
	}
	for word, want := range map[string]error{"join Ada": ErrFull, "here 1": ErrEarly, "here 99": ErrUnknown, "leave 99": ErrUnknown} {
		if out := r.do(word); !errors.Is(out.Err, want) || out.Changed {
			t.Errorf("%s: %v, want %v", word, out.Err, want)
		}
	}
	r.do("free")
	r.do("wait 20s")
	r.do("held")
	if out := r.do("here 1"); !errors.Is(out.Err, ErrHeld) || out.Came {
		t.Errorf("coming while nobody can play: %+v", out)
	}
	r.do("close")
	if out := r.do("join Ada"); !errors.Is(out.Err, ErrClosed) {
		t.Errorf("joining a closed table: %v", out.Err)
	}
}

// Who has played may play again for some minutes, but only until the next is called.
func TestUntilTheNextIsCalled(t *testing.T) {
	r := newRig()
	for _, word := range []string{"wait 1m", "join Ada", "here 1", "busy", "wait 10m", "free"} {
		r.do(word)
	}
	if got := r.Until().Sub(r.now); got != Begin {
		t.Errorf("while nobody waits the place is held for %v", got)
	}
	r.do("wait 5s")
	r.do("join Bo")
	if got := r.Until().Sub(r.now); got != Rest-5*time.Second {
		t.Errorf("with somebody waiting the place is held for %v", got)
	}
	r.do("wait 15s")
	if got := r.String(); got != "2 called" {
		t.Errorf("then: %q", got)
	}
}

// Saying "here" begins a game once.
func TestHereOnce(t *testing.T) {
	r := newRig()
	r.do("wait 1m")
	if out := r.do("join Ada"); out.Called == nil || out.Called.Name != "Ada" {
		t.Fatalf("called %v", out.Called)
	}
	if out := r.do("here 1"); !out.Came {
		t.Error("no game begins")
	}
	if out := r.do("here 1"); out.Came || out.Err != nil {
		t.Errorf("said twice: %+v", out)
	}
}

func TestParseName(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "  Ada  ": "Ada", "Ada\tand\n Bo": "Ada and Bo", "小明": "小明", "a\u202eb\x00c": "abc", "\u0301": "", "e\u0301\u0301\u0301\u0301": "e\u0301\u0301",
		"\xff\xfeAda": "Ada", "1234567890123456": "1234567890123456", "<b>": "<b>",
	} {
		if got, err := ParseName(text); err != nil || got != want {
			t.Errorf("%q: %q %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"12345678901234567", strings.Repeat("x", 5000)} {
		if got, err := ParseName(text); !errors.Is(err, ErrName) {
			t.Errorf("%q is taken as %q", text, got)
		}
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("Ada")
	f.Add("  小明\u202e e\u0301\u0301\u0301 \x00")
	f.Fuzz(func(t *testing.T, text string) {
		name, err := ParseName(text)
		if err != nil {
			return
		}
		again, err := ParseName(name)
		if err != nil || again != name || !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName || strings.ContainsFunc(name, unicode.IsControl) {
			t.Errorf("%q is read as %q, and that as %q (%v)", text, name, again, err)
		}
	})
}

// A stranger's phone joins, is called, and plays.
func ExampleMachine() {
	var m Machine
	name, now := "Ada", start
	m.Step(now, State{}, In{})
	out := m.Step(now.Add(time.Minute), State{}, In{Join: &name})
	fmt.Println(out.Called.Number, out.Called.Name, "until", m.Until().Format(time.TimeOnly))
	m.Step(now.Add(2*time.Minute), State{}, In{Here: 1})
	fmt.Println(m.Called() == nil, m.Playing().Name)
	// Output:
	// 1 Ada until 10:02:30
	// true Ada
}
