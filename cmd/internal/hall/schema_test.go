package hall

import (
	"bytes"
	"encoding"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

var update = flag.Bool("update", false, "write docs/fleet.schema.json again")

// schemaFile is the description of all messages, made from their types.
const schemaFile = "../../../docs/fleet.schema.json"

// TestSchemaIsThatOfTheTypes fails when docs/fleet.schema.json is not what the types are:
// "go test ./cmd/internal/hall -run Schema -update" writes it again.
func TestSchemaIsThatOfTheTypes(t *testing.T) {
	b := builder{comments: comments(t, "../fleet", "../api", "../farm"), defs: map[string]any{}}
	for _, v := range []any{fleet.Hall{}, fleet.Fact{}, fleet.FaultFact{}, fleet.Game{}, fleet.State{}, fleet.Health{}, fleet.Visits{}, fleet.Challenge{}, fleet.Order{}, fleet.Answer{}, fleet.Update{}, farm.Job{}, farm.Progress{}, farm.Result{}, farm.Accusation{}} {
		b.of(reflect.TypeOf(v))
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Messages between Stonehand's tables, a hall and its farm", "$defs": b.defs}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(have, text.Bytes()) {
		t.Errorf("%s is not what the types are (%v); run go test ./cmd/internal/hall -run Schema -update", schemaFile, err)
	}
}

// TestSubjectsAreDocumented holds the list of subjects in docs/fleet.md against the code.
func TestSubjectsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{fleet.PartJournal, fleet.PartFault, fleet.PartGame + ".ID", fleet.PartState, fleet.PartHealth, fleet.PartVisits + ".HOUR", fleet.PartChallenge, fleet.PartCommand} {
		if subject := fleet.Subject("TABLE", "WORD", part); !strings.Contains(string(text), "`"+subject+"`") {
			t.Errorf("docs/fleet.md does not name %s", subject)
		}
	}
	for _, name := range []string{fleet.SubjectHall, fleet.StreamFacts, fleet.StreamGames, fleet.StreamState, fleet.StreamVisits, fleet.StreamReleases, fleet.SubjectPiece("SHA256", "N"), "homeassistant/device/stonehand_TABLE/config"} {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/fleet.md does not name %s", name)
		}
	}
}

// builder makes JSON schemas of types.
type builder struct {
	comments map[string]string // of types and members, "State", "State.Table"
	defs     map[string]any
}

var (
	textual = reflect.TypeFor[encoding.TextMarshaler]()
	moment  = reflect.TypeFor[time.Time]()
	rawJSON = reflect.TypeFor[json.RawMessage]()
	octets  = reflect.TypeFor[[]byte]()
)

func (b builder) of(t reflect.Type) map[string]any {
	switch {
	case t == moment:
		return map[string]any{"type": "string", "format": "date-time"}
	case t == rawJSON:
		return map[string]any{"type": "object"}
	case t == octets:
		return map[string]any{"type": []string{"string", "null"}, "contentEncoding": "base64"}
	case t.Implements(textual), reflect.PointerTo(t).Implements(textual):
		return map[string]any{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": b.of(t.Elem())}
	case reflect.Array:
		return map[string]any{"type": "array", "items": b.of(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": b.of(t.Elem())}
	case reflect.Pointer:
		return b.of(t.Elem())
	case reflect.Struct:
		if _, ok := b.defs[t.Name()]; !ok {
			b.defs[t.Name()] = nil // for types that have themselves
			b.defs[t.Name()] = b.object(t)
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	}
	return map[string]any{"type": "integer"}
}

func (b builder) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || name == "" {
			continue
		}
		owner := t
		if len(f.Index) > 1 {
			owner = t.FieldByIndex(f.Index[:len(f.Index)-1]).Type
		}
		p := b.of(f.Type)
		if text := b.comments[owner.Name()+"."+f.Name]; text != "" {
			p["description"] = text
		}
		properties[name] = p
		if options == "" {
			required = append(required, name)
		}
	}
	o := map[string]any{"type": "object", "properties": properties, "required": required}
	if text := b.comments[t.Name()]; text != "" {
		o["description"] = text
	}
	return o
}

// comments reads what the source says of types and their members.
func comments(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, dir := range dirs {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				d, ok := n.(*ast.GenDecl)
				if !ok {
					return true
				}
				for _, spec := range d.Specs {
					s, ok := spec.(*ast.TypeSpec)
					if !ok {
						continue
					}
					body, ok := s.Type.(*ast.StructType)
					if !ok {
						continue
					}
					all[s.Name.Name] = plain(d.Doc, s.Doc)
					for _, f := range body.Fields.List {
						for _, name := range f.Names {
							all[s.Name.Name+"."+name.Name] = plain(f.Doc, f.Comment)
						}
					}
				}
				return false
			})
		}
	}
	return all
}

// plain is a comment as one line, without the marks of links.
func plain(groups ...*ast.CommentGroup) string {
	var words []string
	for _, g := range groups {
		words = append(words, strings.Fields(g.Text())...)
	}
	return strings.NewReplacer("[", "", "]", "").Replace(strings.Join(words, " "))
}
