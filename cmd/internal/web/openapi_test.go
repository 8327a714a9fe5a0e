package web

import (
	"encoding"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

type openAPIFile struct {
	OpenAPI string
	Paths   map[string]map[string]struct {
		OperationID string
		Role        string `json:"x-role"`
		Parameters  []struct{ Name, In string }
		RequestBody *struct{ Required bool }
		Responses   map[string]any
	}
	Components struct {
		Responses map[string]any
		Schemas   map[string]struct {
			Properties map[string]struct {
				Type, Ref string
				Enum      []string
			}
			Required []string
		}
	}
}

func readOpenAPI(t *testing.T) (file openAPIFile, plain any) {
	t.Helper()
	s, _ := newServer(t)
	a := ask(t, s, "GET", "/api/openapi.json", "")
	if a.StatusCode != 200 {
		t.Fatal(a.Status)
	}
	if err := json.Unmarshal([]byte(a.text), &file); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(a.text), &plain); err != nil {
		t.Fatal(err)
	}
	return file, plain
}

func TestOpenAPIAgreesWithRoutes(t *testing.T) {
	file, _ := readOpenAPI(t)
	if file.OpenAPI != "3.1.0" {
		t.Errorf("openapi is %q", file.OpenAPI)
	}
	described, ids := map[string]bool{}, map[string]bool{}
	for path, operations := range file.Paths {
		for method, o := range operations {
			described[strings.ToUpper(method)+" "+path] = true
			if o.OperationID == "" || ids[o.OperationID] {
				t.Errorf("%s: operationId %q is missing or used twice", path, o.OperationID)
			}
			ids[o.OperationID] = true
			if sends := method == "post" || method == "put"; sends != (o.RequestBody != nil) {
				t.Errorf("%s %s: a body is described or not, and should be the other", method, path)
			}
			for _, p := range o.Parameters {
				if p.In == "path" && !strings.Contains(path, "{"+p.Name+"}") {
					t.Errorf("%s has no parameter %q", path, p.Name)
				}
			}
			// What the guard and the mux may say of every request.
			always := []string{"200", "405", "421", "429"}
			if method == "post" || method == "put" {
				always = append(always, "400", "403", "413")
			}
			for _, status := range always {
				if o.Responses[status] == nil {
					t.Errorf("%s %s: status %s is not described", method, path, status)
				}
			}
		}
	}
	s, _ := newServer(t)
	for _, r := range s.routes() {
		name := r.method + " " + r.path
		if !described[name] {
			t.Errorf("%s is served, but not described", name)
		}
		delete(described, name)
		if r.role < Look || r.role > Operate {
			t.Errorf("nobody has said who may ask %s", name)
		} else if got := file.Paths[r.path][strings.ToLower(r.method)].Role; got != r.role.String() {
			t.Errorf("%s takes the role %s and is described with %q", name, r.role, got)
		}
	}
	for name := range described {
		t.Errorf("%s is described, but not served", name)
	}
}

func TestOpenAPIReferencesResolve(t *testing.T) {
	_, plain := readOpenAPI(t)
	used := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				used[ref] = true
				at := plain
				for part := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
					m, _ := at.(map[string]any)
					at = m[part]
				}
				if at == nil {
					t.Errorf("%s leads nowhere", ref)
				}
			}
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(plain)
	file, _ := readOpenAPI(t)
	for name := range file.Components.Responses {
		if !used["#/components/responses/"+name] {
			t.Errorf("the response %s is never used", name)
		}
	}
}

// Every opening that a game can have is described.
func TestOpenAPIHasTheOpenings(t *testing.T) {
	file, _ := readOpenAPI(t)
	kind := file.Components.Schemas["Opening"].Properties["kind"]
	for _, k := range opening.Kinds() {
		if !slices.Contains(kind.Enum, k.String()) {
			t.Errorf("%s is missing from %q", k, kind.Enum)
		}
	}
}

