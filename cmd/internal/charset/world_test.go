package charset

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// joseki is a tree as a dictionary of corners has it: a variation at every move.
func joseki(depth int) string {
	if depth == 0 {
		return ""
	}
	color := string("BW"[depth%2])
	inner := joseki(depth - 1)
	return "\r\n(;" + color + "[qd]LB[oc:A][od:B][pf:C]C[" + strings.Repeat("What now? ", depth) + "]" + inner + ")\r\n(;" + color + "[]N[tenuki]" + inner + ")"
}

// world are records as the programs and servers of the world write them.
var world = []struct {
	name, file string
	black      string // the player
	moves      int    // of the main line, passes too
	problems   int
}{
	{"CGoban 1", "(\n;GaMe[1]VieW[]SiZe[19]Comment[ SGF file\n\n]PlayerBlack[ann]PlayerWhite[bo]KoMi[5.5]RUles[Japanese]\n;White[qd]WhiteLeft[ 1780.4]\n;Black[dd]\n;White[]\n)\n", "ann", 3, 0},
	{"CGoban 3", "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]KM[6.50]TM[1800]OT[5x30 byo-yomi]\nPW[bo]PB[ann]WR[3d]BR[2d]DT[2026-03-01]PC[The KGS Go Server]RE[W+Resign]\n;B[pd]BL[1797.8]\n;W[dd]WL[1790.1]C[bo [3d\\]: hi\nann [2d\\]: hi :\\)\n]\n;B[tt])\n", "ann", 3, 0},
	{"KGS, a huge comment", "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[ann]PW[bo]\n;B[pd]C[" + strings.Repeat("ann [2d\\]: 你好 \\\\o/\n", 4000) + "])\n", "ann", 1, 0},
	{"MultiGo", "(;CA[gb2312]SZ[19]AP[MultiGo:4.4.4]PB[\xB9\xC5\xC1\xA6]PW[\xC4\xF4\xCE\xC0\xC6\xBD]EV[\xCE\xA7\xC6\xE5]MULTIGOGM[1]\r\n;B[qd];W[dc]\r\n(;B[dp])\r\n(;B[cp]C[\xBA\xC3]\r\n)\r\n)\r\n", "古力", 3, 0},
	{"SmartGo", "(;GM[1]FF[4]VW[]AP[SmartGo:1.4.3]SZ[13]\nGN[Joseki]SO[a book]PB[ann]CR[dd]\n;B[jd]SQ[jd][dd]\n:)", "ann", 1, 1},
	{"Smart Game Board, FF[1]", "(;GaMe[1]SiZe[9]FF[1]US[me]\n  AddBlack[cc][gg]  AddWhite[ee]\n  Player[W]\n;White[ce]TE[1]M\n;Black[ec]CHeck[1])", "", 2, 1},
	{"Fox", "(;GM[1]FF[4]SZ[19]GN[]DT[2026-03-01]PB[\xB0\xA2\xBB\xC6\xC6]PW[x]BR[9\xB6\xCE]WR[9\xB6\xCE]KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RN[3]RE[B+R]TM[60]TC[3]TT[20];B[pd];W[dd];B[pq])", "阿黄\uF7C6", 3, 2},
	{"Tygem", "(;GM[1]EV[\xBA\xC0\xC1\xA2\xB9\xCB]US[\xC7\xD1\xB1\xB9]RE[\xB9\xE9\xBA\xD2\xBD\xC2]PB[\xB9\xDA\xC1\xA4\xC8\xAF];B[qd];W[dp])", "박정환", 2, 1},
	{"Taiwan", "(;GM[1]CA[Big5]PB[\xB3\x5C\xA5\x5C];B[qd];W[dp])", "許功", 2, 0},
	{"Nihon Ki-in", "(;\r\nGM[1]FF[3]CA[Shift_JIS]\r\nEV[\x8D\x81\x81@\x96V]\r\nPB[\x95\x5C\x93c]\r\nSZ[19]\r\n;B[qd];W[dp]\r\n)\r\n", "表田", 2, 0},
	{"a byte order mark", "\xEF\xBB\xBF(;GM[1]PB[許];B[aa])", "許", 1, 0},
	{"UTF-8 without CA", "(;GM[1]FF[4]PB[囲碁];B[aa])\n\n", "囲碁", 1, 0},
	{"mail around it", "From: ann\nSubject: a game (great!)\n\n(;GM[1]PB[ann];B[aa])\nRegards,\n  [bo]\n", "ann", 1, 0},
	{"a collection", "(;GM[1]PB[ann];B[aa])\n(;GM[4]PB[cy];B[hh])\n(;GM[511];B[JJ];W[IIKK])\n(;GM[2]FF[4]B[d3])\n", "ann", 1, 0},
	{"no last parentheses", "(;GM[1]PB[ann];B[aa](;W[bb];B[cc](;W[dd]", "ann", 4, 1},
	{"lower case", "(;gm[1]pb[ann];b[aa];w[bb])", "ann", 2, 4},
	{"an illegal size", "(;GM[1]SZ[19x19]PB[ann];B[aa])", "ann", 1, 0},
	{"duplicates and strangers", "(;GM[1]GM[1]PB[ann]PB[other]KGSDE[aa][bb] XX [\\]] yY[];B[aa]B[bb])", "ann", 1, 0},
	{"soft line breaks", "(;GM[1]PB[a\\\nn\\\r\nn]C[one\\\nline\ntwo\\\tlines \\: \\\\];B[aa])", "ann", 1, 0},
	{"a dictionary of corners", "(;GM[1]FF[4]SZ[19]PB[ann]AP[Kogo]\r\n;AW[pd]" + joseki(7) + ")\r\n", "ann", 7, 0},
}

