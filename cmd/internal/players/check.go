package players

import (
	"context"
	"fmt"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
	"stonehand/hw"
)

// A check plays so many turns, and gives each so long.
const (
	checkTurns  = 10
	checkBudget = time.Second
	// checkTime is how long the words of its protocol may take, and checkLate by how much a
	// turn may be late.
	checkTime = 30 * time.Second
	checkLate = 10 * time.Second
)

// Check tries a program as the table will use it: it starts it, tries its protocol, and
// plays some turns of every one of its games against the machine.
func Check(ctx context.Context, s program.Settings) (list []hw.Finding) {
	o := search.DefaultOptions()
	o.TableMB = 1
	machine := NewMachine(o, time.Now)
	add := func(device string, h hw.Health, text, do string) {
		list = append(list, hw.Finding{Device: device, Health: h, Text: text, Do: do})
	}
	if weak := program.Weakness(); weak != "" {
		add("sandbox", hw.Warn, weak, "run only programs that you trust")
	} else {
		add("sandbox", hw.OK, "the program has no network and cannot read your games", "")
	}
	for _, name := range s.Games {
		rules := checked(name)
		began := time.Now()
		p, err := program.Start(ctx, s, rules)
		if err != nil {
			add(name, hw.Bad, fmt.Sprintf("the program does not start: %v", err), fmt.Sprintf("try the command in a terminal: is it there, and does it speak the protocol %q? It may need another argument, or more in players.%s.memory_mb", s.Protocol, s.Name))
			continue
		}
		add(name, hw.OK, fmt.Sprintf("the program is ready after %v", time.Since(began).Round(time.Millisecond)), "")
		if c, ok := p.(program.Checker); ok {
			within, cancel := context.WithTimeout(ctx, checkTime)
			list = append(list, c.Check(within, rules)...)
			cancel()
		}
		if g, ok := p.(*program.GTP); ok && g.Smallest > 0 {
			if w, ok := rules.(game.Weiqi); ok { // some programs have no small board
				w.Board = board.Size{Cols: g.Smallest, Rows: g.Smallest}
				rules = w
			}
		}
		if hw.Worst(list) < hw.Bad {
			list = append(list, tryGame(ctx, p, rules, machine))
		}
		p.Kill()
	}
	return list
}

// checked is the game of a name, on a board that is quickly played on.
func checked(name string) game.Rules {
	switch name {
	case "go":
		g := game.Go()
		g.Board = board.Size{Cols: 9, Rows: 9}
		return g
	case "gomoku-standard":
		return game.Standard()
	case "renju":
		return game.Renju()
	case "gomoku":
		return game.Freestyle()
	case "connect6-fives":
		return game.Fives()
	}
	return game.Connect6()
}

// tryGame plays some turns, and takes one back in their midst.
func tryGame(ctx context.Context, p player.Player, rules game.Rules, machine player.Player) hw.Finding {
	f := hw.Finding{Device: rules.Name()}
	g, worst, undone := game.New(rules), time.Duration(0), false
	for len(g.Turns()) < checkTurns && !g.Result().Over && !g.Counting() {
		q := player.Question{Position: player.At(g.Clone()), Level: 1, Limits: limit.Limits{Hard: checkBudget}}
		began, its := time.Now(), len(g.Turns())%2 == 1
		var a player.Answer
		var err error
		if its {
			within, cancel := context.WithTimeout(ctx, checkBudget+checkLate)
			a, err = p.Choose(within, q, nil)
			cancel()
			worst = max(worst, time.Since(began))
		} else {
			a, err = (&Roster{machine: machine}).standIn(ctx, q, nil)
		}
		do := "where the program is slow or ends by itself, give it a lower level, or more memory"
		if err == nil {
			do = fmt.Sprintf("take %q out of its games, or set the program to these rules", rules.Name())
			if err = playable(q, a); err == nil && !a.Resign {
				err = g.Play(game.Turn{Color: q.ToMove, Points: a.Points})
			}
			if err != nil {
				err = fmt.Errorf("the program does not play by the rules of %s: %w", rules.Name(), err)
			}
		}
		if err != nil {
			f.Health, f.Text, f.Do = hw.Bad, fmt.Sprintf("turn %d: %v", len(g.Turns())+1, err), do
			return f
		}
		if a.Resign {
			f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("it resigned in turn %d", len(g.Turns())+1), "look whether the program resigns games that are not lost"
			return f
		}
		if len(g.Turns()) == checkTurns/2+1 && !undone {
			undone = true
			g.Undo()
			g.Undo()
		}
	}
	taken := ""
	if undone {
		taken = ", one of them after a turn was taken back"
	}
	f.Text = fmt.Sprintf("it played %d turns against the machine%s; its longest took %v of %v", len(g.Turns()), taken, worst.Round(time.Millisecond), checkBudget)
	if worst > checkBudget+reserve(checkBudget) {
		f.Health, f.Do = hw.Warn, "give it turns of more time: where it is late, the machine plays the turn"
	}
	return f
}
