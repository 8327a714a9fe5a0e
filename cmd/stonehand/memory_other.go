//go:build !linux

package main

// dropText does nothing where the kernel's pages are not ours to give back.
func dropText() {}

// withoutHugePages does nothing where the kernel's pages are not ours to
// choose.
func withoutHugePages() {}
