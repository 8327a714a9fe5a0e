// Package bridge lets a program that drives engines play against the people at a
// table: to the program the physical board is the engine. It talks with the daemon
// through the HTTP contract. Whatever position the program asks about is brought
// onto the table first: turns that were taken back are taken back there, the
// program's own turn is asked for by lights or put down by the arm, as the
// machine's would be, and what people answer on the board is the answer.
package bridge
