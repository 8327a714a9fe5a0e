//go:build race

package link

// orders are those in which what crosses arrives.
var orders = []string{"together", "killed"}
