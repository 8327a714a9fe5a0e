/* Licence: GPL-3.0-or-later; see README.md in this folder. */
#define _GNU_SOURCE
#include "parts.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_io.h>
#include <simavr/sim_time.h>

/* ---- the serial line ---- */

/* Ten bits at 115200 baud and 16 MHz. */
#define BYTE_CYCLES 1389

static void from_chip(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	struct line *l = param;
	uint8_t b = (uint8_t)value;
	l->out_at[l->out_count++ % 16384] = l->avr->cycle + BYTE_CYCLES;
	if (l->open && write(l->master, &b, 1) != 1)
		return; /* nobody reads: lost, as on a real line */
}

static void chip_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)value;
	((struct line *)param)->full = true;
}

static void chip_free(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)value;
	((struct line *)param)->full = false;
}

static avr_cycle_count_t to_chip(avr_t *avr, avr_cycle_count_t when, void *param)
{
	struct line *l = param;
	if (l->in_head != l->in_tail && !l->full) {
		uint8_t b = l->in[l->in_tail++ % sizeof l->in];
		avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), b);
	}
	return when + BYTE_CYCLES;
}

static void make_raw(int fd)
{
	struct termios t;
	if (tcgetattr(fd, &t) == 0) {
		cfmakeraw(&t);
		tcsetattr(fd, TCSANOW, &t);
	}
}

const char *line_attach(struct line *l, avr_t *avr)
{
	int slave;
	static char name[128];
	l->avr = avr;
	if (openpty(&l->master, &slave, name, NULL, NULL) != 0) {
		perror("simrun: no pseudo-terminal");
		exit(1);
	}
	make_raw(slave);
	close(slave);
	fcntl(l->master, F_SETFL, fcntl(l->master, F_GETFL) | O_NONBLOCK);

	uint32_t flags = 0;
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	uint32_t uart = AVR_IOCTL_UART_GETIRQ('0');
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUTPUT), from_chip, l);
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XOFF), chip_full, l);
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XON), chip_free, l);
	return name;
}

void line_pace(struct line *l)
{
	if (!avr_cycle_timer_status(l->avr, to_chip, l)) {
		l->full = false;
		avr_cycle_timer_register(l->avr, BYTE_CYCLES, to_chip, l);
	}
}

int line_poll(const struct line *l)
{
	return l->open && l->in_head - l->in_tail < sizeof l->in ? l->master : -1;
}

bool line_service(struct line *l)
{
	struct pollfd p = {.fd = l->master, .events = POLLIN};
	bool was = l->open;
	poll(&p, 1, 0);
	l->open = !(p.revents & POLLHUP);
	if (l->open && !was)
		make_raw(l->master);
	while (p.revents & POLLIN && l->in_head - l->in_tail < sizeof l->in) {
		uint8_t b;
		if (read(l->master, &b, 1) != 1)
			break;
		l->in[l->in_head++ % sizeof l->in] = b;
	}
	return l->open && !was;
}

bool line_sent(const struct line *l, unsigned long long n, unsigned long long *at)
{
	if (n >= l->out_count || l->out_count - n > 16384)
		return false;
	*at = l->out_at[n % 16384];
	return true;
}

void line_no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
	(void)avr, (void)cycles;
}

/* ---- the sensor chain ---- */

static void byte_swapped(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	struct chain *c = param;
	uint8_t out = c->broken_at == 0 ? 0xFF : c->registers[0];
	memmove(c->registers, c->registers + 1, (size_t)c->chips - 1);
	c->registers[c->chips - 1] = (uint8_t)value;
	if (c->broken_at > 0 && c->broken_at < c->chips)
		c->registers[c->broken_at - 1] = 0xFF;
	if (++c->swapped == c->mend_after) {
		c->broken_at = -1;
		c->mend_after = 0;
	}
	avr_raise_irq(c->spi_in, out);
}

/* libsimavr gives every byte of its SPI 100 us, whatever the clock. The timer it
 * has just set is found by its age and set again for the eight clocks that the
 * control registers ask for. */
