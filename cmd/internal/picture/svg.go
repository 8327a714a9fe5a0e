package picture

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// svg writes a drawing.
type svg struct{ w *bufio.Writer }

func newSVG(w io.Writer, width, height float64) *svg {
	s := &svg{bufio.NewWriter(w)}
	s.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img"><defs>`, num(width), num(height), num(width), num(height))
	for id, p := range map[string]*paint{"b": blackBall, "w": whiteBall} {
		s.add(`<radialGradient id="%s" cx="%g" cy="%g" r="%g">`, id, lightX, lightY, lightReach)
		for _, stop := range p.ramp {
			s.add(`<stop offset="%g" stop-color="%s"/>`, stop.at, stop.named)
		}
		s.add(`</radialGradient>`)
	}
	s.add(`</defs><path fill="%s" d="M0 0h%sv%sH0z"/><g font-family="Figtree,Verdana,sans-serif" font-weight="600" text-anchor="middle">`, wood.name, num(width), num(height))
	return s
}

// add writes a part; [svg.end] tells of errors.
func (s *svg) add(format string, values ...any) { _, _ = fmt.Fprintf(s.w, format, values...) }

func (s *svg) end() error {
	s.add("</g></svg>\n")
	return s.w.Flush()
}

// num writes a length, with at most two decimals.
func num(v float64) string {
	return strconv.FormatFloat(float64(int64(v*100+0.5))/100, 'f', -1, 64)
}
