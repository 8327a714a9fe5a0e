// SPDX-License-Identifier: GPL-2.0
/*
 * Two SPI controllers of two chip selects each. Every device is a spidev: what
 * it sends comes from its chain of shift registers, and what is sent to it is
 * captured.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/spi/spi.h>
#include <linux/string.h>

#include "board.h"

/* One chip select. */
struct line {
	struct spi_device *dev; /* NULL: vanished; under lines_mutex */
	u32 delay;              /* us that every message takes longer */
	u32 fail;               /* how many messages from now on fail */
	bool capture;           /* keep what is written */
	u64 messages, bytes;
};

static struct spi_controller *buses[SPI_BUSES];
static struct line lines[SPI_CHAINS];
static DEFINE_MUTEX(lines_mutex);

static int chain_of(struct spi_device *spi)
{
	return spi->controller->bus_num * SPI_SELECTS + spi->chip_select;
}

/* exchange clocks one transfer through a chain. */
static void exchange(struct chain *c, struct spi_device *spi, struct spi_transfer *x)
{
	/*
	 * A 74HC165 shifts with the rising edge. In mode 1 that is the edge before
	 * the one with which the controller takes the level in.
	 */
	bool late = (spi->mode & (SPI_CPOL | SPI_CPHA)) == SPI_CPHA;
	bool lsb = spi->mode & SPI_LSB_FIRST;
	u8 *rx = x->rx_buf;
	unsigned int i, bit;

	for (i = 0; i < x->len; i++) {
		u8 v = 0;

		for (bit = 0; bit < 8; bit++) {
			if (c->pl && !board_gpio_pl())
				chain_load(c); /* PL held low: it follows its inputs */
			if (late)
				chain_shift(c);
			v |= chain_out(c) << (lsb ? bit : 7 - bit);
			if (!late)
				chain_shift(c);
		}
		if (rx)
			rx[i] = v;
	}
}

static int transfer(struct spi_controller *ctlr, struct spi_message *m)
{
	struct spi_device *spi = m->spi;
	int n = chain_of(spi);
	struct line *l = &lines[n];
	struct spi_transfer *x;
	u64 begun = ktime_get_ns();
	u64 ns = 0;
	unsigned long flags;
	bool select = true; /* chip select becomes active with the next transfer */
	bool open = false;  /* a capture has begun */

	spin_lock_irqsave(&board_lock, flags);
	l->messages++;
	ns = (u64)l->delay * 1000;
	m->status = 0;
	if (l->fail) {
		l->fail--;
		m->status = -EIO;
	}
	list_for_each_entry(x, &m->transfers, transfer_list) {
		u32 speed = x->speed_hz ?: spi->max_speed_hz;

		if (m->status)
			break;
		if (select) {
			if (!chains[n].pl)
				chain_load(&chains[n]);
			if (open)
				capture_end(begun + ns);
			open = l->capture;
			if (open)
				capture_begin(n, speed, begun + ns);
		}
		exchange(&chains[n], spi, x);
		if (x->tx_buf && open)
			capture_add(x->tx_buf, x->len);
		l->bytes += x->len;
		m->actual_length += x->len;
		ns += div_u64((u64)x->len * 8 * NSEC_PER_SEC, speed ?: 1);
		select = x->cs_change;
	}
	if (open)
		capture_end(begun + ns);
	spin_unlock_irqrestore(&board_lock, flags);

	board_pause(ns);
	spi_finalize_current_message(ctlr);
	return 0;
}

/* appear makes the device node of a chip select; under lines_mutex. */
static int appear(int n)
{
	struct spi_board_info info = {
		.modalias = "dh2228fv", /* one of the names that spidev goes by */
		.max_speed_hz = 125000000,
		.chip_select = n % SPI_SELECTS,
	};

	if (lines[n].dev)
		return 0;
	lines[n].dev = spi_new_device(buses[n / SPI_SELECTS], &info);
	return lines[n].dev ? 0 : -ENODEV;
}

int board_spi_command(int n, const char *verb, const char *args)
{
	struct line *l = &lines[n];
	unsigned int a = 0;
	int given = sscanf(args, "%u", &a);
	int err = 0;

	if (!strcmp(verb, "vanish")) {
		mutex_lock(&lines_mutex);
		if (l->dev)
			spi_unregister_device(l->dev);
		l->dev = NULL;
		mutex_unlock(&lines_mutex);
	} else if (!strcmp(verb, "return")) {
		mutex_lock(&lines_mutex);
		err = appear(n);
		mutex_unlock(&lines_mutex);
	} else if (!strcmp(verb, "delay") && given == 1) {
		WRITE_ONCE(l->delay, a);
	} else if (!strcmp(verb, "fail") && given == 1) {
		WRITE_ONCE(l->fail, a);
	} else if (!strcmp(verb, "capture") && given == 1) {
		WRITE_ONCE(l->capture, a);
	} else {
		err = -EINVAL;
	}
	return err;
}

int board_spi_status(char *buf, size_t size)
{
	int i, n = 0;

	for (i = 0; i < SPI_CHAINS; i++)
		n += scnprintf(buf + n, size - n, "spi %d %llu %llu\n", i,
			       lines[i].messages, lines[i].bytes);
	return n;
}

int board_spi_init(void)
{
	int i, err;

	for (i = 0; i < SPI_BUSES; i++) {
		struct spi_controller *c = spi_alloc_master(board_dev, 0);

		if (!c)
			return -ENOMEM;
		c->bus_num = i;
		c->num_chipselect = SPI_SELECTS;
		c->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS | SPI_LSB_FIRST;
		c->bits_per_word_mask = SPI_BPW_MASK(8);
		c->max_speed_hz = 125000000;
		c->transfer_one_message = transfer;
		err = spi_register_controller(c);
		if (err)
			return err;
		buses[i] = c;
	}
	for (i = 0; i < SPI_CHAINS; i++) {
		mutex_lock(&lines_mutex);
		err = appear(i);
		mutex_unlock(&lines_mutex);
		if (err)
			return err;
	}
	return 0;
}
