package console

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// talkGo says lines divided by ";" to a referee of Go, and returns its answers divided
// by "|".
func talkGo(t testing.TB, r *referee, lines string) string {
	t.Helper()
	var answers []string
	for l := range strings.SplitSeq(lines, ";") {
		answers = append(answers, r.ask(t, l))
	}
	return strings.Join(answers, "|")
}

// straightThree is a group that lives or dies by one point.
const straightThree = "play b B2;play b C2;play b D2;play b E2;play b E1;play b A2;play b A1;play w A3;play w B3;play w C3;play w D3;play w E3;play w F2;play w F1"

func TestGo(t *testing.T) {
	const alone = "boardsize 5;komi 0;play b C3"
	for _, c := range []struct{ name, lines, want string }{
		{"the other games and back", "list_games;set_game connect6;known_command fixed_handicap;set_game Go;known_command fixed_handicap;known_command gogui-rules_board",
			"= connect6\ngo|=|= false|=|= true|= false"},
		{"sizes", "boardsize 5;rectangular_boardsize 7 5;boardsize 9:13;boardsize 20;boardsize 0;boardsize;boardsize x;boardsize 5 y;boardsize 1 2 3",
			"=|=|=|? unacceptable size: 20x20: each side of a Go board goes from 1 to 19|? unacceptable size: 0x0: each side of a Go board goes from 1 to 19|? syntax error|? syntax error|? syntax error|? syntax error"},
		{"a rectangle", "boardsize 3 2;play w C2;showboard", "=|=|=\n   A B C\n 2 . . O 2\n 1 . . . 1\n   A B C\nblack (X) has captured 0, white (O) 0"},
		{"komi", "get_komi;komi 6.5;clear_board;get_komi;komi x;komi nan;komi 1e9;get_komi", "= 7.5|=|=|= 6.5|? syntax error|? syntax error|? komi goes from -361 to 361 points|= 6.5"},
		{"a capture", "play b A1;play w A2;play white b1;captures w;captures b;list_stones b;list_stones w;undo;list_stones b;captures w",
			"=|=|=|= 1|= 0|=|= A2 B1|=|= A1|= 0"},
		{"what may not be played", "play w A2;play w B1;play b A1;play b A2;play b K20;play b I5;play b;play green A1;play b A1 A2;is_legal b A1;is_legal w A1;is_legal b pass",
			"=|=|? illegal move: suicide: the stone would have no liberty|? illegal move: a stone is there already|" +
				"? illegal move: \"K20\" is off the board: points go from A1 to T19|? illegal move: \"I5\" is not a point: write one like \"K10\"|? syntax error|? syntax error|? syntax error|= 0|= 1|= 1"},
		{"rules", "kata-set-rules new-zealand;play w A2;play w B1;play b A1;captures w;kata-set-rules ing", "=|=|=|=|= 1|? there are no such rules; choose one of: chinese, aga, japanese, new-zealand, even"},
		{"undo at the start", "undo;play b pass;undo;undo", "? cannot undo|=|=|? cannot undo"},
		{"handicap", "fixed_handicap 3;list_stones b;undo;fixed_handicap 2;clear_board;set_free_handicap A1 B2 C3;list_stones black;clear_board;play b A1;place_free_handicap 2",
			"= D4 Q16 D16|= D16 Q16 D4|? cannot undo|? the board is not empty|=|=|= C3 B2 A1|=|=|? the board is not empty"},
		{"handicap that is none", "fixed_handicap 10;fixed_handicap 1;fixed_handicap x;set_free_handicap A1;set_free_handicap A1 A1;set_free_handicap A1 Z9;set_free_handicap A1 pass;list_stones b",
			"? invalid number of handicap stones: 19x19 takes 2 to 9 on its star points|? invalid number of handicap stones: 19x19 takes 2 to 9 on its star points|? syntax error|? invalid number of handicap stones: 19x19 takes 2 to 360|? A1: a point is named twice|? \"Z9\" is not a point: write one like \"K10\"|? pass: that point is off the board|="},
		{"free handicap where there are no stars", "boardsize 5;place_free_handicap 4", "=|= C3 B2 D2 B4"},
		{"a draw", "boardsize 5;komi 0;final_score", "=|=|= 0"},
		{"all of it", alone + ";final_score;komi 6.5;final_score;komi -0.25;final_score;komi 30;final_score", "=|=|=|= B+25|=|= B+18.5|=|= B+25.25|=|= W+5"},
		{"handicap counts for White", "boardsize 9;komi 0;fixed_handicap 2;final_score", "=|=|= C3 G7|= B+79"},
		{"statuses", "boardsize 6 3;komi 0;play b B1;play b B2;play b B3;play b A2;play w D1;play w D2;play w D3;play w E2;play w F2;play b F1;" +
			"final_status_list dead;final_status_list alive;final_status_list seki;final_status_list dame;final_status_list black_territory;final_status_list white_territory;final_status_list odd;final_score",
			"=|=|=|=|=|=|=|=|=|=|=|=|= F1|= B1 A2 B2 B3\nD1 D2 E2 F2 D3|=|= C3 C2 C1|= A3 A1|= E3 F3 E1 F1|? \"odd\" is no status: ask for alive, dead, seki, black_territory, white_territory or dame|= W+3"},
		{"influence", "boardsize 3 2;influence map;influence forces;influence;influence tides", "=|=\n0 0 0\n0 0 0|=\n0 0 0\n0 0 0|? syntax error|? \"tides\" is not a model of influence: ask for map or forces"},
		{"what a move is worth, with a capture too", "boardsize 3 1;move_value B1;play b A1;move_value B1;move_value C1;move_value A1;move_value pass;move_value;move_value Z1",
			"=|= 192|=|= 352|= 160|? illegal move: a stone is there already|= 0|? syntax error|? \"Z1\" is not a point: write one like \"B1\""},
		{"joseki", "boardsize 9;joseki;boardsize 11;joseki x", "=|=|=|? syntax error"},
		{"shapes", "boardsize 9;play w D4;play b E4;play w D5;play b E5;shapes b;shapes b w", "=|=|=|=|=|= D3 Hane at the head of two stones 二子头必扳\nD6 Hane at the head of two stones 二子头必扳|? syntax error"},
		{"local goals", "boardsize 7 5;" + straightThree + ";solve kill B2 w;solve kill B2;solve capture C1;solve tickle B2;solve kill B2 green;solve kill",
			strings.Repeat("=|", 15) + "= won C1 pass B1 D1 B1 C1 B1|= won C1|? there is no stone on C1|? \"tickle\" is not a goal: ask for capture, ladder or kill|? syntax error|? syntax error"},
		{"no player", "genmove b;reg_genmove w;kgs-genmove_cleanup b;known_command kgs-genmove_cleanup;dance", strings.Repeat("? this program keeps and judges games of Go, but plays none|", 3) + "= false|? unknown command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules, _ := weiqi.Preset("chinese")
			if got := talkGo(t, newReferee(t, rules), c.lines); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.lines, got, c.want)
			}
		})
	}
}

