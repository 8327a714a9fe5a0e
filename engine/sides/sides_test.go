package sides

import (
	"bytes"
	"strings"
	"testing"
)

type numbers struct {
	A int16
	B [2]int32
}

var format = Format[numbers]{Name: "numbers", Magic: "SHX1"}

func TestOneSideAndTwo(t *testing.T) {
	one, other := &numbers{1, [2]int32{2, -3}}, &numbers{-4, [2]int32{5, 6}}
	for _, list := range [][]*numbers{{one}, {one, other}} {
		var file bytes.Buffer
		if err := format.Write(&file, list); err != nil {
			t.Fatal(err)
		}
		got, err := format.Read(&file)
		if err != nil || *got[0] != *list[0] || *got[1] != *list[len(list)-1] || (got[0] == got[1]) != (len(list) == 1) {
			t.Errorf("%v of %v: %v", got, list, err)
		}
	}
}

func TestWrongFiles(t *testing.T) {
	var file bytes.Buffer
	if err := format.Write(&file, []*numbers{{}, {}}); err != nil {
		t.Fatal(err)
	}
	good := file.String()
	var three bytes.Buffer
	if err := format.Write(&three, []*numbers{{}, {}, {}}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                      `numbers: it does not begin with "SHX1"`,
		"SHY1" + good[4:]:       `numbers: it does not begin with "SHX1"`,
		good[:len(good)-1]:      "numbers: it is damaged: its checksum does not match",
		strings.Repeat(good, 3): "numbers: it is damaged: its checksum does not match",
		three.String():          "numbers: 30 bytes are not 3 sides of 10",
	} {
		if _, err := format.Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
