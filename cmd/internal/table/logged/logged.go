// Package logged is what a step of the table wants to have logged.
package logged

import "log/slog"

// Lines are what is to be logged, in order.
type Lines []Line

// Line is one of them.
type Line struct {
	Level slog.Level
	Text  string
	Args  []any // names and values, as [slog.Logger.Log] takes them
}

// Debug adds a line for those who look for a fault.
func (l *Lines) Debug(text string, args ...any) { *l = append(*l, Line{slog.LevelDebug, text, args}) }

// Info adds a line about what happens.
func (l *Lines) Info(text string, args ...any) { *l = append(*l, Line{slog.LevelInfo, text, args}) }

// Warn adds a line about what is not as it should be.
func (l *Lines) Warn(text string, args ...any) { *l = append(*l, Line{slog.LevelWarn, text, args}) }

// Error adds a line about what has failed.
func (l *Lines) Error(text string, args ...any) { *l = append(*l, Line{slog.LevelError, text, args}) }
