#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint32_t ms;

ISR(TIMER0_COMPA_vect)
{
	ms++;
}

void clock_init(void)
{
	TCCR0A = _BV(WGM01); /* clear on compare */
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = F_CPU / 64 / 1000 - 1;
	TIMSK0 = _BV(OCIE0A);
}

uint32_t clock_ms(void)
{
	uint32_t now;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		now = ms;
	}
	return now;
}
