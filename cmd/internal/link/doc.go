// Package link joins a table to another one, or to a browser, over WebSocket: it
// carries the messages of package remote, keeps what is to outlive the program in
// a file, and brings the table to what both ends have agreed on.
//
// The session is one goroutine. It looks at the table's snapshot and at the protocol's
// view, and does the next thing that makes them agree: propose the turn that was
// played here, ask the board for the one that was played there, take back what
// was agreed to be taken back. It remembers how many events the table has
// followed, so that after a restart it goes on where it was.
//
// Who may connect is decided by a handshake in which both ends prove that they
// know the invitation's code, without sending it; every message after that carries
// a code of its own (HMAC-SHA-256) that nobody else can make. What is played can
// be read on the way. A browser, which a plain http page denies the means to
// prove anything, sends the code itself: see docs/network.md.
package link
