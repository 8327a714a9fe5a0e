/* The wires to the shift registers and to the lights. */
#include <avr/io.h>

#include "config.h"
#include "parts.h"
#include "port.h"

void wires_init(void)
{
	LED_DDR |= _BV(LED_DATA) | _BV(LED_CLOCK);
#if !ANALOG
	SPI_PORT |= _BV(SPI_LOAD);
	SPI_DDR |= _BV(SPI_LOAD) | _BV(SPI_SCK) | _BV(SPI_MOSI);
	/* Mode 0: a bit is sampled by the edge that shifts the chain on, so that a
	 * long chain has a whole clock for its data to settle, and the marker on
	 * MOSI half a clock before the far end takes it. */
	SPCR = _BV(SPE) | _BV(MSTR);
	SPSR = 0; /* a fourth of the clock: 4 MHz */
#endif
}

#if !ANALOG
void port_chain_load(void)
{
	SPI_PORT &= (uint8_t)~_BV(SPI_LOAD);
	/* The chip needs 30 ns or so; a long load line rather more. */
	__builtin_avr_delay_cycles(F_CPU / 1000000);
	SPI_PORT |= _BV(SPI_LOAD);
}

uint8_t port_chain_swap(uint8_t out)
{
	SPDR = out;
	while (!(SPSR & _BV(SPIF)))
		;
	return SPDR;
}
#endif

#define BIT(v, n)                                                                                    \
	do {                                                                                         \
		if ((v) & (1 << (n)))                                                                \
			LED_PORT |= _BV(LED_DATA);                                                   \
		else                                                                                 \
			LED_PORT &= (uint8_t)~_BV(LED_DATA);                                         \
		PULSE();                                                                             \
	} while (0)

/* A light's clock alone: 4 MHz. */
#define PULSE()                                                                                      \
	do {                                                                                         \
		LED_PORT |= _BV(LED_CLOCK);                                                          \
		LED_PORT &= (uint8_t)~_BV(LED_CLOCK);                                                \
	} while (0)

void port_light(uint8_t v)
{
	/* Most bytes are of one kind of bit: lights that are dark, or wide open. */
	if (v == 0 || v == 0xFF) {
		if (v)
			LED_PORT |= _BV(LED_DATA);
		else
			LED_PORT &= (uint8_t)~_BV(LED_DATA);
		PULSE();
		PULSE();
		PULSE();
		PULSE();
		PULSE();
		PULSE();
		PULSE();
		PULSE();
		return;
	}
	BIT(v, 7);
	BIT(v, 6);
	BIT(v, 5);
	BIT(v, 4);
	BIT(v, 3);
	BIT(v, 2);
	BIT(v, 1);
	BIT(v, 0);
}
