package service

import (
	"errors"
	"io"
	"testing"
)

// TestHeardEndsWithItsReader: what is written passes on until nobody takes it any more.
func TestHeardEndsWithItsReader(t *testing.T) {
	r, w := io.Pipe()
	ctx, to, stop := Heard(t.Context(), w)
	defer stop()
	go func() {
		_, _ = r.Read(make([]byte, 8))
		r.CloseWithError(io.ErrClosedPipe)
	}()
	if _, err := io.WriteString(to, "homes"); err != nil || ctx.Err() != nil {
		t.Fatalf("%v, %v", err, ctx.Err())
	}
	if _, err := io.WriteString(to, "moves"); !errors.Is(err, io.ErrClosedPipe) || ctx.Err() == nil {
		t.Errorf("%v, %v", err, ctx.Err())
	}
}
