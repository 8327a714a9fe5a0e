/* Time since start, from timer 0. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_init(void);

/* clock_ms returns milliseconds since start; it wraps after 49 days. */
uint32_t clock_ms(void);

#endif
