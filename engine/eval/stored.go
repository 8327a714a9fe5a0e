package eval

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"stonehand/engine/linenet"
	"stonehand/engine/used"
)

// Learned tables are kept as a line of text, "stonehand KIND VERSION tempo N",
// and after it, deflated, two worths of every pattern that is not the mirror of
// one before it: first all of one, then all of the other, as the difference from
// the pattern before, each a signed varint.

const (
	storedVersion = 1
	storedHead    = "stonehand %s %d tempo %d\n"
)

// Write writes the table in the form that [ReadStones] reads.
func (s *Stones) Write(out io.Writer) error {
	return writeTables(out, "stones", s.Tempo, &s.Moving, &s.Waiting)
}

// ReadStones reads what [Stones.Write] wrote. An error says what is wrong with
// it.
func ReadStones(in io.Reader) (*Stones, error) {
	s := &Stones{}
	var err error
	s.Tempo, err = readTables(in, "stones", &s.Moving, &s.Waiting)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Write writes the table in the form that [ReadOrder] reads.
func (o *Order) Write(out io.Writer) error {
	return writeTables(out, "order", 0, &o.Own, &o.Their)
}

// ReadOrder reads what [Order.Write] wrote. An error says what is wrong with it.
func ReadOrder(in io.Reader) (*Order, error) {
	o := &Order{}
	if _, err := readTables(in, "order", &o.Own, &o.Their); err != nil {
		return nil, err
	}
	return o, nil
}

func writeTables(out io.Writer, kind string, tempo int32, tables ...*[Patterns]int16) error {
	if _, err := fmt.Fprintf(out, storedHead, kind, storedVersion, tempo); err != nil {
		return err
	}
	packed, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return err
	}
	var number [binary.MaxVarintLen64]byte
	for _, table := range tables {
		before := int64(0)
		for p, v := range table {
			if int(Mirror(uint16(p))) < p {
				continue
			}
			n := binary.PutVarint(number[:], int64(v)-before)
			if _, err := packed.Write(number[:n]); err != nil {
				return err
			}
			before = int64(v)
		}
	}
	return packed.Close()
}

func readTables(in io.Reader, kind string, tables ...*[Patterns]int16) (tempo int32, err error) {
	text := bufio.NewReader(in)
	head, err := text.ReadString('\n')
	var version int
	var name string
	if err == nil {
		_, err = fmt.Sscanf(head, storedHead, &name, &version, &tempo)
	}
	if err != nil || name != kind {
		return 0, fmt.Errorf("this is not a table of %s: it must begin with a line like %q", kind, fmt.Sprintf(storedHead, kind, storedVersion, 0))
	}
	if version != storedVersion {
		return 0, fmt.Errorf("the table of %s is of version %d, and this program reads version %d: make a new one with \"stonehand tune\"", kind, version, storedVersion)
	}
	most := len(tables) * Patterns * binary.MaxVarintLen32 // and no more of what no table needs
	packed, damage := io.ReadAll(io.LimitReader(flate.NewReader(text), int64(most)))
	for _, table := range tables {
		v := int64(0)
		for p := range table {
			m := Mirror(uint16(p))
			if int(m) < p {
				table[p] = table[m]
				continue
			}
			d, n := binary.Varint(packed)
			if v += d; n <= 0 || v != int64(int16(v)) {
				return 0, fmt.Errorf("the table of %s is damaged at pattern %d of %d", kind, p, Patterns)
			}
			table[p], packed = int16(v), packed[n:]
		}
	}
	if damage != nil || len(packed) > 0 {
		return 0, fmt.Errorf("the table of %s goes on after its last pattern", kind)
	}
	return tempo, nil
}

// The tables that the product plays with, made as docs/tuning.md says.
var (
	//go:embed tables/stones.bin
	storedStones []byte
	//go:embed tables/order.bin
	storedOrder []byte
	//go:embed tables/stones.net
	storedNetwork []byte
)

// DefaultStones returns the learned worth of stones that the product plays
// with. It is shared: do not change it.
var DefaultStones = sync.OnceValue(func() *Stones { return must(ReadStones(bytes.NewReader(storedStones))) })

// DefaultOrder returns the learned order of candidates that the product plays
// with. It is shared: do not change it.
var DefaultOrder = sync.OnceValue(func() *Order { return must(ReadOrder(bytes.NewReader(storedOrder))) })

// DefaultNetwork returns the network that corrects the default worth of stones on the board
// of Connect6. It is shared: do not change it.
var DefaultNetwork = used.While(func() *linenet.Network { return must(linenet.Parse(storedNetwork)) })

// must returns what is embedded: this package has written it and its test reads it, so
// that it cannot be damaged.
func must[T any](table *T, err error) *T {
	if err != nil {
		panic("eval: embedded " + err.Error())
	}
	return table
}
