package fleet

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ExampleSubject() {
	fmt.Println(Subject("table-3", "word", PartState))
	fmt.Println(Subject("*", "*", PartGame) + ".*")
	// Output:
	// stonehand.table-3.word.state
	// stonehand.*.*.game.*
}

func TestNames(t *testing.T) {
	for name, good := range map[string]bool{"one": true, "table-3": true, "3": true, "": false, "hall": false, "home-assistant": false, "a.b": false, "*": false, ">": false, "A": false, "a b": false, "-a": false, "棋": false} {
		if err := CheckName(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// fault is a state with a fault.
func fault(text string) *api.Snapshot {
	return &api.Snapshot{Fault: text, Said: map[string]api.Said{"en": {Fault: text}}}
}

func TestFaultsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "faults")
	open := func() *faultLog {
		t.Helper()
		l, err := openFaults(path)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open()
	for _, text := range []string{"", "The board is lost.", "The board is lost.", ""} {
		if err := l.note(fault(text), time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
	}
	l = open() // as after a restart
	if err := l.note(fault(""), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	list, known, err := l.Since(api.Place{}, 10)
	if err != nil || !known || len(list) != 2 {
		t.Fatalf("%d faults, %v, %v", len(list), known, err)
	}
	if rest, known, _ := l.Since(list[0].Place, 10); !known || len(rest) != 1 || rest[0].Seq != 2 {
		t.Errorf("after the first: %v, %v", rest, known)
	}
	if rest, known, _ := l.Since(list[1].Place, 10); !known || len(rest) != 0 {
		t.Errorf("after the last: %v, %v", rest, known)
	}
	if _, known, _ := l.Since(api.Place{Seq: 1, Sum: 1}, 10); known {
		t.Error("another log's place is known")
	}
	// A line that a power cut has left unfinished is left out.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(data, `{"seq":3,"te`...), 0o640); err != nil {
		t.Fatal(err)
	}
	l = open()
	if list, _, _ := l.Since(api.Place{}, 10); len(list) != 2 {
		t.Errorf("%d faults after a power cut", len(list))
	}
	if err := l.note(fault("The lights are lost."), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if list, _, _ := open().Since(api.Place{}, 10); len(list) != 3 {
		t.Errorf("%d faults after a power cut and another fault", len(list))
	}
}

func TestFaultsAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "faults")
	l, err := openFaults(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range mostFaults + 10 {
		if l.entries = append(l.entries, keptOf(uint64(n+1), []byte("{}"))); n+1 == mostFaults {
			l.last = mostFaults
			if err := l.note(fault("one more"), time.Unix(1e9, 0)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if n := len(l.entries); n != mostFaults/2 {
		t.Errorf("%d faults are kept", n)
	}
	if err := l.Forget(l.last); err != nil || len(l.entries) != 1 {
		t.Errorf("%d faults are kept that the hall has, %v", len(l.entries), err)
	}
}

// gateOf is a gate that takes orders from one key to play.
func gateOf(key string) *gate {
	return &gate{table: "one", roles: map[string]string{key: "play"}, takes: func(string) string { return "play" }, open: map[string]time.Time{}}
}

func TestChallengesEnd(t *testing.T) {
	g, now := gateOf(""), time.Unix(1e9, 0)
	nonce := g.challenge(now)
	if !g.spend(nonce, now.Add(nonceTime)) || g.spend(nonce, now) {
		t.Error("a challenge is good once, for half a minute")
	}
	if nonce = g.challenge(now); g.spend(nonce, now.Add(nonceTime+1)) {
		t.Error("an old challenge is good")
	}
	for range mostNonces {
		g.challenge(now)
	}
	if nonce := g.challenge(now); nonce != "" {
		t.Error("challenges have no end")
	}
	if nonce := g.challenge(now.Add(nonceTime + 1)); nonce == "" {
		t.Error("old challenges stay in the way")
	}
}

func FuzzOrder(f *testing.F) {
	key, err := nkeys.CreateUser()
	if err != nil {
		f.Fatal(err)
	}
	public, err := key.PublicKey()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"nonce":"x"}`), false)
	f.Add([]byte(`{"do":"pause"}`), true)
	f.Add([]byte(`null`), true)
	f.Fuzz(func(t *testing.T, data []byte, sign bool) {
		g, now := gateOf(public), time.Unix(1e9, 0)
		order := data
		if sign && json.Valid(data) {
			nonce := g.challenge(now)
			command, err := json.Marshal(json.RawMessage(data))
			if err != nil {
				t.Skip(err)
			}
			sign, err := key.Sign(signed("one", nonce, command))
			if err != nil {
				t.Fatal(err)
			}
			if order, err = json.Marshal(Order{Nonce: nonce, Key: public, Sign: base64.StdEncoding.EncodeToString(sign), Command: command}); err != nil {
				t.Fatal(err)
			}
		}
		c, err := g.admit(order, now)
		if err == nil && !sign {
			t.Fatalf("an order that nobody signed is let through: %+v", c)
		}
	})
}

// What a program left that was killed while it fetched another is removed, whatever the
// folder is called.
func TestSweep(t *testing.T) {
	u := newUpdater(Config{Dir: filepath.Join(t.TempDir(), "data [1]")})
	left := filepath.Join(u.dir, ".stonehand-1")
	if err := errors.Join(os.MkdirAll(u.dir, 0o755), os.WriteFile(left, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if u.sweep(); !errors.Is(os.Remove(left), fs.ErrNotExist) {
		t.Error("it is still there")
	}
}
