package sgf

import (
	"runtime"
	"strings"
	"testing"
)

// mostAllocated is what reading a file may allocate, all that is given back again
// included: 20 bytes for each byte of the longest file.
const mostAllocated = 20 * MaxBytes

// mostForgiven is the same for a file in which nothing is refused, which may be
// read twice for its charset.
const mostForgiven = 2 * mostAllocated

// A file of the longest length costs memory in proportion to it, whatever it is
// made of.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred megabytes of hostile records take a while, so -short leaves them out")
	}
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, (MaxBytes-len(head)-len(tail))/len(unit)) + tail
	}
	nodes := func(unit string) string { return "(;GM[511];B[JJ]" + strings.Repeat(unit, MaxNodes-2) + ")" }
	for _, tt := range []struct{ name, text, want string }{
		{"values", fill("(;C", "[]", ";B[JJ])"), "line 1, column 2000004: the file holds more than 1000000 values"},
		{"properties", fill("(;", "A[]", ";B[JJ])"), "line 1, column 3003: the node has more than 1000 properties"},
		{"properties in GB18030", fill("(;CA[GB18030]PB[\xff]", "A[]", ";B[JJ])"), "the node has more than 1000 properties"},
		{"properties of many nodes", nodes(";A[]A[]A[]A[]A[]"), "more than 1000000 values"},
		{"nodes", nodes(";A[]C[123456789012345]"), ""},
		{"variations", nodes("(;A[]A[]A[])"), ""},
		{"deep variations", strings.Repeat(strings.Repeat("(;A[]", MaxDepth)+strings.Repeat(")", MaxDepth), MaxNodes/MaxDepth), ""},
		{"one text in Latin-1", "(;C[" + strings.Repeat("\xff", MaxBytes-16) + "];B[JJ])", ""},
		{"one text in GB18030", "(;CA[GB18030]C[" + strings.Repeat("\x81]", MaxBytes/2-16) + "];B[JJ])", ""},
		{"moves", fill("(;", ";B[a]", ")"), "the file holds more than 250000 nodes"},
		{"moves of one node", "(;B" + strings.Repeat("[JJ]", MaxValues) + ")", "line 1, column 3: the game has more moves than the largest board has points, 400"},
		{"stones set up", "(;AB" + strings.Repeat("[aa:ss]", MaxValues) + ")", "line 1, column 3: more than 1600 points are set up with AB, AW and AE"},
		{"choices", "(;B[JJ]CHOICE" + strings.Repeat("[swap]", MaxValues/2) + ")", "CHOICE has more values than the largest board has points, 400"},
		{"strays", fill("(;", "*x", ")"), "out of place"},
		{"brackets in a text", fill("(;C[", "]x", "])"), "not a property"},
		{"words without values", fill("(;", "A ", ")"), "has no value"},
		{"late nodes", fill("(;", "(;);", ")"), "cannot stand after a variation"},
		{"names with gaps", fill("(;", "A [] ", ")"), "the node has more than 1000 properties"},
		{"open parentheses", fill("(;", "(", ""), "must follow"},
		{"fields of a contest record", fill("{[C6]", "[]", ";B(J,10)}"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			data := []byte(tt.text)
			runtime.ReadMemStats(&before)
			_, err := ReadAny(data)
			runtime.ReadMemStats(&after)
			switch {
			case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v; want %q", err, tt.want)
			case err == nil && tt.want != "":
				t.Errorf("it is read; want %q", tt.want)
			}
			n := after.TotalAlloc - before.TotalAlloc
			runtime.ReadMemStats(&before)
			_, _ = Format{}.Read(data)
			runtime.ReadMemStats(&after)
			if more := after.TotalAlloc - before.TotalAlloc; more > mostForgiven {
				t.Errorf("%d bytes of text take %d bytes of memory where nothing is refused, more than %d", len(data), more, mostForgiven)
			}
			if t.Logf("%d bytes allocated", n); n > mostAllocated {
				t.Errorf("%d bytes of text take %d bytes of memory, more than %d", len(data), n, mostAllocated)
			}
		})
	}
}
