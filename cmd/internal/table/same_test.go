package table

import (
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/weiqi"
)

// passing are the fields of what a table plays that do not outlive the program.
var passing = map[reflect.Type][]string{
	reflect.TypeFor[record.Game](): {"Seq", "Whole", "Position"},
	reflect.TypeFor[clock.Clock](): {"running", "since", "sides"},
	reflect.TypeFor[game.Game]():   {"taken"},
}

// sameBoard leaves out what a board keeps of chains that are gone.
func sameBoard(a, b *weiqi.Board) bool {
	ko, c := a.Ko()
	same, d := b.Ko()
	return a.Stones() == b.Stones() && a.Key() == b.Key() && ko == same && c == d &&
		a.Captured(board.Black) == b.Captured(board.Black) && a.Captured(board.White) == b.Captured(board.White)
}

// alike reports whether two values of one type have the same in every field that outlives
// the program. Of a kind that it does not know it says no. Tests compare two games after
// every entry of the journal, and [exact], which says what differs, takes many times as long.
func alike(a, b reflect.Value) bool {
	switch a.Type() {
	case reflect.TypeFor[weiqi.Board]():
		if a.CanAddr() && b.CanAddr() {
			return sameBoard((*weiqi.Board)(unsafe.Pointer(a.UnsafeAddr())), (*weiqi.Board)(unsafe.Pointer(b.UnsafeAddr())))
		}
	case reflect.TypeFor[time.Time]():
		if a.CanInterface() && b.CanInterface() {
			return a.Interface().(time.Time).Equal(b.Interface().(time.Time))
		}
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return a.Elem().Type() == b.Elem().Type() && alike(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		skip := passing[a.Type()]
		for i := range a.NumField() {
			if (len(skip) == 0 || !slices.Contains(skip, a.Type().Field(i).Name)) && !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for all := a.MapRange(); all.Next(); {
			if other := b.MapIndex(all.Key()); !other.IsValid() || !alike(all.Value(), other) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return a.IsZero() && b.IsZero()
	}
	return a.Equal(b)
}

// TestAlikeSeesEveryField changes each field of a game in turn.
func TestAlikeSeesEveryField(t *testing.T) {
	equal := func(a, b record.Game) bool { return alike(reflect.ValueOf(&a), reflect.ValueOf(&b)) }
	var a record.Game
	if !equal(a, a) {
		t.Fatal("a game is not like itself")
	}
	for name, change := range map[string]func(*record.Game){
		"id":     func(g *record.Game) { g.ID = "b" },
		"game":   func(g *record.Game) { g.Game = game.New(game.Renju()) },
		"clock":  func(g *record.Game) { g.Clock = clock.New(clock.Control{Main: time.Minute}) },
		"by":     func(g *record.Game) { g.By = append(g.By, record.Seat{}) },
		"marks":  func(g *record.Game) { g.Marks = make([][3]clock.Side, 1) },
		"began":  func(g *record.Game) { g.Started = time.Unix(1, 0) },
		"spent":  func(g *record.Game) { g.Spent = []board.Point{0} },
		"paused": func(g *record.Game) { g.Paused = true },
	} {
		b := a
		if change(&b); equal(a, b) {
			t.Errorf("%s: the change is not seen", name)
		}
	}
}
