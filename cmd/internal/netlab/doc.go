// Package netlab puts programs into network namespaces of their own and joins those by a
// link that delays, loses, repeats and reorders packets, and can be cut: what lies between
// houses, on one machine.
//
//	     namespace of a                       namespace of b
//	+----------------------+             +----------------------+
//	| program   10.77.0.1  |             |  10.77.0.2  program  |
//	|    |         |       |             |      |        |      |
//	| loopback   TUN device|             | TUN device  loopback |
//	+----|---------|-------+             +------|--------|------+
//	     |         +---- packets, by Link ------+        |
//	  Host.Page           of the test                 Host.Page
//
// All ends are the kernel's own TCP; between them there is nothing but the test,
// which reads every packet and decides what becomes of it. It needs neither root
// nor any module of the kernel but TUN: every namespace belongs to a user namespace
// in which its keeper, the test's own program started again, is root.
package netlab
