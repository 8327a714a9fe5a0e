/* Start, clocks, time, sleep and the watchdog. */
#include "port.h"

#include "parts.h"
#include "regs.h"

/* The watchdog counts down twice a microsecond (RP2040 Datasheet, erratum E1). */
#define WATCHDOG_START (2 * 500000)

static uint32_t ms, counted_us;

void release(uint32_t peripherals)
{
	CLEAR(RESETS_RESET) = peripherals;
	while (~REG(RESETS_DONE) & peripherals)
		;
}

void pin(uint8_t n, uint32_t function, uint32_t pad)
{
	REG(PAD(n)) = pad;
	REG(GPIO_CTRL(n)) = function;
}

/* One PLL makes 48 MHz of the crystal's 12, which USB must have and which is enough
 * for all else. */
static void clocks_init(void)
{
	REG(XOSC_STARTUP) = 6 * 12000 / 256; /* 6 ms */
	REG(XOSC_CTRL) = XOSC_ON;
	while (!(REG(XOSC_STATUS) & XOSC_STABLE))
		;
	REG(CLK_REF_CTRL) = CLK_REF_XOSC;
	while (REG(CLK_REF_SELECTED) != 1u << CLK_REF_XOSC)
		;
	/* After a reset by the watchdog the system may still run on the PLL. */
	CLEAR(CLK_SYS_CTRL) = CLK_SYS_AUX;
	while (REG(CLK_SYS_SELECTED) != 1)
		;

	SET(RESETS_RESET) = RESET_PLL_USB;
	release(RESET_PLL_USB);
	REG(PLL_USB_CS) = 1; /* 12 MHz, not divided */
	REG(PLL_USB_FBDIV) = 100;
	CLEAR(PLL_USB_PWR) = PLL_PD_PLL | PLL_PD_VCO;
	while (!(REG(PLL_USB_CS) & PLL_LOCK))
		;
	REG(PLL_USB_PRIM) = 5u << 16 | 5u << 12; /* 1200 MHz / 5 / 5 */
	CLEAR(PLL_USB_PWR) = PLL_PD_POSTDIV;

	REG(CLK_SYS_CTRL) = CLK_SYS_PLL_USB; /* the source first, then the switch to it */
	SET(CLK_SYS_CTRL) = CLK_SYS_AUX;
	while (REG(CLK_SYS_SELECTED) != 1u << CLK_SYS_AUX)
		;
	REG(CLK_PERI_CTRL) = CLK_ENABLE;
	REG(CLK_USB_CTRL) = CLK_ENABLE;
	/* A microsecond is 12 cycles of clk_ref, for timer and watchdog. */
	REG(WATCHDOG_TICK) = WATCHDOG_TICK_ENABLE | 12;
}

void port_init(void)
{
	identify();
	clocks_init();
	release(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_TIMER);
	counted_us = REG(TIMER_RAW);
	REG(TIMER_INTE) = 1;
	wires_init();
	line_init();
	usb_init();
	REG(NVIC_ISER) = 1u << IRQ_TIMER_0 | 1u << IRQ_USBCTRL | 1u << IRQ_UART0;
	interrupts_on();
}

void port_watch(void)
{
	REG(PSM_WDSEL) = PSM_ALL & ~PSM_OSCILLATORS;
	REG(WATCHDOG_LOAD) = WATCHDOG_START;
	REG(WATCHDOG_CTRL) = WATCHDOG_ENABLE;
}

void port_alive(void)
{
	REG(WATCHDOG_LOAD) = WATCHDOG_START;
}

uint32_t port_ms(void)
{
	for (uint32_t us = REG(TIMER_RAW); us - counted_us >= 1000; counted_us += 1000)
		ms++;
	return ms;
}

void timer_event(void)
{
	REG(TIMER_INTR) = 1;
}

/* An interrupt since the last WFE makes the next one return at once, so none is
 * slept through. An alarm goes off at its very microsecond: one that has passed
 * would be waited for for an hour. */
void port_rest(void)
{
	uint32_t due = counted_us + 1000;
	REG(TIMER_ALARM0) = due;
	if (!line_waits() && (int32_t)(due - REG(TIMER_RAW)) > 0)
		__asm__ volatile("wfe");
}
