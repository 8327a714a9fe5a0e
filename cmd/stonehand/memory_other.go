//go:build !linux

package main

// dropText does nothing where the kernel's pages are not ours to give back.
func dropText() {}

// mapInParts does nothing where the kernel's mappings are not ours to choose.
func mapInParts() {}

// withoutHugePages does nothing where the kernel's pages are not ours to
// choose.
func withoutHugePages() {}
