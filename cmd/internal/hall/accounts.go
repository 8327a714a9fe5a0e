package hall

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/jwt/v2"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

// A server publishes each answer with its own rights to the subject that the request names,
// also to those that delete and read streams. So streams have an account of their own. Only
// halls and Home Assistant belong to it. Tables, workers and laboratories belong to another
// account, without JetStream. Only the subjects here pass between the two, and an answer goes
// back to the account that asked.

// service is a subject that one account serves to the other.
type service struct {
	subject string // of the request
	inside  string // subject in the serving account; "": the same
	many    bool   // there may be more than one answer
}

// served is what streams and halls serve to tables, workers and laboratories.
func served() (list []service) {
	// If an account does not import this subject, the server answers all its requests to
	// JetStream by itself: "not enabled for account".
	list = append(list, service{subject: "$JS.API.INFO"})
	for _, part := range []string{fleet.PartJournal, fleet.PartFault, fleet.PartGame + ".*", fleet.PartState, fleet.PartHealth, fleet.PartVisits + ".*"} {
		list = append(list, service{subject: fleet.Subject("*", "*", part)})
	}
	list = append(list, service{subject: fleet.AssistantDevices})
	for _, subject := range fleet.Reads(fleet.SubjectsOf("*", func(string) string { return "*" })) {
		list = append(list, service{subject: subject})
	}
	for _, subject := range farm.Kept() {
		list = append(list, service{subject: subject})
	}
	for _, subject := range farm.Pulls() {
		list = append(list, service{subject: subject, many: true})
	}
	for _, stream := range []string{farm.StreamJobs, farm.StreamResults} {
		list = append(list, service{subject: createConsumer + stream + ".>", inside: guarded + stream + ".>"})
	}
	return list
}

// commanded is what tables serve to halls.
func commanded() []service {
	return []service{{subject: fleet.Subject("*", "*", fleet.PartChallenge)}, {subject: fleet.Subject("*", "*", fleet.PartCommand)}}
}

// share lets one account use what another one serves.
func share(from, to *jwt.AccountClaims, list []service) {
	for _, s := range list {
		e := &jwt.Export{Name: s.subject, Subject: jwt.Subject(s.subject), Type: jwt.Service, ResponseType: jwt.ResponseTypeSingleton}
		i := &jwt.Import{Name: s.subject, Subject: e.Subject, Account: from.Subject, Type: jwt.Service}
		if s.many {
			e.ResponseType = jwt.ResponseTypeStream
		}
		if s.inside != "" {
			e.Subject, i.Subject, i.LocalSubject = jwt.Subject(s.inside), jwt.Subject(s.inside), jwt.RenamingSubject(s.subject)
		}
		from.Exports.Add(e)
		to.Imports.Add(i)
	}
}

// accounts are the claims of the account of the tables and of the account of the streams.
func (k *Keys) accounts() (tables, streams *jwt.AccountClaims, err error) {
	tables, streams = jwt.NewAccountClaims(public(k.account)), jwt.NewAccountClaims(public(k.streams))
	tables.Name, streams.Name = "tables", "streams"
	streams.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	share(streams, tables, served())
	share(tables, streams, commanded())
	status := &jwt.Export{Name: fleet.AssistantStatus, Subject: fleet.AssistantStatus, Type: jwt.Stream}
	streams.Exports.Add(status)
	tables.Imports.Add(&jwt.Import{Name: status.Name, Subject: status.Subject, Account: streams.Subject, Type: jwt.Stream})
	return tables, streams, errors.Join(k.revocations(tables), k.revocations(streams))
}

// CheckHall says why credentials are no hall's, or nil.
func (k *Keys) CheckHall(own dial.Credentials) error {
	if own.Hall != public(k.account) {
		return nil
	}
	return fmt.Errorf(`these credentials of %q cannot read streams: they are not a hall's, or an earlier hall made them; "stonehand-hall hall" makes new ones, and "stonehand-hall servers" prints what the servers then need`, own.Name)
}

// moveStreams gives the streams in a server's folder to their own account: earlier halls had
// them in the tables' account.
func (k *Keys) moveStreams(dir string) error {
	dir = filepath.Join(dir, "jetstream")
	from, to := filepath.Join(dir, public(k.account)), filepath.Join(dir, public(k.streams))
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the streams cannot be given to their own account: %w", err)
	}
	return nil
}
