/* Which chip this is, which start, and why. */
#include <string.h>

#include "flash.h"
#include "parts.h"
#include "port.h"
#include "regs.h"

/* CAPS' bits. */
enum { CAUSE_POWER = 1, CAUSE_PIN = 2, CAUSE_WATCHDOG = 8 };

#define MAGIC 0x57E0

/* Starts are numbered on in the RAM while its check holds, and from a random number when
 * it was lost with the power: nothing wears out. */
static struct {
	uint16_t boot, check;
} kept __attribute__((section(".noinit")));

static uint8_t cause;
static uint8_t uid[8];

extern uint32_t stack_end;
#define PAINT 0x5A5A5A5Au

/* Command 4Bh, four bytes of nothing, and then eight that no other flash has. The
 * flash is no memory meanwhile, so this runs in RAM; all bytes fit into the SSI's
 * buffer of 16, which keeps the flash selected until it is empty. */
#define UNIQUE 0x4B
#define DUMMIES 4
__attribute__((section(".ramcode"), noinline)) static void read_uid(void)
{
	REG(SSI_SSIENR) = 0;
	REG(SSI_SER) = 0;
	REG(SSI_CTRLR0) = SSI_8_BITS;
	REG(SSI_SSIENR) = 1;
	REG(SSI_DR0) = UNIQUE;
	for (uint32_t i = 0; i < DUMMIES + sizeof uid; i++)
		REG(SSI_DR0) = 0;
	REG(SSI_SER) = 1;
	while (REG(SSI_RXFLR) < 1 + DUMMIES + sizeof uid)
		;
	for (uint32_t i = 0; i < 1 + DUMMIES; i++)
		(void)REG(SSI_DR0);
	for (uint32_t i = 0; i < sizeof uid; i++)
		uid[i] = (uint8_t)REG(SSI_DR0);
	flash_as_memory();
}

static uint16_t random_number(void)
{
	uint16_t v = 0;
	for (uint8_t i = 0; i < 64; i++) {
		/* Bits that follow each other too closely are alike. */
		for (volatile uint8_t wait = 0; wait < 20; wait++)
			;
		v = (uint16_t)((v << 1 | v >> 15) ^ (REG(ROSC_RANDOMBIT) & 1));
	}
	return v;
}

void identify(void)
{
	/* What the stack will have used can be told from what it has not. */
	const uint32_t *top;
	__asm__("mov %0, sp" : "=r"(top));
	for (uint32_t *p = &stack_end; p < top; p++)
		*p = PAINT;
	if (REG(WATCHDOG_REASON))
		cause = CAUSE_WATCHDOG;
	else if (REG(CHIP_RESET) & CHIP_RESET_HAD_RUN)
		cause = CAUSE_PIN;
	else if (REG(CHIP_RESET) & CHIP_RESET_HAD_POR)
		cause = CAUSE_POWER;
	if (kept.check == (kept.boot ^ MAGIC))
		kept.boot++;
	else
		kept.boot = random_number();
	kept.check = kept.boot ^ MAGIC;

	read_uid();
	uint8_t all = 0xFF, any = 0;
	for (uint8_t i = 0; i < sizeof uid; i++) {
		all &= uid[i];
		any |= uid[i];
	}
	if (all == 0xFF || any == 0) /* a flash without one */
		memset(uid, 0, sizeof uid);
}

uint16_t port_boot(void)
{
	return kept.boot;
}

bool port_stored(void)
{
	return kept.check == (kept.boot ^ MAGIC);
}

uint8_t port_cause(void)
{
	return cause;
}

void port_uid(uint8_t *out)
{
	memcpy(out, uid, sizeof uid);
}

uint16_t port_free_ram(void)
{
	const uint32_t *p = &stack_end;
	while (*p == PAINT)
		p++;
	return (uint16_t)((uintptr_t)p - (uintptr_t)&stack_end);
}
