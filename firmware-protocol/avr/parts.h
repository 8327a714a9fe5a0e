/* What the sources of this port have of each other. */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>

/* start_init counts this start in the EEPROM. */
void start_init(void);

void uart_init(void);

/* uart_usable tells whether a byte waits that may be taken. Interrupts may be off. */
bool uart_usable(void);

void wires_init(void);

#endif
