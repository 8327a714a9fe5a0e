/* A computer in place of a microcontroller, for tests. */
#ifndef CHIP_H
#define CHIP_H

#include <string.h>

#define MODEL "stonehand hosted"
#define IN_FLASH
#define from_flash memcpy
#define HAS_EEPROM 1

#endif
