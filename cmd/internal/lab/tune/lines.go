package tune

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// eachLine visits the lines of a file but for empty ones and those that begin
// with "#". Errors name the line.
func eachLine(in io.Reader, visit func(line string) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := visit(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}
