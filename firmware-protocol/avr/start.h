/* What is kept across starts, and what is known about this one. */
#ifndef START_H
#define START_H

#include <stdbool.h>
#include <stdint.h>

/* start_init counts this start in the EEPROM. */
void start_init(void);

/* start_boot returns this start's number. */
uint16_t start_boot(void);

/* start_stored tells whether that number reads back from the EEPROM. */
bool start_stored(void);

/* start_cause returns why the microcontroller started, in MCUSR's bits. */
uint8_t start_cause(void);

/* start_uid writes the board's own eight bytes, zeros when it was given none. */
void start_uid(uint8_t *out);

/* start_free_ram returns how many bytes the stack has never touched. */
uint16_t start_free_ram(void);

#endif
