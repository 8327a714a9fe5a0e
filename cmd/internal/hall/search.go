package hall

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/text"
)

// mostFound is how many games a search returns.
const mostFound = 200

// shelf is the list of all finished games, without their moves: it is made of the stream
// of games whenever a hall starts. It is safe for concurrent use.
type shelf struct {
	keys *Keys

	mu    sync.Mutex // guards what follows
	games map[string]found
}

// found is a game with the words that searches look for: those that the page shows, in
// every language.
type found struct {
	fleet.Game
	words []string
}

// has reports whether one of the game's words begins with a word.
func (f found) has(word string) bool {
	return slices.ContainsFunc(f.words, func(w string) bool { return strings.HasPrefix(w, word) })
}

func (s *shelf) run(ctx context.Context, follow following, k *Keys, told func()) error {
	s.keys = k
	return follow(ctx, fleet.StreamGames, []string{fleet.Subject("*", "*", fleet.PartGame) + ".*"}, func(m jetstream.Msg) {
		if table, _, ok := k.sender(m.Subject()); ok {
			s.take(table, m.Data())
			told()
		}
	})
}

func (s *shelf) take(table string, data []byte) {
	var g fleet.Game
	if json.Unmarshal(data, &g) != nil || g.Table != table {
		return
	}
	g.SGF = ""
	said := []string{g.Table, g.ID, g.Game, g.Black, g.White, g.Result, g.Reason, g.Ended.Local().Format(time.DateOnly)}
	for l := range text.Language(text.Languages) {
		said = append(said, l.Game(g.Game), l.Outcome(g.Result))
	}
	words := strings.Fields(strings.ToLower(strings.Join(said, " ")))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games == nil {
		s.games = map[string]found{}
	}
	s.games[g.Table+"/"+g.ID] = found{g, words}
}

// search returns the latest games that have, in any field, words that begin with those of
// a query, and how many there are.
func (s *shelf) search(query string) (list []fleet.Game, all int) {
	words := strings.Fields(strings.ToLower(query))
	s.mu.Lock()
	defer s.mu.Unlock()
	list = []fleet.Game{}
	for _, g := range s.games {
		if !slices.ContainsFunc(words, func(w string) bool { return !g.has(w) }) {
			list = append(list, g.Game)
		}
	}
	slices.SortFunc(list, func(a, b fleet.Game) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(a.Table, b.Table), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(len(list), mostFound)], len(list)
}

// sgf returns a game's file; one that is not known is [fs.ErrNotExist].
func (s *shelf) sgf(ctx context.Context, js jetstream.JetStream, table, id string) ([]byte, error) {
	s.mu.Lock()
	_, ok := s.games[table+"/"+id]
	s.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("there is no game %q of the table %q: %w", id, table, fs.ErrNotExist)
	}
	stream, err := js.Stream(ctx, fleet.StreamGames)
	if err != nil {
		return nil, err
	}
	m, err := stream.GetLastMsgForSubject(ctx, s.keys.subjects(table)[fleet.PartGame]+"."+id)
	if err != nil {
		return nil, err
	}
	var g fleet.Game
	err = json.Unmarshal(m.Data, &g)
	return []byte(g.SGF), err
}
