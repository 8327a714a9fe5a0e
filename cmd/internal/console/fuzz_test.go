package console

import (
	"io"
	"strings"
	"testing"
	"time"
)

// FuzzConsole says anything at all to a console. It must not panic, and what it
// holds of the game must stay a position.
func FuzzConsole(f *testing.F) {
	for _, s := range []string{
		"name?\nnew black\nmove KKIK\nundo\ntake back\nnext\nquit\n",
		"new xxx\r\nblack JJJJ\r\nwhite KK\r\nwhite IK@@\r\nnext\r\nprint\r\n",
		"time 100\ndepth 3\nwidth 4\nnodes 5\nthreads 1\nhash 1\nmix road/road\nvcf\nunvcf\nabout\nhelp\nbench\n",
		"go 100 J10 K11 K9\ngo\ngo 0\ngo 5 J10 J10\ngo 7 Z99\n",
		"black AABA\nblack CADA\nblack EAFA\nmove JJKK\nnext\nundo\nend\nmove JJKK\nerror\n",
		"clock 1000 10\nnext\nclock\nclock 0\nclock x y\nnew white\nmove JJ\n",
		"move @@@@\nmove JJ@@\nmove jjkk\nmove J\nmove JJKKLL\nmove \xff\xfe\nmove é\n",
	} {
		f.Add([]byte(s))
	}
	engine := newStub(f)
	options := engine.options
	f.Fuzz(func(t *testing.T, input []byte) {
		engine.options = options
		c := &Connect6{Player: engine, Now: func() time.Time { return time.Time{} }, Warn: func(string) {}}
		s := session{Connect6: c, settings: engine, conversation: conversation{out: io.Discard}, game: newRecord(), time: time.Second}
		out := &answers{t: t}
		s.out = out
		for _, l := range gather(strings.NewReader(string(input))) {
			if s.left {
				break
			}
			out.line = l.text
			before := len(s.game.turns)
			out.refused = false
			s.obey(t.Context(), l)
			checkRecord(t, &s.game)
			if out.refused && len(s.game.turns) != before {
				t.Fatalf("%q was refused and changed the game", l.text)
			}
		}
		if s.failed != nil {
			t.Fatal(s.failed)
		}
		for s.game.undo() {
			checkRecord(t, &s.game)
		}
	})
}

// answers looks at every answer.
type answers struct {
	t       *testing.T
	line    string // what is being answered
	refused bool
}

func (a *answers) Write(p []byte) (int, error) {
	if !strings.HasSuffix(string(p), "\n") {
		a.t.Fatalf("%q is answered %q, not a whole line", a.line, p)
	}
	if strings.HasPrefix(string(p), "error: ") {
		a.refused = true
		if strings.Count(string(p), "\n") != 1 || len(p) > 300 {
			a.t.Fatalf("%q is answered %q, not a sentence", a.line, p)
		}
	}
	return len(p), nil
}
