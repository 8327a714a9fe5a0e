// Package analyst judges finished games for the page.
package analyst

import (
	"context"
	"time"

	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/web"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/sgf"
)

// The memory for positions already searched is a part of what the machine's own
// engine has, and at most what a second or a few on one core can fill.
const (
	tablePart  = 4
	maxTableMB = 4
)

// TableMB is how much memory for positions an engine gets that is made beside the
// machine's own and dropped after use, MiB.
func TableMB(own int) int { return min(max(own/tablePart, 1), maxTableMB) }

// Analyst judges finished games for the page, on one core that the machine's own
// thinking leaves free. It has an engine for as long as a game takes.
type Analyst struct {
	TableMB int            // of the machine's own engine
	Pause   *players.Pause // while the machine thinks
	Tidy    func()         // gives back memory that is garbage
	Turn    func()         // is called after each turn that is judged
	Version string         // of this program, for records
}

// Analyze implements [web.Analyst].
func (a Analyst) Analyze(ctx context.Context, record []byte, each time.Duration, report func(web.Step)) (*web.Analysis, error) {
	rec, err := sgf.ReadAny(record)
	if err != nil {
		return nil, err
	}
	// The engine goes where garbage was, and when it is garbage itself its memory
	// goes back to the operating system at once, not in minutes.
	a.Tidy()
	result, err := a.judge(ctx, rec, each, report)
	a.Tidy()
	if err != nil {
		return nil, err
	}
	answer := &web.Analysis{SGF: map[string]string{}}
	for i := range result.Turns {
		answer.Turns = append(answer.Turns, judged(&result.Turns[i], rec.Size))
	}
	t := result.Turning(rec.Result.Winner, lab.DefaultAnalyzer.Doubtful)
	answer.Turning = web.Turning{Turn: t.Turn, From: t.From, Line: lineNames(rec.Size, t.Line)}
	rec.Application = "Stonehand:" + a.Version
	said := lab.Comments(record, rec)
	for _, l := range []text.Language{text.English, text.Chinese} {
		annotated, err := result.Annotate(rec, said, l)
		if err != nil {
			return nil, err
		}
		answer.SGF[l.String()] = string(annotated)
	}
	return answer, nil
}

// judge takes an engine and judges the game.
func (a Analyst) judge(ctx context.Context, rec *sgf.Record, each time.Duration, report func(web.Step)) (*lab.Analysis, error) {
	by := lab.DefaultAnalyzer
	by.Limits = limit.Limits{Hard: each}
	by.TableMB = TableMB(a.TableMB)
	by.Made = rec.Made
	var step web.Step
	by.Now = a.Pause.Clock(ctx, func(waiting bool) {
		step.Waiting = waiting
		report(step)
	})
	return by.Analyze(ctx, lab.Rules(rec), rec.Start, lab.Moves(rec), func(done, all int) {
		step.Done, step.All = done, all
		report(step)
		a.Turn()
	})
}

// markNames are how the page's contract names marks.
var markNames = map[lab.Mark]string{lab.NoMark: "", lab.Good: "good", lab.Doubtful: "doubtful", lab.Bad: "bad"}

// judged tells of one turn what the page's contract tells.
func judged(j *lab.Judged, size board.Size) web.Judged {
	w := web.Judged{
		Turn: j.Number, Color: j.Color.String(), Played: turnNames(size, j.Played),
		Black: j.After.Chance(), Before: verdict(j.Before), After: verdict(j.After), Mark: markNames[j.Mark],
		Line: lineNames(size, j.Line), Missed: j.Missed, Allowed: lineNames(size, j.Allowed),
	}
	if j.Color == board.White {
		w.Black = 1 - w.Black
	}
	return w
}

func verdict(v lab.Value) web.Verdict {
	return web.Verdict{Chance: v.Chance(), Win: v.Win, Over: v.Over}
}

func turnNames(size board.Size, m connect.Move) (names []string) {
	for _, p := range m.Points(nil) {
		names = append(names, size.Name(p, board.Algebraic))
	}
	return names
}

func lineNames(size board.Size, line []connect.Move) (names [][]string) {
	for _, m := range line {
		names = append(names, turnNames(size, m))
	}
	return names
}
