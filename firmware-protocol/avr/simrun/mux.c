/* Licence: GPL-3.0-or-later; see README.md in this folder. */
#include "mux.h"

#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/sim_io.h>

/* How long a multiplexer and the wire behind it take to follow their address:
 * 1.5 us, some five times what the chip's data sheet allows it. */
#define SETTLES 24
/* A conversion holds its input 1.5 ADC clocks after it begins; 16 MHz / 16. */
#define HOLDS 24

static uint8_t lines(const struct mux *m)
{
	return (uint8_t)((m->pins & ~m->stuck) | (m->stuck_at & m->stuck));
}

/* What stands at an ADC input: what the multiplexers that are on make of it, the
 * pull-up, or what was there before. */
static int voltage(struct mux *m, int channel)
{
	uint8_t at = lines(m);
	int sum = 0, driving = 0;
	for (int bank = 0; bank < MUX_BANKS; bank++) {
		int chip = bank * MUX_ACROSS + channel;
		if (at & 0x10 << bank || chip >= m->chips || m->gone[chip])
			continue;
		int mv = m->mv[chip * MUX_INPUTS + (at & 0x0F)];
		if (mv == MUX_OPEN)
			continue;
		sum += mv;
		driving++;
	}
	if (driving)
		return sum / driving; /* two that drive one wire meet half way */
	if (m->avr->data[m->pull_up] & 1 << channel)
		return MUX_SUPPLY;
	return m->last[channel];
}

static void line_moved(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct mux *m = param;
	int was[MUX_ACROSS];
	for (int channel = 0; channel < MUX_ACROSS; channel++)
		was[channel] = voltage(m, channel);
	uint8_t bit = (uint8_t)(1 << (irq->irq % 8));
	uint8_t before = m->pins;
	m->pins = (uint8_t)(value ? m->pins | bit : m->pins & ~bit);
	if (m->pins == before)
		return;
	/* What is under way at the end is the whole change. */
	if (m->avr->cycle - m->moved_at >= SETTLES)
		memcpy(m->was, was, sizeof was);
	m->moved_at = m->avr->cycle;
	if ((m->pins & 0x7F) == 0x60) { /* bank 0 on, at address 0: a scan begins */
		m->scan_took = m->sampled_at - m->began_at;
		m->began_at = m->avr->cycle;
	}
}

static void converting(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	struct mux *m = param;
	union {
		uint32_t raw;
		avr_adc_mux_t is;
	} which = {.raw = value};
	int channel = which.is.src;
	if (which.is.kind != ADC_MUX_SINGLE || channel >= MUX_ACROSS)
		return;
	bool settled = m->avr->cycle + HOLDS - m->moved_at >= SETTLES;
	int mv = settled ? voltage(m, channel) : m->was[channel];
	m->last[channel] = mv;
	if (m->noise && mv > 0 && mv < MUX_SUPPLY) {
		m->seed = m->seed * 1664525 + 1013904223;
		mv += (int)(m->seed >> 8) % (2 * m->noise + 1) - m->noise;
	}
	avr_raise_irq(m->adc + channel, (uint32_t)mv);
	m->sampled_at = m->avr->cycle;
}

void mux_attach(struct mux *m, avr_t *avr, int points)
{
	m->avr = avr;
	m->points = points;
	m->chips = (points + MUX_INPUTS - 1) / MUX_INPUTS;
	m->mv = malloc(sizeof *m->mv * (size_t)(m->chips * MUX_INPUTS));
	m->gone = calloc((size_t)m->chips, sizeof *m->gone);
	m->pull_up = 0x31; /* PORTF */
	m->pins = 0x7F;
	m->seed = 1;
	for (int k = 0; k < m->chips * MUX_INPUTS; k++)
		m->mv[k] = k < points ? MUX_SUPPLY / 2 : __builtin_parity((unsigned)(k % MUX_INPUTS)) ? 0 : MUX_SUPPLY;
	avr->vcc = avr->avcc = avr->aref = MUX_SUPPLY;
	m->adc = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), converting, m);
	mux_button(m, false);
	for (int pin = 0; pin < 7; pin++)
		avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), pin), line_moved, m);
}

bool mux_input(struct mux *m, int point, int mv)
{
	if (point < 0 || point >= m->points || mv < MUX_OPEN || mv > MUX_SUPPLY)
		return false;
	m->mv[point] = mv;
	return true;
}

bool mux_break(struct mux *m, int chip)
{
	if (chip >= m->chips)
		return false;
	if (chip < 0)
		memset(m->gone, 0, sizeof *m->gone * (size_t)m->chips);
	else
		m->gone[chip] = true;
	return true;
}

bool mux_stick(struct mux *m, int line, int level)
{
	if (line > 6)
		return false;
	if (line < 0) {
		m->stuck = 0;
		return true;
	}
	m->stuck |= (uint8_t)(1 << line);
	m->stuck_at = (uint8_t)(level ? m->stuck_at | 1 << line : m->stuck_at & ~(1 << line));
	return true;
}

void mux_button(struct mux *m, bool held)
{
	avr_irq_t *pin = avr_io_getirq(m->avr, AVR_IOCTL_IOPORT_GETIRQ('C'), 7);
	m->held = held;
	avr_ioport_external_t button = {.name = 'C', .mask = 0x80, .value = held ? 0 : 0x80};
	avr_ioctl(m->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &button);
	/* A reset clears the pin and not what libsimavr remembers of its level: only a
	 * change of that is sure to arrive. */
	avr_raise_irq(pin, held);
	avr_raise_irq(pin, !held);
}
