package players

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/hybrid"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Mind is a player of this program's own that takes a seat by its name, as another
// program does: the engines of the documents that the product grew from, at full depth.
type Mind struct {
	Name  string
	Shown string
	Games []string
	make  func(o search.Options, now func() time.Time) (player.Player, error)
}

// openingTurns is how many turns of a game, of both sides, are played by sight by the
// mind that looks ahead only after the opening. The document (CN 105817029 A, [0034])
// names such a phase, without its length.
const openingTurns = 6

// Minds lists them.
func Minds() []Mind {
	connect6 := []string{game.Connect6().Name(), game.Fives().Name()}
	mixed := func(name, shown string, mix hybrid.Mix, sight int) Mind {
		return Mind{name, shown, connect6, func(o search.Options, now func() time.Time) (player.Player, error) {
			o.Mix = mix
			o.Book = o.Book && sight == 0
			m := NewMachine(o, now)
			if sight > 0 {
				return bySight{m, sight}, nil
			}
			return m, nil
		}}
	}
	five := func(name, shown string, plays ...string) Mind {
		return Mind{name, shown, plays, func(_ search.Options, now func() time.Time) (player.Player, error) {
			return NewGomoku(name, now)
		}}
	}
	rows := []string{game.Freestyle().Name(), game.Standard().Name(), game.Renju().Name()}
	return []Mind{
		mixed("road-shape", "Road/shape", hybrid.RoadShape, 0),
		mixed("road-shape-sight", "Road/shape, opening without search", hybrid.RoadShape, openingTurns),
		mixed("road-road", "Road/road", hybrid.RoadRoad, 0),
		mixed("shape-shape", "Shape/shape", hybrid.ShapeShape, 0),
		mixed("shape-road", "Shape/road", hybrid.ShapeRoad, 0),
		five(gomoku.Template, "Templates", rows...),
		five(gomoku.Region, "Growing region", rows...),
		five(gomoku.Tuple, "Tuples", rows...),
	}
}

// bySight looks one turn ahead only, until as many turns were played.
type bySight struct {
	player.Player
	turns int
}

// Choose implements [player.Player].
func (p bySight) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	if len(q.Turns) < p.turns {
		q.Limits.Depth = 1
	}
	return p.Player.Choose(ctx, q, report)
}

// minds are those that sit, made when they are asked first.
type minds struct {
	options search.Options
	now     func() time.Time
	mu      sync.Mutex
	sitting map[string]player.Player
}

// player returns the mind of that name, nil for none.
func (m *minds) player(name string) (player.Player, error) {
	if m == nil {
		return nil, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.sitting[name]; p != nil {
		return p, nil
	}
	i := slices.IndexFunc(Minds(), func(o Mind) bool { return o.Name == name })
	if i < 0 {
		return nil, nil
	}
	p, err := Minds()[i].make(m.options, m.now)
	if err == nil {
		m.sitting[name] = p
	}
	return p, err
}

// keep lets go of all others, and of their memory.
func (m *minds) keep(names []string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.sitting {
		if !slices.Contains(names, name) {
			delete(m.sitting, name)
		}
	}
}

// advise asks a mind of its own, so that it can be asked while another thinks: the memory is
// given back after the answer.
func (m *minds) advise(ctx context.Context, q player.Question) (player.Answer, error) {
	i := slices.IndexFunc(Minds(), func(o Mind) bool { return o.Name == q.Player })
	if m == nil || i < 0 {
		return player.Answer{}, fmt.Errorf("there is no player %q", q.Player)
	}
	o := m.options
	o.TableMB, o.Threads = 1, 1
	p, err := Minds()[i].make(o, m.now)
	if err != nil {
		return player.Answer{}, err
	}
	q.Player, q.Level = "", 0
	return p.Choose(ctx, q, nil)
}
