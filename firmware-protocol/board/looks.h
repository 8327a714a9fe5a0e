/* How each signal looks: its colours, rhythm and period. */
#ifndef LOOKS_H
#define LOOKS_H

#include <stdint.h>

#define SIGNALS 22

enum {
	SIGNAL_OFF = 0,
	SIGNAL_ACCEPTED = 3,
	SIGNAL_WINNING = 10,
	SIGNAL_LINK_LOST = 12
};

enum rhythm { DARK, STEADY, ONCE, BREATHE, PULSE, FAST, ALTERNATE, TWICE, CHASE };

/* Periods and phases are counted in ticks of 25 ms, one light frame each. */
#define TICK_MS 25

struct look {
	uint8_t color[3], alt[3]; /* red, green, blue, before gamma; alt serves ALTERNATE */
	uint8_t rhythm;
	uint8_t period;
};

/* look_of fetches a signal's look. */
void look_of(uint8_t signal, struct look *out);

/* How much of a look is lit at a moment. */
enum { LEVEL_ALT = 0x100 }; /* added when the other colour is to be shown */

/* look_level returns the brightness, 0 to 255, with LEVEL_ALT, at phase (0 to
 * period - 1). ONCE is on; who shows it knows when it is over. step, 0 to 5, is
 * the point's place in a chase. */
uint16_t look_level(const struct look *l, uint8_t phase, uint8_t step);

#endif
