// Package api is the contract of the table: its state and what is asked of it, as
// the page and programs see them, and the entries of its journal. Anyone who reads or
// drives a table needs this package, and not the table's own.
package api
