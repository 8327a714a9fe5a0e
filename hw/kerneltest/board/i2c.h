/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STONEHAND_I2C_H
#define STONEHAND_I2C_H

#include <linux/types.h>

#define REGISTERS 0x16
#define PINS 16

/* One MCP23017. */
struct expander {
	u8 mux, channel, addr; /* mux 0: on the bus itself */
	bool gone;             /* has no supply: does not answer */
	u32 nack;              /* how many transfers from now on it does not answer */
	u8 reg[REGISTERS];
	u8 ptr;
	s8 driven[PINS];   /* level that something outside holds a pin at, or -1 */
	s8 stuck[PINS];    /* level that a pin reads whatever happens, or -1 */
};

#define EXPANDERS 64
extern struct expander expanders[EXPANDERS];
extern int n_expanders;

/* All under board_lock. */
void expander_reset(struct expander *e);
void expander_write(struct expander *e, const u8 *data, unsigned int len);
void expander_read(struct expander *e, u8 *data, unsigned int len);
int expander_command(const char *verb, const char *args);

#endif
