#include "parts.h"

#include <avr/eeprom.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>

#include "port.h"

/* EEPROM: the board's own eight bytes, put there when it is made, then the
 * number of the last start. A cell bears 100000 writes and so many starts. */
#define UID_AT ((const void *)0)
#define BOOT_AT ((uint16_t *)8)

#define PAINT 0x5A

static uint8_t cause __attribute__((section(".noinit")));
static uint16_t boot;

/* The watchdog stays on, at its shortest, after it has fired: it must be off
 * before anything slow is done. */
void start_early(void) __attribute__((naked, used, section(".init3")));
void start_early(void)
{
	cause = MCUSR;
	MCUSR = 0;
	wdt_disable();
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

void start_init(void)
{
	boot = (uint16_t)(eeprom_read_word(BOOT_AT) + 1);
	eeprom_update_word(BOOT_AT, boot);
}

uint16_t port_boot(void)
{
	return boot;
}

bool port_stored(void)
{
	return eeprom_read_word(BOOT_AT) == boot;
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