// Sound records come out byte for byte, broken ones so that they are read again as
// the same without a word.
func TestTheWorldsRecords(t *testing.T) {
	for _, tt := range world {
		c, err := SGF.Read([]byte(tt.file))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(c.Problems) != tt.problems {
			t.Errorf("%s: %d problems, not %d: %v", tt.name, len(c.Problems), tt.problems, c.Problems)
		}
		text := SGF.Write(c)
		if tt.problems == 0 && !bytes.Equal(text, []byte(tt.file)) {
			t.Errorf("%s: written as %q, not %q", tt.name, text, tt.file)
		}
		again, err := SGF.Read(text)
		if err != nil || len(again.Games) != len(c.Games) {
			t.Errorf("%s: read again: %v", tt.name, err)
			continue
		}
		for i := range c.Games {
			if n := differs(c.Games[i], again.Games[i]); n != nil {
				t.Errorf("%s: %v was read differently", tt.name, n)
			}
		}
		g := c.Games[0]
		info, _ := g.Info()
		if info.Black != strings.ReplaceAll(tt.black, "\uF7C6", "\uFFFD") {
			t.Errorf("%s: black is %q, not %q", tt.name, info.Black, tt.black)
		}
		size := info.Size
		if !size.Valid() {
			size = board.Size{Cols: 19, Rows: 19}
		}
		moves := 0
		steps, _ := sgf.Steps(size, g.Main())
		for _, s := range steps {
			if s.Color != board.Empty {
				moves++
			}
		}
		if moves != tt.moves {
			t.Errorf("%s: %d moves, not %d", tt.name, moves, tt.moves)
		}
	}
}

// differs returns the first node in which two games do not mean the same, nil if
// there is none.
func differs(a, b *sgf.Tree) *sgf.Node {
	if a.Charset != b.Charset || a.Source != b.Source || len(a.Nodes) != len(b.Nodes) || len(a.Variations) != len(b.Variations) {
		return &a.Nodes[0]
	}
	for i := range a.Nodes {
		if !slices.EqualFunc(a.Nodes[i].Properties, b.Nodes[i].Properties, func(p, q sgf.Property) bool {
			return p.Name == q.Name && slices.Equal(p.Values, q.Values)
		}) {
			return &a.Nodes[i]
		}
	}
	for i := range a.Variations {
		if n := differs(a.Variations[i], b.Variations[i]); n != nil {
			return n
		}
	}
	return nil
}
