package eval

import (
	"bytes"
	_ "embed"
	"sync"
)

// The tables that the product plays with, made as docs/tuning.md says.
var (
	//go:embed tables/stones.bin
	storedStones []byte
	//go:embed tables/order.bin
	storedOrder []byte
)

// DefaultStones returns the learned worth of stones that the product plays
// with. It is shared: do not change it.
func DefaultStones() *Stones { return stonesOnce() }

// DefaultOrder returns the learned order of candidates that the product plays
// with. It is shared: do not change it.
func DefaultOrder() *Order { return orderOnce() }

// What is embedded was written by this package and its test reads it, so that
// it cannot be damaged.
var (
	stonesOnce = sync.OnceValue(func() *Stones { return must(ReadStones(bytes.NewReader(storedStones))) })
	orderOnce  = sync.OnceValue(func() *Order { return must(ReadOrder(bytes.NewReader(storedOrder))) })
)

func must[T any](table *T, err error) *T {
	if err != nil {
		panic("eval: embedded " + err.Error())
	}
	return table
}
