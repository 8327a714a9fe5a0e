/*
 * What is known about this start, and the watchdog that causes some.
 *
 * A boot loader stands between a reset and this program. Arduino's for the Mega of
 * 2011 leaves the watchdog on, which after a reset by it is so for as long as WDRF is
 * set, and waits longer than it lasts: such a reset never ends. So the watchdog here
 * never resets the chip. It interrupts, and what it interrupted is left for the start.
 */
#include "parts.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <stddef.h>
#include <string.h>
#include <util/atomic.h>

#include "port.h"
#include "wire.h"

/* EEPROM: the board's own eight bytes, put there when it is made, and how often it was
 * given power, in turns of a cell each: cell n has the upper byte of the last count
 * whose lower byte is n. A cell bears 100000 writes, all of them 25 million starts. */
#define UID_AT ((const void *)0)
#define POWERED_AT ((uint8_t *)512)

#define PAINT 0x5A
#define HUNG 0xB17E

/* What outlives every reset that leaves the RAM its power, while its check holds. */
static struct {
	uint16_t boot;    /* this start's number */
	uint16_t powered; /* as the EEPROM has it */
	uint16_t check;
} kept __attribute__((section(".noinit")));
static uint16_t hung __attribute__((section(".noinit"))); /* HUNG: so ended the last start */
static uint8_t cause __attribute__((section(".noinit")));

/* Somebody else's watchdog may have fired, and stays on, at its shortest, after that: it
 * must be off before anything slow is done. */
void start_early(void) __attribute__((naked, used, section(".init3")));
void start_early(void)
{
	cause = MCUSR;
	MCUSR = 0;
	wdt_disable();
}

void port_watch(void)
{
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		wdt_reset();
		WDTCSR = _BV(WDCE) | _BV(WDE);
		WDTCSR = _BV(WDIE) | _BV(WDP2) | _BV(WDP0); /* 0.5 s; WDE, which would reset, is off */
	}
}

/* The loop hangs. Nothing of it is used again, neither its stack nor its registers; all
 * that may interrupt is switched off, as a reset would. */
ISR(WDT_vect, ISR_NAKED)
{
	asm volatile("clr __zero_reg__");
	hung = HUNG;
	wdt_disable();
	EIMSK = 0;
	for (volatile uint8_t *r = &PCICR; r < (volatile uint8_t *)RAMSTART; r++)
		*r = 0;
	asm volatile("jmp 0");
	__builtin_unreachable();
}

extern uint8_t _end; /* end of the data, from the linker */

/* Everything above the data is painted before main, so that what the stack has
 * used can be told from what it has not. Written without a stack of its own. */
void start_paint(void) __attribute__((naked, used, section(".init5")));
void start_paint(void)
{
	for (uint8_t *p = &_end; p <= (uint8_t *)RAMEND; p++)
		*p = PAINT;
}

static uint16_t check_of_kept(void)
{
	return wire_crc_all((const uint8_t *)&kept, offsetof(typeof(kept), check));
}

/* The newest count: cells up to it are of its turn, those after it of the one before. */
static uint16_t last_powered(void)
{
	uint8_t turn = eeprom_read_byte(POWERED_AT), n = 0;
	while (n < UINT8_MAX && eeprom_read_byte(POWERED_AT + n + 1) == turn)
		n++;
	return (uint16_t)turn << 8 | n;
}

/* Starts are numbered on in the RAM, which wears not at all. Only when that was lost does
 * the EEPROM count, and the numbers go on elsewhere: 40503, 65536 by the golden
 * ratio, keeps those of one supply of power far from those of the next. */
void start_init(void)
{
	if (hung == HUNG && !(cause & (_BV(PORF) | _BV(BORF))))
		cause |= _BV(WDRF);
	hung = 0;
	if (kept.check == check_of_kept()) {
		kept.boot++;
	} else {
		kept.powered = last_powered() + 1;
		eeprom_update_byte(POWERED_AT + (uint8_t)kept.powered, kept.powered >> 8);
		kept.boot = (uint16_t)(kept.powered * 40503u);
	}
	kept.check = check_of_kept();
}

uint16_t port_boot(void)
{
	return kept.boot;
}

bool port_stored(void)
{
	return eeprom_read_byte(POWERED_AT + (uint8_t)kept.powered) == kept.powered >> 8;
}

uint8_t port_cause(void)
{
	return cause;
}

void port_uid(uint8_t *out)
{
	bool blank = true;
	eeprom_read_block(out, UID_AT, 8);
	for (uint8_t i = 0; i < 8; i++)
		blank = blank && out[i] == 0xFF;
	if (blank)
		memset(out, 0, 8);
}

uint16_t port_free_ram(void)
{
	const uint8_t *p = &_end;
	while (p <= (const uint8_t *)RAMEND && *p == PAINT)
		p++;
	return (uint16_t)(p - &_end);
}
