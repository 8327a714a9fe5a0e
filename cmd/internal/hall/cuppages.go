package hall

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"stonehand/cmd/internal/tournament"
	"stonehand/engine/sgf"
)

// tournaments answers with all tournaments, or only with their version where that is the one
// that the request names.
func (h *Hall) tournaments(_ http.ResponseWriter, r *http.Request) (any, error) {
	version := h.cups.version() // before the list, which may be newer
	said := map[string]any{"version": version}
	if r.URL.Query().Get("version") != strconv.FormatUint(version, 10) {
		said["tournaments"] = h.shownAll()
	}
	return said, nil
}

// told answers with a tournament, or says what is wrong.
func (h *Hall) told(id string, err error) (any, error) {
	t, missing := h.cups.get(id)
	switch {
	case errors.Is(err, errChanged):
		return nil, refusing(http.StatusConflict, "changed-meanwhile", "Somebody else has just changed this tournament. Check it and try again.")
	case err == nil && missing == nil:
		return show(id, t.Tournament), nil
	case errors.Is(err, fs.ErrNotExist) || err == nil:
		return nil, refusing(http.StatusNotFound, "not-found", "There is no such tournament.")
	}
	return nil, refusing(http.StatusConflict, "not-now", "This is not possible: %v.", err)
}

func (h *Hall) newTournament(r *http.Request, _ string, t tournament.Tournament) (any, error) {
	return h.told(h.begin(r.Context(), t))
}

func (h *Hall) nextRound(r *http.Request, _ string, _ struct{}) (any, error) {
	id := r.PathValue("id")
	return h.told(id, h.change(r.Context(), id, func(t *tournament.Tournament) error { return t.Next() }))
}

// pairing is the body of POST /api/tournaments/{id}/send.
type pairing struct {
	Pairing int    `json:"pairing"`
	Table   string `json:"table"`
	Replace bool   `json:"replace"` // a game that is under way there
}

// sendPairing has a game of a round begin at a table.
func (h *Hall) sendPairing(r *http.Request, role string, ask pairing) (any, error) {
	if err := h.takes(ask.Table); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	if !ask.Replace && h.busy(id, ask.Pairing, ask.Table) {
		return nil, refusing(http.StatusConflict, "game-running", `A game is under way at %s. To end it, send the pairing with "replace": true.`, ask.Table)
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTime)
	defer cancel()
	a, err := h.send(ctx, id, ask.Pairing, ask.Table, role)
	if errors.Is(err, errAway) {
		return nil, errTableOff
	}
	if err == nil && a.Code != "" {
		return nil, tableRefused(a)
	}
	return h.told(id, err)
}

// entering is the body of POST /api/tournaments/{id}/result.
type entering struct {
	Pairing int    `json:"pairing"`
	Result  string `json:"result"`
}

// enterResult enters, corrects or takes away a result by hand. A correction of an earlier round
// changes what others have seen, so it takes the operator.
func (h *Hall) enterResult(r *http.Request, role string, ask entering) (any, error) {
	id := r.PathValue("id")
	err := h.change(r.Context(), id, func(t *tournament.Tournament) error {
		if t.Earlier(ask.Pairing) && role != operate {
			return errOperator
		}
		if err := t.Enter(ask.Pairing, ask.Result); err != nil || ask.Result != "" {
			return err
		}
		p := &t.Pairings[ask.Pairing]
		p.Entered = false
		p.Entered = h.outcome(t, *p) != "" // a game that goes on still brings its result
		return nil
	})
	switch {
	case errors.Is(err, errOperator):
		return nil, err
	case err == nil:
		h.Log.Info("a result was entered", "tournament", id, "pairing", ask.Pairing, "result", ask.Result, "from", host(r))
	}
	return h.told(id, err)
}

// withdrawing is the body of POST /api/tournaments/{id}/withdraw.
type withdrawing struct {
	Player    int  `json:"player"`
	Withdrawn bool `json:"withdrawn"`
}

// withdraw takes a player out of the rounds to come, or back in.
func (h *Hall) withdraw(r *http.Request, _ string, ask withdrawing) (any, error) {
	id := r.PathValue("id")
	return h.told(id, h.change(r.Context(), id, func(t *tournament.Tournament) error { return t.Withdraw(ask.Player, ask.Withdrawn) }))
}

