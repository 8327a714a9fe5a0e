// Package strip shows pictures on strips and chains of addressable LEDs that
// hang on an SPI port of the computer itself.
//
// The drivers of periph.io encode colours; what surrounds them on the wire, and
// when which picture goes out, is this package's.
package strip
