// Package kerneltest runs tests of code that talks to hardware inside a real
// Linux kernel, whose SPI, I2C and GPIO lead to a board that the test controls:
//
//	func TestInKernel(t *testing.T) {
//		kerneltest.Run(t, kerneltest.Part{Name: "scan", Test: func(t *testing.T, b *kerneltest.Board) {
//			b.Chain(0).Length(728)       // 91 chips of 74HC165 on /dev/spidev0.0
//			b.Chain(0).Input(180, false) // a magnet over a sensor
//			// open /dev/spidev0.0 as any program would, and read it
//			b.SPI(0).Vanish()            // somebody pulls the plug
//		}})
//	}
//
// The machine is emulated by qemu and runs Debian's kernel with its own spidev
// and i2c-dev, with gpio-sim built from Debian's source, and with a module of
// this package (board/) that plays controllers, shift registers, multiplexers,
// expanders and wires. The kernel is fetched once, by ./fetch, which "make tools"
// calls; where it or qemu is missing [Run] skips the test, or fails it under
// CI=true.
//
// Time in the machine is counted in instructions and leaps over pauses, so what
// a test measures there does not depend on the load of the machine it runs on:
// 2 ns to an instruction.
//
// The module (board/) is a program of the kernel's and under the GPL-2; this
// package only loads it. It is a test tool and no part of the product.
package kerneltest
