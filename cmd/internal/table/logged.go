package table

import "log/slog"

// lines are what is to be logged of a step.
type lines []line

type line struct {
	level slog.Level
	text  string
	args  []any
}

func (l *lines) Debug(text string, args ...any) { *l = append(*l, line{slog.LevelDebug, text, args}) }
func (l *lines) Info(text string, args ...any)  { *l = append(*l, line{slog.LevelInfo, text, args}) }
func (l *lines) Warn(text string, args ...any)  { *l = append(*l, line{slog.LevelWarn, text, args}) }
func (l *lines) Error(text string, args ...any) { *l = append(*l, line{slog.LevelError, text, args}) }
