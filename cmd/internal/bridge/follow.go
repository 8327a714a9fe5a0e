package bridge

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// Do gives the table a command and returns the state after it. What the daemon says
// against it is a [*Refusal].
func (d *Daemon) Do(ctx context.Context, c api.Command) (*api.Snapshot, error) {
	return d.snapshot(ctx, http.MethodPost, "/api/command", c)
}

// Put puts a stone on a simulated board, as a person's hand does.
func (d *Daemon) Put(ctx context.Context, p board.Point, c board.Color) error {
	return d.Ask(ctx, http.MethodPost, "/api/sim/put", api.Stone{Point: p, Color: c}, nil)
}

// Lift takes a stone off a simulated board.
func (d *Daemon) Lift(ctx context.Context, p board.Point) error {
	return d.Ask(ctx, http.MethodPost, "/api/sim/lift", map[string]board.Point{"point": p}, nil)
}

// Follow tells of everything that happens at the table, the present state first. It
// returns why the daemon tells no more; ctx's error if that has ended.
func (d *Daemon) Follow(ctx context.Context, tell func(api.Update)) error {
	response, err := d.send(ctx, &http.Client{Transport: d.client.Transport}, http.MethodGet, "/api/events", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return d.read(response, "/api/events", nil)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, mostReply)
	event := ""
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			event = value
		case "data":
			u, err := update(event, []byte(value))
			if err != nil {
				return fmt.Errorf("%s/api/events tells what cannot be read: %w", d.address, err)
			}
			if u != (api.Update{}) {
				tell(u)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return unreachable{errors.Join(errors.New("the program at the board has ended"), lines.Err())}
}

// update reads an event; the zero update is of a kind that is not known here.
func update(event string, data []byte) (u api.Update, err error) {
	switch event {
	case "state":
		err = json.Unmarshal(data, &u.State)
	case "thinking":
		err = json.Unmarshal(data, &u.Thought)
	case "fault":
		var f struct {
			Fault string `json:"fault"`
		}
		err = json.Unmarshal(data, &f)
		u.Fault = f.Fault
	}
	return u, err
}
