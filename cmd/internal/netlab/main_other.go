//go:build !linux

package netlab

// Main does nothing where there are no network namespaces.
func Main() {}
