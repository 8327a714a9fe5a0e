package main_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stonehand/cmd/internal/config"
)

// documents returns the text of every Markdown file by its path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range files(t) {
		if path.Ext(f) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(f)))
		if os.IsNotExist(err) {
			continue // removed, and git not yet told
		}
		if err != nil {
			t.Fatal(err)
		}
		all[f] = string(text)
	}
	return all
}

// settings finds the examples of settings in Markdown.
var settings = regexp.MustCompile("(?ms)^ *```toml\n(.*?)^ *```")

// Every example of settings in the documents is one that the program takes.
func TestSettingsInDocumentsAreTaken(t *testing.T) {
	found := 0
	for f, text := range documents(t) {
		for _, m := range settings.FindAllStringSubmatch(text, -1) {
			found++
			c, err := config.Parse(f, []byte(m[1]))
			if err != nil {
				t.Errorf("%s has an example that is refused: %v\n%s", f, err, m[1])
			}
			for _, w := range c.Warnings {
				t.Errorf("%s has an example that is out of date: %s", f, w)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d examples are found; is the pattern right?", found)
	}
}

// The drawings are whole, as wide as a page, named for those who cannot see them,
// and shown on a page.
func TestDrawings(t *testing.T) {
	shown := ""
	for f, text := range documents(t) {
		if strings.HasPrefix(f, "docs/build/") {
			shown += text
		}
	}
	drawings, err := filepath.Glob(filepath.Join(root(t), "docs/build/*.svg"))
	if err != nil || len(drawings) == 0 {
		t.Fatalf("there are no drawings: %v", err)
	}
	for _, d := range drawings {
		name := filepath.Base(d)
		if !strings.Contains(shown, "("+name+")") {
			t.Errorf("no page shows %s", name)
		}
		if err := checkDrawing(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// checkDrawing says what is wrong with a drawing.
func checkDrawing(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var width, height float64
	var in []string
	titled := false
	var x, y float64
	var class string
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			in = append(in, e.Name.Local)
			at := map[string]string{}
			for _, a := range e.Attr {
				at[a.Name.Local] = a.Value
			}
			if e.Name.Local == "svg" {
				if _, err := fmt.Sscanf(at["viewBox"], "0 0 %f %f", &width, &height); err != nil || width > 900 {
					return fmt.Errorf("its viewBox is %q, and a page is 900 wide", at["viewBox"])
				}
			}
			x, _ = strconv.ParseFloat(at["x"], 64)
			y, _ = strconv.ParseFloat(at["y"], 64)
			class = at["class"]
		case xml.EndElement:
			in = in[:len(in)-1]
		case xml.CharData:
			s := strings.TrimSpace(string(e))
			if s == "" || len(in) == 0 {
				continue
			}
			switch in[len(in)-1] {
			case "title":
				titled = true
			case "text":
				// DejaVu Sans is 0.6 of its size wide on average.
				size := 14.0
				if strings.Contains(class, "small") || strings.Contains(class, "note") {
					size = 12
				}
				wide := 0.6 * size * float64(len([]rune(s)))
				left := x
				switch {
				case strings.Contains(class, "mid"):
					left -= wide / 2
				case strings.Contains(class, "end"):
					left -= wide
				}
				if left < 0 || left+wide > width || y > height {
					return fmt.Errorf("the text %q hangs over the edge", s)
				}
			}
		}
	}
	if !titled {
		return errors.New("it has no title")
	}
	return nil
}

// The table of magnets is what its formulas give.
func TestMagnets(t *testing.T) {
	const remanence = 1.170 // T, grade N35
	text := documents(t)["docs/build/magnets.md"]
	_, table, found := strings.Cut(text, "<!-- magnets -->\n")
	if !found {
		t.Fatal("there is no table of magnets")
	}
	lines := strings.Split(table, "\n")[2:]
	for n, line := range lines {
		if !strings.HasPrefix(line, "|") {
			if n < 5 {
				t.Errorf("only %d magnets are listed", n)
			}
			return
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		var d, l float64 // mm
		if _, err := fmt.Sscanf(cells[0], "%f × %f", &d, &l); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		volume := math.Pi * d * d / 4 * l // mm³
		axis := func(z float64) float64 {
			return 1000 * remanence / 2 * ((l+z)/math.Hypot(d/2, l+z) - z/math.Hypot(d/2, z))
		}
		h := 6 + l/2
		r := math.Hypot(22, h)
		neighbour := 1000 * remanence * volume / (4 * math.Pi * r * r * r) * (3*h*h/(r*r) - 1)
		moment := remanence * volume * 1e-9 / (4e-7 * math.Pi)
		force := 3e-7 * moment * moment / math.Pow(0.022, 4) / 9.81 * 1000
		want := []string{cells[0]}
		for _, z := range []float64{4, 6, 8, 10, 12} {
			want = append(want, fmt.Sprintf("%.1f", axis(z)))
		}
		want = append(want, fmt.Sprintf("%.2f", neighbour), fmt.Sprintf("%.2f", force))
		if got := strings.Join(cells, " | "); got != strings.Join(want, " | ") {
			t.Errorf("the table says %s; the formulas give %s", got, strings.Join(want, " | "))
		}
	}
}

// The commands that flash the firmware are those that its Makefile runs.
func TestFlashingCommands(t *testing.T) {
	pages := documents(t)
	for chip, on := range map[string]struct{ page, port string }{
		"atmega2560":        {"reference-board.md", "/dev/ttyACM0"},
		"atmega328p":        {"reference-board.md", "/dev/ttyUSB0"},
		"atmega2560-analog": {"analog-board.md", "/dev/ttyACM0"},
	} {
		page, port := pages["docs/build/"+on.page], on.port
		if command := "make flash-" + chip + " PORT=" + port; !strings.Contains(page, command) {
			t.Errorf("the page does not say %q", command)
		}
		cmd := exec.Command("make", "--no-print-directory", "-n", "-C", filepath.Join(root(t), "firmware-protocol/avr"), "flash-"+chip, "PORT="+port)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if last := lines[len(lines)-1]; !strings.HasPrefix(last, "avrdude ") || !strings.Contains(page, "\n"+last+"\n") {
			t.Errorf("make runs %q, and the page has another command", last)
		}
	}
}

// A Pico's firmware is copied; the page names the file and the command that do it.
func TestFlashingAPico(t *testing.T) {
	page := documents(t)["docs/build/pico-board.md"]
	const command = "make flash-pico DRIVE=/media/you/RPI-RP2"
	if !strings.Contains(page, command) || !strings.Contains(page, "`firmware-protocol/rp2040/build/rp2040.uf2`") {
		t.Errorf("the page does not say %q, or not what is copied", command)
	}
	make := exec.Command("make", append([]string{"--no-print-directory", "-n", "-C", root(t)}, strings.Fields(command)[1:]...)...)
	out, err := make.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "cp build/rp2040.uf2 /media/you/RPI-RP2/\n") {
		t.Errorf("make would run:\n%s", out)
	}
}
