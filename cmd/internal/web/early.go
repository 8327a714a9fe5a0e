//go:build !race

package web

// packEarly is whether a server compresses the page's files as it starts.
const packEarly = true
