package hall

import (
	"context"
	"crypto/rand"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

// mostFacts is how many facts of one table the hall keeps: years of a table at home, and
// months of one in a museum. The oldest go first. Finished games are kept for good.
const mostFacts = 500_000

// Prepare makes the hall's streams, or brings those that are there up to date. Two halls
// may do so at once.
func Prepare(ctx context.Context, js jetstream.JetStream, k *Keys, replicas int) error {
	all := func(parts ...string) (list []string) {
		for _, p := range parts {
			list = append(list, fleet.Subject("*", "*", p))
		}
		return list
	}
	// What only a hall says comes by its secret subjects, and is kept under those that
	// others may read.
	ours := &jetstream.SubjectTransformConfig{Source: k.inside(">"), Destination: ">"}
	for _, c := range []jetstream.StreamConfig{
		{Name: fleet.StreamFacts, Description: "What happened at every table, in order", Subjects: append(all(fleet.PartJournal, fleet.PartFault), k.inside(fleet.SubjectHall)), MaxMsgsPerSubject: mostFacts},
		{Name: fleet.StreamGames, Description: "Finished games", Subjects: all(fleet.PartGame + ".*"), MaxMsgsPerSubject: 1},
		{Name: streamTournaments, Description: "Tournaments as they stand", Subjects: []string{k.inside(subjectTournament("*"))}, MaxMsgsPerSubject: 1},
		{Name: fleet.StreamVisits, Description: "What exhibits counted, by the hour", Subjects: all(fleet.PartVisits + ".*"), MaxMsgsPerSubject: 1},
		{Name: streamSettings, Description: "Settings of all tables, and which table has taken them", Subjects: []string{k.inside(subjectSetting("*")), k.inside(subjectTaken("*", "*"))}, MaxMsgsPerSubject: 1},
		{Name: streamLogouts, Description: "Logins that were ended", Subjects: []string{k.inside(subjectLogout("*"))}, MaxMsgsPerSubject: 1, MaxAge: loginTime},
		{Name: fleet.StreamReleases, Description: "Programs for tables, in pieces", Subjects: []string{k.inside(fleet.SubjectPiece("*", "*"))}, MaxMsgsPerSubject: 1},
		{Name: fleet.StreamState, Description: "What every table shows", Subjects: all(fleet.PartState, fleet.PartHealth), MaxMsgsPerSubject: 1},
	} {
		if c.Name == fleet.StreamState && replicas == 1 {
			c.PersistMode = jetstream.AsyncPersistMode // tables show it again
		}
		c.SubjectTransform = ours
		c.AllowDirect, c.Replicas, c.Storage, c.Compression = true, replicas, jetstream.FileStorage, jetstream.S2Compression
		if err := farm.MakeStream(ctx, js, c); err != nil {
			return err
		}
	}
	if err := farm.Prepare(ctx, js, replicas); err != nil {
		return err
	}
	id, err := json.Marshal(fleet.Hall{ID: rand.Text()})
	if err != nil {
		return err
	}
	_, err = js.Publish(ctx, k.inside(fleet.SubjectHall), id, jetstream.WithExpectLastSequencePerSubject(0))
	if dial.RefusedAsLater(err) {
		return nil // it has a name already
	}
	return err
}