// Either side finds the point by which the group dies or lives.
func TestGoHints(t *testing.T) {
	r := newReferee(t, weiqi.Rules{})
	talkGo(t, r, "boardsize 7 5;"+straightThree)
	for _, c := range [][2]string{{"hints w", "C1 capture A1 7 won C1"}, {"hints", "C1 save A1 7 won C1"}} {
		if got := r.ask(t, c[0]); !strings.Contains(got, c[1]) {
			t.Errorf("%s: %s has no line %q", c[0], got, c[1])
		}
	}
}

// The user's own games are counted, and a damaged file is named.
func TestGoPlayed(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"a.sgf": "(;SZ[19]RE[B+1];B[pd];W[dp])", "b.sgf": "(;SZ[19]RE[W+1];B[dd];W[pp])", "c.sgf": "nothing"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := newReferee(t, weiqi.Rules{})
	got := talkGo(t, r, "played board;index_games "+folder+";played;played board w;play b D4;played corner;played board;played board x;index_games;index_games "+filepath.Join(folder, "none"))
	for _, want := range []string{"? no games are indexed: send index_games and a folder first|= 2 games\nc.sgf: ", "|? ask for played board or played corner|= D4 2 1\n", "|=|= Q4 2 1\nD16 2 1\nQ16 2 1|= Q16 2 1|", "|? syntax error|? syntax error|? "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	spaced := filepath.Join(t.TempDir(), "my  games 7")
	if err := os.Rename(folder, spaced); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		spaced: "= 2 games", `"` + spaced + `"`: "= 2 games", "'" + spaced + "'": "= 2 games", "nosuch": "? nosuch: no such file or directory", `"` + spaced + `" 7`: "? syntax error", `""`: "? syntax error",
	} {
		if got := r.ask(t, "index_games "+command); !strings.HasPrefix(got, want) {
			t.Errorf("index_games %s: %s, not %s", command, got, want)
		}
	}
}

