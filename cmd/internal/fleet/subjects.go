// Package fleet tells a hall what happens at a table, over NATS with JetStream, and
// carries out what the hall's people command.
//
// The journal and the archive are the backlog: what the hall has not acknowledged is
// read from there again, however long the network, the server or the table was gone.
// Every fact arrives exactly once, because the table asks the server for the last one
// that it has, and the server takes the next only behind that. The game waits for
// nothing here.
//
// docs/fleet.md lists the subjects and the messages; its schemas are made from the types
// of this package.
package fleet

import (
	"errors"
	"regexp"
)

// Streams of a hall.
const (
	StreamFacts = "STONEHAND_FACTS" // journals, faults and the hall itself: every message is kept
	StreamGames = "STONEHAND_GAMES" // finished games: the last message of each subject is kept
	StreamState = "STONEHAND_STATE" // states and health: the same
	// StreamVisits has what exhibits counted, the last message of each hour.
	StreamVisits = "STONEHAND_VISITS"
)

// SubjectHall has what identifies a hall, a [Hall].
const SubjectHall = "stonehand.hall"

// Parts are the last words of a table's subjects.
const (
	PartJournal   = "journal"   // a [Fact] for every entry of the journal
	PartFault     = "fault"     // a [FaultFact] for every fault that began or ended
	PartGame      = "game"      // a [Game], under the game's id
	PartState     = "state"     // a [State] whenever something changes
	PartHealth    = "health"    // a [Health] now and then
	PartVisits    = "visits"    // a [Visits], under the hour as [Visits.Name] writes it
	PartChallenge = "challenge" // request: a [Challenge] comes back
	PartCommand   = "command"   // request: an [Order], answered by an [Answer]
)

// Subject returns a table's subject, "stonehand.TABLE.PART"; "*" stands for any table.
func Subject(table, part string) string { return "stonehand." + table + "." + part }

// SubjectGame returns the subject of a finished game; "*" stands for any.
func SubjectGame(table, id string) string { return Subject(table, PartGame+"."+id) }

var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// CheckName says what is wrong with a table's name, or nil.
func CheckName(name string) error {
	if !plainName.MatchString(name) || name == "hall" {
		return errors.New(`a table's name has 1 to 40 lower-case letters, digits and dashes, like "table-3"; "hall" is taken`)
	}
	return nil
}

// gameID is what the table names its games by. Files that people have put into the
// archive are no games of this table.
var gameID = regexp.MustCompile(`^\d{8}-\d{6}-\d{1,18}(_\d+)?$`)

// Permissions are the subjects that a table may use: it publishes as itself, and hears
// what is addressed to it.
func Permissions(table string) (publish, subscribe []string) {
	own := []string{PartJournal, PartFault, PartGame + ".*", PartState, PartHealth, PartVisits + ".*"}
	for _, part := range own {
		publish = append(publish, Subject(table, part))
	}
	last := func(stream, subject string) string { return "$JS.API.DIRECT.GET." + stream + "." + subject }
	publish = append(publish,
		last(StreamFacts, Subject(table, PartJournal)), last(StreamFacts, Subject(table, PartFault)),
		last(StreamGames, SubjectGame(table, "*")), last(StreamFacts, SubjectHall),
		last(StreamReleases, SubjectPiece("*", "*")),
		assistantSubject(table))
	return publish, []string{"_INBOX." + table + ".>", Subject(table, PartChallenge), Subject(table, PartCommand), assistantStatus}
}
