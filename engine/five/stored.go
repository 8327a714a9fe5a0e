package five

import (
	"embed"
	"io"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/linenet"
	"stonehand/engine/sides"
	"stonehand/engine/used"
)

// Table is a learned worth of points, by the number of their code. A unit of the
// logistic curve is [Scale] points of Moving and Waiting, and [OrderScale] of Own and
// Taken.
type Table struct {
	Tempo           [Threats]int16 // what being to move is worth beyond the points, by the threats of both sides
	Moving, Waiting [Codes]int16   // what an empty point is worth to the side to move, and to the other
	Own, Taken      [Codes]int16   // how promising it is, for the stone made there and for the one prevented
}

// The units of tables.
const (
	Scale      = 200
	OrderScale = 100
)

// tableFile is the file of tables.
var tableFile = sides.Format[Table]{Name: "table of Gomoku", Magic: "SHG2"}

// Write writes one table, if it serves both sides, or two.
func (t Tables) Write(out io.Writer) error {
	if t[0] == t[1] {
		return tableFile.Write(out, t[:1])
	}
	return tableFile.Write(out, t[:])
}

// ReadTables reads what [Tables.Write] writes.
func ReadTables(in io.Reader) (Tables, error) { return tableFile.Read(in) }

// The tables that the product plays with, made as docs/tuning.md says.
//
//go:embed tables/*.bin tables/*.net
var stored embed.FS

// The tables that the product plays by each of the rules with, the same expanded, and its
// networks. They are shared: nothing changes them. Where exactly five win, points are worth
// what they are where five or more do.
var defaultTables, defaultWeights, defaultNetworks = func() (t [3]func() Tables, w [3]func() [2]*weights, n [3]func() *linenet.Network) {
	for r, name := range map[game.Row]string{game.FiveOrMore: "freestyle", game.RenjuFive: "renju"} {
		t[r] = sync.OnceValue(func() Tables { return embedded("tables/"+name+".bin", tableFile.Parse) })
		w[r] = sync.OnceValue(func() [2]*weights { return t[r]().expand() })
		n[r] = used.While(func() *linenet.Network { return embedded("tables/"+name+".net", linenet.Parse) })
	}
	const same, as = game.ExactFive, game.FiveOrMore
	t[same], w[same], n[same] = t[as], w[as], n[as]
	return t, w, n
}()

// embedded reads what is built in. It was written by this package and its test reads it,
// so that it can be neither missing nor damaged.
func embedded[T any](name string, read func([]byte) (T, error)) T {
	b, err := stored.ReadFile(name)
	if err != nil {
		panic("five: " + err.Error())
	}
	t, err := read(b)
	if err != nil {
		panic("five: embedded " + err.Error())
	}
	return t
}

// network is what a search may ask: the one given, or that of the rules. On other boards
// than it learned from, and where without vectors it costs more than it gains, there is none.
func (o *Options) network(size board.Size, rules game.Row) *linenet.Network {
	switch {
	case size != (board.Size{Cols: NetworkSide, Rows: NetworkSide}):
		return nil
	case o.Network != nil:
		return o.Network
	case linenet.Vectors && o.Tables[0] == nil:
		return defaultNetworks[rules%3]()
	}
	return nil
}
