package five

import (
	"bytes"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/linenet"
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

// tableBytes is how long the numbers of one table are in a file.
const tableBytes = 2 * (Threats + 4*Codes)

// The file of tables: magic, how many there are, their numbers in the order of the
// fields, little endian, and the CRC-32 (IEEE) of all before it.
const tablesMagic = "SHG2"

// Write writes one table, if it serves both sides, or two.
func (t Tables) Write(out io.Writer) error {
	var b bytes.Buffer
	b.WriteString(tablesMagic)
	all := t[:]
	if t[0] == t[1] {
		all = t[:1]
	}
	b.WriteByte(byte(len(all)))
	for _, one := range all {
		if err := binary.Write(&b, binary.LittleEndian, one); err != nil {
			return err
		}
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes())))
	return err
}

// mostTables is how long a file can be.
const mostTables = len(tablesMagic) + 1 + 2*tableBytes + 4

// ReadTables reads what [Tables.Write] writes.
func ReadTables(in io.Reader) (Tables, error) {
	b, err := io.ReadAll(io.LimitReader(in, int64(mostTables)+1))
	if err != nil {
		return Tables{}, fmt.Errorf("table of Gomoku: %w", err)
	}
	return readTables(b)
}

// readTables is ReadTables for a file that is in memory.
func readTables(b []byte) (t Tables, err error) {
	switch {
	case len(b) < len(tablesMagic)+5 || string(b[:len(tablesMagic)]) != tablesMagic:
		return t, fmt.Errorf("table of Gomoku: it does not begin with %q", tablesMagic)
	case len(b) > mostTables:
		return t, errors.New("table of Gomoku: it is longer than two tables")
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return t, errors.New("table of Gomoku: it is damaged: its checksum does not match")
	}
	n := int(body[len(tablesMagic)])
	rest := body[len(tablesMagic)+1:]
	if n < 1 || n > 2 || len(rest) != n*tableBytes {
		return t, fmt.Errorf("table of Gomoku: %d bytes are not %d tables", len(rest), n)
	}
	r := bytes.NewReader(rest)
	for i := range n {
		t[i] = &Table{}
		if err := binary.Read(r, binary.LittleEndian, t[i]); err != nil {
			return t, fmt.Errorf("table of Gomoku: %w", err)
		}
	}
	if n == 1 {
		t[1] = t[0]
	}
	return t, nil
}

// The tables that the product plays with, made as docs/tuning.md says.
//
//go:embed tables/*.bin tables/*.net
var stored embed.FS

// The tables that the product plays by each of the rules with, the same expanded, and its
// networks. They are shared: nothing changes them. Where exactly five win, points are worth
// what they are where five or more do.
var defaultTables, defaultWeights, defaultNetworks = func() (t [3]func() Tables, w [3]func() [2]*weights, n [3]func() *linenet.Network) {
	for r, name := range map[game.Row]string{game.FiveOrMore: "freestyle", game.RenjuFive: "renju"} {
		t[r] = sync.OnceValue(func() Tables { return embedded("tables/"+name+".bin", readTables) })
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
