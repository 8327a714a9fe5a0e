// SPDX-License-Identifier: GPL-2.0
/* Chains of 74HC165 shift registers. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "board.h"

struct chain chains[CHAINS];

/* level is what the chip at input bit takes in. */
static bool level(struct chain *c, unsigned int bit)
{
	if (test_bit(bit, c->stuck))
		return test_bit(bit, c->stuck_at);
	return test_bit(bit, c->live);
}

/* chain_load is SH/LD going low: the inputs are taken over. */
void chain_load(struct chain *c)
{
	unsigned int i;

	for (i = 0; i < c->length; i++)
		assign_bit(i, c->loaded, level(c, i));
	c->pos = 0;
}

/* chain_out is the level of the first chip's serial output. */
bool chain_out(struct chain *c)
{
	bool v = c->tail;

	if (c->length == 0 || c->pos >= c->broken)
		return true;
	if (c->pos < c->length)
		v = test_bit(c->pos, c->loaded);
	if (c->noise && prandom_u32_max(1000000) < c->noise)
		v = !v;
	return v;
}

/* chain_shift is a rising edge of the clock. */
void chain_shift(struct chain *c)
{
	c->pos++;
}

/* set_all takes the levels of all inputs, input 0 in the first digit's top bit. */
static int set_all(struct chain *c, const char *hex)
{
	unsigned int i;

	if (strlen(hex) != DIV_ROUND_UP(c->length, 4))
		return -EINVAL;
	for (i = 0; i < c->length; i++) {
		int digit = hex_to_bin(hex[i / 4]);

		if (digit < 0)
			return -EINVAL;
		assign_bit(i, c->live, digit >> (3 - i % 4) & 1);
	}
	return 0;
}

int chain_command(int n, const char *verb, const char *args)
{
	struct chain *c = &chains[n];
	unsigned int a = 0, b = 0;
	int given = sscanf(args, "%u %u", &a, &b);
	unsigned long flags;
	int err = 0;

	spin_lock_irqsave(&board_lock, flags);
	if (!strcmp(verb, "length") && given == 1 && a <= CHAIN_BITS) {
		c->length = a;
		c->broken = UINT_MAX;
		c->tail = true;
		c->noise = 0;
		c->pos = 0;
		bitmap_fill(c->live, CHAIN_BITS);
		bitmap_zero(c->stuck, CHAIN_BITS);
	} else if (!strcmp(verb, "set")) {
		err = set_all(c, args);
	} else if (!strcmp(verb, "input") && given == 2 && a < c->length && b < 2) {
		assign_bit(a, c->live, b);
	} else if (!strcmp(verb, "stick") && given == 2 && a < c->length && b < 2) {
		__set_bit(a, c->stuck);
		assign_bit(a, c->stuck_at, b);
	} else if (!strcmp(verb, "free") && given < 1) {
		bitmap_zero(c->stuck, CHAIN_BITS);
	} else if (!strcmp(verb, "break") && given == 1) {
		c->broken = a;
	} else if (!strcmp(verb, "mend")) {
		c->broken = UINT_MAX;
	} else if (!strcmp(verb, "tail") && given == 1 && a < 2) {
		c->tail = a;
	} else if (!strcmp(verb, "noise") && given == 1 && a <= 1000000) {
		c->noise = a;
	} else if (!strcmp(verb, "pl") && given == 1 && a < 2) {
		c->pl = a;
	} else {
		err = -EINVAL;
	}
	spin_unlock_irqrestore(&board_lock, flags);
	return err;
}
