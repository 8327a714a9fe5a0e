package text_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"stonehand/cmd/internal/text"
)

func TestStorage(t *testing.T) {
	for cause, want := range map[error]text.Words{
		syscall.ENOSPC: text.Tell(text.WhyFull), syscall.EROFS: text.Tell(text.WhyReadOnly), syscall.EPERM: text.Tell(text.WhyForbidden),
		syscall.EIO: text.Tell(text.WhyBroken), fs.ErrNotExist: nil, errors.New("no move"): nil,
	} {
		if got := text.Storage(fmt.Errorf("saving: %w", cause)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: %v, want %v", cause, got, want)
		}
	}
}
