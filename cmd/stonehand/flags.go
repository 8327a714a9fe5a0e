package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/commandline"
	"stonehand/cmd/internal/config"
)

// settings gives a command a flag for every field of the structs at into that has the
// tag flag, "name" or "name,low,high", with what the field holds to begin with. What it
// returns says, once the flags are read, which number is out of its range.
func settings(flags *flag.FlagSet, into ...any) (check func() error) {
	var checks []func() error
	for _, at := range into {
		s := reflect.ValueOf(at).Elem()
		for i := range s.NumField() {
			name, bounds, bounded := strings.Cut(s.Type().Field(i).Tag.Get("flag"), ",")
			if name == "" {
				continue
			}
			switch p := s.Field(i).Addr().Interface().(type) {
			case *string:
				flags.StringVar(p, name, *p, "")
			case *bool:
				flags.BoolVar(p, name, *p, "")
			case *int:
				flags.IntVar(p, name, *p, "")
			case *uint64:
				flags.Uint64Var(p, name, *p, "")
			case *float64:
				flags.Float64Var(p, name, *p, "")
			case *time.Duration:
				flags.DurationVar(p, name, *p, "")
			case *[]int:
				flags.Var((*numbers)(p), name, "")
			}
			if bounded {
				checks = append(checks, func() error { return within(name, s.Field(i), bounds) })
			}
		}
	}
	return func() error {
		for _, c := range checks {
			if err := c(); err != nil {
				return err
			}
		}
		return nil
	}
}

// within says whether a number lies between bounds, "low,high".
func within(name string, v reflect.Value, bounds string) error {
	low, high, _ := strings.Cut(bounds, ",")
	least, err := strconv.ParseFloat(low, 64)
	most, err2 := strconv.ParseFloat(high, 64)
	if err := cmp.Or(err, err2); err != nil {
		return fmt.Errorf("the bounds of --%s: %w", name, err)
	}
	var n float64
	switch {
	case v.CanInt():
		n = float64(v.Int())
	case v.CanUint():
		n = float64(v.Uint())
	default:
		n = v.Float()
	}
	if !(n >= least && n <= most) { // what is no number is not
		return usageError{fmt.Sprintf("--%s %v is out of range: %v to %v", name, v, low, high)}
	}
	return nil
}

// numbers is a list of numbers as a flag takes it, or "none".
type numbers []int

func (l *numbers) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int(*l)), " ", ","), "[]")
}

func (l *numbers) Set(text string) error {
	*l = nil
	if text == "none" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return fmt.Errorf("%q is not a number; write a list like 1,2,3", word)
		}
		*l = append(*l, n)
	}
	return nil
}

// given says whether a flag was set.
func given(flags *flag.FlagSet, name string) (set bool) {
	flags.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// settingFlags are the flags that change a setting.
var settingFlags = map[string]string{"web.listen": "--listen", "store.dir": "--data", "log.level": "--log"}

// flagged is what is wrong with settings that flags have changed: an error of the command
// line where a flag is to blame.
func flagged(err error) error {
	problems, _ := errors.AsType[config.Problems](err)
	for _, p := range problems {
		if flag, ok := settingFlags[p.Key]; ok {
			return usageError{flag + ": " + p.Text}
		}
	}
	return err
}

// flagError says in plain words what package flag has found wrong with the flags
// of a subcommand, and what to write instead.
func flagError(flags *flag.FlagSet, err error) error {
	sentence, near := commandline.Wrong(flags, "stonehand "+flags.Name(), err)
	hint := flagsHint(flags)
	if near != "" {
		hint = fmt.Sprintf("did you mean --%s? %s", near, hint)
	}
	return hinted{wrongFlags{usageError{sentence}, flags}, hint}
}

// wrongFlags is a command line whose flags cannot be read.
type wrongFlags struct {
	usageError
	flags *flag.FlagSet // that could
}

func (w wrongFlags) Unwrap() error { return w.usageError }

func flagsHint(flags *flag.FlagSet) string {
	name, _, _ := strings.Cut(flags.Name(), " ")
	return fmt.Sprintf("\"stonehand help %s\" lists the flags", name)
}
