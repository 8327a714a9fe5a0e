// Package remote is the protocol by which two tables play one game: a pure state
// machine without input or output, and without a clock. What arrives goes in as
// a [Message], what people do as calls; what is to be kept and sent comes out.
//
// One end is the host: it puts everything that happens in the game in order, in
// a log of [Event]s. The other end, the guest, has a copy of the log and asks for
// its own events to be put at the log's end. Every event is judged by the rules
// at both ends. An event that is in the host's log is never taken out of it; to
// take back a turn is an event too.
//
// There is one kind of message, and each says all that its sender knows and
// wants: which game, how long its log is and a hash of that, the events that the
// other end lacks, what it proposes, what it asks. So a message that is lost,
// repeated, late or out of order does no harm: the next one that arrives says it
// all again, and one that is older than another is not looked at.
//
//	people, table                             people, table
//	     |  Local, Ask, Answer                     |
//	+----v-----+         Message             +----v-----+
//	|   host   |<--------------------------->|  guest   |
//	|   log    |  length, hash, events, ask  |   log    |
//	+----+-----+                             +----+-----+
//	     v  State, before anything is sent        v
//	    disk                                     disk
//
// State is to be on disk before a message that follows from it is sent: then
// either end may be killed at any moment and goes on with the same game.
package remote
