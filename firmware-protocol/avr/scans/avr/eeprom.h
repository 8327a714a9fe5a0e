/* An EEPROM that is always ready, for a computer. */
#ifndef SCANS_EEPROM_H
#define SCANS_EEPROM_H

#include <stdbool.h>
#include <stdint.h>

static inline bool eeprom_is_ready(void)
{
	return true;
}

uint8_t eeprom_read_byte(const uint8_t *at);
void eeprom_write_byte(uint8_t *at, uint8_t value);

#endif
