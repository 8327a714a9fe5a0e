/*
 * From reset to main. The chip's boot ROM copies the first 256 bytes of the flash
 * into RAM, holds their check against them, and runs them there (RP2040 Datasheet
 * 2.8.1): they make the flash readable as memory. Behind them stand the vectors.
 */
#include <stddef.h>

#include "flash.h"
#include "parts.h"
#include "regs.h"

extern uint32_t stack_top, data_start, data_end, data_from, bss_start, bss_end;

int main(void);
void start(void);

/* Something failed that must not: the watchdog ends it. */
static void fault(void)
{
	for (;;)
		;
}

#define VECTORS 48
__attribute__((section(".vectors"), used)) static void (*const vectors[VECTORS])(void) = {
	[0] = (void (*)(void)) & stack_top,
	[1] = start,
	[2] = fault,
	[3] = fault,
	[16 + IRQ_TIMER_0] = timer_event,
	[16 + IRQ_USBCTRL] = usb_event,
	[16 + IRQ_UART0] = uart_event,
};

/* The second stage. It runs wherever it was copied to, so it calls nothing. */
__attribute__((section(".boot2"), used, naked)) void boot2(void)
{
	flash_as_memory();
	__asm__ volatile("ldr r0, =vectors\n"
			 "ldr r1, =0xE000ED08\n" /* VTOR */
			 "str r0, [r1]\n"
			 "ldmia r0, {r0, r1}\n"
			 "msr msp, r0\n"
			 "bx r1\n"
			 ".ltorg\n");
}

void start(void)
{
	const uint32_t *from = &data_from;
	interrupts_off();
	for (uint32_t *to = &data_start; to < &data_end;)
		*to++ = *from++;
	for (uint32_t *to = &bss_start; to < &bss_end;)
		*to++ = 0;
	main();
	fault();
}

/* The compiler calls these, also where the source does not. */
void *memcpy(void *to, const void *from, size_t n)
{
	uint8_t *t = to;
	const uint8_t *f = from;
	while (n--)
		*t++ = *f++;
	return to;
}

void *memset(void *to, int value, size_t n)
{
	uint8_t *t = to;
	while (n--)
		*t++ = (uint8_t)value;
	return to;
}
