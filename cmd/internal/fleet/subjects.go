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
	"strings"
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

// parts are all of them.
var parts = []string{PartJournal, PartFault, PartGame, PartState, PartHealth, PartVisits, PartChallenge, PartCommand}

// Subject returns a subject of a table, "stonehand.TABLE.WORD.PART". The word is a secret of
// the hall and of the table: anyone who asks a server may name any subject for the answer, which
// the server then publishes there, so that permissions alone keep nobody from it. "*" stands
// for any table or word.
func Subject(table, word, part string) string { return "stonehand." + table + "." + word + "." + part }

// OpenWord is in the subjects of tables that have no credentials.
const OpenWord = "open"

// Subjects are those of a table, by part.
type Subjects map[string]string

// SubjectsOf makes the subjects of a table from the word that goes with each part.
func SubjectsOf(table string, word func(part string) string) Subjects {
	s := Subjects{}
	for _, part := range parts {
		s[part] = Subject(table, word(part), part)
	}
	return s
}

// errOld is that credentials name no subjects that a hall of today listens to.
var errOld = errors.New("an older hall made them; make new ones")

// subjectsIn finds the subjects of a table in the permissions of its credentials.
func subjectsIn(table string, allowed []string) (Subjects, error) {
	s := Subjects{}
	for _, subject := range allowed {
		if words := strings.Split(subject, "."); len(words) >= 4 && words[0] == "stonehand" && words[1] == table {
			s[words[3]] = strings.Join(words[:4], ".")
		}
	}
	for _, part := range parts {
		if s[part] == "" {
			return nil, errOld
		}
	}
	return s, nil
}

var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// Assistant is Home Assistant's name.
const Assistant = "home-assistant"

// CheckName says what is wrong with the name of a table, a worker or a laboratory, or nil.
func CheckName(name string) error {
	if !plainName.MatchString(name) || name == "hall" || name == Assistant {
		return errors.New(`a name has 1 to 40 lower-case letters, digits and dashes, like "table-3"; "hall" and "home-assistant" are taken`)
	}
	return nil
}

// gameID is what the table names its games by. Files that people have put into the
// archive are no games of this table.
var gameID = regexp.MustCompile(`^\d{8}-\d{6}-\d{1,18}(_\d+)?$`)

// Permissions are the subjects that a table may use: it publishes as itself, and hears
// what is addressed to it. They also tell it which words are in its subjects.
func Permissions(table string, at Subjects) (publish, subscribe []string) {
	publish = append(publish, at[PartJournal], at[PartFault], at[PartGame]+".*", at[PartState], at[PartHealth], at[PartVisits]+".*")
	publish = append(append(publish, Reads(at)...), AssistantSubject(table))
	return publish, []string{"_INBOX." + table + ".>", at[PartChallenge], at[PartCommand], AssistantStatus}
}

// Reads are the subjects by which a table reads from streams.
func Reads(at Subjects) []string {
	last := func(stream, subject string) string { return "$JS.API.DIRECT.GET." + stream + "." + subject }
	return []string{
		last(StreamFacts, at[PartJournal]), last(StreamFacts, at[PartFault]),
		last(StreamGames, at[PartGame]+".*"), last(StreamFacts, SubjectHall),
		last(StreamReleases, SubjectPiece("*", "*")),
	}
}
