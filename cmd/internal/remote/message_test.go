package remote

import "testing"

// TestStrangersWordsStayOutside has the other end report trouble in words of its own.
func TestStrangersWordsStayOutside(t *testing.T) {
	p := &Peer{}
	p.heard.problem = "call \u202e0123 now\x1b[2J"
	if got := p.View().Problem; got != farProblem {
		t.Errorf("people are told %q", got)
	}
	m, err := Parse([]byte(`{"v":3,"boot":1,"seq":1,"name":"A\u202enna\u001b[2J"}`))
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "Anna[2J" {
		t.Errorf("the name is %q", m.Name)
	}
}
