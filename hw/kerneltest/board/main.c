// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/stonehand-board: each write is one command, whose error is the write's;
 * reading says what has been transferred so far.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "board.h"

struct device *board_dev;
DEFINE_SPINLOCK(board_lock);

void board_pause(u64 ns)
{
	u64 us = div_u64(ns, 1000);

	if (us >= 10)
		usleep_range(us, us + us / 16 + 10);
	else
		ndelay(ns);
}

/* command is "PART [NUMBER] VERB [ARGUMENTS]". */
static int command(char *line)
{
	char *part = strsep(&line, " ");
	char *verb;
	unsigned int n = 0;

	if (!strcmp(part, "chain") || !strcmp(part, "spi")) {
		char *number = strsep(&line, " ");

		if (!number || kstrtouint(number, 10, &n))
			return -EINVAL;
	}
	verb = strsep(&line, " ");
	if (!verb)
		return -EINVAL;
	if (!line)
		line = "";
	if (!strcmp(part, "chain") && n < CHAINS)
		return chain_command(n, verb, line);
	if (!strcmp(part, "spi") && n < SPI_CHAINS)
		return board_spi_command(n, verb, line);
	if (!strcmp(part, "i2c"))
		return board_i2c_command(verb, line);
	if (!strcmp(part, "gpio"))
		return board_gpio_command(verb);
	return -EINVAL;
}

static ssize_t control_write(struct file *f, const char __user *from, size_t size, loff_t *pos)
{
	char *line;
	int err;

	if (size > PAGE_SIZE)
		return -EINVAL;
	line = memdup_user_nul(from, size);
	if (IS_ERR(line))
		return PTR_ERR(line);
	err = command(strim(line));
	kfree(line);
	return err ?: size;
}

static ssize_t control_read(struct file *f, char __user *to, size_t size, loff_t *pos)
{
	char *text = kzalloc(PAGE_SIZE, GFP_KERNEL);
	ssize_t n;

	if (!text)
		return -ENOMEM;
	n = board_spi_status(text, PAGE_SIZE);
	n += board_i2c_status(text + n, PAGE_SIZE - n);
	n = simple_read_from_buffer(to, size, pos, text, n);
	kfree(text);
	return n;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = control_read,
	.write = control_write,
};

static struct miscdevice control = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "stonehand-board",
	.fops = &operations,
};

/* There is no way out: the kernel that loads this ends with the test. */
static int __init board_init(void)
{
	int err;

	board_dev = root_device_register("stonehand-board");
	if (IS_ERR(board_dev))
		return PTR_ERR(board_dev);
	err = board_spi_init();
	if (!err)
		err = board_i2c_init();
	if (!err)
		err = board_gpio_init();
	if (!err)
		err = capture_init();
	if (!err)
		err = misc_register(&control);
	return err;
}
module_init(board_init);

MODULE_DESCRIPTION("A game board behind SPI, I2C and GPIO, for tests");
MODULE_LICENSE("GPL");
