// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C adapter, /dev/i2c-1, with PCA9548 multiplexers and MCP23017 expanders
 * on it. A chip that does not answer is -EREMOTEIO, a bus that is held low
 * -ETIMEDOUT after a while, both as on a Raspberry Pi.
 */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/i2c.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "board.h"
#include "i2c.h"

#define BUS_NUMBER 1
#define BIT_NS 2500 /* 400 kHz */

/* A PCA9548. */
struct mux {
	bool fitted, gone;
	u8 mask;
};

static struct mux muxes[8]; /* at 0x70 to 0x77 */
static struct i2c_adapter *adapter; /* NULL: vanished; under adapter_mutex */
static DEFINE_MUTEX(adapter_mutex);
static bool wanted;       /* whether the adapter is to be there */
static bool held_low;     /* something holds SDA or SCL low */
static u32 delay;         /* us that every transfer takes longer */
static u64 transfers, refused;

/* reached reports whether e's part of the bus is connected. */
static bool reached(struct expander *e)
{
	struct mux *m;

	if (e->gone)
		return false;
	if (!e->mux)
		return true;
	m = &muxes[e->mux - 0x70];
	return m->fitted && !m->gone && (m->mask >> e->channel & 1);
}

/* to_mux is a message to a PCA9548. A new mask takes effect with the stop. */
static int to_mux(struct mux *m, struct i2c_msg *msg, u8 *mask)
{
	if (!m->fitted || m->gone)
		return -EREMOTEIO;
	if (msg->flags & I2C_M_RD)
		memset(msg->buf, m->mask, msg->len);
	else if (msg->len)
		*mask = msg->buf[msg->len - 1];
	return 0;
}

/* to_expanders is a message to the expanders at an address: those that hear it. */
static int to_expanders(struct i2c_msg *msg)
{
	bool answered = false;
	u8 data[32];
	int i, k;

	for (i = 0; i < n_expanders; i++) {
		struct expander *e = &expanders[i];

		if (e->addr != msg->addr || !reached(e))
			continue;
		if (e->nack) {
			e->nack--;
			continue;
		}
		if (!(msg->flags & I2C_M_RD)) {
			expander_write(e, msg->buf, msg->len);
		} else if (msg->len > sizeof(data)) {
			return -EOPNOTSUPP;
		} else {
			/* Two that answer at once pull the bus low between them. */
			expander_read(e, data, msg->len);
			for (k = 0; k < msg->len; k++)
				msg->buf[k] = answered ? msg->buf[k] & data[k] : data[k];
		}
		answered = true;
	}
	return answered ? 0 : -EREMOTEIO;
}

static int transfer(struct i2c_adapter *adap, struct i2c_msg *msgs, int num)
{
	u64 ns = (u64)READ_ONCE(delay) * 1000;
	unsigned long flags;
	u8 masks[ARRAY_SIZE(muxes)];
	int i, err = 0;

	if (READ_ONCE(held_low)) {
		msleep(100);
		return -ETIMEDOUT;
	}
	spin_lock_irqsave(&board_lock, flags);
	transfers++;
	if (!wanted)
		err = -ENODEV;
	for (i = 0; i < ARRAY_SIZE(muxes); i++)
		masks[i] = muxes[i].mask;
	for (i = 0; i < num && !err; i++) {
		struct i2c_msg *msg = &msgs[i];

		if (msg->addr >= 0x70 && msg->addr <= 0x77)
			err = to_mux(&muxes[msg->addr - 0x70], msg, &masks[msg->addr - 0x70]);
		else
			err = to_expanders(msg);
		ns += (u64)(1 + (err ? 0 : msg->len)) * 9 * BIT_NS;
	}
	for (i = 0; i < ARRAY_SIZE(muxes); i++)
		muxes[i].mask = masks[i];
	if (err)
		refused++;
	spin_unlock_irqrestore(&board_lock, flags);
	board_pause(ns);
	return err ?: num;
}

static u32 functionality(struct i2c_adapter *adap)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

/*
 * settle makes the adapter come or go as is wanted. Going waits until nobody has
 * the device open any more, so this is work of its own; the device node goes at
 * once.
 */
static void settle(struct work_struct *work)
{
	struct i2c_adapter *a;

	mutex_lock(&adapter_mutex);
	if (!READ_ONCE(wanted) && adapter) {
		i2c_del_adapter(adapter);
		kfree(adapter);
		adapter = NULL;
	}
	if (READ_ONCE(wanted) && !adapter) {
		a = kzalloc(sizeof(*a), GFP_KERNEL);
		if (a) {
			a->algo = &algorithm;
			a->nr = BUS_NUMBER;
			a->dev.parent = board_dev;
			strscpy(a->name, "stonehand-board", sizeof(a->name));
			if (i2c_add_numbered_adapter(a))
				kfree(a);
			else
				adapter = a;
		}
	}
	mutex_unlock(&adapter_mutex);
}

static DECLARE_WORK(settling, settle);

/* want says whether the adapter is to be there. */
static void want(bool there)
{
	WRITE_ONCE(wanted, there);
	schedule_work(&settling);
}

/* mux_command is "mux ADDR" and "muxpower ADDR 0|1". */
static int mux_command(const char *verb, const char *args)
{
	int addr = 0, on = 0;
	int given = sscanf(args, "%i %i", &addr, &on);
	struct mux *m;

	if (given < 1 || addr < 0x70 || addr > 0x77)
		return -EINVAL;
	m = &muxes[addr - 0x70];
	if (!strcmp(verb, "mux")) {
		*m = (struct mux){ .fitted = true };
		return 0;
	}
	if (given != 2)
		return -EINVAL;
	m->gone = !on;
	if (m->gone)
		m->mask = 0;
	return 0;
}

int board_i2c_command(const char *verb, const char *args)
{
	unsigned int a = 0;
	int given = sscanf(args, "%u", &a);
	unsigned long flags;
	int err = 0;

	if (!strcmp(verb, "vanish")) {
		want(false);
	} else if (!strcmp(verb, "return")) {
		want(true);
	} else if (!strcmp(verb, "delay") && given == 1) {
		WRITE_ONCE(delay, a);
	} else if (!strcmp(verb, "hold") && given == 1) {
		WRITE_ONCE(held_low, a);
	} else {
		spin_lock_irqsave(&board_lock, flags);
		if (!strcmp(verb, "mux") || !strcmp(verb, "muxpower")) {
			err = mux_command(verb, args);
		} else {
			if (!strcmp(verb, "clear"))
				memset(muxes, 0, sizeof(muxes));
			err = expander_command(verb, args);
		}
		spin_unlock_irqrestore(&board_lock, flags);
	}
	return err;
}

int board_i2c_status(char *buf, size_t size)
{
	return scnprintf(buf, size, "i2c %d %llu %llu\n", adapter ? 1 : 0, transfers, refused);
}

int board_i2c_init(void)
{
	wanted = true;
	settle(NULL);
	return adapter ? 0 : -ENODEV;
}
