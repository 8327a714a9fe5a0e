//go:build !linux

package main

// withoutHugePages does nothing where the kernel's pages are not ours to
// choose.
func withoutHugePages() {}
