// SPDX-License-Identifier: GPL-2.0
/*
 * A GPIO chip "stonehand-board": chains of shift registers on plain lines, and
 * PL, which may load those on SPI as well.
 */
#include <linux/errno.h>
#include <linux/gpio/driver.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/property.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "board.h"

enum { PL, CLK, Q0, Q1, LINES };

static const char *const names[LINES] = { "BOARD_PL", "BOARD_CLK", "BOARD_Q0", "BOARD_Q1" };

/*
 * Names given as a property, not in gpio_chip.names: Linux 6.1 looks those up in
 * all chips, and falls over one that vanished while a program had it open.
 */
static const struct property_entry properties[] = {
	PROPERTY_ENTRY_STRING_ARRAY("gpio-line-names", names),
	{ }
};
static struct fwnode_handle *node;

static struct gpio_chip *chip; /* NULL: vanished; under chip_mutex */
static DEFINE_MUTEX(chip_mutex);
static bool levels[LINES] = { [PL] = true };
static bool outputs[LINES];

bool board_gpio_pl(void)
{
	return levels[PL];
}

static int get_direction(struct gpio_chip *g, unsigned int line)
{
	return outputs[line] ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int direction_input(struct gpio_chip *g, unsigned int line)
{
	outputs[line] = false;
	return 0;
}

static int get(struct gpio_chip *g, unsigned int line)
{
	unsigned long flags;
	int v = levels[line];

	spin_lock_irqsave(&board_lock, flags);
	if (line == Q0 || line == Q1) {
		struct chain *c = &chains[SPI_CHAINS + line - Q0];

		if (!levels[PL])
			chain_load(c);
		v = chain_out(c);
	}
	spin_unlock_irqrestore(&board_lock, flags);
	return v;
}

static void set(struct gpio_chip *g, unsigned int line, int value)
{
	unsigned long flags;
	bool was;
	int i;

	spin_lock_irqsave(&board_lock, flags);
	was = levels[line];
	levels[line] = value;
	/* PL takes the levels in while it is low; at its rising edge for good. */
	for (i = 0; i < CHAINS; i++) {
		if (i < SPI_CHAINS && !chains[i].pl)
			continue;
		if (line == PL && was != value)
			chain_load(&chains[i]);
		if (line == CLK && !was && value && levels[PL] && i >= SPI_CHAINS)
			chain_shift(&chains[i]);
	}
	spin_unlock_irqrestore(&board_lock, flags);
}

static int direction_output(struct gpio_chip *g, unsigned int line, int value)
{
	if (line == Q0 || line == Q1)
		return -EIO; /* two outputs on one wire */
	outputs[line] = true;
	set(g, line, value);
	return 0;
}

/* appear makes the chip; under chip_mutex. */
static int appear(void)
{
	struct gpio_chip *g;
	int err;

	if (chip)
		return 0;
	g = kzalloc(sizeof(*g), GFP_KERNEL);
	if (!g)
		return -ENOMEM;
	g->label = "stonehand-board";
	g->parent = board_dev;
	g->owner = THIS_MODULE;
	g->base = -1;
	g->ngpio = LINES;
	g->fwnode = node;
	g->get_direction = get_direction;
	g->direction_input = direction_input;
	g->direction_output = direction_output;
	g->get = get;
	g->set = set;
	err = gpiochip_add_data(g, NULL);
	if (err) {
		kfree(g);
		return err;
	}
	chip = g;
	return 0;
}

int board_gpio_command(const char *verb)
{
	int err = 0;

	mutex_lock(&chip_mutex);
	if (!strcmp(verb, "return")) {
		err = appear();
	} else if (!strcmp(verb, "vanish")) {
		if (chip) {
			gpiochip_remove(chip);
			kfree(chip);
		}
		chip = NULL;
	} else {
		err = -EINVAL;
	}
	mutex_unlock(&chip_mutex);
	return err;
}

int board_gpio_init(void)
{
	node = fwnode_create_software_node(properties, NULL);
	if (IS_ERR(node))
		return PTR_ERR(node);
	return board_gpio_command("return");
}
