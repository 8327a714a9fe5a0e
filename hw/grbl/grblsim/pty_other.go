//go:build !unix

package grblsim

import (
	"context"
	"errors"
)

// ServePTY is for systems that have pseudo-terminals.
func (s *Server) ServePTY(context.Context, string, func(name string)) error {
	return errors.New("grblsim: this system has no pseudo-terminals; run the simulator on Linux")
}