// removeCup removes a tournament, such as one that was made by mistake.
func (h *Hall) removeCup(r *http.Request, _ string, _ struct{}) (any, error) {
	id := r.PathValue("id")
	if err := h.removeTournament(r.Context(), id); err != nil {
		return h.told(id, err)
	}
	h.Log.Info("a tournament was removed", "tournament", id, "from", host(r))
	return h.tournaments(nil, r)
}

// record is a tournament in a file: "ID.txt" or "ID.sgf".
func (h *Hall) record(w http.ResponseWriter, r *http.Request) {
	id, kind, _ := strings.Cut(r.PathValue("file"), ".")
	t, err := h.cups.get(id)
	if err != nil || kind != "txt" && kind != "sgf" {
		refuse(w, r, refusing(http.StatusNotFound, "not-found", "There is no such tournament."))
		return
	}
	var out bytes.Buffer
	if kind == "txt" {
		tell(&out, t.Tournament)
	}
	for _, p := range t.Pairings {
		if p.White == tournament.Nobody || p.Result == "" {
			continue
		}
		var game []*sgf.Tree
		if text, err := h.shelf.sgf(r.Context(), h.js, p.Table, p.GameID); err == nil {
			game, _ = sgf.Read(text)
		}
		if kind == "txt" {
			tellGame(&out, t.Tournament, p, game)
		} else if len(game) > 0 {
			root := &game[0].Nodes[0]
			root.Set("EV", sgf.Text(t.Title))
			root.Set("RO", sgf.Text(fmt.Sprint(p.Round)))
			root.Set("PB", sgf.Text(t.Players[p.Black]))
			root.Set("PW", sgf.Text(t.Players[p.White]))
			out.Write(sgf.Write(game[:1]))
		}
	}
	w.Header().Set("Content-Type", map[string]string{"txt": "text/plain; charset=utf-8", "sgf": "application/x-go-sgf; charset=utf-8"}[kind])
	w.Write(out.Bytes())
}

// tell writes the standings and the crosstable.
func tell(out *bytes.Buffer, t tournament.Tournament) {
	fmt.Fprintf(out, "%s\n%s, %s, %d players, round %d\n\n", t.Title, t.Kind, t.Game, len(t.Players), t.Round())
	cross := t.Crosstable()
	for i, s := range t.Standings() {
		fmt.Fprintf(out, "%3d. %-24s %5s  %s\n", s.Rank, t.Players[s.Player], tournament.Points(s.Points), strings.Join(pad(cross[i]), " "))
	}
	for _, p := range t.Withdrawn {
		fmt.Fprintf(out, "%s withdrew.\n", t.Players[p])
	}
	out.WriteByte('\n')
}

// pad makes cells of a crosstable equally wide.
func pad(row []string) []string {
	wide := make([]string, len(row))
	for i, cell := range row {
		wide[i] = fmt.Sprintf("%-2s", cell)
	}
	return wide
}

// results are how a game's record writes them.
var results = map[string]string{tournament.BlackWins: "1-0", tournament.WhiteWins: "0-1", tournament.Draw: "1/2-1/2"}

// tellGame writes a game as PGN does: pairs of tags, and turns with their numbers, Black's
// first. Points are those of the SGF file, columns and rows from the top left.
// https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
func tellGame(out *bytes.Buffer, t tournament.Tournament, p tournament.Pairing, game []*sgf.Tree) {
	tag := func(name, value string) {
		fmt.Fprintf(out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value))
	}
	date := "????.??.??"
	if !p.Sent.IsZero() {
		date = p.Sent.Local().Format("2006.01.02")
	}
	tag("Event", t.Title)
	tag("Site", p.Table)
	tag("Date", date)
	tag("Round", fmt.Sprint(p.Round))
	tag("Black", t.Players[p.Black])
	tag("White", t.Players[p.White])
	tag("Result", results[p.Result])
	if p.Was != "" {
		tag("Corrected", "was "+results[p.Was])
	}
	tag("Variant", t.Game)
	tag("GameId", p.GameID)
	out.WriteByte('\n')
	var words []string
	if len(game) > 0 {
		last, n := "", 0
		for _, node := range game[0].Main() {
			for _, c := range []string{"B", "W"} {
				q := node.Property(c)
				if q == nil || len(q.Values) == 0 {
					continue
				}
				if c != last {
					n++
					words = append(words, fmt.Sprintf("%d.", n))
				}
				last = c
				words = append(words, strings.ToLower(fmt.Sprint(q.Values[0])))
			}
		}
	}
	out.WriteString(strings.Join(append(words, results[p.Result]), " ") + "\n\n")
}
