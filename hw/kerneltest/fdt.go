package kerneltest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The tokens of a flattened device tree.
const (
	fdtBegin = 1
	fdtEnd   = 2
	fdtProp  = 3
	fdtNop   = 4
	fdtDone  = 9
)

// without returns a flattened device tree without the nodes of a name, as an
// overlay that switches them off leaves it.
func without(dtb []byte, name string) ([]byte, error) {
	broken := errors.New("it is damaged")
	if len(dtb) < 40 || binary.BigEndian.Uint32(dtb) != 0xd00dfeed {
		return nil, errors.New("it is not a flattened device tree")
	}
	tree := append([]byte(nil), dtb...)
	at := int(binary.BigEndian.Uint32(tree[8:]))
	if at%4 != 0 {
		return nil, broken
	}
	depth, from, found := 0, -1, 0 // from: depth of a node that goes
	for at >= 40 && at+4 <= len(tree) {
		begin := at
		token := binary.BigEndian.Uint32(tree[at:])
		at += 4
		switch token {
		case fdtBegin:
			end := bytes.IndexByte(tree[at:], 0)
			if end < 0 {
				return nil, broken
			}
			node := string(tree[at : at+end])
			at = (at + end + 4) &^ 3
			if depth++; from < 0 && node == name {
				from = depth
				found++
			}
		case fdtEnd:
			depth--
		case fdtProp:
			if at+8 > len(tree) {
				return nil, broken
			}
			at = (at + 8 + int(binary.BigEndian.Uint32(tree[at:])) + 3) &^ 3
		case fdtNop:
		case fdtDone:
			if found == 0 {
				return nil, fmt.Errorf("it has no node %s", name)
			}
			return tree, nil
		default:
			return nil, broken
		}
		if at > len(tree) {
			return nil, broken
		}
		if from >= 0 {
			for i := begin; i < at; i += 4 {
				binary.BigEndian.PutUint32(tree[i:], fdtNop)
			}
		}
		if depth < from {
			from = -1
		}
	}
	return nil, broken
}
