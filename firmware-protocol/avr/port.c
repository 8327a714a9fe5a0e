/* Time since start, from timer 0, and sleep. */
#include "port.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "parts.h"

static volatile uint32_t ms;

ISR(TIMER0_COMPA_vect)
{
	ms++;
}

void port_init(void)
{
	start_init();
	TCCR0A = _BV(WGM01); /* clear on compare */
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = F_CPU / 64 / 1000 - 1;
	TIMSK0 = _BV(OCIE0A);
	uart_init();
	wires_init();
	set_sleep_mode(SLEEP_MODE_IDLE);
	sei();
}

void port_alive(void)
{
	wdt_reset();
}

uint32_t port_ms(void)
{
	uint32_t now;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		now = ms;
	}
	return now;
}

/* The clock wakes the processor every millisecond at the latest. */
void port_rest(void)
{
	cli();
	if (!uart_usable()) {
		sleep_enable();
		sei();
		sleep_cpu();
		sleep_disable();
	}
	sei();
}
