// SPDX-License-Identifier: GPL-2.0
/*
 * What was written to SPI devices, one record for each time that chip select was
 * active, read from /dev/stonehand-capture: a header and the bytes. Reading takes
 * records away. A record that does not fit is dropped and counted.
 */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "board.h"

#define SPACE (4u << 20)

struct header {
	u32 chain;
	u32 length;  /* bytes that follow */
	u32 speed;   /* Hz */
	u32 dropped; /* records lost before this one */
	u64 begun;   /* when chip select became active, ns of the monotonic clock */
	u64 ended;
};

static u8 *space, *copy;
static size_t used;
static struct header *open_record;
static u32 dropped;
static DEFINE_MUTEX(reading);

void capture_begin(int chain, u32 speed, u64 at)
{
	if (used + sizeof(struct header) > SPACE) {
		dropped++;
		open_record = NULL;
		return;
	}
	open_record = (struct header *)(space + used);
	*open_record = (struct header){
		.chain = chain, .speed = speed, .begun = at, .dropped = dropped,
	};
}

void capture_add(const void *data, size_t len)
{
	u8 *end;

	if (!open_record)
		return;
	end = (u8 *)(open_record + 1) + open_record->length;
	if (end + len > space + SPACE) {
		dropped++;
		open_record = NULL;
		return;
	}
	memcpy(end, data, len);
	open_record->length += len;
}

void capture_end(u64 at)
{
	if (!open_record)
		return;
	open_record->ended = at;
	/* Headers stay aligned. Reads alone, without a byte, are no record. */
	if (open_record->length)
		used += sizeof(struct header) + ALIGN(open_record->length, 8);
	open_record = NULL;
}

void capture_clear(void)
{
	used = 0;
	dropped = 0;
}

/* read hands out all whole records and takes them away. */
static ssize_t capture_read(struct file *f, char __user *to, size_t size, loff_t *pos)
{
	unsigned long flags;
	size_t n;

	if (size < SPACE)
		return -EINVAL;
	mutex_lock(&reading);
	spin_lock_irqsave(&board_lock, flags);
	n = used;
	memcpy(copy, space, n);
	capture_clear();
	spin_unlock_irqrestore(&board_lock, flags);
	if (copy_to_user(to, copy, n))
		n = -EFAULT;
	mutex_unlock(&reading);
	return n;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = capture_read,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "stonehand-capture",
	.fops = &operations,
};

int capture_init(void)
{
	space = vzalloc(SPACE);
	copy = vzalloc(SPACE);
	if (!space || !copy)
		return -ENOMEM;
	return misc_register(&device);
}