// A kicked stone is answered where the corner says so, and by the colour that is asked about.
func TestGoJoseki(t *testing.T) {
	r := newReferee(t, weiqi.Rules{})
	talkGo(t, r, "play b D4;play w C6;play b C5;play b pass")
	const want = "D6 1 Star point: kick and extension 星：尖顶定式"
	if got := r.ask(t, "joseki"); !strings.Contains(got, want) {
		t.Errorf("%s has no line %q", got, want)
	}
	if got := r.ask(t, "joseki b"); strings.Contains(got, want) {
		t.Errorf("%s has the line %q, which is White's", got, want)
	}
}

// A stone on the third line, as the report's formula has it: the first line and the
// third read the same.
func TestGoInfluence(t *testing.T) {
	r := newReferee(t, weiqi.Rules{})
	r.ask(t, "play b K17")
	rows := strings.Split(r.ask(t, "influence map"), "\n")
	const line = "0 0 0 1 2 4 8 16 32 64 32 16 8 4 2 1 0 0 0"
	if len(rows) != 20 || rows[1] != line || rows[3] != line || strings.Fields(rows[2])[9] != "32" {
		t.Errorf("%q", rows)
	}
	if rows := strings.Split(r.ask(t, "influence forces"), "\n"); len(rows) != 20 || len(strings.Fields(rows[19])) != 19 {
		t.Errorf("%q", rows)
	}
}

// Walls from edge to edge, by the rules of the report.
func TestGoScoresOfWalls(t *testing.T) {
	even, _ := weiqi.Preset("even")
	for _, c := range []struct{ black, white, want string }{{"", "", "= 0"}, {"K", "", "= B+361"}, {"J", "L", "= 0"}, {"", "C", "= W+361"}} {
		r := newReferee(t, even)
		for y := 1; y <= 19; y++ {
			if c.black != "" {
				r.ask(t, fmt.Sprintf("play b %s%d", c.black, y))
			}
			if c.white != "" {
				r.ask(t, fmt.Sprintf("play w %s%d", c.white, y))
			}
		}
		if got := r.ask(t, "final_score"); got != c.want {
			t.Errorf("walls on %q and %q: %s, not %s", c.black, c.white, got, c.want)
		}
	}
}

