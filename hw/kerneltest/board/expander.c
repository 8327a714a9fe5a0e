// SPDX-License-Identifier: GPL-2.0
/*
 * MCP23017 expanders and the switches between their pins. The register map is
 * that of IOCON.BANK = 0.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "board.h"
#include "i2c.h"

enum { IODIR = 0x00, IPOL = 0x02, IOCON = 0x0a, GPPU = 0x0c, GPIO = 0x12, OLAT = 0x14 };
#define SEQOP 0x20 /* in IOCON: the address does not advance */

/* A switch between two pins, with a diode: a low level passes from a to b. */
struct contact {
	struct expander *a, *b;
	u8 pin_a, pin_b;
	bool closed;
};

#define CONTACTS 1024

struct expander expanders[EXPANDERS];
int n_expanders;
static struct contact contacts[CONTACTS];
static int n_contacts;

/* bit returns one bit of a pair of registers. */
static bool bit(struct expander *e, u8 reg, int pin)
{
	return e->reg[reg + pin / 8] >> (pin % 8) & 1;
}

/* pulled_low reports whether a closed switch leads from pin to an output that is low. */
static bool pulled_low(struct expander *e, int pin)
{
	int i;

	for (i = 0; i < n_contacts; i++) {
		struct contact *c = &contacts[i];

		if (c->closed && c->b == e && c->pin_b == pin && !c->a->gone &&
		    !bit(c->a, IODIR, c->pin_a) && !bit(c->a, OLAT, c->pin_a))
			return true;
	}
	return false;
}

/* level is what the register GPIO shows of a pin. */
static bool level(struct expander *e, int pin)
{
	bool v;

	if (!bit(e, IODIR, pin))
		return bit(e, OLAT, pin);
	if (e->stuck[pin] >= 0)
		v = e->stuck[pin];
	else if (pin % 8 == 7)
		v = false; /* GPA7 and GPB7 are outputs only */
	else if (e->driven[pin] >= 0)
		v = e->driven[pin];
	else if (pulled_low(e, pin))
		v = false;
	else if (bit(e, GPPU, pin))
		v = true;
	else
		v = prandom_u32_max(2); /* floats */
	return v != bit(e, IPOL, pin);
}

/* advance moves the address on to the next register. */
static void advance(struct expander *e)
{
	if (e->reg[IOCON] & SEQOP)
		e->ptr ^= 1;
	else
		e->ptr = (e->ptr + 1) % REGISTERS;
}

void expander_reset(struct expander *e)
{
	memset(e->reg, 0, sizeof(e->reg));
	e->reg[IODIR] = 0xff;
	e->reg[IODIR + 1] = 0xff;
	e->ptr = 0;
}

void expander_write(struct expander *e, const u8 *data, unsigned int len)
{
	unsigned int i;

	if (len == 0)
		return;
	e->ptr = data[0] % REGISTERS;
	for (i = 1; i < len; i++) {
		u8 r = e->ptr;

		if (r >= GPIO && r < OLAT)
			r += OLAT - GPIO;
		e->reg[r] = data[i];
		if (r == IOCON || r == IOCON + 1)
			e->reg[IOCON] = e->reg[IOCON + 1] = data[i] & 0x7e;
		advance(e);
	}
}

void expander_read(struct expander *e, u8 *data, unsigned int len)
{
	unsigned int i;
	int pin;

	for (i = 0; i < len; i++) {
		if (e->ptr >= GPIO && e->ptr < OLAT) {
			data[i] = 0;
			for (pin = 0; pin < 8; pin++)
				data[i] |= level(e, (e->ptr - GPIO) * 8 + pin) << pin;
		} else {
			data[i] = e->reg[e->ptr];
		}
		advance(e);
	}
}

static int add_expander(unsigned int mux, unsigned int channel, unsigned int addr)
{
	struct expander *e = &expanders[n_expanders];

	if (n_expanders == EXPANDERS || channel > 7 || addr < 0x20 || addr > 0x27 ||
	    (mux != 0 && (mux < 0x70 || mux > 0x77)))
		return -EINVAL;
	*e = (struct expander){ .mux = mux, .channel = channel, .addr = addr };
	memset(e->driven, -1, sizeof(e->driven));
	memset(e->stuck, -1, sizeof(e->stuck));
	expander_reset(e);
	n_expanders++;
	return 0;
}

static int add_contact(unsigned int a, unsigned int pin_a, unsigned int b, unsigned int pin_b)
{
	if (n_contacts == CONTACTS || a >= n_expanders || b >= n_expanders ||
	    pin_a >= PINS || pin_b >= PINS)
		return -EINVAL;
	contacts[n_contacts++] = (struct contact){
		.a = &expanders[a], .pin_a = pin_a, .b = &expanders[b], .pin_b = pin_b,
	};
	return 0;
}

int expander_command(const char *verb, const char *args)
{
	unsigned int a = 0, b = 0;
	int level = 0, c = 0, d = 0;

	if (!strcmp(verb, "clear")) {
		n_expanders = n_contacts = 0;
		return 0;
	}
	if (!strcmp(verb, "expander") && sscanf(args, "%i %i %i", &level, &c, &d) == 3)
		return add_expander(level, c, d);
	if (!strcmp(verb, "contact") && sscanf(args, "%u %u %i %i", &a, &b, &c, &d) == 4)
		return add_contact(a, b, c, d);
	if (!strcmp(verb, "switch") && sscanf(args, "%u %u", &a, &b) == 2 && a < n_contacts && b < 2) {
		contacts[a].closed = b;
		return 0;
	}
	/* What follows is about expander a. */
	if (sscanf(args, "%u %u %d", &a, &b, &level) < 2 || a >= n_expanders)
		return -EINVAL;
	if (!strcmp(verb, "pin") && b < PINS && level >= -1 && level <= 1)
		expanders[a].driven[b] = level;
	else if (!strcmp(verb, "stick") && b < PINS && level >= -1 && level <= 1)
		expanders[a].stuck[b] = level;
	else if (!strcmp(verb, "nack"))
		expanders[a].nack = b;
	else if (!strcmp(verb, "power") && b < 2) {
		if (b && expanders[a].gone)
			expander_reset(&expanders[a]);
		expanders[a].gone = !b;
	} else {
		return -EINVAL;
	}
	return 0;
}
