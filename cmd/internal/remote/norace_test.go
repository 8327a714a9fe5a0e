//go:build !race

package remote

// wildGames is how many games are played over the worst of lines.
const wildGames = 1000