static void byte_begun(struct avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)addr, (void)v;
	static const uint8_t dividers[] = {4, 16, 64, 128};
	struct chain *c = param;
	for (avr_cycle_timer_slot_p s = avr->cycle_timers.timer; s && !c->spi_timer; s = s->next)
		if (s->when == avr->cycle + avr_usec_to_cycles(avr, 100)) {
			c->spi_timer = s->timer;
			c->spi_param = s->param;
		}
	if (!c->spi_timer || !avr_cycle_timer_status(avr, c->spi_timer, c->spi_param))
		return;
	unsigned clocks = 8u * dividers[avr->data[c->spcr] & 3] / (avr->data[c->spcr + 1] & 1 ? 2 : 1);
	avr_cycle_timer_cancel(avr, c->spi_timer, c->spi_param);
	avr_cycle_timer_register(avr, clocks, c->spi_timer, c->spi_param);
}

static void load_moved(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct chain *c = param;
	if (!value || irq->value)
		return;
	memcpy(c->registers, c->inputs, (size_t)c->chips);
	c->swapped = 0;
}

void chain_attach(struct chain *c, avr_t *avr, int chips, char load_port, int load_pin)
{
	c->avr = avr;
	c->chips = chips;
	c->broken_at = -1;
	c->spcr = 0x4C; /* the same on every chip we know */
	c->inputs = malloc((size_t)chips);
	c->registers = malloc((size_t)chips);
	memset(c->inputs, 0xFF, (size_t)chips); /* sensors are low over a magnet */
	memset(c->registers, 0xFF, (size_t)chips);
	avr_register_io_write(avr, (avr_io_addr_t)(c->spcr + 2), byte_begun, c);
	c->spi_in = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), byte_swapped, c);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(load_port), load_pin), load_moved, c);
}

bool chain_input(struct chain *c, int k, int level)
{
	if (k < 0 || k >= c->chips * 8)
		return false;
	uint8_t bit = (uint8_t)(0x80 >> (k % 8));
	if (level)
		c->inputs[k / 8] |= bit;
	else
		c->inputs[k / 8] &= (uint8_t)~bit;
	return true;
}

/* ---- the light strip ---- */

static void data_moved(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	((struct strip *)param)->data = value;
}

/* A light's own dimmer has five bits. */
static uint8_t dimmed(uint32_t word, int shift)
{
	return (uint8_t)((word >> shift & 0xFF) * (word >> 24 & 31) / 31);
}

static void clock_moved(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct strip *s = param;
	if (!value || irq->value)
		return;
	s->shift = s->shift << 1 | s->data;
	s->zeros = s->data ? 0 : s->zeros + 1;
	if (s->clocks < 0) {
		if (s->data && s->zeros == 0 && s->shift == 1)
			s->clocks = 0; /* the first bit after 32 zeros or more */
		else
			return;
	}
	s->clocks++;
	long light = s->clocks / 32 - 1;
	if (s->clocks % 32 == 0 && light < s->n) {
		if (s->shift >> 29 != 7) {
			s->clocks = -1; /* not a light's word: wait for the next start */
			return;
		}
		s->coming[light] = (struct rgb){dimmed(s->shift, 0), dimmed(s->shift, 8), dimmed(s->shift, 16)};
	}
	if (s->clocks == 32L * s->n + (s->n + 1) / 2) {
		memcpy(s->shown, s->coming, sizeof *s->shown * (size_t)s->n);
		s->frames++;
		s->shown_at = s->avr->cycle;
		s->clocks = -1;
		s->shift = ~0u;
	}
}

void strip_attach(struct strip *s, avr_t *avr, int lights, char port, int data, int clock)
{
	s->avr = avr;
	s->n = lights;
	s->clocks = -1;
	s->shift = ~0u;
	s->coming = calloc((size_t)lights + 1, sizeof *s->coming);
	s->shown = calloc((size_t)lights + 1, sizeof *s->shown);
	uint32_t io = AVR_IOCTL_IOPORT_GETIRQ(port);
	avr_irq_register_notify(avr_io_getirq(avr, io, data), data_moved, s);
	avr_irq_register_notify(avr_io_getirq(avr, io, clock), clock_moved, s);
}
