#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <stdbool.h>

#include "clock.h"
#include "grid.h"
#include "lights.h"
#include "link.h"
#include "start.h"
#include "uart.h"

/*
 * Everything happens in this one loop, the sign of life to the host and to the
 * watchdog included: when the loop hangs, both fall silent.
 */
int main(void)
{
	uint32_t scanned = 0;
	bool scanning = false;

	start_init();
	clock_init();
	uart_init();
	grid_init();
	lights_init();
	set_sleep_mode(SLEEP_MODE_IDLE);
	wdt_enable(WDTO_500MS);
	sei();
	while (!grid_scan())
		;

	for (;;) {
		uint32_t ms = clock_ms();
		wdt_reset();
		if (!scanning && ms - scanned >= link_scan_ms()) {
			scanned = ms;
			scanning = true;
		}
		if (scanning)
			scanning = !grid_scan();
		link_run(ms);
		lights_run(ms);

		uint32_t took = clock_ms() - ms;
		link_loop(took > UINT16_MAX ? UINT16_MAX : (uint16_t)took);

		/* The clock wakes the processor every millisecond at the latest. */
		cli();
		if (took == 0 && !scanning && !(uart_pending() && uart_idle())) {
			sleep_enable();
			sei();
			sleep_cpu();
			sleep_disable();
		}
		sei();
	}
}