// The schemas have exactly the members that the program writes and reads.
func TestOpenAPIAgreesWithTypes(t *testing.T) {
	file, _ := readOpenAPI(t)
	for name, v := range map[string]any{
		"State": api.Snapshot{}, "Thought": api.Thought{}, "Candidate": api.Candidate{}, "Stone": api.Stone{}, "Mark": api.Mark{},
		"Question": api.Inquiry{}, "Option": api.Option{}, "Clock": api.Clock{}, "ClockSide": api.ClockSide{},
		"Me": me{}, "PIN": pinned{}, "Take": taking{}, "Login": loggingIn{}, "Game": api.GameInfo{}, "Put": placing{}, "Lift": lifting{}, "Push": pushing{}, "Key": api.Key{}, "Area": api.Area{}, "Opening": api.Opening{}, "Made": api.Made{}, "Speech": api.Speech{}, "Health": pulse{}, "Go": api.Go{}, "Two": api.Two{},
		"Calibration": api.Calibration{}, "Record": Record{}, "AnalysisCommand": asking{}, "Progress": Progress{}, "Analysis": report{}, "Judged": Judged{}, "Turning": Turning{}, "Verdict": Verdict{},
		"Shelved": Shelved{}, "Library": shelfList{}, "Uploaded": uploaded{}, "GameTree": GameTree{}, "TreeNode": TreeNode{}, "TreeMarks": TreeMarks{}, "TreeLabel": TreeLabel{}, "TreeLine": TreeLine{},
		"TreeEdit": TreeEdit{}, "Edits": editing{}, "Tried": tried{}, "Review": api.Review{}, "Attract": api.Attract{}, "Count": api.Count{}, "Queue": api.Queue{}, "Queued": api.Queued{}, "JoinQueue": lining{}, "LeaveQueue": quitting{}, "Waiting": waiting{}, "Standing": standing{}, "Said": api.Said{}, "Device": api.Device{}, "MoveArm": arming{}, "Overview": overview{}, "Sensors": api.Sensors{}, "LogLine": LogLine{}, "Timetable": api.Timetable{}, "Timetables": timetable{}, "Replay": replaying{},
		"Hint": api.Hint{}, "StudyOrder": api.StudyOrder{}, "Study": api.Study{}, "Influence": api.Influence{}, "Known": api.Known{}, "Games": api.Games{},
		"Puzzle": api.Puzzle{}, "Puzzles": api.Puzzles{}, "PuzzleAttempt": api.PuzzleAttempt{}, "PuzzleVerdict": api.PuzzleVerdict{}, "PuzzleStep": api.PuzzleStep{},
		"Sides": api.Sides{}, "Program": api.Program{},
	} {
		kinds, always := map[string]string{}, []string{}
		for f := range reflect.TypeOf(v).Fields() {
			tag, may, _ := strings.Cut(f.Tag.Get("json"), ",")
			if may == "" {
				always = append(always, tag)
			}
			kind := f.Type.Kind()
			if kind == reflect.Pointer { // a member that may be left out
				kind = f.Type.Elem().Kind()
			}
			if reflect.PointerTo(f.Type).Implements(reflect.TypeFor[encoding.TextMarshaler]()) || f.Type.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
				kind = reflect.String
			}
			kinds[tag] = map[reflect.Kind]string{
				reflect.Bool: "boolean", reflect.Int: "integer", reflect.Int64: "integer", reflect.Uint64: "integer",
				reflect.Float64: "number", reflect.Slice: "array", reflect.String: "string", reflect.Struct: "string", reflect.Map: "object",
			}[kind]
		}
		schema := file.Components.Schemas[name].Properties
		// What the program reads it may do without; what it writes is there.
		requests := []string{"Login", "Put", "Lift", "Push", "AnalysisCommand", "TreeEdit", "Replay", "JoinQueue", "LeaveQueue", "MoveArm"}
		if got := file.Components.Schemas[name].Required; !slices.Contains(requests, name) && !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(always))) {
			t.Errorf("%s always has the members\n%v in the description and\n%v in the program", name, got, always)
		}
		if got, want := slices.Sorted(maps.Keys(schema)), slices.Sorted(maps.Keys(kinds)); !slices.Equal(got, want) {
			t.Errorf("%s has the members\n%v in the description and\n%v in the program", name, got, want)
		}
		for member, p := range schema {
			if p.Type != "" && p.Type != kinds[member] {
				t.Errorf("%s.%s is described as %s and is %s", name, member, p.Type, kinds[member])
			}
		}
	}
	level, d := 3, api.MinTime
	text, err := json.Marshal(api.Command{Adviser: "gnugo", Players: &api.Sides{White: "gnugo"}, Do: "new-game", Game: "connect6", Opening: "free", Human: api.Colors{}, Level: &level, Time: &d, Clock: &clock.Control{}, Question: 1, Answer: "yes", Volume: &level, Games: 2,
		Size: board.Size{Cols: 9, Rows: 9}, Terms: &game.Terms{}, Point: new(board.Point), Color: board.Black})
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(file.Components.Schemas["Command"].Properties)), slices.Sorted(maps.Keys(members)); !slices.Equal(got, want) {
		t.Errorf("Command has the members %v in the description and %v in the program", got, want)
	}
}

// TestCommandsAreListed holds every list of commands against the contract's: that
// of the server, by which it counts them, and that which people are told.
func TestCommandsAreListed(t *testing.T) {
	_, plain := readOpenAPI(t)
	at := func(v any, keys ...string) any {
		for _, k := range keys {
			v = v.(map[string]any)[k]
		}
		return v
	}
	var want []string
	for _, name := range at(plain, "components", "schemas", "Command", "properties", "do", "enum").([]any) {
		want = append(want, name.(string))
	}
	slices.Sort(want)
	for _, name := range want {
		role := commandRoles[name]
		if got := at(plain, "components", "schemas", "Command", "properties", "do", "x-roles").(map[string]any)[name]; role == 0 || got != role.String() {
			t.Errorf("the command %s takes the role %s and is described with %v", name, role, got)
		}
	}
	if len(commandRoles) != len(want) {
		t.Errorf("%d commands have roles, and there are %d", len(commandRoles), len(want))
	}
	if got := slices.Sorted(slices.Values(dos)); !slices.Equal(got, want) {
		t.Errorf("the server knows %v, the contract has %v", got, want)
	}
	for _, language := range []text.Language{text.English, text.Chinese} {
		sentence := language.Say(text.UnknownCommand, "bogus")
		for _, name := range want {
			if !strings.Contains(sentence, name) {
				t.Errorf("%s is not in %q", name, sentence)
			}
		}
	}
}
