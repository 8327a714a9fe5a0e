package commandline

import (
	"fmt"
	"runtime"
)

// Version is the release, after semantic versioning, as CHANGELOG.md has it. The Makefile reads
// it from here; -ldflags "-X stonehand/cmd/internal/commandline.Version=..." names another build.
var Version = "0.1.0"

// Build says of a program which version it is, of which Go, and for which system.
func Build(program string) string {
	return fmt.Sprintf("%s %s %s %s/%s", program, Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
