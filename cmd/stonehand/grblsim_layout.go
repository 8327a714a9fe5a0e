package main

import (
	"fmt"
	"strings"

	"stonehand/cmd/internal/config"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
)

const (
	// switchGap is how far the switch at an axis' lower end lies beyond the travel
	// that the controller is set to, mm.
	switchGap = 2
	// belowStones is how far below the highest stones the tool can be driven, mm.
	belowStones = 5
)

// configuredLayout returns what stands behind a simulated controller so that the
// arm of a configuration, or of a calibration that was saved, fits it.
func configuredLayout(path string) (grblsim.Layout, error) {
	l := grblsim.DefaultLayout()
	cfg, err := config.Load(path)
	if err != nil {
		return l, err
	}
	if cfg.Arm.Kind != config.ArmGRBL {
		return l, hinted{
			fmt.Errorf("%s has no arm that could be simulated", path),
			`set kind = "grbl" in [arm], or leave --config out`,
		}
	}
	dir, err := stateDir(cfg)
	if err != nil {
		return l, err
	}
	o, err := armOptions(cfg, dir)
	if err != nil {
		return l, err
	}
	if o.Fit == nil {
		return l, hinted{
			fmt.Errorf("the arm of %s does not know where the board is", path),
			"name arm.corners, calibrate the arm, or leave --config out",
		}
	}
	return layoutFor(o)
}

// layoutFor returns a layout that an arm's options fit.
func layoutFor(o grbl.Options) (grblsim.Layout, error) {
	l := grblsim.DefaultLayout()
	l.Cols, l.Rows, l.Trays = o.Cols, o.Rows, nil
	origin, col, row := o.Fit.At(0, 0), o.Fit.At(1, 0), o.Fit.At(0, 1)
	l.Origin = grblsim.Point{X: origin[0], Y: origin[1]}
	l.Col = grblsim.Point{X: col[0] - origin[0], Y: col[1] - origin[1]}
	l.Row = grblsim.Point{X: row[0] - origin[0], Y: row[1] - origin[1]}
	l.GripZ = origin[2]
	places := [][3]float64{{o.ParkX, o.ParkY, o.Safe}}
	for _, c := range [][2]int{{0, 0}, {o.Cols - 1, 0}, {0, o.Rows - 1}, {o.Cols - 1, o.Rows - 1}} {
		p := o.Fit.At(c[0], c[1])
		l.GripZ = max(l.GripZ, p[2])
		places = append(places, p)
	}
	l.Floor = l.GripZ - belowStones - o.Press
	for s, t := range map[hw.State]grbl.Tray{hw.Black: o.Black, hw.White: o.White} {
		if t.Stones == 0 {
			continue
		}
		at := grblsim.Point{X: t.At[0], Y: t.At[1]}
		trays := []grblsim.Tray{{At: at, Stone: s, Count: t.Stones}}
		if t.Cols*t.Rows > 1 {
			all := grblsim.TrayGrid(s, at, grblsim.Point{X: t.StepX}, grblsim.Point{Y: t.StepY}, t.Cols, t.Rows)
			trays = all[:min(t.Stones, len(all))]
		}
		for _, tray := range trays {
			tray.Top = t.At[2]
			l.Trays = append(l.Trays, tray)
			places = append(places, [3]float64{tray.At.X, tray.At.Y, tray.Top})
		}
	}
	if o.Bin != nil {
		l.Bins = []grblsim.Point{{X: o.Bin[0], Y: o.Bin[1]}}
		places = append(places, [3]float64{o.Bin[0], o.Bin[1], o.Safe})
	}
	l.Grip, l.GripSpeed = gripOf(o.Gripper)
	for _, p := range places {
		for axis, v := range p {
			if v > 0 {
				return l, fmt.Errorf("the arm is to go to %c %g; the simulated one has everything within reach below 0, as GRBL has it after homing at the upper ends",
					"XYZ"[axis], v)
			}
			const margin = 10
			l.Travel[axis] = max(l.Travel[axis], margin+switchGap-v)
		}
	}
	return l, nil
}

// gripOf returns the output that makes a gripper hold, and from which speed on.
func gripOf(g grbl.Gripper) (grblsim.Grip, float64) {
	half := max(float64(g.GripPower+g.ReleasePower)/2, 1)
	switch {
	case g.Kind == grbl.Vacuum, g.Kind == grbl.Custom && strings.Contains(strings.ToUpper(strings.Join(g.Grip, "\n")), "M8"):
		return grblsim.GripCoolant, 1
	case g.Kind == grbl.Servo, g.Kind == grbl.Custom:
		return grblsim.GripSpindle, half
	}
	return grblsim.GripSpindle, 1
}