func TestGoLoadsRecords(t *testing.T) {
	for _, c := range []struct{ name, record, lines, want string }{
		{"a game", "(;GM[1]SZ[5]KM[0.5]PB[a];B[cc];W[cb](;B[];W[tt])(;B[aa]))", "final_score;get_komi;list_stones w;undo;undo;undo;undo;undo", "= W+0.5|= 0.5|= C4|=|=|=|=|? cannot undo"},
		{"a rectangle with handicap", "(;SZ[7:5]HA[2]KM[0]AB[aa][ga];W[dc])", "list_stones b;list_stones w", "= A5 G5|= D3"},
		{"stones set up between moves", "(;SZ[5]KM[0];B[cc];AE[cc]AW[aa:ba]PL[W];W[ca])", "list_stones b;list_stones w;undo;undo", "=|= A5 B5 C5|=|? cannot undo"},
		{"prisoners from before stones are set up", "(;SZ[5]KM[0]RU[Japanese];W[aa];B[ba];W[ee];B[ab];AW[ec]PL[B];B[cc];W[cb])", "captures b;captures w;list_stones w", "= 1|= 0|= C4 E3 E1"},
		{"a handicap without komi", "(;SZ[9]HA[2]AB[cc][gg];W[ee])", "get_komi;undo;list_stones b", "= 0.5|=|= C7 G3"},
		{"a handicap with komi", "(;SZ[9]HA[2]KM[5.5]AB[cc][gg];W[ee])", "get_komi", "= 5.5"},
		{"Black's first move for a handicap", "(;SZ[9]HA[1];B[ee])", "get_komi", "= 7.5"},
		{"the rules of its own", "(;SZ[5]RU[NZ]KM[7];W[ab];W[ba];B[aa])", "captures w;list_stones b", "= 1|="},
		{"rules in words", "(;SZ[5]KM[0]RU[Japanese rules];B[cc])", "final_score", "= B+24"},
		{"rules that are not known", "(;SZ[5]KM[0]RU[ours];B[cc])", "final_score", "= B+25"},
		{"a komi in stones, as some programs in China write it", "(;SZ[5]KM[3.75]RU[Chinese];B[cc])", "get_komi", "= 7.5"},
		{"a komi in hundredths of stones", "(;SZ[5]KM[375];B[cc])", "get_komi", "= 7.5"},
		{"a handicap in a position of both colours", "(;SZ[5]KM[0]RU[Chinese]HA[2];AB[aa:ca]AW[ce]PL[W];W[];B[])", "final_score", "= 0"},
		{"a handicap that Black places as moves", "(;SZ[5]KM[0]RU[Chinese]HA[2];B[aa];B[ca];W[];B[])", "final_score", "= B+23"},
		{"UTF-16", "(\x00;\x00S\x00Z\x00[\x005\x00]\x00;\x00B\x00[\x00c\x00c\x00]\x00)\x00", "list_stones b", "= C3"},
		{"Big5 that no CA names", "(;SZ[5]PB[\xA9\x50\xAB\x54\xA6\x5D]PW[\xA7\xF5\xA9\xFA\xB7\x52];B[cc])", "list_stones b", "= C3"},
		{"a file that was cut off", "(;SZ[5];B[cc](;W[cb];B[bb", "list_stones b", "= B4 C3"},
		{"a komi that is none", "(;SZ[5]KM[many];B[cc])", "get_komi", "= 7.5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "game.sgf")
			if err := os.WriteFile(path, []byte(c.record), 0o600); err != nil {
				t.Fatal(err)
			}
			rules, _ := weiqi.Preset("chinese")
			if got := talkGo(t, newReferee(t, rules), "loadsgf "+path+";"+c.lines); got != "=|"+c.want {
				t.Errorf(" got %s\nwant %s", got, c.want)
			}
		})
	}
	// What a record says of the rules is about its game alone.
	rules, _ := weiqi.Preset("chinese")
	r := newReferee(t, rules)
	folder := t.TempDir()
	for name, record := range map[string]string{"plain": "(;SZ[9];B[aa])", "japanese": "(;SZ[9]RU[Japanese]KM[6.5];B[aa])", "handicap": "(;SZ[9]HA[2]AB[cc][gg];W[ee])"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	load := func(name string) string { return ";loadsgf " + filepath.Join(folder, name) }
	if got, want := talkGo(t, r, "komi 5.5"+load("japanese")+";get_komi"+load("plain")+";get_komi;final_score"+load("handicap")+";get_komi;clear_board;get_komi"),
		"=|=|= 6.5|=|= 5.5|= W+5.5|=|= 0.5|=|= 5.5"; got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
	path := filepath.Join(t.TempDir(), "game.sgf")
	r = newReferee(t, weiqi.Rules{})
	for record, before := range map[string]map[string]string{
		"(;SZ[9];B[aa];W[bb];B[cc])": {"1": "=", "2": "= A9", "3": "= A9", "4": "= A9 C7", "99": "= A9 C7"},
		// What is set up before a move is on the board.
		"(;SZ[9];AB[ee];B[aa];W[bb];AB[ff];;B[cc];AE[cc])": {"1": "= E5", "2": "= A9 E5", "3": "= A9 E5 F4", "4": "= A9 E5 F4", "99": "= A9 E5 F4"},
		"(;SZ[9]AB[ee]B[aa];W[bb]AB[ff])":                  {"1": "= E5", "2": "= A9 E5 F4", "3": "= A9 E5 F4"},
	} {
		if err := os.WriteFile(path, []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
		for move, stones := range before {
			if got := talkGo(t, r, "loadsgf "+path+" "+move+";list_stones b"); got != "=|"+stones {
				t.Errorf("%s before move %s: %s", record, move, got)
			}
		}
	}
}

// A path may have spaces, in quotation marks or not, and a number may follow it.
func TestGoLoadsPathsWithSpaces(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"my  old game.sgf", "game 7", "it's \"good\".sgf"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("(;SZ[9];B[aa];W[bb];B[cc])"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for command, stones := range map[string]string{
		dir + "/my  old game.sgf": "= A9 C7", dir + "/my  old game.sgf 2": "= A9", `"` + dir + `/my  old game.sgf"`: "= A9 C7",
		`"` + dir + `/my  old game.sgf" 2`: "= A9", "'" + dir + "/my  old game.sgf' 3": "= A9",
		dir + "/game 7": "= A9 C7", dir + "/game 7 2": "= A9", `"` + dir + `/game 7"`: "= A9 C7",
		dir + `/it's "good".sgf 2`: "= A9", `"` + dir + `/it's "good".sgf" 2`: "= A9",
	} {
		r := newReferee(t, weiqi.Rules{})
		if got := talkGo(t, r, "loadsgf "+command+";list_stones b"); got != "=|"+stones {
			t.Errorf("loadsgf %s: %s", command, got)
		}
	}
}

// What cannot be loaded leaves the game as it was.
func TestGoRefusesRecords(t *testing.T) {
	r := newReferee(t, weiqi.Rules{})
	r.ask(t, "play b C3")
	path := filepath.Join(t.TempDir(), "game.sgf")
	for record, want := range map[string]string{
		"(;SZ[5];B[aa];W[aa])":     "line 1, column 15: move 2: a stone is there already",
		"(;SZ[5];B[zz])":           "line 1, column 9: move 1: ",
		"(;SZ[25];B[aa])":          "line 1, column 3: the board's size SZ[25] is none that can be played on",
		"(;GM[4]SZ[5];B[aa])":      "this is a record of another game, GM[4]; Go is GM[1]",
		"(;SZ[2]AB[aa]AW[ab][ba])": "the stones of this node cannot be set up: ",
		"(;SZ[5]AB[aa:zz])":        "line 1, column 8: ",
		"nothing":                  "",
	} {
		if err := os.WriteFile(path, []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := r.ask(t, "loadsgf "+path); !strings.HasPrefix(got, "? cannot load file: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %s", record, got)
		}
	}
	for _, command := range []string{"loadsgf", "loadsgf /nowhere/at/all", "loadsgf " + t.TempDir(), "loadsgf " + path + " 0", "loadsgf " + path + " x"} {
		if got := r.ask(t, command); !strings.HasPrefix(got, "? ") {
			t.Errorf("%s: %s", command, got)
		}
	}
	if got := r.ask(t, "list_stones b"); got != "= C3" {
		t.Errorf("the game was changed: %s", got)
	}
}

func FuzzGo(f *testing.F) {
	f.Add("boardsize 5 7\nplay b A1\nplay w A2\nplay w B1\nundo\nfinal_score\nshowboard\n")
	f.Add("kata-set-rules japanese\nfixed_handicap 4\nplay w pass\nfinal_status_list dead\nkomi -3.5\nfinal_score\n")
	f.Add("rectangular_boardsize 2 1\nplace_free_handicap 3\nset_free_handicap A1 B1\nall_legal w\nset_game connect6\nset_game go\n")
	f.Add("influence map\ninfluence forces\nmove_value K10\nmove_value pass\n")
	f.Add("boardsize 9:2\nloadsgf x 3\nlist_stones w\ncaptures b\nis_legal w C1\n")
	f.Fuzz(func(t *testing.T, text string) {
		rules, _ := weiqi.Preset("new-zealand")
		r := newReferee(t, rules)
		for i, l := range strings.Split(text, "\n") {
			if i == 300 || strings.Contains(l, "loadsgf") {
				break // what is on this machine's disk is no input
			}
			if a := r.ask(t, l); a != "" && a[0] != '=' && a[0] != '?' {
				t.Errorf("%q is answered %q", l, a)
			}
			if r.weiqi == nil {
				continue
			}
			if s := r.weiqi.Score(nil); s.Area[board.Black]+s.Area[board.White] != float64(r.weiqi.Board().Size().Count()) {
				t.Errorf("the areas are %v", s.Area)
			}
		}
	})
}

func FuzzGoRecord(f *testing.F) {
	f.Add([]byte("(;GM[1]SZ[5:7]KM[0.5]RU[NZ]HA[2]AB[aa][bb];W[];B[tt];AE[aa]PL[W];W[cc])"), 2)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		rules, _ := weiqi.Preset("chinese")
		g, err := goFrom(data, rules, most)
		if (g == nil) == (err == nil) {
			t.Errorf("%v, %v", g, err)
		}
	})
}
