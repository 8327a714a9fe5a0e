/* The flash, in the plain way that every chip of its kind understands. */
#ifndef FLASH_H
#define FLASH_H

#include "regs.h"

/* flash_as_memory lets the processor read the flash as memory, by command 03h and 24 bits of
 * address (RP2040 Datasheet 4.10.4), at half the clock. */
static inline __attribute__((always_inline)) void flash_as_memory(void)
{
	REG(SSI_SSIENR) = 0;
	REG(SSI_BAUDR) = 2;
	REG(SSI_CTRLR0) = SSI_32_BITS | SSI_READ_EEPROM;
	REG(SSI_CTRLR1) = 0; /* one word a read */
	REG(SSI_SPI_CTRLR0) = 0x03u << 24 | 2 << 8 | 6 << 2; /* 8 bits of command, 24 of address */
	REG(SSI_SER) = 1;
	REG(SSI_SSIENR) = 1;
}

#endif
