package main

import (
	"errors"
	"fmt"
	"io/fs"

	"stonehand/cmd/internal/store"
	"stonehand/cmd/internal/web"
)

// archive shows the store's finished games to the page.
type archive struct{ store *store.Store }

// List implements [web.Games].
func (a archive) List() ([]web.Game, error) {
	games, err := a.store.List()
	if err != nil {
		return nil, err
	}
	list := make([]web.Game, len(games))
	for i, g := range games {
		list[i] = web.Game(g)
	}
	return list, nil
}

// SGF implements [web.Games]: an id that cannot name a game names none.
func (a archive) SGF(id string) ([]byte, error) {
	data, err := a.store.SGF(id)
	if errors.Is(err, store.ErrID) {
		return nil, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return data, err
}
